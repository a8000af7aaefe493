import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";

/** A letter, and no command to the browser. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  [...key].length === 1 && !ctrlKey && !metaKey && !altKey;

/** What was typed, with one more key; null: the key types nothing. A space begins no text: it opens a list. */
export function typedAfter(typed: string, event: KeyboardEvent): string | null {
  if (typed !== "" && event.key === "Backspace") return [...typed].slice(0, -1).join("");
  return isLetter(event) && (typed !== "" || event.key !== " ") ? typed + event.key : null;
}

type Searching = { searchValue?: string | undefined; onSearchChange?: ((text: string) => void) | undefined };

/**
 * Properties of a Mantine select that searches for what was typed before it was loaded; of one that finds `typed` empty,
 * none. It first shows what is chosen: the text is put in after that.
 */
export function useTyped(typed: string, { searchValue, onSearchChange }: Searching) {
  const [text, setText] = useState(typed);
  const change = (next: string) => {
    setText(next);
    onSearchChange?.(next);
  };
  const begin = useRef(() => typed !== "" && change(typed));
  useEffect(() => void begin.current(), []);
  if (typed === "") return {};
  return {
    searchValue: searchValue ?? text,
    onSearchChange: change,
    onFocus: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) =>
      input.setSelectionRange(input.value.length, input.value.length),
  };
}
