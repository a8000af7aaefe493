"use client";

import { Textarea } from "@mantine/core";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { type Completion, type Completions, completed, completionsAt } from "@/lib/answers/formulas/completions";
import type { Question } from "@/lib/contracts/interfaces/answers";
import classes from "./formula.module.css";

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** The questions that it may name. */
  questions: readonly Question[];
  /** Why it cannot be read, with the place. */
  problem: string | null;
  readOnly?: boolean;
};

/** A formula with completion of questions, options and functions: arrows choose, Enter or Tab takes, Escape closes. */
export function FormulaField({ value, onChange, questions, problem, readOnly = false }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { open, active, show, move, close } = useCompletions();
  const look = (text: string, caret: number, isAsked = false) => show(completionsAt(text, caret, questions, isAsked));
  const take = (completion: Completion) => {
    const { current } = field;
    if (!current || !open) return;
    const next = completed(value, current.selectionStart, open, completion);
    onChange(next.text);
    close();
    // The caret goes behind what was taken once the field has it.
    requestAnimationFrame(() => {
      current.focus();
      current.setSelectionRange(next.caret, next.caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, currentTarget } = event;
    const chosen = open?.list[active];
    if (key === " " && ctrlKey) look(value, currentTarget.selectionStart, true);
    else if (!open) return;
    else if (key === "ArrowDown") move(1);
    else if (key === "ArrowUp") move(-1);
    else if (key === "Escape") close();
    else if ((key === "Enter" || key === "Tab") && chosen) take(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={classes.field}>
      <Textarea
        ref={field}
        label="Formula"
        description="Names of questions, numbers, options as “texts”, functions. Ctrl+Space lists what fits."
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
        autoComplete="off"
        value={value}
        error={problem}
        readOnly={readOnly}
        classNames={{ input: classes.input }}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(open && { "aria-controls": id, "aria-activedescendant": `${id}-${active}` })}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.value);
          look(currentTarget.value, currentTarget.selectionStart);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      {open && !readOnly && (
        <div id={id} role="listbox" aria-label="Completions" className={classes.completions}>
          {open.list.map((completion, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the field names the active one
            <div
              key={`${completion.kind} ${completion.text}`}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === active}
              className={classes.completion}
              // The field would lose the focus, and with it the list.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(completion)}
            >
              <span className={classes.label}>{completion.label}</span>
              <small className={classes.says}>{completion.says}</small>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

function useCompletions() {
  const [open, setOpen] = useState<Completions | null>(null);
  const [active, setActive] = useState(0);
  return {
    open,
    active,
    show: (next: Completions | null) => {
      setOpen(next);
      setActive(0);
    },
    move: (by: number) => {
      const length = open?.list.length ?? 1;
      setActive((active + by + length) % length);
    },
    close: () => setOpen(null),
  };
}
