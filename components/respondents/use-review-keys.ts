"use client";

import { useEffect, useRef } from "react";
import { type Shortcut, useShortcuts } from "@/components/ui/page-actions";

/** What each key of the review does. */
export type ReviewKeys = {
  next: () => void;
  previous: () => void;
  exclude: () => void;
  keep: () => void;
  flag: () => void;
  undo: () => void;
  note: () => void;
};

const keysOf: Record<keyof ReviewKeys, readonly string[]> = {
  next: ["j", "ArrowRight"],
  previous: ["k", "ArrowLeft"],
  exclude: ["x"],
  keep: ["a"],
  flag: ["f"],
  undo: ["u"],
  note: ["n"],
};

const shortcuts: Shortcut[] = [
  { keys: ["X"], does: "Exclude, and show the next" },
  { keys: ["A"], does: "Keep, and show the next" },
  { keys: ["F"], does: "Flag for a second look, and show the next" },
  { keys: ["U"], does: "Undo the last decision; also Ctrl Z" },
  { keys: ["J", "→"], does: "Next respondent" },
  { keys: ["K", "←"], does: "Previous respondent" },
  { keys: ["N"], does: "Write a note; Enter goes back to the review" },
];

const names = Object.keys(keysOf) as (keyof ReviewKeys)[];

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable], [role=dialog]") !== null;

/** Hears the review's keys wherever the focus is, but in a field or a dialog. */
export function useReviewKeys(actions: ReviewKeys): void {
  useShortcuts(shortcuts);
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target) || document.querySelector("[role=dialog]")) return;
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
      if (!isUndo && (event.ctrlKey || event.metaKey || event.altKey)) return;
      // A key that is held down would decide of respondents whom nobody has looked at.
      const name = isUndo ? "undo" : names.find((each) => keysOf[each].includes(keyOf(event)));
      if (!name || (event.repeat && name !== "next" && name !== "previous")) return;
      event.preventDefault();
      current.current[name]();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

const keyOf = ({ key }: KeyboardEvent) => (key.length === 1 ? key.toLowerCase() : key);
