"use client";

import { IconFilter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./filters.module.css";
import { Folded } from "./folded";

type Props = {
  /** The field that is in sight on a narrow screen, too. */
  search: ReactNode;
  /** What each of the others is set to; those that are not, are counted as nothing. */
  others: readonly (string | number | null)[];
  /** The other filters, and what stands beside them; nothing: the search stands alone. */
  children: ReactNode;
  /** What is wrong with a filter: said also while they are folded. */
  refusals?: ReactNode;
};

/** What narrows a list: a row, and on a narrow screen a button with all but the search behind it. */
export function Filters({ search, others, children, refusals }: Props) {
  const set = others.filter(Boolean).length;
  return (
    <div className={classes.filters}>
      <div className={classes.search}>{search}</div>
      {children && (
        <Folded label={`Filters${set > 0 ? ` (${set})` : ""}`} icon={<IconFilter size={16} aria-hidden />}>
          {children}
        </Folded>
      )}
      {refusals}
    </div>
  );
}
