"use client";

import { Button, Collapse, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { Carried, LackingOption, Mapping } from "@/lib/surveys/clone";

type Props = {
  /** The other country, as the subject of a sentence. */
  place: string;
  carried: Pick<Carried, "lacking" | "leftOut" | "quotas" | "beforeMerging">;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
};

/** What a country lacks: questions that are left out, and options that need a match. */
export function OptionChoices({ place, carried, mapping, onChange }: Props) {
  const format = useFormat();
  const { lacking, leftOut, quotas, beforeMerging } = carried;
  const questionIds = [...new Set(lacking.map(({ questionId }) => questionId))];
  const quotaCount = (count: number) => `${format.count(count)} ${count === 1 ? "quota" : "quotas"}`;
  const putBack = (questionId: string) => {
    const { [questionId]: _out, ...rest } = mapping;
    onChange(rest);
  };
  return (
    <Stack gap={6} align="flex-start">
      {leftOut.map(({ questionId, question, quotas: asking, isMissing }) => (
        <Group key={questionId} gap="xs">
          <Text size="sm">
            {isMissing ? `${place} does not have “${question}”` : `“${question}” is left out`}: {quotaCount(asking)}{" "}
            copied without it.
          </Text>
          {!isMissing && (
            <Button size="compact-xs" variant="default" onClick={() => putBack(questionId)}>
              Undo
            </Button>
          )}
        </Group>
      ))}
      {beforeMerging > quotas.length && (
        <Text size="sm">
          {quotaCount(beforeMerging)} became {format.count(quotas.length)}: equal quotas are merged and their targets
          added up.
        </Text>
      )}
      {questionIds.map((questionId) => (
        <QuestionGaps
          key={questionId}
          gaps={lacking.filter((gap) => gap.questionId === questionId)}
          mapping={mapping}
          onChange={onChange}
          onLeaveOut={() => onChange({ ...mapping, [questionId]: null })}
        />
      ))}
    </Stack>
  );
}

type QuestionProps = {
  gaps: readonly LackingOption[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
  onLeaveOut: () => void;
};

function QuestionGaps({ gaps, mapping, onChange, onLeaveOut }: QuestionProps) {
  const [opened, setOpened] = useState(true);
  const question = gaps[0]?.question ?? "";
  const name = gaps.length === 1 ? "1 option" : `${gaps.length} options`;
  return (
    <>
      <Button.Group>
        <Button size="compact-xs" variant="default" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {opened ? "Hide" : "Show"} {name} of {question}
        </Button>
        <Button size="compact-xs" variant="default" onClick={onLeaveOut}>
          Leave out {question}
        </Button>
      </Button.Group>
      <Collapse expanded={opened} w="100%">
        <Stack gap={6}>
          {gaps.map((gap) => (
            <OptionChoice
              key={gap.key}
              gap={gap}
              value={mapping[gap.key]}
              onChange={(chosen) => onChange({ ...mapping, [gap.key]: chosen })}
            />
          ))}
        </Stack>
      </Collapse>
    </>
  );
}

const LEFT_OUT = "leave out";

type ChoiceProps = {
  gap: LackingOption;
  value: Mapping[string] | undefined;
  onChange: (chosen: Mapping[string]) => void;
};

function OptionChoice({ gap: { question, option, choices, quotas }, value, onChange }: ChoiceProps) {
  return (
    <Select
      size="xs"
      maw={420}
      label={`${question}: “${option}”, in ${quotas} ${quotas === 1 ? "quota" : "quotas"}, becomes`}
      placeholder="Choose a match"
      searchable
      data={[
        { value: LEFT_OUT, label: "Leave this option out" },
        ...choices.map(({ id, text }) => ({ value: String(id), label: text || `#${id}` })),
      ]}
      value={value === undefined ? null : value === null ? LEFT_OUT : String(value)}
      onChange={(chosen) => onChange(choices.find(({ id }) => String(id) === chosen)?.id ?? null)}
    />
  );
}
