import type { ReactNode } from "react";
import classes from "./page-header.module.css";

type Props = {
  title: string;
  aside?: ReactNode;
  /** 2: the part of a page about something wider. */
  level?: 1 | 2;
  children?: ReactNode;
};

/** Title of a page, a line beside it, and what can be done here. */
export function PageHeader({ title, aside, level = 1, children }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className={classes.header}>
      <div>
        <Heading>{title}</Heading>
        {aside && <span className={classes.aside}>{aside}</span>}
      </div>
      {children && <div>{children}</div>}
    </div>
  );
}
