import type { Question } from "@/lib/contracts/interfaces/answers";
import { isNumber } from "@/lib/contracts/rules/question-rules";
import { namedColumns } from "../named-columns";
import { codesSql, enteredSql, inBaseSql, questionOf, type Reading, textSql, timeSql } from "./answer-sql";
import { fixedColumns, identifier } from "./answer-table";
import { type Limits, readRows, readTuples } from "./client";
import { noAnswerKey } from "./dimension-sql";
import { isExcludedSql } from "./excluded-rows";
import { type Divided, dimensionsOf, isUnder, numbersOf, rowsOf } from "./pivot-rows";
import { hasWeight, readingOf } from "./reading";

export type CellQuestion = Divided & {
  /** Keys of the cell on both sides, outermost first; fewer than dimensions: a total. */
  rowKeys: readonly number[];
  columnKeys: readonly number[];
  /** Only those with a number of this question. */
  measured: string | null;
  shown: readonly string[];
  /** From 1. */
  page: number;
  pageSize: number;
};

/**
 * An answer as it is stored: codes of options (none of several chosen: an empty list), a number, a text, or a date in
 * epoch milliseconds. Null: no answer.
 */
export type KeptAnswer = number | string | number[] | null;

export type CellResponse = {
  id: string;
  /** Epoch milliseconds. */
  time: number | null;
  excluded: boolean;
  weight: number | null;
  answers: KeptAnswer[];
};

/** What a row holds of a response; `answers`: to each question shown. `responseOf` reads it. */
export const responseColumns = namedColumns(["id", "time", "excluded", "weight", "answers"]);

/** The responses that a cell of a cross table counts, and how many there are in all. Those without a time are last. */
export async function readCellResponses(
  question: CellQuestion,
  limits: Limits,
): Promise<{ total: number; responses: CellResponse[] }> {
  const [query, params] = statement(question, "count() AS total");
  const [counted] = await readRows<{ total: number }>(query, params, limits);
  const weight = question.weight ? identifier(question.weight.column) : "NULL";
  const { id, time } = fixedColumns;
  const [list, listParams] = statement(question, (reading) =>
    responseColumns
      .inOrder({
        id: [id],
        time: [`toUnixTimestamp64Milli(${time})`],
        excluded: [isExcludedSql(question.excluded)],
        weight: [weight],
        answers: question.shown.map((each) => answerSql(reading, questionOf(reading, each))),
      })
      .flat()
      .join(", "),
  );
  const { page, pageSize } = question;
  const order = `ORDER BY ${time} ASC NULLS LAST, ${id} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;
  const rows = await readTuples<KeptAnswer>(`${list} ${order}`, listParams, limits);
  return { total: counted?.total ?? 0, responses: rows.map(responseOf) };
}

type Selected = string | ((reading: Reading) => string);

function statement(question: CellQuestion, selected: Selected): [string, Reading["params"]["values"]] {
  const reading = readingOf(question);
  const dimensions = dimensionsOf(question, reading);
  const { rowKeys, columnKeys, measured, weight } = question;
  const where = [
    rowsOf(question, reading, dimensions),
    ...rowKeys.map((key, at) => isUnder(reading, dimensions.rows[at], key)),
    ...columnKeys.map((key, at) => isUnder(reading, dimensions.columns[at], key)),
    ...(weight ? [hasWeight(identifier(weight.column))] : []),
    ...(measured === null ? [] : [`isNotNull(${numbersOf(reading, measured)})`]),
  ];
  const columns = typeof selected === "string" ? selected : selected(reading);
  const query = `SELECT ${columns} FROM ${identifier(question.table)} WHERE ${where.join(" AND ")}`;
  return [query, reading.params.values];
}

/** An answer as it is stored; `keptAnswer` reads it. */
export function answerSql(reading: Reading, question: Question): string {
  const { kind, derivation, options } = question;
  if (kind === "multiple") {
    // A list is never null: what no option has as its code says that there is no answer.
    const codes = `arrayMap(c -> toInt32(c), ${codesSql(reading, question)})`;
    return `if(${inBaseSql(reading, question)}, ${codes}, [toInt32(${noAnswerKey})])`;
  }
  if (isNumber(question)) return enteredSql(reading, question);
  if (derivation || options.length > 0) return codesSql(reading, question);
  if (kind === "date") return `toUnixTimestamp64Milli(${timeSql(reading, question)})`;
  return textSql(reading, question);
}

export function responseOf(row: readonly KeptAnswer[]): CellResponse {
  const { at } = responseColumns;
  return {
    id: String(row[at.id]),
    time: numberOf(row[at.time]),
    excluded: numberOf(row[at.excluded]) === 1,
    weight: numberOf(row[at.weight]),
    answers: row.slice(at.answers).map(keptAnswer),
  };
}

export const keptAnswer = (answer: KeptAnswer): KeptAnswer =>
  Array.isArray(answer) && answer[0] === noAnswerKey ? null : answer;

/** Numbers of 64 bits may come as texts. */
const numberOf = (value: KeptAnswer | undefined): number | null =>
  value === null || value === undefined ? null : Number(value);
