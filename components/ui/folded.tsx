"use client";

import { type ReactNode, useId, useState } from "react";
import { Button } from "./button";
import classes from "./folded.module.css";

type Props = { label: string; icon?: ReactNode; isSmall?: boolean; children: ReactNode };

/** Fields of the row around it; on a narrow screen a button with them behind it. */
export function Folded({ label, icon, isSmall = false, children }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <span className={classes.button}>
        <Button isSmall={isSmall} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {icon}
          {label}
        </Button>
      </span>
      <div id={id} className={classes.folded} data-open={open || undefined}>
        {children}
      </div>
    </>
  );
}
