import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import { codesSql, enteredSql, markSql, numberSql, type Reading, textSql } from "./answer-sql";
import { identifier, missingColumn, tableColumns } from "./answer-table";
import { type Limits, readRows, runStatement } from "./client";
import { createAnswers } from "./new-table";
import { readingOf } from "./reading";

/** What an answer becomes when its question gets another kind. */
export type Conversion =
  /** A whole number is the code. */
  | { form: "number to code" }
  /** A chosen option is its value. */
  | { form: "code to number" }
  | { form: "text to code"; codes: readonly (readonly [text: string, code: number])[] }
  | { form: "code to text"; texts: readonly (readonly [code: number, text: string])[] };

export type Rewriting = {
  from: { table: string; questions: readonly Question[] };
  to: { table: string; questions: readonly Question[] };
  weights: readonly Weight[];
  /** The question, as it was and as it will be. */
  before: Question;
  after: Question;
  conversion: Conversion;
};

/** Writes a project's table again with one question's answers converted; whatever is missing keeps the reason why. */
export async function rewriteColumn(task: Rewriting, limits: Limits): Promise<void> {
  const { from, to, weights, before, after } = task;
  const reading = readingOf(from.questions);
  const answer = convertedSql(reading, before, task.conversion);
  const mark = markSql(reading, before);
  const columns = tableColumns(to.questions, weights);
  const list = columns.map(([name, type]) => {
    if (name === after.column) return `CAST(${answer} AS ${type})`;
    return after.column !== null && name === missingColumn(after.column) ? mark : identifier(name);
  });
  await createAnswers({ ...to, weights, from: [from.table] }, limits);
  const names = columns.map(([name]) => identifier(name)).join(", ");
  await runStatement(
    `INSERT INTO ${identifier(to.table)} (${names}) SELECT ${list.join(", ")} FROM ${identifier(from.table)}`,
    reading.params.values,
    limits,
  );
}

function convertedSql(reading: Reading, question: Question, conversion: Conversion): string {
  const { bind } = reading.params;
  switch (conversion.form) {
    case "number to code":
      return enteredSql(reading, question);
    case "code to number":
      return numberSql(reading, question) ?? "NULL";
    case "text to code": {
      const text = textSql(reading, question);
      const texts = bind(
        conversion.codes.map(([each]) => each),
        "Array(String)",
      );
      const codes = bind(
        conversion.codes.map(([, code]) => code),
        "Array(UInt16)",
      );
      // 0 is no option's code here.
      return `if(isNull(${text}), NULL, nullIf(transform(assumeNotNull(${text}), ${texts}, ${codes}, toUInt16(0)), 0))`;
    }
    case "code to text": {
      const code = codesSql(reading, question);
      const codes = bind(
        conversion.texts.map(([each]) => each),
        "Array(UInt16)",
      );
      const texts = bind(
        conversion.texts.map(([, text]) => text),
        "Array(String)",
      );
      return `if(isNull(${code}), NULL, transform(assumeNotNull(${code}), ${codes}, ${texts}, ''))`;
    }
  }
}

/** Numbers of a question that cannot be codes: how many, and the first of them by place. */
export async function readUnfitNumbers(
  { table, questions }: Rewriting["from"],
  question: Question,
  mostCode: number,
): Promise<{ n: number; first: number }> {
  const reading = readingOf(questions);
  const value = enteredSql(reading, question);
  const isUnfit = `isNotNull(${value}) AND (${value} < 0 OR ${value} > ${mostCode} OR ${value} != floor(${value}))`;
  const [found] = await readRows<{ n: number; first: number }>(
    `SELECT countIf(${isUnfit}) AS n, argMinIf(assumeNotNull(${value}), (_revision, _row), ${isUnfit}) AS first
      FROM ${identifier(table)}`,
    reading.params.values,
  );
  return found ?? { n: 0, first: 0 };
}

/** What stands in a question's answers, most frequent first; one more than `most` says that there are too many. */
export async function readDistinct<Value extends string | number>(
  { table, questions }: Rewriting["from"],
  question: Question,
  most: number,
): Promise<{ value: Value; n: number }[]> {
  const reading = readingOf(questions);
  const value = question.kind === "open" ? textSql(reading, question) : enteredSql(reading, question);
  return readRows<{ value: Value; n: number }>(
    `SELECT assumeNotNull(${value}) AS value, count() AS n FROM ${identifier(table)} WHERE isNotNull(${value})
      GROUP BY value ORDER BY n DESC, value LIMIT ${most + 1}`,
    reading.params.values,
  );
}

/** How many responses have chosen each code, those that are excluded for quality too. */
export async function readChosen({ table, questions }: Rewriting["from"], question: Question): Promise<Set<number>> {
  const reading = readingOf(questions);
  const rows = await readRows<{ code: number }>(
    `SELECT DISTINCT assumeNotNull(${codesSql(reading, question)}) AS code FROM ${identifier(table)}
      WHERE isNotNull(${codesSql(reading, question)})`,
    reading.params.values,
  );
  return new Set(rows.map(({ code }) => code));
}
