"use client";

import { Button, MultiSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { QuestionChoice } from "@/lib/trends/lines";

type Props = {
  choices: readonly QuestionChoice[];
  /** The other joined lines: a question is in one only. */
  others: Record<string, string[]>;
  /** Null: a new one. */
  name: string | null;
  questionIds: string[];
  onSave: (name: string, questionIds: string[]) => void;
};

const MOST_NAME = 200;

/** Joins the answers of several questions to one line, such as one question about several concepts. */
export function JoinForm({ choices, others, name, questionIds, onSave }: Props) {
  const [text, setText] = useState(name ?? "");
  const [ids, setIds] = useState(questionIds);
  const [isTried, setTried] = useState(false);
  const taken = new Set(Object.values(others).flat());
  const trimmed = text.trim();
  const nameError = nameProblem(trimmed, { choices, others, ids });
  const idsError = ids.length < 2 ? "Choose at least two questions." : null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (nameError === null && idsError === null) onSave(trimmed, ids);
      }}
    >
      <Stack gap="xs">
        <TextInput
          label="Name of the line"
          value={text}
          maxLength={MOST_NAME}
          onChange={(event) => setText(event.currentTarget.value)}
          error={isTried && nameError}
          data-autofocus
        />
        <MultiSelect
          label="Questions to join"
          data={choices.filter(({ id }) => !taken.has(id)).map(({ id, title }) => ({ value: id, label: title }))}
          value={ids}
          onChange={setIds}
          searchable
          limit={50}
          hidePickedOptions
          nothingFoundMessage="No such question"
          comboboxProps={{ withinPortal: false }}
          error={isTried && idsError}
        />
        <Text size="xs" c="dimmed">
          Their answers are counted together, and they no longer stand alone.
        </Text>
        <Button type="submit">{name === null ? "Join" : "Save"}</Button>
      </Stack>
    </form>
  );
}

type Given = { choices: readonly QuestionChoice[]; others: Record<string, string[]>; ids: readonly string[] };

/** Why a line cannot have this name; null: it can. */
function nameProblem(name: string, { choices, others, ids }: Given): string | null {
  if (name === "") return "Give the line a name.";
  if (Object.hasOwn(others, name)) return "Another joined line has this name. Choose another.";
  // The interface takes the question that a group is named after for one of its own.
  const isQuestion = choices.some(({ id }) => id === name) && !ids.includes(name);
  return isQuestion ? `“${name}” is the id of a question that is not joined. Choose another name.` : null;
}
