import type { Question } from "@/lib/contracts/interfaces/answers";
import { markSql } from "./answer-sql";
import { fixedColumns, identifier, missingMark } from "./answer-table";
import { answerSql, type KeptAnswer, keptAnswer } from "./cell-responses";
import { type Limits, readTuples } from "./client";
import { readingOf } from "./reading";

/** Responses of a table in the order of their ids, some at a time, as they are given to the quality service. */

/** Ids after one and up to another; null: from the first. */
type IdRange = { after: string | null; until: string };

/** How many responses there are, and the last id of each batch of so many. */
export async function readBatches(table: string, size: number, limits: Limits) {
  const { id } = fixedColumns;
  const rows = await readTuples<string | number>(
    `SELECT ${id}, total FROM (SELECT ${id}, row_number() OVER (ORDER BY ${id}) AS place, count() OVER () AS total
      FROM ${identifier(table)}) WHERE place % ${size} = 0 OR place = total ORDER BY ${id}`,
    {},
    limits,
  );
  return { total: Number(rows[0]?.[1] ?? 0), untils: rows.map(([until]) => String(until)) };
}

/** How many responses a table has, and whether it is known of any of them how long it took. */
export async function readExtent(table: string, limits: Limits): Promise<{ responses: number; hasEnds: boolean }> {
  const { time, end } = fixedColumns;
  const [[responses, ended] = []] = await readTuples<number>(
    `SELECT count(), countIf(isNotNull(${time}) AND isNotNull(${end})) FROM ${identifier(table)}`,
    {},
    limits,
  );
  return { responses: responses ?? 0, hasEnds: (ended ?? 0) > 0 };
}

type Asked = {
  table: string;
  /** All of the project. */
  questions: readonly Question[];
  /** Those whose answers are read, each once. */
  wanted: readonly Question[];
  range: IdRange;
};

/** `wasAsked`: of each question, whether it was put to the respondent, answered or not. */
export type FedRow = { id: string; durationMs: number | null; answers: KeptAnswer[]; wasAsked: boolean[] };

export async function readFedResponses(
  { table, questions, wanted, range: { after, until } }: Asked,
  limits: Limits,
): Promise<FedRow[]> {
  const reading = readingOf({ table, questions });
  const { id, time, end } = fixedColumns;
  const columns = wanted.flatMap((question) => {
    const answer = answerSql(reading, question);
    return [answer, `isNotNull(${answer}) OR ${markSql(reading, question)} != ${missingMark.not_asked}`];
  });
  const isAfter = after === null ? "1" : `${id} > ${reading.params.bind(after, "String")}`;
  const rows = await readTuples<KeptAnswer>(
    `SELECT ${[id, `dateDiff('millisecond', ${time}, ${end})`, ...columns].join(", ")} FROM ${identifier(table)}
      WHERE ${isAfter} AND ${id} <= ${reading.params.bind(until, "String")} ORDER BY ${id}`,
    reading.params.values,
    limits,
  );
  return rows.map(([of, duration, ...cells]) => ({
    id: String(of),
    durationMs: duration == null ? null : Number(duration),
    answers: wanted.map((_, at) => keptAnswer(cells[at * 2] ?? null)),
    wasAsked: wanted.map((_, at) => Boolean(cells[at * 2 + 1])),
  }));
}
