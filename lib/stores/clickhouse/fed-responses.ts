import type { Question } from "@/lib/contracts/interfaces/answers";
import { namedColumns } from "../named-columns";
import { markSql } from "./answer-sql";
import { fixedColumns, identifier, missingMark } from "./answer-table";
import { answerSql, type KeptAnswer, keptAnswer } from "./cell-responses";
import { type Limits, readRows, readTuples } from "./client";
import { readingOf } from "./reading";

/** Responses of a table in the order of their ids, some at a time, as they are given to the quality service. */

/** Ids after one and up to another; null: from the first. */
type IdRange = { after: string | null; until: string };

/** How many responses there are, and the last id of each batch of so many. */
export async function readBatches(table: string, size: number, limits: Limits) {
  const { id } = fixedColumns;
  const rows = await readRows<{ until: string; total: number }>(
    `SELECT ${id} AS until, total FROM (SELECT ${id}, row_number() OVER (ORDER BY ${id}) AS place, count() OVER () AS total
      FROM ${identifier(table)}) WHERE place % ${size} = 0 OR place = total ORDER BY ${id}`,
    {},
    limits,
  );
  return { total: rows[0]?.total ?? 0, untils: rows.map(({ until }) => until) };
}

/** How many responses a table has, and whether it is known of any of them how long it took. */
export async function readExtent(table: string, limits: Limits): Promise<{ responses: number; hasEnds: boolean }> {
  const { time, end } = fixedColumns;
  const [found] = await readRows<{ responses: number; ended: number }>(
    `SELECT count() AS responses, countIf(isNotNull(${time}) AND isNotNull(${end})) AS ended FROM ${identifier(table)}`,
    {},
    limits,
  );
  return { responses: found?.responses ?? 0, hasEnds: (found?.ended ?? 0) > 0 };
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

/** A row: whose it is and how long they took, then a block of each question. */
const fedColumns = namedColumns(["id", "duration", "questions"]);
const questionColumns = namedColumns(["answer", "wasAsked"]);

export async function readFedResponses(
  { table, questions, wanted, range: { after, until } }: Asked,
  limits: Limits,
): Promise<FedRow[]> {
  const reading = readingOf({ table, questions });
  const { id, time, end } = fixedColumns;
  const ofQuestions = wanted.flatMap((question) => {
    const answer = answerSql(reading, question);
    const wasAsked = `isNotNull(${answer}) OR ${markSql(reading, question)} != ${missingMark.not_asked}`;
    return questionColumns.inOrder({ answer, wasAsked });
  });
  const columns = fedColumns.inOrder({
    id: [id],
    duration: [`dateDiff('millisecond', ${time}, ${end})`],
    questions: ofQuestions,
  });
  const isAfter = after === null ? "1" : `${id} > ${reading.params.bind(after, "String")}`;
  const rows = await readTuples<KeptAnswer>(
    `SELECT ${columns.flat().join(", ")} FROM ${identifier(table)}
      WHERE ${isAfter} AND ${id} <= ${reading.params.bind(until, "String")} ORDER BY ${id}`,
    reading.params.values,
    limits,
  );
  const { at } = fedColumns;
  const firsts = wanted.map((_, place) => at.questions + place * questionColumns.width);
  return rows.map((row) => {
    const duration = row[at.duration] ?? null;
    return {
      id: String(row[at.id]),
      durationMs: duration === null ? null : Number(duration),
      answers: firsts.map((first) => keptAnswer(row[first + questionColumns.at.answer] ?? null)),
      wasAsked: firsts.map((first) => Boolean(row[first + questionColumns.at.wasAsked])),
    };
  });
}
