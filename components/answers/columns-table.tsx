"use client";

import { NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { createContext, useContext, useMemo, useState } from "react";
import { type Column, DataTable } from "@/components/ui/data-table";
import { Pages } from "@/components/ui/pages";
import { useFormat } from "@/components/ui/use-format";
import { changeDateOrder, changeQuestion, dateOrderOf, type TakenFor, takeFor } from "@/lib/answers/change-plan";
import { type ColumnRow, columnRows } from "@/lib/answers/prepare-columns";
import { missingText, readMissing } from "@/lib/answers/prepare-missing";
import { dateOrderNames, takenForNames } from "@/lib/answers/words";
import { type DateOrder, dateOrders, type ImportPlan } from "@/lib/contracts/answers";
import type { LookedFile } from "@/lib/contracts/imports";

const PAGE_SIZE = 50;

type Props = { looked: LookedFile; plan: ImportPlan; onPlan: (plan: ImportPlan) => void };

/** What each column is taken for and what is read from it first, to be corrected in place. */
export function ColumnsTable({ looked, plan, onPlan }: Props) {
  const format = useFormat();
  const [page, setPage] = useState(1);
  const rows = useMemo(() => columnRows(looked, plan), [looked, plan]);
  return (
    <Stack gap="sm">
      <Title order={3} fz={16}>
        {format.count(rows.length)} {rows.length === 1 ? "column" : "columns"}
      </Title>
      <Text size="sm" c="dimmed">
        Missing codes are written as -1, NA (not asked), 97..99: what is not marked as not asked counts as no answer.
      </Text>
      <PlanContext value={{ looked, plan, onPlan }}>
        <DataTable
          label="Columns of the file"
          columns={columns}
          rows={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          rowId={({ name }) => name}
          cardTitle={(row) => <ColumnName row={row} />}
          empty={<Text c="dimmed">The file has no columns.</Text>}
        />
      </PlanContext>
      <Pages total={rows.length} pageSize={PAGE_SIZE} page={page} onChange={setPage} />
    </Stack>
  );
}

/** What the cells correct. The columns stay the same objects, so that a field keeps its focus and what is typed. */
const PlanContext = createContext<Props | null>(null);

function usePlan(): Props {
  const props = useContext(PlanContext);
  if (!props) throw new Error("A cell of the columns stands in their table.");
  return props;
}

const columns: Column<ColumnRow>[] = [
  { id: "column", header: "Column", wideOnly: true, width: 200, cell: (row) => <ColumnName row={row} /> },
  { id: "as", header: "Taken for", width: 190, cell: (row) => <TakenForField row={row} /> },
  { id: "text", header: "Text of the question", width: 250, cell: (row) => <QuestionText row={row} /> },
  { id: "missing", header: "Missing codes", width: 170, cell: (row) => <MissingField row={row} /> },
  { id: "values", header: "First values as read", cell: (row) => <Values row={row} /> },
];

type CellProps = { row: ColumnRow };

const wrapped = { whiteSpace: "normal", overflowWrap: "anywhere" } as const;

function ColumnName({ row: { name, question, shared } }: { row: ColumnRow }) {
  return (
    <Text component="div" size="sm" fw={500} style={wrapped}>
      {name}
      {question && shared > 1 && (
        <Text size="xs" c="dimmed">
          with {shared - 1} others one question, “{question.id}”
        </Text>
      )}
      {question?.grid && (
        <Text size="xs" c="dimmed">
          in the grid “{question.grid.id}”
        </Text>
      )}
    </Text>
  );
}

const takenForChoices = (Object.keys(takenForNames) as TakenFor[]).map((value) => ({
  value,
  label: takenForNames[value],
}));

function TakenForField({ row }: CellProps) {
  const { looked, plan, onPlan } = usePlan();
  const order = dateOrderOf(plan, row.name);
  return (
    <Stack gap={4}>
      <NativeSelect
        size="xs"
        aria-label={`${row.name} is taken for`}
        data={takenForChoices}
        value={row.as}
        onChange={({ currentTarget }) =>
          onPlan(takeFor(plan, row.name, currentTarget.value as TakenFor, { ...looked, values: row.values }))
        }
      />
      {order && (
        <NativeSelect
          size="xs"
          aria-label={`Dates of ${row.name} are written`}
          data={dateOrders.map((value) => ({ value, label: dateOrderNames[value] }))}
          value={order}
          onChange={({ currentTarget }) => onPlan(changeDateOrder(plan, row.name, currentTarget.value as DateOrder))}
        />
      )}
    </Stack>
  );
}

function QuestionText({ row: { name, question } }: CellProps) {
  const { plan, onPlan } = usePlan();
  if (!question) return "–";
  const { id, text } = question;
  return (
    <Committed
      label={`Text of ${name}`}
      value={text}
      commit={(value) => {
        onPlan(changeQuestion(plan, id, { text: value }));
        return null;
      }}
    />
  );
}

function MissingField({ row: { name, question } }: CellProps) {
  const { plan, onPlan } = usePlan();
  if (!question) return "–";
  const { id, missing } = question;
  const text = missingText(missing);
  return (
    <Committed
      label={`Missing codes of ${name}`}
      placeholder="None"
      value={text}
      commit={(value) => {
        const read = readMissing(value, missing);
        if (typeof read === "string") return read;
        onPlan(changeQuestion(plan, id, { missing: read }));
        return null;
      }}
    />
  );
}

type CommittedProps = {
  label: string;
  value: string;
  placeholder?: string;
  /** Gives the sentence why a text cannot be taken. */
  commit: (value: string) => string | null;
};

/** A text that is taken over when it is left, or by Enter; Escape brings back what it was. */
function Committed({ label, value, placeholder, commit }: CommittedProps) {
  const [typed, setTyped] = useState(value);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const take = () => {
    if (typed !== value) setProblem(commit(typed));
  };
  return (
    <TextInput
      size="xs"
      aria-label={label}
      value={typed}
      error={problem}
      {...(placeholder !== undefined && { placeholder })}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => {
        if (key === "Enter") take();
        if (key !== "Escape") return;
        setTyped(value);
        setProblem(null);
      }}
    />
  );
}

function Values({ row: { values } }: { row: ColumnRow }) {
  if (values.length === 0) return <Text size="sm">–</Text>;
  return (
    <Text size="sm" style={wrapped} lineClamp={3}>
      {values.join(" · ")}
    </Text>
  );
}
