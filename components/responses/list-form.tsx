"use client";

import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  List,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
  Textarea,
} from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useFormat } from "@/components/ui/use-format";
import type { ReconciliationDecision, ReconciliationStatus } from "@/lib/contracts/ours/responses";
import {
  guessColumns,
  type ListColumns,
  type ListRead,
  readDecisions,
  readListFile,
  readListText,
  refuseList,
} from "@/lib/responses/read-list";
import type { ReadTable } from "@/lib/tables/read-table";
import { ReasonField } from "./reason-field";

type Source = { table: ReadTable; columns: ListColumns; name: string | null };

/** Takes a list by paste or file, shows how it was understood, and lets that be corrected. */
export function ListForm({ onRead }: { onRead: (decisions: ReconciliationDecision[]) => void }) {
  const { text, type, choose, source, problem, setColumns } = useListSource();
  const { status, chosen, choices, choose: chooseStatus, hasDecisions } = useUsualStatus(source);
  const [reason, setReason] = useState("");
  const read = useMemo(
    () => source && readDecisions(source.table.rows, source.columns, { status, reason }),
    [source, status, reason],
  );
  const refused = read && refuseList(read);
  return (
    <Stack gap="md">
      <Textarea
        label="Response ids"
        description="Paste one a line, or a table with decisions and reasons."
        rows={6}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        data-autofocus
      />
      <Group gap="sm">
        <FileButton
          onChange={(file) => file && void choose(file)}
          accept=".csv,.txt,.tsv,.xlsx"
          inputProps={{ "aria-label": "List file" }}
        >
          {(props) => (
            <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              Choose a CSV or XLSX file
            </Button>
          )}
        </FileButton>
        {source?.name && <Text size="sm">{source.name}</Text>}
      </Group>
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      <div>
        <Text size="sm" fw={500} mb={4} id="usual-decision">
          {hasDecisions ? "Where a row does not say" : "What to do"}
        </Text>
        <SegmentedControl
          aria-labelledby="usual-decision"
          value={chosen}
          onChange={(value) => chooseStatus(value as Usual)}
          data={choices}
        />
      </div>
      <ReasonField
        value={reason}
        onChange={setReason}
        description="Optional, for every row without one of its own. Your team sees it here; the service does not get it."
      />
      {source && read && <Understood source={source} read={read} onColumns={setColumns} />}
      {refused && (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          {refused}
        </Text>
      )}
      <Group justify="flex-end">
        <Button disabled={!read || refused !== null} onClick={() => read && onRead(read.decisions)}>
          Preview
        </Button>
      </Group>
    </Stack>
  );
}

const LEAVE_OUT = "left out";
type Usual = ReconciliationStatus | typeof LEAVE_OUT;

const judgements = [
  { value: "Rejected", label: "Reject" },
  { value: "Accepted", label: "Accept" },
];

/** What is done with rows that say nothing of it: in a list that decides, nothing, until somebody says otherwise. */
function useUsualStatus(source: Source | null) {
  const [undecided, setUndecided] = useState<Usual>(LEAVE_OUT);
  const [all, setAll] = useState<Usual>("Rejected");
  const hasDecisions = source !== null && source.columns.status !== null;
  const chosen = hasDecisions ? undecided : all;
  return {
    hasDecisions,
    chosen,
    choose: hasDecisions ? setUndecided : setAll,
    choices: hasDecisions ? [{ value: LEAVE_OUT, label: "Leave out" }, ...judgements] : judgements,
    status: chosen === LEAVE_OUT ? null : chosen,
  };
}

/** The list as given, how it was read, and why it could not be. */
function useListSource() {
  const [text, setText] = useState("");
  const [source, setSource] = useState<Source | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const take = (table: ReadTable, name: string | null) => {
    setSource({ table, columns: guessColumns(table.rows), name });
    setProblem(null);
  };
  const refuse = (error: unknown) => {
    setSource(null);
    setProblem(error instanceof Error ? error.message : String(error));
  };
  return {
    text,
    source,
    problem,
    setColumns: (columns: ListColumns) => setSource((present) => present && { ...present, columns }),
    type: (typed: string) => {
      setText(typed);
      if (typed.trim() === "") {
        setSource(null);
        setProblem(null);
        return;
      }
      try {
        take(readListText(typed), null);
      } catch (error) {
        refuse(error);
      }
    },
    choose: async (file: File) => {
      setText("");
      try {
        take(await readListFile(file.name, new Uint8Array(await file.arrayBuffer())), file.name);
      } catch (error) {
        refuse(error);
      }
    },
  };
}

type UnderstoodProps = { source: Source; read: ListRead; onColumns: (columns: ListColumns) => void };

/** What the columns were taken for, the first rows, and what could not be read. */
function Understood({ source: { table, columns }, read, onColumns }: UnderstoodProps) {
  const format = useFormat();
  const { problems } = read;
  return (
    <Stack gap="sm" component="section" aria-label="How the list was read">
      <ColumnChoices rows={table.rows} columns={columns} onColumns={onColumns} />
      <Sample rows={table.rows} columns={columns} />
      <Text size="sm" role="status">
        {format.count(read.total)} {read.total === 1 ? "row names a response" : "rows name responses"}
        {countsInWords(read, format.count)}
        {read.undecided > 0 && `; ${format.count(read.undecided)} without a decision would be left out`}
        {problems.total > 0 && `; ${format.count(problems.total)} cannot be read and would be left out`}.
      </Text>
      {(table.notices.length > 0 || problems.total > 0) && (
        <Alert color="yellow" variant="light">
          <List size="sm" mah={160} style={{ overflowY: "auto", overflowWrap: "anywhere" }} tabIndex={0}>
            {[...table.notices, ...problems.sentences].map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
            {problems.total > problems.sentences.length && (
              <List.Item>and {format.count(problems.total - problems.sentences.length)} more</List.Item>
            )}
          </List>
        </Alert>
      )}
    </Stack>
  );
}

function countsInWords({ decisions }: ListRead, count: (value: number) => string): string {
  const of = (status: ReconciliationStatus) =>
    decisions.filter((one) => one.status === status).reduce((sum, { rduds }) => sum + rduds.length, 0);
  const [accepted, rejected] = [of("Accepted"), of("Rejected")];
  const parts = [rejected > 0 && `${count(rejected)} to reject`, accepted > 0 && `${count(accepted)} to accept`];
  const said = parts.filter(Boolean).join(", ");
  return said && `: ${said}`;
}

const NONE = "none";

type ChoicesProps = { rows: string[][]; columns: ListColumns; onColumns: (columns: ListColumns) => void };

function ColumnChoices({ rows, columns, onColumns }: ChoicesProps) {
  const width = Math.max(...rows.slice(0, 200).map((row) => row.length));
  const names = Array.from({ length: width }, (_, at) => {
    const head = columns.header ? rows[0]?.[at] : "";
    return { value: String(at), label: head ? `${at + 1}: ${head}` : `Column ${at + 1}` };
  });
  const none = { value: NONE, label: "None" };
  const numberOf = (value: string | null) => (value === null || value === NONE ? null : Number(value));
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Ids are in"
        data={names}
        value={String(columns.id)}
        allowDeselect={false}
        onChange={(value) => onColumns({ ...columns, id: numberOf(value) ?? 0 })}
        w={170}
      />
      <Select
        label="Decisions are in"
        data={[none, ...names]}
        value={columns.status === null ? NONE : String(columns.status)}
        allowDeselect={false}
        onChange={(value) => onColumns({ ...columns, status: numberOf(value) })}
        w={170}
      />
      <Select
        label="Reasons are in"
        data={[none, ...names]}
        value={columns.reason === null ? NONE : String(columns.reason)}
        allowDeselect={false}
        onChange={(value) => onColumns({ ...columns, reason: numberOf(value) })}
        w={170}
      />
      <Checkbox
        label="The first row names the columns"
        checked={columns.header}
        onChange={(event) => onColumns({ ...columns, header: event.currentTarget.checked })}
        mb={8}
      />
    </Group>
  );
}

const SHOWN = 3;

function Sample({ rows, columns }: { rows: string[][]; columns: ListColumns }) {
  const first = rows.slice(columns.header ? 1 : 0).slice(0, SHOWN);
  const taken = [columns.id, columns.status, columns.reason];
  const heads = ["Id", "Decision", "Reason"].filter((_, at) => taken[at] !== null);
  const places = taken.filter((at) => at !== null);
  return (
    <Table aria-label="The first rows" verticalSpacing={4} fz="xs">
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => (
            <Table.Th key={head}>{head}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody style={{ overflowWrap: "anywhere" }}>
        {first.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity
          <Table.Tr key={at}>
            {places.map((place, column) => (
              <Table.Td key={heads[column]}>{row[place] || "–"}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
