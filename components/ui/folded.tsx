"use client";

import { Button, type ButtonProps } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import classes from "./folded.module.css";

type Props = { label: string; icon?: ReactNode; size?: ButtonProps["size"]; children: ReactNode };

/** Fields of the row around it; on a narrow screen a button with them behind it. */
export function Folded({ label, icon, size = "sm", children }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="default"
        hiddenFrom="sm"
        size={size}
        leftSection={icon}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      <div id={id} className={classes.folded} data-open={open || undefined}>
        {children}
      </div>
    </>
  );
}
