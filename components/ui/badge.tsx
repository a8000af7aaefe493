import type { ReactNode } from "react";
import classes from "./badge.module.css";

export type Tone = "gray" | "green" | "yellow" | "orange" | "red" | "indigo" | "teal";

/** A word about a row or a thing, in the colour of what it means; in one line, never cut. */
export function Badge({ tone = "gray", children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
