"use client";

import { ActionIcon, CloseButton, Group, Text, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from "react";
import type { QuotaDraft } from "@/lib/surveys/draft";
import type { QuestionsById } from "@/lib/surveys/qualification-text";
import { findRows } from "@/lib/surveys/quotas/grid-edit";

type Props = {
  quotas: readonly QuotaDraft[];
  questions: QuestionsById;
  onFound: (row: number) => void;
  onClose: () => void;
};

/** Finds text in names, qualifications and targets; Enter goes to the next row that has it, Shift Enter back. */
export function FindBar({ quotas, questions, onFound, onClose }: Props) {
  const [text, setText] = useState("");
  const [place, setPlace] = useState<number | null>(null);
  const wanted = useDeferredValue(text);
  const rows = useMemo(() => rowsWith(wanted, quotas, questions), [quotas, wanted, questions]);
  const go = (by: number) => {
    // Enter may be quicker than the search for what was typed last.
    const found = wanted === text ? rows : rowsWith(text, quotas, questions);
    if (found.length === 0) return;
    const next = place === null ? (by > 0 ? 0 : found.length - 1) : (place + by + found.length) % found.length;
    setPlace(next);
    onFound(found[next] ?? 0);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const found =
    rows.length === 0 ? "Nothing found" : `${place === null ? rows.length : `${place + 1} of ${rows.length}`}`;
  return (
    <Group gap={6} role="search" aria-label="Find in the quotas">
      <TextInput
        size="xs"
        w={240}
        aria-label="Find in the quotas"
        placeholder="Name, qualification or target"
        value={text}
        data-autofocus
        ref={(input) => {
          if (input && place === null && text === "") input.focus();
        }}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPlace(null);
        }}
        onKeyDown={onKey}
      />
      <ActionIcon variant="default" size={30} aria-label="Previous" onClick={() => go(-1)}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={30} aria-label="Next" onClick={() => go(1)}>
        <IconChevronDown size={16} />
      </ActionIcon>
      <Text size="xs" c="dimmed" aria-live="polite">
        {wanted.trim() === "" ? "" : found}
      </Text>
      <CloseButton size="sm" aria-label="Close" onClick={onClose} />
    </Group>
  );
}

const rowsWith = (text: string, quotas: readonly QuotaDraft[], questions: QuestionsById) =>
  text.trim() === "" ? [] : findRows(quotas, text, questions);
