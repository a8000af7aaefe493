import { cellKey, missingOptions, numberOf } from "@/lib/contracts/answer-cells";
import { type FilterItem, filterField } from "@/lib/contracts/answer-filter";
import type { Derivation, MissingKind, Question } from "@/lib/contracts/answers";
import { namesOf } from "@/lib/contracts/question-sources";
import { AppError } from "@/lib/http/problem";
import { identifier, missingColumn, missingMark } from "./answer-table";
import type { SqlParams } from "./sql-params";

/** What expressions over a project's answers are made from. */
export type Reading = {
  questions: ReadonlyMap<string, Question>;
  params: SqlParams;
  /** Where all of these hold: a derived question may be made of a filter. */
  conditions: (items: readonly FilterItem[], reading: Reading) => string;
  /** Derived questions on the way to this one. */
  within: readonly string[];
};

const MOST_WITHIN = 10;

/** The question of an id; a sentence where there is none. */
export function questionOf({ questions }: Pick<Reading, "questions">, id: string): Question {
  const found = questions.get(id);
  if (found) return found;
  throw new AppError("invalid", `This project has no question “${id.slice(0, 200)}”.`);
}

function columnOf({ id, column }: Question): string {
  if (column === null) throw new Error(`Question ${id} has neither a column nor a derivation.`);
  return identifier(column);
}

/** A derived question being read: one that is made of itself would have no end. */
function inside(reading: Reading, { id }: Question): Reading {
  if (reading.within.includes(id) || reading.within.length >= MOST_WITHIN) {
    throw new AppError("invalid", `The derived question “${id}” is made of itself, or of too many others in turn.`);
  }
  return { ...reading, within: [...reading.within, id] };
}

type Codes = Question["missing"];

/** Where a number is one of these missing codes; null when none of them is a number. */
function isMissingNumber(missing: Codes, value: string, { bind }: SqlParams): string | null {
  const cells = missing
    .flatMap((code) => ("cell" in code ? [numberOf(code.cell)] : []))
    .filter((cell) => cell !== null);
  const ranges = missing.flatMap((code) => ("cell" in code ? [] : [code]));
  const conditions = [
    ...(cells.length > 0 ? [`${value} IN ${bind(cells, "Array(Float64)")}`] : []),
    ...ranges.map((range) => within(value, range, { bind, highIn: true })),
  ];
  return conditions.length > 0 ? conditions.map((each) => `(${each})`).join(" OR ") : null;
}

/** Where a text is one of these missing codes; null when there are none. */
function isMissingText(missing: Codes, column: string, params: SqlParams): string | null {
  if (missing.length === 0) return null;
  const texts = missing.flatMap((code) => ("cell" in code ? [cellKey(code.cell)] : []));
  const isOne = `trimBoth(${column}) IN ${params.bind(texts, "Array(String)")}`;
  const number = isMissingNumber(missing, `toFloat64OrNull(trimBoth(assumeNotNull(${column})))`, params);
  return `ifNull(${isOne}, 0)${number ? ` OR ifNull(${number}, 0)` : ""}`;
}

/** Where an answer as it is stored is one of these missing codes; null when it cannot be. */
function isMissing({ params }: Reading, question: Question, missing: Codes): string | null {
  const column = columnOf(question);
  if (question.kind === "numeric") return isMissingNumber(missing, column, params);
  if (question.kind === "open") return isMissingText(missing, column, params);
  const codes = [...missingOptions({ ...question, missing }).keys()];
  if (question.kind === "date" || codes.length === 0) return null;
  const list = params.bind(codes, "Array(UInt16)");
  return question.kind === "multiple" ? `hasAny(${column}, ${list})` : `${column} IN ${list}`;
}

type Ends = { low: number | null; high: number | null };

function within(value: string, { low, high }: Ends, { bind, highIn }: Pick<SqlParams, "bind"> & { highIn: boolean }) {
  const conditions = [
    ...(low === null ? [] : [`${value} >= ${bind(low, "Float64")}`]),
    ...(high === null ? [] : [`${value} ${highIn ? "<=" : "<"} ${bind(high, "Float64")}`]),
  ];
  return conditions.length > 0 ? conditions.join(" AND ") : "1";
}

/** The number a response gave, Nullable(Float64): not one of the question's missing numbers. */
export function enteredSql(reading: Reading, question: Question): string {
  return answerSql(reading, question);
}

/** The text that a response gave, Nullable(String): not one of the question's missing ones. */
export const textSql = (reading: Reading, question: Question): string => answerSql(reading, question);

/** An answer as it is stored, null where it is one of the question's missing codes. */
function answerSql(reading: Reading, question: Question): string {
  const column = columnOf(question);
  const missing = isMissing(reading, question, question.missing);
  return missing ? `if(${missing}, NULL, ${column})` : column;
}

/** Codes as they are stored, without those of options that count as no answer. */
function chosenSql(reading: Reading, question: Question): string {
  if (question.kind !== "multiple") return answerSql(reading, question);
  const missing = [...missingOptions(question).keys()];
  const column = columnOf(question);
  return missing.length > 0
    ? `arrayFilter(c -> NOT has(${reading.params.bind(missing, "Array(UInt16)")}, c), ${column})`
    : column;
}

/** Whether a response answered a question: 0 or 1, never null. */
export function answeredSql(reading: Reading, question: Question): string {
  if (question.kind === "multiple") return `notEmpty(${codesSql(reading, question)})`;
  if (question.derivation || question.options.length > 0) return `isNotNull(${codesSql(reading, question)})`;
  return `isNotNull(${question.kind === "date" ? columnOf(question) : answerSql(reading, question)})`;
}

/**
 * Whether a response is in the base of a question: 0 or 1, never null. It answered the question; or, of a derived one,
 * those that it is made of, be it by something that none of its options takes in. A share of a net or a band is of all
 * who answered, not of those whom its options happen to hold.
 */
export function inBaseSql(reading: Reading, question: Question): string {
  const { derivation } = question;
  if (!derivation) return answeredSql(reading, question);
  const of = inside(reading, question);
  return joinedBy(sourcesOf(derivation).map((id) => inBaseSql(of, questionOf(reading, id))));
}

/** The questions whose answers are a derived one's; a filter is met or not, whatever was answered. */
export function sourcesOf(derivation: Derivation): readonly string[] {
  return derivation.form === "filter" ? [] : namesOf(derivation);
}

const joinedBy = (conditions: readonly string[]) => (conditions.length > 0 ? `(${conditions.join(" AND ")})` : "1");

/**
 * Why a response did not answer a question, as `missingMark` has it, never null; of one who answered it says nothing.
 * A derived question's follows from those that it is made of: `answered` where they were answered by something that
 * none of its options takes in.
 */
export function markSql(reading: Reading, question: Question): string {
  const { derivation } = question;
  if (derivation) return derivedMark(inside(reading, question), derivation);
  const stored = missingColumn(columnOf(question));
  const marks = (["not_asked", "no_answer"] as const).flatMap((kind): string[] => {
    const found = isMissing(reading, question, codesOfKind(question, kind));
    return found ? [`ifNull(${found}, 0), toUInt8(${missingMark[kind]})`] : [];
  });
  return marks.length > 0 ? `multiIf(${marks.join(", ")}, ${stored})` : stored;
}

const codesOfKind = ({ missing }: Question, kind: MissingKind): Codes => missing.filter((code) => code.kind === kind);

function derivedMark(reading: Reading, derivation: Derivation): string {
  if (derivation.form === "filter") return `toUInt8(${missingMark.answered})`;
  const marks = sourcesOf(derivation).map((id) => {
    const source = questionOf(reading, id);
    return `if(${answeredSql(reading, source)}, toUInt8(${missingMark.answered}), ${markSql(reading, source)})`;
  });
  if (marks.length === 1) return marks[0] ?? "";
  const { answered, not_asked, no_answer } = missingMark;
  const any = (mark: number) => marks.map((each) => `${each} = ${mark}`).join(" OR ");
  return `multiIf(${any(not_asked)}, ${not_asked}, ${any(no_answer)}, ${no_answer}, ${answered})`;
}

/** The codes that are stored, of options that count as no answer too. */
export const storedCodesSql = (reading: Reading, question: Question): string =>
  question.derivation ? codesSql(reading, question) : columnOf(question);

/** Codes of a question's answers: one, Nullable(UInt16), or, of a multiple one, Array(UInt16). */
export function codesSql(reading: Reading, question: Question): string {
  const { derivation, kind } = question;
  if (!derivation) return chosenSql(reading, question);
  const hits = derivedHits(inside(reading, question), derivation);
  if (kind === "multiple") {
    const pairs = hits.map(({ code, where }) => `(toUInt16(${code}), ${where})`).join(", ");
    return `arrayMap(t -> t.1, arrayFilter(t -> t.2, [${pairs}]))`;
  }
  const cases = hits.map(({ code, where }) => `${where}, toUInt16(${code})`).join(", ");
  return `multiIf(${cases}, NULL)`;
}

type Hit = { code: number; where: string };

/** Each option of a derived question with where it is one of a response's answers: 0 or 1, never null. */
function derivedHits(reading: Reading, derivation: Derivation): Hit[] {
  const { bind } = reading.params;
  switch (derivation.form) {
    case "bands": {
      const source = questionOf(reading, derivation.questionId);
      const value = numberSql(reading, source) ?? refuseBands(source);
      return derivation.bands.map(({ code, low, high }) => {
        const inBand = within(value, { low, high }, { bind, highIn: false });
        return { code, where: `ifNull(isNotNull(${value}) AND ${inBand}, 0)` };
      });
    }
    case "nets":
      return derivation.nets.map(({ code, of }) => ({
        code,
        where: hasCode(reading, questionOf(reading, derivation.questionId), of),
      }));
    case "combination": {
      const [first, second] = derivation.questionIds.map((id) => questionOf(reading, id)) as [Question, Question];
      return derivation.pairs.map(({ code, of: [one, other] }) => ({
        code,
        where: `(${hasCode(reading, first, [one])} AND ${hasCode(reading, second, [other])})`,
      }));
    }
    case "filter": {
      const holds = reading.conditions(readItems(derivation.filter), reading);
      return [
        { code: 1, where: holds },
        { code: 0, where: `NOT ${holds}` },
      ];
    }
  }
}

function refuseBands({ id }: Question): never {
  throw new AppError("invalid", `Question “${id}” has no numbers to make bands of.`);
}

function readItems(filter: unknown[]): FilterItem[] {
  const read = filterField.safeParse(filter);
  if (read.success) return read.data;
  throw new AppError("invalid", read.error.issues[0]?.message ?? "The filter of a derived question cannot be read.");
}

/** Where one of these codes is among a response's answers: 0 or 1, never null. */
export function hasCode(reading: Reading, question: Question, codes: readonly number[]): string {
  const value = codesSql(reading, question);
  const list = reading.params.bind(codes, "Array(UInt16)");
  return question.kind === "multiple" ? `hasAny(${value}, ${list})` : `ifNull(${value} IN ${list}, 0)`;
}

/** Codes up to here are looked up by their place, three times as fast as by a table of them. */
const MOST_PLACES = 1000;

/**
 * What a response's answer counts in a mean, Nullable(Float64): the number, or the value of the chosen option. Null when
 * the question has no numbers: words, dates, several answers, or options without any value.
 */
export function numberSql(reading: Reading, question: Question): string | null {
  const { kind, options, derivation } = question;
  if (kind === "numeric" && !derivation) return enteredSql(reading, question);
  if (kind !== "scale" && kind !== "single" && kind !== "numeric") return null;
  const valued = options.flatMap(({ code, value }) => (value === null ? [] : [{ code, value }]));
  if (valued.length === 0) return null;
  const codes = codesSql(reading, question);
  const { bind } = reading.params;
  const values = new Map(valued.map(({ code, value }) => [code, value]));
  const highest = Math.max(...values.keys());
  if (highest <= MOST_PLACES) {
    const places = Array.from({ length: highest + 1 }, (_, code) => values.get(code) ?? null);
    return `${bind(places, "Array(Nullable(Float64))")}[${codes} + 1]`;
  }
  const known = bind([...values.keys()], "Array(UInt16)");
  return `transform(${codes}, ${known}, ${bind([...values.values()], "Array(Float64)")}, NULL)`;
}
