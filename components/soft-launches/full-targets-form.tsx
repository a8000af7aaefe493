"use client";

import { SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { NumberEntry } from "@/components/ui/number-entry";
import { useFormat } from "@/components/ui/use-format";
import type { SoftLaunchTarget } from "@/lib/contracts/ours/soft-launches";
import { type TypedTargets, typedProblem, withTyped } from "@/lib/soft-launches/typed-targets";

const MOST = 20;
const HIGHEST = 1_000_000_000;

type Props = {
  targets: readonly SoftLaunchTarget[];
  typed: TypedTargets;
  onType: (typed: TypedTargets) => void;
};

/** The full targets, each to be changed; of many, those whose name has what is typed. */
export function FullTargetsForm({ targets, typed, onType }: Props) {
  const format = useFormat();
  const [text, setText] = useState("");
  const found = targets.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const shown = found.slice(0, MOST);
  const problem = typedProblem(typed, targets);
  return (
    <Stack gap="xs">
      {targets.length > MOST && (
        <TextInput label="Find a quota" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="xs" mah={260} style={{ overflowY: "auto" }}>
        {shown.map((target) => (
          <NumberEntry
            key={target.id}
            label={target.name}
            description={`${format.count(target.full)} in full, ${format.count(target.present)} now`}
            value={typed.has(target.id) ? (typed.get(target.id) ?? null) : target.full}
            onChange={(value) => onType(withTyped(typed, target, value))}
            min={1}
            max={HIGHEST}
            decimals={0}
          />
        ))}
      </SimpleGrid>
      {found.length > shown.length && (
        <Text size="sm" c="dimmed">
          {format.count(found.length - shown.length)} more: type part of a name to find them.
        </Text>
      )}
      {found.length === 0 && <Text size="sm">No quota has that in its name.</Text>}
      {problem && (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {problem}
        </Text>
      )}
    </Stack>
  );
}
