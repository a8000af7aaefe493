import type { ReactNode } from "react";
import classes from "./survey-editor.module.css";

type Props = {
  title: string;
  /** One under the other. */
  isNarrow?: boolean;
  children: ReactNode;
};

/** A group of fields under a heading. */
export const Section = ({ title, isNarrow = false, children }: Props) => (
  <section className={classes.card} aria-label={title}>
    <h2>{title}</h2>
    <div className={isNarrow ? classes.rows : classes.fields}>{children}</div>
  </section>
);
