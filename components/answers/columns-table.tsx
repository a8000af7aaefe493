"use client";

import { Group, NativeSelect, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { DrawerFrame } from "@/components/ui/dialog-frame";
import { onDemand } from "@/components/ui/on-demand";
import { SearchField } from "@/components/ui/search-field";
import { useFormat } from "@/components/ui/use-format";
import { useSelection } from "@/components/ui/use-selection";
import type { TakenFor } from "@/lib/answers/columns/change-plan";
import { type ColumnFilter, filterColumns } from "@/lib/answers/columns/filter-columns";
import { type ColumnRow, columnRows } from "@/lib/answers/columns/prepare-columns";
import { takenForNames } from "@/lib/answers/words";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import { ColumnList } from "./column-list";
import { GroupBar } from "./group-bar";
import { PlanContext } from "./plan-context";

const ColumnDrawer = onDemand(async () => (await import("./column-drawer")).ColumnDrawer, DrawerFrame);
const PlanSetup = onDemand(
  async () => (await import("./plan-setup")).PlanSetup,
  () => <Skeleton height={420} role="status" aria-label="Opening" />,
);

type Props = {
  project: string;
  looked: LookedFile;
  plan: ImportPlan;
  corrected: ImportPlan | null;
  onPlan: (plan: ImportPlan) => void;
};

/** What each column is taken for and what is read from it first, to be found, corrected in place, and grouped. */
export function ColumnsTable({ project, looked, plan, corrected, onPlan }: Props) {
  const format = useFormat();
  const [shows, setShows] = useState("columns");
  const [filter, setFilter] = useState<ColumnFilter>({ text: "", as: "all" });
  const selection = useSelection();
  const [opened, setOpened] = useState<string | null>(null);
  const rows = useMemo(() => columnRows(looked, plan), [looked, plan]);
  const shown = useMemo(() => filterColumns(rows, filter), [rows, filter]);
  const open = rows.find(({ name }) => name === opened) ?? null;
  return (
    <PlanContext value={{ looked, plan, corrected, onPlan }}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={3} fz={16}>
            {format.count(rows.length)} {rows.length === 1 ? "column" : "columns"}
          </Title>
          <SegmentedControl
            size="xs"
            aria-label="Shown"
            data={[
              { value: "columns", label: "Columns" },
              { value: "questions", label: "Set-up of questions" },
            ]}
            value={shows}
            onChange={setShows}
          />
        </Group>
        {shows === "questions" ? (
          <PlanSetup
            project={project}
            onOpen={(id) => setOpened(rows.find(({ question }) => question?.id === id)?.name ?? null)}
          />
        ) : (
          <>
            <Group gap="sm" align="center">
              <SearchField
                label="Find a column"
                placeholder="Name or text"
                value={filter.text}
                onChange={(text) => setFilter({ ...filter, text })}
              />
              <NativeSelect
                aria-label="Show columns"
                data={choicesOf(rows, format.count)}
                value={filter.as}
                onChange={({ currentTarget }) =>
                  setFilter({ ...filter, as: currentTarget.value as ColumnFilter["as"] })
                }
              />
              <Text size="sm" c="dimmed" role="status">
                {shown.length < rows.length && `${format.count(shown.length)} shown`}
              </Text>
            </Group>
            <GroupBar
              ticked={selection.ids}
              onUntick={selection.clear}
              onTickShown={() => {
                selection.clear();
                selection.set(namesOf(shown), true);
              }}
            />
            {shown.length === 0 ? (
              <Text c="dimmed" py="md">
                No column is like that. Show others above.
              </Text>
            ) : (
              <ColumnList rows={shown} selection={selection} onOpen={setOpened} />
            )}
          </>
        )}
        {open && <ColumnDrawer row={open} onClose={() => setOpened(null)} />}
      </Stack>
    </PlanContext>
  );
}

const namesOf = (rows: readonly ColumnRow[]) => rows.map(({ name }) => name);

/** The kinds that the file has, each with how many columns. */
function choicesOf(rows: readonly ColumnRow[], count: (value: number) => string) {
  const counts = new Map<TakenFor, number>();
  for (const { as } of rows) counts.set(as, (counts.get(as) ?? 0) + 1);
  const looks = rows.filter(({ look }) => look !== null).length;
  return [
    { value: "all", label: `All columns (${count(rows.length)})` },
    { value: "look", label: `To look at (${count(looks)})` },
    ...[...counts].map(([value, n]) => ({ value, label: `${takenForNames[value]} (${count(n)})` })),
  ];
}
