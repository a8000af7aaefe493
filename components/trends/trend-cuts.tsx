"use client";

import { Button, MultiSelect, Select, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { canBeBuckets, titleOf } from "@/lib/contracts/rules/question-rules";
import { optionsToChoose } from "@/lib/tables/filter-words";
import { allWords } from "@/lib/trends/comparison";
import { type Cut, cutsOf, MOST_CUT_NAME, MOST_CUTS, withCut } from "@/lib/trends/cuts";

type Props = {
  questions: Question[];
  cuts: readonly Cut[];
  /** Of the whole trend. */
  filter: FilterItem[];
  /** The groups, and the filter of the whole trend where that became one of them. */
  onSave: (change: { cuts: Cut[]; filter?: FilterItem[] }) => void;
};

/** Divides every chart into lines: by the options of a question, or by the filter that is set now. */
export function CutsForm(props: Props) {
  return (
    <Stack gap="md">
      <ByQuestion {...props} />
      <ByFilter {...props} />
    </Stack>
  );
}

function ByQuestion({ questions, onSave }: Props) {
  const [id, setId] = useState<string | null>(null);
  const [codes, setCodes] = useState<string[]>([]);
  const dividing = questions.filter(canBeBuckets);
  const question = dividing.find((each) => each.id === id);
  const choose = (next: string | null) => {
    const chosen = dividing.find((each) => each.id === next);
    setId(next);
    setCodes(
      chosen
        ? optionsToChoose(chosen)
            .slice(0, MOST_CUTS)
            .map(({ code }) => String(code))
        : [],
    );
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (question && codes.length > 0) onSave({ cuts: cutsOf(question, codes.map(Number)) });
      }}
    >
      <Stack gap="xs">
        <Select
          label="Lines by question"
          data={dividing.map((each) => ({ value: each.id, label: titleOf(each) }))}
          value={id}
          onChange={choose}
          searchable
          limit={50}
          nothingFoundMessage="No such question with one answer"
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        {question && (
          <MultiSelect
            label={`Options (${MOST_CUTS} at most)`}
            data={optionsToChoose(question).map(({ code, label }) => ({ value: String(code), label }))}
            value={codes}
            onChange={setCodes}
            maxValues={MOST_CUTS}
            searchable
            limit={100}
            comboboxProps={{ withinPortal: false }}
          />
        )}
        <Button type="submit" disabled={!question || codes.length === 0}>
          Show a line for each
        </Button>
      </Stack>
    </form>
  );
}

function ByFilter({ questions, cuts, filter, onSave }: Props) {
  const words = allWords(filter, questions);
  const [name, setName] = useState(filter.length > 0 ? words.slice(0, MOST_CUT_NAME) : "All responses");
  const trimmed = name.trim();
  const isFull = cuts.length >= MOST_CUTS;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed !== "" && !isFull) onSave({ cuts: withCut(cuts, { name: trimmed, filter }), filter: [] });
      }}
    >
      <Stack gap="xs">
        <TextInput
          label="Or a line of the filter that is set"
          value={name}
          maxLength={MOST_CUT_NAME}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Text size="xs" c="dimmed">
          {filter.length > 0 ? `${words}. The filter then no longer holds for the other lines.` : "No filter is set."}
        </Text>
        <Button type="submit" variant="default" disabled={trimmed === "" || isFull}>
          Add this line
        </Button>
      </Stack>
    </form>
  );
}
