"use client";

import { Popover } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  opened: boolean;
  onChange: (opened: boolean) => void;
  /** The button that opens it. */
  target: ReactNode;
  children: ReactNode;
};

/** A small form beside its button. Escape in an open list of options closes the list alone, the next one the form. */
export function FormPopover({ opened, onChange, target, children }: Props) {
  return (
    <Popover
      {...{ opened, onChange }}
      width={340}
      position="bottom-start"
      withinPortal={false}
      closeOnEscape={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown
        maw="92vw"
        onKeyDownCapture={({ key, target: field }) => {
          if (key === "Escape" && !isOpenList(field)) onChange(false);
        }}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

const isOpenList = (field: EventTarget) => field instanceof Element && field.getAttribute("aria-expanded") === "true";
