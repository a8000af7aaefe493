"use client";

import { Group, Stack, Text } from "@mantine/core";
import { useMemo, useState } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pages } from "@/components/ui/pages";
import { TableFile } from "@/components/ui/table-file";
import { useFormat } from "@/components/ui/use-format";
import { laterSessions, type PreviewRow, previewTable } from "@/lib/duplicates/prepare-preview";
import type { SwitchBody } from "@/lib/duplicates/switch-form";
import { counted } from "@/lib/duplicates/words";
import type { Format } from "@/lib/tables/format";
import { SurveyName } from "./survey-name";

const PAGE_SIZE = 50;

/** The surveys of a preview, a page at a time, and all of them as a file. */
export function PreviewTable({ rows, body }: { rows: PreviewRow[]; body: SwitchBody }) {
  const format = useFormat();
  const [page, setPage] = useState(1);
  const columns = useMemo(() => columnsOf(body, format), [body, format]);
  const table = useMemo(() => previewTable(body), [body]);
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" fw={500}>
          {counted(format, rows.length, "survey")}
        </Text>
        <TableFile isSmall name="duplicate-check-preview" columns={table} rows={() => rows} />
      </Group>
      <DataTable
        label="Surveys that would change"
        columns={columns}
        rows={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowId={({ survey_number }) => survey_number}
        empty={null}
      />
      <Pages total={rows.length} pageSize={PAGE_SIZE} page={page} onChange={setPage} />
    </Stack>
  );
}

const surveyOf = ({ survey_number, name }: PreviewRow) => <SurveyName number={survey_number} name={name} />;

const columnsOf = (body: SwitchBody, format: Format): Column<PreviewRow>[] => [
  { id: "survey", header: "Survey", wraps: true, card: "title", cell: surveyOf },
  { id: "records", header: "Records", figures: true, width: 120, cell: ({ records }) => format.count(records) },
  { id: "to_change", header: "To change", figures: true, width: 120, cell: ({ to_change }) => format.count(to_change) },
  { id: "later", header: "Later sessions start", width: 200, cell: (row) => laterSessions(row, body) || "–" },
];
