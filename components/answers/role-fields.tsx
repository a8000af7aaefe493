"use client";

import { MultiSelect, Select, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useMemo } from "react";
import { type TakenFor, takeFor } from "@/lib/answers/columns/change-plan";
import { columnSample } from "@/lib/answers/columns/prepare-columns";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";

type Props = { looked: LookedFile; plan: ImportPlan; onPlan: (plan: ImportPlan) => void };

/** A list of thousands of columns is searched, not scrolled. */
const MOST_SHOWN = 50;

/** Which columns are about the response itself, each with what is read from it. */
export function RoleFields({ looked, plan, onPlan }: Props) {
  const names = useMemo(() => looked.columns.map(({ name }) => name), [looked.columns]);
  const take = (column: string, as: TakenFor) =>
    onPlan(takeFor(plan, column, as, { columns: looked.columns, values: [] }));
  const one = (label: string, as: "time" | "end" | "id", value: string | null) => (
    <Select
      label={label}
      placeholder="None"
      data={names}
      value={value}
      onChange={(column) => (column === null ? value !== null && take(value, "ignored") : take(column, as))}
      description={<Sample looked={looked} column={value} />}
      inputWrapperOrder={["label", "input", "description"]}
      searchable
      clearable
      clearButtonProps={{ "aria-label": `Leave out the ${label.toLowerCase()}` }}
      limit={MOST_SHOWN}
      nothingFoundMessage="No such column"
    />
  );
  const setWeights = (chosen: string[]) => {
    const gone = plan.weights.find((column) => !chosen.includes(column));
    const added = chosen.find((column) => !plan.weights.includes(column));
    if (gone !== undefined) take(gone, "ignored");
    else if (added !== undefined) take(added, "weight");
  };
  return (
    <Stack gap="sm">
      <Title order={3} fz={16}>
        The response itself
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} spacing="md">
        {one("Time of the response", "time", plan.time?.column ?? null)}
        {one("End of the response", "end", plan.end?.column ?? null)}
        {one("Id of the response", "id", plan.id)}
        <MultiSelect
          label="Weights"
          placeholder={plan.weights.length === 0 ? "None" : ""}
          data={names}
          value={plan.weights}
          onChange={setWeights}
          description={plan.weights.map((column) => (
            <Sample key={column} looked={looked} column={column} isNamed={plan.weights.length > 1} />
          ))}
          inputWrapperOrder={["label", "input", "description"]}
          searchable
          hidePickedOptions
          limit={MOST_SHOWN}
          nothingFoundMessage="No such column"
        />
      </SimpleGrid>
    </Stack>
  );
}

type SampleProps = { looked: LookedFile; column: string | null; isNamed?: boolean };

function Sample({ looked, column, isNamed = false }: SampleProps) {
  const values = column === null ? [] : columnSample(looked, column, 3);
  if (values.length === 0) return null;
  return (
    <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      {isNamed ? `${column}: ` : "Read: "}
      {values.join(" · ")}
    </Text>
  );
}
