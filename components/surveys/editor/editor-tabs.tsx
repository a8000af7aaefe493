"use client";

import { Tabs } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import type { ReactNode } from "react";

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
  const titles: Record<EditorTab, string> = { settings: "Settings", quotas: `Quotas (${quotas.toLocaleString("en")})` };
  return (
    <Tabs
      value={shown}
      keepMounted={false}
      onChange={(tab) => {
        const next = editorTabs.find((known) => known === tab);
        if (next) onShow(next);
      }}
    >
      <Tabs.List mb="md" aria-label="Parts of the survey">
        {editorTabs.map((tab) => (
          <Tabs.Tab
            key={tab}
            value={tab}
            rightSection={
              refused[tab] ? (
                <IconAlertCircle
                  size={16}
                  color="var(--mantine-color-error)"
                  role="img"
                  aria-label="Something here needs a look"
                />
              ) : null
            }
          >
            {titles[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {editorTabs.map((tab) => (
        <Tabs.Panel key={tab} value={tab}>
          {tab === shown && children[tab]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
