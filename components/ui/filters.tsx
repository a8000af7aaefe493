"use client";

import { Button } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { type ReactNode, useId, useState } from "react";
import classes from "./filters.module.css";

type Props = {
  /** The field that is in sight on a narrow screen, too. */
  search: ReactNode;
  /** What each of the others is set to; those that are not, are counted as nothing. */
  others: readonly (string | number | null)[];
  /** The other filters, and what stands beside them. */
  children: ReactNode;
  /** What is wrong with a filter: said also while they are folded. */
  refusals?: ReactNode;
};

/** What narrows a list: a row, and on a narrow screen a button with all but the search behind it. */
export function Filters({ search, others, children, refusals }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const set = others.filter(Boolean).length;
  return (
    <div className={classes.filters}>
      <div className={classes.search}>{search}</div>
      <Button
        variant="default"
        hiddenFrom="sm"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Filters{set > 0 && ` (${set})`}
      </Button>
      <div id={id} className={classes.folded} data-open={open || undefined}>
        {children}
      </div>
      {refusals}
    </div>
  );
}
