"use client";

import { Stack, Text } from "@mantine/core";
import type { Lacking, Mapping } from "@/lib/surveys/clone";
import { OptionChoices } from "../../option-choices";

type Props = { gaps: readonly Lacking[]; mapping: Mapping; onChange: (mapping: Mapping) => void };

/** What this survey's country lacks of quotas made for another one, each with what may stand for it. */
export function OptionGaps({ gaps, mapping, onChange }: Props) {
  return (
    <Stack gap={6} align="flex-start" component="section" aria-label="What this country lacks">
      {gaps
        .filter(({ option }) => option === null)
        .map(({ key, question, quotas }) => (
          <Text key={key} size="sm">
            This country does not have “{question}”: {quotas === 1 ? "one quota comes" : `${quotas} quotas come`}{" "}
            without it.
          </Text>
        ))}
      <OptionChoices gaps={gaps} mapping={mapping} onChange={onChange} />
    </Stack>
  );
}
