"use client";

import { IconAlertCircle } from "@tabler/icons-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import classes from "./editor-tabs.module.css";

const editorTabs = ["settings", "quotas"] as const;
export type EditorTab = (typeof editorTabs)[number];

/** Which part of the editor is shown, kept in the address. */
export const useEditorTab = () => useQueryState("show", parseAsStringLiteral(editorTabs).withDefault("settings"));

type Props = {
  shown: EditorTab;
  onShow: (tab: EditorTab) => void;
  /** Parts in which something was refused. */
  refused: Readonly<Record<EditorTab, boolean>>;
  quotas: number;
  children: Readonly<Record<EditorTab, ReactNode>>;
};

/** Parts of one form: what is typed in one stays while the other is shown. */
export function EditorTabs({ shown, onShow, refused, quotas, children }: Props) {
  const id = useId();
  const titles: Record<EditorTab, string> = { settings: "Settings", quotas: `Quotas (${quotas.toLocaleString("en")})` };
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const next = tabByKey(event.key, shown);
    if (!next) return;
    event.preventDefault();
    document.getElementById(`${id}-${next}`)?.focus();
    onShow(next);
  };
  return (
    <>
      <div role="tablist" className={classes.tabs} aria-label="Parts of the survey">
        {editorTabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === shown}
            {...(tab === shown && { "aria-controls": `${id}-panel` })}
            tabIndex={tab === shown ? 0 : -1}
            onClick={() => onShow(tab)}
            onKeyDown={onKeyDown}
          >
            {titles[tab]}
            {refused[tab] && (
              <IconAlertCircle
                size={16}
                color="var(--mantine-color-error)"
                role="img"
                aria-label="Something here needs a look"
              />
            )}
          </button>
        ))}
      </div>
      <div key={shown} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`}>
        {children[shown]}
      </div>
    </>
  );
}

/** The part that a key of the tabs leads to; undefined: the key is none of theirs. */
function tabByKey(key: string, shown: EditorTab): EditorTab | undefined {
  const at = editorTabs.indexOf(shown);
  if (key === "ArrowRight") return editorTabs[(at + 1) % editorTabs.length];
  if (key === "ArrowLeft") return editorTabs.at(at - 1);
  if (key === "Home") return editorTabs[0];
  if (key === "End") return editorTabs.at(-1);
}
