import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import {
  answeredSql,
  codesSql,
  enteredSql,
  markSql,
  numberSql,
  type Reading,
  storedCodesSql,
  textSql,
} from "./answer-sql";
import { identifier, missingColumn, missingMark, restorableMark, tableColumns } from "./answer-table";
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

/** Which code of a new question a code of an old one becomes. */
type CodePairs = readonly (readonly [from: number, to: number])[];

/** A question whose answers go into a multiple-choice one: by their codes, or, of a number, where it is not 0. */
export type GroupedSource = { before: Question; codes: CodePairs } | { before: Question; unlessZero: number };

/** What the answers of a new column are made of: questions as they were. */
export type ColumnSource =
  | { form: "kind"; before: Question; conversion: Conversion }
  /** Codes that are another one's from now on. */
  | { form: "merge"; before: Question; codes: CodePairs }
  /** Missing codes, by their keys, that say “not chosen” from now on: who had one and chose nothing has answered. */
  | { form: "restore"; before: Question; codes: readonly string[] }
  /** Options of several questions, together. */
  | { form: "group"; of: readonly GroupedSource[] }
  /** Whether one option was chosen: 1 or 0. */
  | { form: "option"; before: Question; code: number };

/** Columns that a table does not have, by their names. */
export type ColumnSources = ReadonlyMap<string, ColumnSource>;

export type Rewriting = {
  from: { table: string; questions: readonly Question[] };
  to: { table: string; questions: readonly Question[] };
  weights: readonly Weight[];
  sources: ColumnSources;
};

/** Writes a project's table again with some columns made of others; whatever is missing keeps the reason why. */
export async function rewriteColumns({ from, to, weights, sources }: Rewriting, limits: Limits): Promise<void> {
  const reading = readingOf(from);
  const columns = tableColumns(to.questions, weights);
  const made = new Map(madeColumns(reading, columns, sources));
  await createAnswers({ ...to, weights, from: [from.table] }, limits);
  const names = columns.map(([name]) => identifier(name));
  const list = columns.map(([name]) => made.get(name) ?? identifier(name));
  await runStatement(
    `INSERT INTO ${identifier(to.table)} (${names.join(", ")}) SELECT ${list.join(", ")} FROM ${identifier(from.table)}`,
    reading.params.values,
    limits,
  );
}

/** A table as it would be with these columns beside its own; the reading is of the questions that have them. */
export function withColumns(reading: Reading, table: string, sources: ColumnSources): string {
  if (sources.size === 0) return identifier(table);
  const columns = tableColumns([...reading.questions.values()], []);
  const made = madeColumns(reading, columns, sources).map(([name, answer]) => `${answer} AS ${identifier(name)}`);
  return `(SELECT *, ${made.join(", ")} FROM ${identifier(table)})`;
}

/** What stands in each column that is made of others, and in the one beside it. */
function madeColumns(reading: Reading, columns: readonly [name: string, type: string][], sources: ColumnSources) {
  const types = new Map(columns);
  return [...sources]
    .filter(([column]) => types.has(column))
    .flatMap(([column, source]): [string, string][] => [
      [column, `CAST(${answerOf(reading, source)} AS ${types.get(column)})`],
      [missingColumn(column), markOf(reading, source)],
    ]);
}

function answerOf(reading: Reading, source: ColumnSource): string {
  switch (source.form) {
    case "kind":
      return convertedSql(reading, source.before, source.conversion);
    case "merge": {
      const stored = storedCodesSql(reading, source.before);
      return source.before.kind === "multiple"
        ? `arrayDistinct(arrayMap(c -> ${recoded(reading, "c", source.codes)}, ${stored}))`
        : `if(isNull(${stored}), NULL, ${recoded(reading, `assumeNotNull(${stored})`, source.codes)})`;
    }
    case "restore":
      return storedCodesSql(reading, source.before);
    case "group":
      return `arrayDistinct(arrayConcat(${source.of.map((each) => chosenOf(reading, each)).join(", ")}))`;
    case "option": {
      const code = reading.params.bind(source.code, "UInt16");
      const has = `has(${codesSql(reading, source.before)}, ${code})`;
      return `if(${answeredSql(reading, source.before)}, toNullable(toUInt16(${has})), NULL)`;
    }
  }
}

/** Codes that are no pair's stay. */
function recoded({ params }: Reading, code: string, pairs: CodePairs): string {
  const [from, to] = [0, 1].map((side) =>
    params.bind(
      pairs.map((pair) => pair[side]),
      "Array(UInt16)",
    ),
  );
  return `transform(${code}, ${from}, ${to}, ${code})`;
}

/** What one of the questions says of a multiple-choice one: a list of codes. */
function chosenOf(reading: Reading, source: GroupedSource): string {
  const { bind } = reading.params;
  const none = "emptyArrayUInt16()";
  if ("unlessZero" in source) {
    const isChosen = `ifNull(${enteredSql(reading, source.before)} != 0, 0)`;
    return `if(${isChosen}, [${bind(source.unlessZero, "UInt16")}], ${none})`;
  }
  const code = codesSql(reading, source.before);
  const known = bind(
    source.codes.map(([from]) => from),
    "Array(UInt16)",
  );
  return `if(ifNull(has(${known}, ${code}), 0), [${recoded(reading, `assumeNotNull(${code})`, source.codes)}], ${none})`;
}

/** Why there is no answer. Of several questions: answered where one was, else no answer where one gave none. */
function markOf(reading: Reading, source: ColumnSource): string {
  const { answered, no_answer, not_asked } = missingMark;
  if ((source.form === "merge" || source.form === "restore") && source.before.column !== null) {
    const stored = identifier(missingColumn(source.before.column));
    if (source.form === "merge") return stored;
    const restored = restorableMark(source.codes, source.before.restorableCodes);
    return `if(bitAnd(${stored}, ${restored}) != 0, ${answered}, ${stored})`;
  }
  if (source.form !== "group") return markSql(reading, source.before);
  const isAnswered = source.of.map(({ before }) => answeredSql(reading, before)).join(" OR ");
  const isRefused = source.of.map(({ before }) => `${markSql(reading, before)} = ${no_answer}`).join(" OR ");
  return `multiIf(${isAnswered}, toUInt8(${answered}), ${isRefused}, toUInt8(${no_answer}), toUInt8(${not_asked}))`;
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
  const reading = readingOf({ table, questions });
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
  const reading = readingOf({ table, questions });
  const value = question.kind === "open" ? textSql(reading, question) : enteredSql(reading, question);
  return readRows<{ value: Value; n: number }>(
    `SELECT assumeNotNull(${value}) AS value, count() AS n FROM ${identifier(table)} WHERE isNotNull(${value})
      GROUP BY value ORDER BY n DESC, value LIMIT ${most + 1}`,
    reading.params.values,
  );
}

/** How many responses have chosen each code, those that are excluded for quality too. */
export async function readChosen({ table, questions }: Rewriting["from"], question: Question): Promise<Set<number>> {
  const reading = readingOf({ table, questions });
  const rows = await readRows<{ code: number }>(
    `SELECT DISTINCT assumeNotNull(${codesSql(reading, question)}) AS code FROM ${identifier(table)}
      WHERE isNotNull(${codesSql(reading, question)})`,
    reading.params.values,
  );
  return new Set(rows.map(({ code }) => code));
}
