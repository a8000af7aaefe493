"use client";

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { whenNeeded } from "@/lib/http/when-needed";
import classes from "./field.module.css";
import { widthVariable } from "./field-width";
import { useLoaded } from "./use-loaded";
import { typedAfter } from "./use-typed";

const loadLists = whenNeeded(() => import("./lists-of-choices"));

/** The controls that a field in use is made of. */
export type Lists = Awaited<ReturnType<typeof loadLists>>;

/** What the control takes to be ready for whoever reached for it. */
export type Reached = {
  autoFocus: true;
  defaultDropdownOpened: boolean;
  /** What was typed before the control was there, for which it then searches if it can. */
  typed: string;
  "aria-label": string;
  placeholder: string;
};

type Props = {
  label: string;
  placeholder: string;
  /** What is chosen, in words; empty: nothing. */
  text: string;
  width: number;
  /** Two beside each other on a narrow screen. */
  isHalf?: boolean;
  /** The control itself: loaded and made when somebody reaches for it, and gone when they have left it. */
  children: (reached: Reached, lists: Lists) => ReactNode;
};

const OPENING_KEYS = new Set(["ArrowDown", "ArrowUp", "Enter", " "]);

/** A field in which one chooses. Until it is used it is one element that says what is chosen. */
export function WhenUsed({ label, placeholder, text, width, isHalf = false, children }: Props) {
  const [used, setUsed] = useState<"pressed" | "focused" | null>(null);
  const [typed, setTyped] = useState("");
  const leave = () => {
    setUsed(null);
    setTyped("");
  };
  const lists = useLoaded(loadLists, used !== null);
  const isShown = used !== null && lists !== null;
  const control = useLeaving(isShown, leave);
  const style = widthVariable(width);
  const half = isHalf ? ` ${classes.half}` : "";
  if (isShown) {
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus leaves the control inside
      <span
        className={classes.used + half}
        style={style}
        onFocus={control.stay}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) control.leave();
        }}
      >
        {children(
          {
            autoFocus: true,
            defaultDropdownOpened: used === "pressed",
            typed,
            "aria-label": label,
            placeholder: text === "" ? placeholder : "",
          },
          lists,
        )}
      </span>
    );
  }
  return (
    <input
      className={classes.choice + half}
      style={style}
      role="combobox"
      aria-label={label}
      aria-haspopup="listbox"
      aria-expanded={false}
      readOnly
      placeholder={placeholder}
      value={text}
      title={text}
      onMouseDown={(event) => {
        // The control may stand in its place before the press is over.
        event.preventDefault();
        event.currentTarget.focus();
        setUsed("pressed");
      }}
      onFocus={() => setUsed((present) => present ?? "focused")}
      onKeyDown={(event: KeyboardEvent) => {
        const next = typedAfter(typed, event);
        if (next === null && !OPENING_KEYS.has(event.key)) return;
        event.preventDefault();
        if (next !== null) setTyped(next);
        setUsed("pressed");
      }}
      // Before the control was loaded.
      onBlur={leave}
    />
  );
}

/**
 * Leaves the control once the pointer is up: it may be taller than what replaces it, and what moves between press and
 * release is not clicked.
 */
function useLeaving(isUsed: boolean, onLeave: () => void) {
  const pointer = useRef({ isDown: false, isLeaving: false });
  const left = useRef(onLeave);
  left.current = onLeave;
  useEffect(() => {
    if (!isUsed) return;
    pointer.current = { isDown: false, isLeaving: false };
    const press = () => {
      pointer.current.isDown = true;
    };
    const release = () => {
      pointer.current.isDown = false;
      if (pointer.current.isLeaving) setTimeout(() => left.current());
    };
    window.addEventListener("pointerdown", press, true);
    window.addEventListener("pointerup", release, true);
    window.addEventListener("pointercancel", release, true);
    return () => {
      window.removeEventListener("pointerdown", press, true);
      window.removeEventListener("pointerup", release, true);
      window.removeEventListener("pointercancel", release, true);
    };
  }, [isUsed]);
  return {
    stay: () => {
      pointer.current.isLeaving = false;
    },
    leave: () => {
      if (pointer.current.isDown) pointer.current.isLeaving = true;
      else left.current();
    },
  };
}
