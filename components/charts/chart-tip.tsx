import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import classes from "./charts.module.css";

const AWAY = 10;

/** What stands beside a point of a chart: to its right, to its left where there is no room, never out of the chart. */
export function ChartTip({ x, y, width, children }: { x: number; y: number; width: number; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState(0);
  useLayoutEffect(() => setOwn(ref.current?.offsetWidth ?? 0));
  const right = x + AWAY;
  const left = right + own <= width ? right : Math.max(0, Math.min(x - AWAY, width) - own);
  return (
    <div ref={ref} className={classes.tip} style={{ left, top: y + AWAY }}>
      {children}
    </div>
  );
}
