"use client";

import { Group, MultiSelect, ScrollArea, Skeleton, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "@/components/ui/load-error";
import { Pages } from "@/components/ui/pages";
import { SideDrawer } from "@/components/ui/side-drawer";
import { useFormat } from "@/components/ui/use-format";
import type { CellRequest, CellResponses as Responses } from "@/lib/contracts/interfaces/pivot";
import { CELL_PAGE, type Cell, cellRequest, cellWords, questionsOfCell } from "@/lib/pivots/cell";
import { responsesQuery } from "@/lib/pivots/queries";
import { valueTitle } from "@/lib/pivots/shown-table";
import { UNKNOWN } from "@/lib/tables/format";
import type { PivotShown } from "./use-pivot";

const MOST_SHOWN = 50;

type Props = { shown: PivotShown; cell: Cell; onClose: () => void };

/** The respondents that a cell counts, with their answers. */
export function CellResponses({ shown, cell, onClose }: Props) {
  return (
    <SideDrawer onClose={onClose} size="min(60rem, 100vw)" title="Respondents of this cell">
      <Opened shown={shown} cell={cell} />
    </SideDrawer>
  );
}

function Opened({ shown: { shown, made, fields, questions }, cell }: { shown: PivotShown; cell: Cell }) {
  const { count } = useFormat();
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<string[] | null>(null);
  const asked = shown?.asked;
  const columns = chosen ?? (asked && made ? questionsOfCell(asked, made, cell) : []);
  const request = asked && made ? cellRequest(asked, made, { cell, shown: columns, page }) : null;
  const read = useQuery({
    ...responsesQuery(request),
    // Another page keeps its place; answers of other questions are not what the headings say.
    placeholderData: (before, query) => (isOfQuestions(query?.queryKey[2], columns) ? before : undefined),
  });
  if (!asked || !made) return null;
  const titles = new Map(fields.map(({ id, title }) => [id, title]));
  const titleOf = (id: string) => titles.get(id) ?? id;
  const { data } = read;
  return (
    <Stack gap="sm">
      <Text fw={600}>{cellWords(made, cell)}</Text>
      {data && (
        <Text size="sm" role="status">
          {count(data.total)} {data.total === 1 ? "response" : "responses"}
          {cell.value.questionId !== null &&
            ` with a number of ${valueTitle(fields, { ...cell.value, questionId: request?.measured ?? cell.value.questionId })}`}
        </Text>
      )}
      <MultiSelect
        label="Answers shown"
        data={questions.map(({ id }) => ({ value: id, label: titleOf(id) }))}
        value={columns}
        onChange={setChosen}
        maxValues={MOST_SHOWN}
        searchable
        hidePickedOptions
        limit={100}
        comboboxProps={{ withinPortal: false }}
        nothingFoundMessage="No question of that name."
      />
      {read.error && <LoadError what="The respondents" error={read.error} onRetry={() => void read.refetch()} />}
      {!read.error && !data && <Skeleton height={240} aria-busy />}
      {data && <List data={data} titles={columns.map(titleOf)} isWeighted={made.isWeighted} />}
      {data && (
        <Group justify="flex-end">
          <Pages total={data.total} pageSize={CELL_PAGE} page={page} onChange={setPage} />
        </Group>
      )}
    </Stack>
  );
}

const isOfQuestions = (asked: CellRequest | null | undefined, columns: readonly string[]) =>
  JSON.stringify(asked?.questions) === JSON.stringify(columns);

type ListProps = { data: Responses; titles: string[]; isWeighted: boolean };

function List({ data: { responses }, titles, isWeighted }: ListProps) {
  const format = useFormat();
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, "aria-label": "Respondents, scrolls" }}>
      <Table aria-label="Respondents" striped fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Respondent</Table.Th>
            <Table.Th>Time</Table.Th>
            {isWeighted && <Table.Th ta="end">Weight</Table.Th>}
            {titles.map((title, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two questions may have one title.
              <Table.Th key={at} miw={110} maw={260}>
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {responses.map(({ id, time, excluded, weight, answers }) => (
            <Table.Tr key={id}>
              <Table.Td>
                {id}
                {excluded && (
                  <Text size="xs" c="dimmed">
                    Excluded for quality
                  </Text>
                )}
              </Table.Td>
              <Table.Td style={{ whiteSpace: "nowrap" }}>{format.instant(time)}</Table.Td>
              {isWeighted && <Table.Td ta="end">{weight === null ? UNKNOWN : format.fixed(weight, 3)}</Table.Td>}
              {answers.map((answer, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an answer's place is its question.
                <Table.Td key={at} maw={260}>
                  {answerText(answer)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

function answerText(answer: Responses["responses"][number]["answers"][number]): string {
  if (!Array.isArray(answer)) return answer === null ? UNKNOWN : String(answer);
  return answer.length > 0 ? answer.join("; ") : "None chosen";
}
