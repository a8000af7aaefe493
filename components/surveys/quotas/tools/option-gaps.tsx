"use client";

import { Button, Select, Stack, Text } from "@mantine/core";
import type { Lacking, Mapping } from "@/lib/surveys/clone";

type Props = { gaps: readonly Lacking[]; mapping: Mapping; onChange: (mapping: Mapping) => void };

const LEFT_OUT = "leave out";

/** What this survey's country lacks of quotas made for another one, each with what may stand for it. */
export function OptionGaps({ gaps, mapping, onChange }: Props) {
  const options = gaps.filter(({ option }) => option !== null);
  const open = options.filter(({ key }) => mapping[key] === undefined);
  const near = Object.fromEntries(
    open.flatMap(({ key, suggested }) => (suggested === null ? [] : [[key, suggested] as const])),
  );
  return (
    <Stack gap={6} component="section" aria-label="What this country lacks">
      {gaps
        .filter(({ option }) => option === null)
        .map(({ key, question, quotas }) => (
          <Text key={key} size="sm">
            This country does not have “{question}”: {quotas === 1 ? "one quota comes" : `${quotas} quotas come`}{" "}
            without it.
          </Text>
        ))}
      {open.length > 0 && (
        <Button.Group>
          {Object.keys(near).length > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => onChange({ ...mapping, ...near })}>
              Take the nearest
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => onChange({ ...Object.fromEntries(open.map(({ key }) => [key, null])), ...mapping })}
          >
            Leave the rest out
          </Button>
        </Button.Group>
      )}
      {options.map(({ key, question, option, choices, quotas }) => (
        <Select
          key={key}
          size="xs"
          maw={420}
          label={`${question}: “${option}”, in ${quotas} ${quotas === 1 ? "quota" : "quotas"}, becomes`}
          placeholder="Choose, or leave it out"
          searchable
          data={[
            { value: LEFT_OUT, label: "Leave it out" },
            ...choices.map(({ id, text }) => ({ value: String(id), label: text || `#${id}` })),
          ]}
          value={choiceOf(mapping[key])}
          onChange={(value) =>
            onChange({ ...mapping, [key]: choices.find(({ id }) => String(id) === value)?.id ?? null })
          }
        />
      ))}
    </Stack>
  );
}

const choiceOf = (mapped: Mapping[string] | undefined) =>
  mapped === undefined ? null : mapped === null ? LEFT_OUT : String(mapped);
