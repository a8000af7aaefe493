"use client";

import { Checkbox, Stack, Text } from "@mantine/core";
import { useFormat } from "@/components/ui/use-format";
import { isMetadataLeftOut, leaveOutMetadata, setRowFilter } from "@/lib/answers/columns/change-tool-parts";
import { filterWords } from "@/lib/answers/columns/known-exports";
import { listed } from "@/lib/answers/columns/listed";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";

type Props = { looked: LookedFile; plan: ImportPlan; onPlan: (plan: ImportPlan) => void };

/** Rows and columns that a survey tool adds to the answers: proposed to be left out, each with its count. */
export function ToolParts({ looked, plan, onPlan }: Props) {
  const format = useFormat();
  const { rowFilters = [], metadata = [] } = plan;
  if (rowFilters.length === 0 && metadata.length === 0) return null;
  const valuesOf = (column: string) => cellsOf(looked, column);
  const columns = `${format.count(metadata.length)} ${metadata.length === 1 ? "column" : "columns"} of metadata`;
  return (
    <Stack gap="xs" role="group" aria-label="Leave out">
      <Text size="sm" fw={500}>
        Leave out
      </Text>
      {rowFilters.map((filter, at) => (
        <Checkbox
          key={`${filter.reason} ${filter.column}`}
          size="sm"
          label={filterWords(filter, format.count)}
          description={
            filter.isBlank ? `“${filter.column}” is blank` : `“${filter.column}” is ${filter.cells.join(", ")}`
          }
          checked={filter.applies}
          onChange={({ currentTarget }) => onPlan(setRowFilter(plan, at, currentTarget.checked))}
        />
      ))}
      {metadata.length > 0 && (
        <Checkbox
          size="sm"
          label={columns}
          description={listed(metadata)}
          checked={isMetadataLeftOut(plan)}
          onChange={({ currentTarget }) =>
            onPlan(leaveOutMetadata(plan, currentTarget.checked, { columns: looked.columns, valuesOf }))
          }
        />
      )}
    </Stack>
  );
}

/** What the sample has in a column. */
function cellsOf({ columns, sample }: LookedFile, column: string): string[] {
  const at = columns.findIndex(({ name }) => name === column);
  return sample.flatMap((row) => ("cells" in row ? (row.cells[at] ?? "") : []));
}
