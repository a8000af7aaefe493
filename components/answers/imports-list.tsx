"use client";

import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { type Column, DataTable } from "@/components/ui/data-table";
import { LoadError } from "@/components/ui/load-error";
import { useFormat } from "@/components/ui/use-format";
import { importsQuery } from "@/lib/answers/queries";
import { broughtInWords, fileRowsInWords, pastOf, type Revision, stateNames } from "@/lib/answers/words";
import type { Format } from "@/lib/tables/format";
import classes from "./imports-list.module.css";
import { UndoButton } from "./undo-button";

type Props = { projectId: string; mayWrite: boolean; onUndone: () => void };
type Undo = Pick<Props, "projectId" | "mayWrite"> & { onUndone: (stayed: string[]) => void };
const NOTHING: string[] = [];
const WATCH_MS = 2000;

/** What was imported into a project, newest first; the newest can be undone. */
export function ImportsList({ projectId, mayWrite, onUndone }: Props) {
  const format = useFormat();
  const { data, error, refetch } = useQuery({
    ...importsQuery(projectId),
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === "writing") ? WATCH_MS : false),
  });
  const [stayed, setStayed] = useState(NOTHING);
  // The same columns for the same imports: a dialog that is open in a cell stays open.
  const columns = useMemo(() => {
    const afterUndo = (sentences: string[]) => {
      setStayed(sentences);
      onUndone();
    };
    return columnsFor(format, { projectId, mayWrite, onUndone: afterUndo }, data ?? []);
  }, [format, projectId, mayWrite, onUndone, data]);
  return (
    <Stack gap="sm" component="section" aria-label="Imports of the project">
      <Title order={2} fz={18}>
        Imports
      </Title>
      {stayed.length > 0 && (
        <Text size="sm" role="status">
          Undone. {stayed.join(" ")}
        </Text>
      )}
      {!data && error ? (
        <LoadError what="The imports" error={error} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label="Imports"
          columns={columns}
          rows={data}
          rowId={({ id }) => String(id)}
          empty={
            <Text c="dimmed">Nothing was imported into this project yet. An import shows here, and can be undone.</Text>
          }
          skeletonRows={3}
        />
      )}
    </Stack>
  );
}

const columnsFor = (format: Format, undo: Undo, all: Revision[]): Column<Revision>[] => [
  { id: "file", header: "File", width: 200, wraps: true, card: "title", cell: (row) => <Name row={row} /> },
  { id: "state", header: "State", width: 120, card: "corner", cell: (row) => <State row={row} /> },
  { id: "mode", header: "Mode", width: 105, cell: ({ mode }) => pastOf(mode) },
  {
    id: "rows",
    header: "Rows of the file",
    width: 170,
    wraps: true,
    cell: (row) => fileRowsInWords(row, format) ?? "–",
  },
  {
    id: "brought",
    header: "Imported",
    width: 220,
    wraps: true,
    cell: ({ brought }) => (brought ? broughtInWords(brought, format) : "–"),
  },
  { id: "responses", header: "Responses", figures: true, width: 110, cell: ({ responses }) => format.count(responses) },
  { id: "who", header: "Who", width: 150, wraps: true, cell: ({ who }) => who },
  { id: "at", header: "When", width: 150, wraps: true, cell: ({ at }) => format.instant(at) },
  {
    id: "undo",
    header: "Undo",
    width: 90,
    cell: (row) => <UndoButton {...undo} row={row} before={visibleBefore(row, all)} />,
  },
];

/** What is read again when an import is undone. */
const visibleBefore = ({ id }: Revision, all: readonly Revision[]) =>
  all.find((each) => each.id < id && each.state === "visible");

function Name({ row: { file_name, problem } }: { row: Revision }) {
  return (
    <>
      {file_name}
      {problem && <small className={classes.problem}>{problem}</small>}
    </>
  );
}

const State = ({ row: { state, current } }: { row: Revision }) => (
  <Badge tone={current ? "green" : state === "failed" ? "orange" : "gray"}>
    {current ? "Visible now" : stateNames[state]}
  </Badge>
);
