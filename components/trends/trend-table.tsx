"use client";

import { Stack } from "@mantine/core";
import { useMemo, useState } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pages } from "@/components/ui/pages";
import { useFormat } from "@/components/ui/use-format";
import type { TrendRow } from "@/lib/charts/prepare-trend";
import { cellText, type TableColumn } from "@/lib/tables/column";

const PAGE_SIZE = 100;
/** Written as words, “< 0.001”, and read as figures. */
const PROBABILITIES = new Set(["p", "difference_p"]);

/** The trend as figures: a row a question and bucket. */
export function TrendTable({ columns, rows }: { columns: TableColumn<TrendRow>[]; rows: TrendRow[] }) {
  const format = useFormat();
  const [asked, setPage] = useState(1);
  const page = Math.min(asked, Math.max(1, Math.ceil(rows.length / PAGE_SIZE)));
  const shown = useMemo(() => rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), [rows, page]);
  const drawn = useMemo(
    () =>
      columns
        .filter(({ forms }) => forms?.includes("csv") ?? true)
        .map(
          (column): Column<TrendRow> => ({
            id: column.id,
            header: column.header,
            figures: PROBABILITIES.has(column.id) || (column.kind !== "text" && column.kind !== "instant"),
            wraps: column.id === "question",
            ...(column.id === "question" && { card: "title" as const }),
            cell: (row) => cellText(column, row, format),
          }),
        ),
    [columns, format],
  );
  return (
    <Stack gap="sm">
      <DataTable
        label="Trend"
        columns={drawn}
        rows={shown}
        rowId={({ id, at }) => `${id} ${at}`}
        empty="No buckets in this range."
      />
      <Pages total={rows.length} pageSize={PAGE_SIZE} page={page} onChange={setPage} />
    </Stack>
  );
}
