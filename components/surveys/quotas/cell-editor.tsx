"use client";

import { useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { QuestionsById } from "@/lib/surveys/qualification-text";
import type { GridColumn } from "@/lib/surveys/quotas/grid-columns";
import { suggestionsFor } from "@/lib/surveys/quotas/suggestions";
import classes from "./quota-grid.module.css";
import type { CellEdit } from "./use-grid";

type Props = {
  edit: CellEdit;
  column: GridColumn;
  label: string;
  questions: QuestionsById;
  onLeave: (text: string) => void;
};

/** The input of a cell that is being typed into; under it what was refused, and what the text may mean. */
export function CellEditor({ edit, column, label, questions, onLeave }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(edit.text);
  const [picked, setPicked] = useState(-1);
  const suggestions = useMemo(
    () => (column === "qualifications" ? suggestionsFor(text, questions) : []),
    [column, text, questions],
  );
  const type = (next: string) => {
    setText(next);
    setPicked(-1);
  };
  const take = (next: string) => {
    if (input.current) input.current.value = next;
    type(next);
  };
  /** Whether the key was for the suggestions. */
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (suggestions.length === 0 || event.isComposing) return false;
    const chosen = suggestions[picked];
    if (event.key === "ArrowDown") setPicked((picked + 1) % suggestions.length);
    else if (event.key === "ArrowUp") setPicked((Math.max(picked, 0) + suggestions.length - 1) % suggestions.length);
    else if (chosen && (event.key === "Enter" || event.key === "Tab")) take(chosen.text);
    else return false;
    return true;
  });

  // With the cell: a key that comes between, where its row has moved meanwhile, would reach nothing.
  useLayoutEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    if (!edit.isTyped) field?.select();
    // Before the grid hears the key.
    const listen = (event: KeyboardEvent) => {
      if (!onKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    field?.addEventListener("keydown", listen);
    return () => field?.removeEventListener("keydown", listen);
  }, [edit.isTyped]);

  const isRefused = edit.problem !== null;
  const isOpen = suggestions.length > 0;
  return (
    <>
      <input
        ref={input}
        className={classes.editor}
        data-column={column}
        aria-label={label}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? `${id}-problem` : undefined}
        {...(column === "qualifications" && {
          role: "combobox",
          "aria-expanded": isOpen,
          "aria-autocomplete": "list" as const,
          ...(isOpen && { "aria-controls": `${id}-list` }),
          ...(picked >= 0 && { "aria-activedescendant": `${id}-${picked}` }),
        })}
        defaultValue={edit.text}
        inputMode={column === "quota" ? "numeric" : "text"}
        autoComplete="off"
        spellCheck={false}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={(event) => onLeave(event.currentTarget.value)}
      />
      {(isRefused || isOpen) && (
        <div className={classes.under}>
          {isRefused && (
            <span id={`${id}-problem`} className={classes.refusal} role="alert">
              {edit.problem}
            </span>
          )}
          {isOpen && (
            <div id={`${id}-list`} role="listbox" aria-label="Suggestions" className={classes.suggestions}>
              {suggestions.map(({ name, text: next }, place) => (
                <div
                  key={name}
                  id={`${id}-${place}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={place === picked}
                  className={classes.suggestion}
                  // The input keeps the focus: leaving it would take its text over as it is.
                  onMouseDown={(event) => {
                    event.preventDefault();
                    take(next);
                  }}
                >
                  {name}
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </>
  );
}
