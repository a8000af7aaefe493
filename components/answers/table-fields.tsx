"use client";

import { Group, NativeSelect, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { guessByLayout } from "@/lib/answers/queries";
import type { FileLayout, ImportPlan } from "@/lib/contracts/interfaces/answers";
import type { LookedTable } from "@/lib/contracts/ours/imports";
import { type Delimiter, delimiters, type ImportMode, MOST_HEADER_ROWS } from "@/lib/contracts/terms/answers";
import { sentenceOf } from "./use-dry-run";

const delimiterNames: Record<Delimiter, string> = { ",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Bar" };

type Props = {
  file: string;
  mode: ImportMode;
  table: LookedTable;
  plan: ImportPlan;
  onPlan: (plan: ImportPlan) => void;
};

/** Sheet, header rows and delimiter of the file. The columns are detected again after each change. */
export function TableFields({ file, mode, table, plan, onPlan }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: (layout: FileLayout) => guessByLayout(file, layout, mode),
    onSuccess: onPlan,
  });
  const change = (layout: FileLayout) => mutate({ ...plan.layout, ...layout });
  const field = { disabled: isPending };
  return (
    <Stack gap={4}>
      <Group gap="md" align="flex-end">
        {table.sheets.length > 1 && (
          <NativeSelect
            label="Sheet"
            data={table.sheets}
            value={table.sheet ?? ""}
            // Rows of one sheet say nothing of another.
            onChange={({ currentTarget: { value: sheet } }) => mutate({ sheet })}
            maw="100%"
            {...field}
          />
        )}
        {table.delimiter !== null && (
          <NativeSelect
            label="Delimiter"
            data={delimiters.map((value) => ({ value, label: delimiterNames[value] }))}
            value={table.delimiter}
            onChange={({ currentTarget: { value } }) =>
              mutate({ delimiter: delimiters.find((sign) => sign === value) })
            }
            {...field}
          />
        )}
        <NativeSelect
          label="Header row"
          data={table.rows.map(({ row, text }) => ({ value: String(row), label: `${row}: ${shortText(text)}` }))}
          value={String(table.header_row)}
          onChange={({ currentTarget: { value } }) => mutate({ ...withoutRows(plan.layout), headerRow: Number(value) })}
          maw="100%"
          w={340}
          {...field}
        />
        <NativeSelect
          label="Rows in the header"
          data={Array.from({ length: MOST_HEADER_ROWS }, (_, at) => String(at + 1))}
          value={String(table.header_rows)}
          onChange={({ currentTarget: { value } }) =>
            change({ headerRow: table.header_row, headerRows: Number(value) })
          }
          {...field}
        />
      </Group>
      <Text size="sm" c={error ? "var(--mantine-color-error)" : "dimmed"} role={error ? "alert" : undefined}>
        {error ? sentenceOf(error) : "Changing one of these detects the columns again; other edits are lost."}
      </Text>
    </Stack>
  );
}

const withoutRows = ({ headerRows: _, ...layout }: FileLayout = {}): FileLayout => layout;

const MOST_SHOWN = 60;
const shortText = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
