"use client";

import { useId } from "react";
import type { GridColumn } from "@/lib/surveys/quotas/grid-edit";
import classes from "./quota-grid.module.css";
import type { CellEdit } from "./use-grid";

type Props = { edit: CellEdit; column: GridColumn; label: string; onLeave: (text: string) => void };

/** The input of a cell that is being typed into; what was refused stands under it. */
export function CellEditor({ edit, column, label, onLeave }: Props) {
  const problemId = useId();
  const begin = (input: HTMLInputElement | null) => {
    if (!input || document.activeElement === input) return;
    input.focus({ preventScroll: true });
    if (!edit.isTyped) input.select();
  };
  return (
    <>
      <input
        ref={begin}
        className={classes.editor}
        data-column={column}
        aria-label={label}
        aria-invalid={edit.problem !== null}
        aria-describedby={edit.problem === null ? undefined : problemId}
        defaultValue={edit.text}
        inputMode={column === "quota" ? "numeric" : "text"}
        autoComplete="off"
        spellCheck={false}
        onBlur={(event) => onLeave(event.currentTarget.value)}
      />
      {edit.problem !== null && (
        <span id={problemId} className={classes.refusal} role="alert">
          {edit.problem}
        </span>
      )}
    </>
  );
}
