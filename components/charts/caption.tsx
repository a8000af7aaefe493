"use client";

import { IconPencil } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { type CaptionPart, MOST_OF_CAPTION } from "@/lib/charts/captions";
import classes from "./captions.module.css";

type Props = {
  part: CaptionPart;
  value: string | null;
  /** Shown until another text is written. */
  usual?: string;
  onChange: (value: string | null) => void;
};

const added: Record<CaptionPart, string> = {
  title: "Add a title",
  subtitle: "Add a subtitle",
  footnote: "Add a footnote",
};
const edited: Record<CaptionPart, string> = {
  title: "Edit the title",
  subtitle: "Edit the subtitle",
  footnote: "Edit the footnote",
};
const fields: Record<CaptionPart, string> = { title: "Title", subtitle: "Subtitle", footnote: "Footnote" };

/** Words above or under a chart, edited where they stand. Enter keeps them, Escape leaves them as they were. */
export function Caption({ part, value, usual = "", onChange }: Props) {
  const [text, setText] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const shown = value ?? usual;
  const close = () => {
    setText(null);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const keep = () => {
    if (text === null) return;
    const next = text.trim();
    if (next !== shown) onChange(next === "" || next === usual ? null : next);
    setText(null);
  };
  return (
    <div className={classes[part]}>
      {text === null ? (
        <button
          ref={opener}
          type="button"
          className={`${classes.caption} ${shown === "" ? classes.empty : ""}`}
          onClick={() => setText(shown)}
        >
          <span>{shown === "" ? added[part] : shown}</span>
          <IconPencil size={14} aria-hidden />
          {shown !== "" && <span className="visually-hidden">{edited[part]}</span>}
        </button>
      ) : (
        <input
          className={classes.field}
          aria-label={fields[part]}
          value={text}
          maxLength={MOST_OF_CAPTION}
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed.
          autoFocus
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={({ key }) => {
            if (key === "Enter") {
              keep();
              close();
            } else if (key === "Escape") close();
          }}
        />
      )}
    </div>
  );
}

/** Title and subtitle: in one line until a subtitle is written. */
export const CaptionHead = ({ children }: { children: ReactNode }) => <div className={classes.head}>{children}</div>;
