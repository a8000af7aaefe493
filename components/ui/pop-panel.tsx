"use client";

import type { ReactNode } from "react";
import classes from "./pop-menu.module.css";
import { type PopoverOptions, usePopover } from "./use-popover";

type Props = PopoverOptions & {
  label: string;
  /** Controls, rendered only while the panel is open. */
  children: ReactNode;
};

/** A few controls under the button that opens them, in the browser's top layer. */
export function PopPanel({ label, trigger, children, align, width }: Props) {
  const { opens, box, isOpen } = usePopover({ align, width, opensWith: "dialog", firstFocus: "input, button" });
  return (
    <>
      {trigger(opens)}
      <div {...box} role="dialog" aria-label={label} className={classes.panel}>
        {isOpen && children}
      </div>
    </>
  );
}
