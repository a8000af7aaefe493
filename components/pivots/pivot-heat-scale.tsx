import classes from "@/components/charts/charts.module.css";
import { colourOf } from "@/components/charts/tones";
import { useFormat } from "@/components/ui/use-format";
import type { PivotChart } from "@/lib/pivots/prepare-pivot-chart";
import { figureText } from "@/lib/tables/column";
import heat from "./pivot-heat.module.css";

/** Faint enough at its strongest that figures on it are read in both schemes. */
export const colourAt = (of: number) =>
  `color-mix(in srgb, ${colourOf(0)} ${Math.round(4 + of * 50)}%, var(--mantine-color-body))`;

/** What the colours mean. */
export function PivotHeatScale({ chart: { scale, form, value } }: { chart: PivotChart }) {
  const format = useFormat();
  return (
    <div className={classes.legend}>
      <span className={heat.scale}>
        {figureText(form, scale.from, format)}
        <span className={heat.ramp} style={{ background: `linear-gradient(90deg, ${colourAt(0)}, ${colourAt(1)})` }} />
        {figureText(form, scale.to, format)}
      </span>
      <span>{value}</span>
    </div>
  );
}
