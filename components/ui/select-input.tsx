"use client";

import type { ComboboxItem, MultiSelectProps, SelectProps } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, type Ref, useEffect, useState } from "react";
import { whenNeeded } from "@/lib/http/when-needed";
import { type FieldTexts, FormField } from "./form-field";
import classes from "./select-input.module.css";
import { useLoaded } from "./use-loaded";
import { typedAfter } from "./use-typed";

/** How a person came to a field: what they press opens at once. */
export type Reached = "pressed" | "focused";

type Item = string | ComboboxItem;

type Common = FieldTexts & {
  data: readonly Item[];
  name?: string;
  disabled?: boolean | undefined;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

type OwnKeys = keyof Common | "value" | "onChange" | "onReach" | "inputWrapperOrder";

export type SelectInputProps = Common & {
  value: string | null;
  onChange: (value: string | null) => void;
  /** Called when the list may be opened soon: only then do its choices have to be known. */
  onReach?: () => void;
} & Omit<SelectProps, OwnKeys>;

export type MultiSelectInputProps = Common & {
  value: string[];
  onChange: (value: string[]) => void;
} & Omit<MultiSelectProps, OwnKeys>;

const loadControls = whenNeeded(() => import("./opened-select"));

/** One choice of many. Until it is used it is one element that says what is chosen; the list is loaded for its use. */
export function SelectInput(given: SelectInputProps) {
  const { label, required, description, isDescribedBelow, error, onReach, ...props } = given;
  const { reached, typed, loaded, atRest } = useReaching(props);
  useEffect(() => {
    if (reached !== null) onReach?.();
  }, [reached, onReach]);
  return (
    <FormField {...{ label, required, description, isDescribedBelow, error }}>
      {(control) =>
        loaded && reached ? (
          <loaded.UsedSelect {...props} {...{ label, control, reached, typed }} />
        ) : (
          <input
            {...control}
            {...atRest}
            ref={props.ref}
            className={`${control.className} ${classes.choice}`}
            disabled={props.disabled}
            placeholder={props.placeholder}
            value={typed || (props.value === null ? "" : textOf(props.data, props.value))}
          />
        )
      }
    </FormField>
  );
}

/** Several choices of many, in the same way. */
export function MultiSelectInput(given: MultiSelectInputProps) {
  const { label, required, description, isDescribedBelow, error, ...props } = given;
  const { reached, typed, loaded, atRest } = useReaching(props);
  const { onMouseDown, ...keyboard } = atRest;
  return (
    <FormField {...{ label, required, description, isDescribedBelow, error }}>
      {(control) => {
        if (loaded && reached) {
          const described = [error, description].filter((text) => typeof text === "string").join(" ");
          return <loaded.UsedMultiSelect {...props} {...{ label, control, reached, typed, described }} />;
        }
        const { className, ...input } = control;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: presses beside the input inside mean the input
          <div className={`${className} ${classes.choice} ${classes.several}`} onMouseDown={onMouseDown}>
            {props.value.map((value) => (
              <span key={value} className={classes.pill}>
                {textOf(props.data, value)}
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden
                  disabled={props.disabled}
                  onMouseDown={(event) => {
                    event.preventDefault();
                    event.stopPropagation();
                  }}
                  onClick={() => props.onChange(props.value.filter((each) => each !== value))}
                >
                  ×
                </button>
              </span>
            ))}
            <input
              {...input}
              {...keyboard}
              ref={props.ref}
              disabled={props.disabled}
              placeholder={props.placeholder}
              value={typed}
            />
          </div>
        );
      }}
    </FormField>
  );
}

function textOf(data: readonly Item[], value: string): string {
  const item = data.find((each) => (typeof each === "string" ? each : each.value) === value);
  return item === undefined ? "" : typeof item === "string" ? item : item.label;
}

const OPENING_KEYS = new Set(["ArrowDown", "ArrowUp", "Enter", " "]);

type Reachable = { onBlur?: (() => void) | undefined; searchable?: boolean | undefined };

/**
 * A field at rest: what makes it load its control. If the person leaves before the control is there, nothing changes.
 * `typed`: the letters typed until then, which the control searches for.
 */
function useReaching({ onBlur, searchable = false }: Reachable) {
  const [reached, setReached] = useState<Reached | null>(null);
  const [typed, setTyped] = useState("");
  const loaded = useLoaded(loadControls, reached !== null);
  const atRest = {
    role: "combobox",
    "aria-haspopup": "listbox",
    "aria-expanded": false,
    readOnly: true,
    autoComplete: "off",
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      const input = inputOf(event.currentTarget);
      if (!input || input.matches(":disabled") || event.button !== 0) return;
      // The control may stand in its place before the press is over.
      event.preventDefault();
      input.focus();
      setReached("pressed");
    },
    // By its label.
    onClick: () => setReached("pressed"),
    onFocus: () => setReached((present) => present ?? "focused"),
    onBlur: () => {
      setReached(null);
      setTyped("");
      onBlur?.();
    },
    onKeyDown: (event: KeyboardEvent) => {
      const next = searchable ? typedAfter(typed, event) : null;
      if (next === null && !OPENING_KEYS.has(event.key)) return;
      event.preventDefault();
      if (next !== null) setTyped(next);
      setReached("pressed");
    },
  } as const;
  return { reached, typed, loaded, atRest };
}

const inputOf = (element: HTMLElement): HTMLInputElement | null =>
  element instanceof HTMLInputElement ? element : element.querySelector("input");
