import type { AnswerOption, MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import { env } from "@/lib/env";
import { createTable, fixedColumns, missingColumn, tableColumns } from "@/lib/stores/clickhouse/answer-table";
import { insertRows, runStatement } from "@/lib/stores/clickhouse/client";

/** Answers for tests, written straight into a table as the store has it. */
export type TestResponse = {
  time: number | null;
  excluded?: boolean;
  /** By question id; a multiple one has a list, a date epoch milliseconds. */
  answers: Record<string, string | number | number[] | null>;
  weight?: number | null;
};

type Members = {
  options?: [code: number, label: string, value: number | null][];
  missing?: MissingCode[];
  derivation?: Question["derivation"];
};

/** A question whose column is numbered by its place. */
export function question(place: number, id: string, kind: QuestionKind, members: Members = {}): Question {
  const { options = [], missing = [], derivation = null } = members;
  return {
    id,
    text: id,
    kind,
    column: derivation ? null : `q${place}`,
    options: options.map(([code, label, value], order): AnswerOption => ({ code, label, value, order, cells: [code] })),
    missing,
    blank: "not_asked",
    grid: null,
    derivation,
    version: 1,
  };
}

export const testWeight = { id: "weight", name: "Weight", column: "w1" };

/** Makes a table of these responses. */
export async function writeAnswers(
  table: string,
  questions: readonly Question[],
  responses: readonly TestResponse[],
): Promise<void> {
  const columns = tableColumns(questions, [testWeight]);
  await runStatement(createTable(table, columns, env.CLICKHOUSE_TABLE_ENGINE));
  await addAnswers(table, questions, responses);
}

/** More of them, in a part of their own. */
export async function addAnswers(
  table: string,
  questions: readonly Question[],
  responses: readonly TestResponse[],
): Promise<void> {
  const rows = responses.map((response, place) => rowOf(response, place, questions));
  if (rows.length > 0) await insertRows(rows, { table });
}

function rowOf({ time, excluded, answers, weight }: TestResponse, place: number, questions: readonly Question[]) {
  const row: Record<string, unknown> = {
    [fixedColumns.row]: place,
    [fixedColumns.id]: String(place),
    [fixedColumns.time]: time === null ? null : new Date(time).toISOString(),
    [fixedColumns.end]: null,
    [fixedColumns.excluded]: excluded ? 1 : 0,
    [fixedColumns.revision]: 1,
    [testWeight.column]: weight === undefined ? 1 : weight,
  };
  for (const { id, kind, column } of questions) {
    if (column === null) continue;
    const answer = answers[id] ?? null;
    row[missingColumn(column)] = answer === null ? 1 : 0;
    row[column] = stored(answer, kind);
  }
  return row;
}

function stored(answer: TestResponse["answers"][string] | undefined, kind: QuestionKind) {
  if (answer === null || answer === undefined) return kind === "multiple" ? [] : null;
  return kind === "date" ? new Date(Number(answer)).toISOString() : answer;
}
