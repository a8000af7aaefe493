import { type CSSProperties, type ReactElement, useId, useLayoutEffect, useRef, useState } from "react";
import { placeBelow, type Sides } from "./place-below";

type Opens = { id: string; popoverTarget: string; "aria-haspopup": "menu" | "dialog"; "aria-expanded": boolean };

export type PopoverOptions = {
  /** Spreads what it is given over a native button. */
  trigger: (opens: Opens) => ReactElement;
  align?: Sides | undefined;
  width?: number | undefined;
};

type Settings = Omit<PopoverOptions, "trigger"> & { opensWith: Opens["aria-haspopup"]; firstFocus: string };

/** A box of the browser's top layer and the button that opens it; the browser closes it at Escape or a click beside it. */
export function usePopover({ align = "left", width, opensWith, firstFocus }: Settings) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  const opens: Opens = {
    id: `${id}trigger`,
    popoverTarget: `${id}box`,
    "aria-haspopup": opensWith,
    "aria-expanded": isOpen,
  };
  // The browser opens a box by itself, also before the scripts have come that fill it.
  useLayoutEffect(() => {
    if (ref.current?.matches(":popover-open")) setOpen(true);
  }, []);
  const triggerId = opens.id;
  useLayoutEffect(() => {
    const button = document.getElementById(triggerId);
    if (!isOpen || !ref.current || !button) return;
    placeBelow(ref.current, button.getBoundingClientRect(), align);
    ref.current.querySelector<HTMLElement>(firstFocus)?.focus({ preventScroll: true });
  }, [isOpen, triggerId, align, firstFocus]);
  const style: CSSProperties | undefined = width === undefined ? undefined : { width };
  const box = {
    ref,
    style,
    id: opens.popoverTarget,
    popover: "auto" as const,
    onToggle: (event: { newState: string }) => setOpen(event.newState === "open"),
  };
  return { opens, box, isOpen };
}
