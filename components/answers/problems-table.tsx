"use client";

import { Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pages } from "@/components/ui/pages";
import { useFormat } from "@/components/ui/use-format";
import type { CheckedFile } from "@/lib/contracts/ours/imports";

type RowProblem = CheckedFile["first"]["refused"][number];
const PAGE_SIZE = 25;

/** Rows or cells of a file with what is the matter with them: the first, of all there are. */
export function ProblemsTable({ title, total, rows }: { title: string; total: number; rows: RowProblem[] }) {
  const format = useFormat();
  const [page, setPage] = useState(1);
  if (total === 0) return null;
  const listed = rows.map((row, at) => ({ ...row, key: String(at) }));
  return (
    <Stack gap="xs">
      <Title order={3} fz={16}>
        {title}: {format.count(total)}
      </Title>
      {total > rows.length && (
        <Text size="sm" c="dimmed">
          The first {format.count(rows.length)} are listed; the download has them all.
        </Text>
      )}
      <DataTable
        label={title}
        columns={columnsFor(format.count)}
        rows={listed.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowId={({ key }) => key}
        empty={null}
      />
      <Pages total={rows.length} pageSize={PAGE_SIZE} page={page} onChange={setPage} />
    </Stack>
  );
}

const columnsFor = (count: (value: number) => string): Column<RowProblem & { key: string }>[] => [
  { id: "row", header: "Row", figures: true, width: 90, cell: ({ row }) => count(row) },
  {
    id: "column",
    header: "Column",
    width: 200,
    wraps: true,
    cell: ({ column }) => column ?? "whole row",
  },
  { id: "value", header: "Value", width: 200, wraps: true, cell: ({ value }) => value ?? "–" },
  { id: "reason", header: "Reason", wraps: true, cell: ({ reason }) => reason },
];
