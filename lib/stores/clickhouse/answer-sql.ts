import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { cellKey, missingOptions, momentOfCode, numberOf } from "@/lib/contracts/rules/answer-cells";
import { decomposed } from "@/lib/contracts/rules/composed";
import { type FilterItem, readFilter } from "@/lib/contracts/rules/filter-items";
import { isNumber } from "@/lib/contracts/rules/question-rules";
import { namesOf } from "@/lib/contracts/rules/question-sources";
import type { MissingKind } from "@/lib/contracts/terms/answers";
import { AppError } from "@/lib/http/problem";
import { identifier, missingColumn, missingMark, withoutCodes } from "./answer-table";
import { bandOf, lookedUp } from "./look-up-sql";
import type { SqlParams } from "./sql-params";

/** What expressions over a project's answers are made from. */
export type Reading = {
  /** All responses, as FROM names them: limits of groups of equal size are theirs. */
  rows: string;
  questions: ReadonlyMap<string, Question>;
  params: SqlParams;
  /** Where all of these hold: a derived question may be made of a filter. */
  conditions: (items: readonly FilterItem[], reading: Reading) => string;
  /** What a formula gives, of a question that is made by one. */
  formulaSql: (question: Question, derivation: OfFormula, reading: Reading) => FormulaSql;
  /** Derived questions on the way to this one. */
  within: readonly string[];
  /** Codes of derived questions that the statement names already: their options are bound once. */
  derived: Map<Question, string>;
  formulas: Map<Question, FormulaSql>;
};

export type OfFormula = Extract<Derivation, { form: "formula" }>;

/** `value`: Nullable(Float64), or codes as those of any question. `isThere`: 0 or 1, never null. */
export type FormulaSql = { value: string; isThere: string };

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

/** The formula of a question as the statement has it, compiled once. */
function formulaOf(reading: Reading, question: Question, derivation: OfFormula): FormulaSql {
  const found = reading.formulas.get(question);
  if (found) return found;
  const made = reading.formulaSql(question, derivation, inside(reading, question));
  reading.formulas.set(question, made);
  return made;
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
  const texts = missing.flatMap((code) => ("cell" in code ? [String(code.cell).trim()] : []));
  // Stored texts have their accents as they were written, and may have them as the code has.
  const written = [...new Set(texts.flatMap((text) => [text, cellKey(text), decomposed(text)]))];
  const isOne = `trimBoth(${column}) IN ${params.bind(written, "Array(String)")}`;
  const number = isMissingNumber(missing, `toFloat64OrNull(trimBoth(assumeNotNull(${column})))`, params);
  return `ifNull(${isOne}, 0)${number ? ` OR ifNull(${number}, 0)` : ""}`;
}

/** Where a time is one of these missing codes; null when none of them is a time. */
function isMissingTime(missing: Codes, column: string, { bind }: SqlParams): string | null {
  const moments = missing.map(momentOfCode).filter((moment) => moment !== null);
  return moments.length > 0 ? `toUnixTimestamp64Milli(${column}) IN ${bind(moments, "Array(Int64)")}` : null;
}

/** Where an answer as it is stored is one of these missing codes; null when it cannot be. */
export function isMissing({ params }: Reading, question: Question, missing: Codes): string | null {
  const column = columnOf(question);
  if (question.kind === "numeric") return isMissingNumber(missing, column, params);
  if (question.kind === "open") return isMissingText(missing, column, params);
  if (question.kind === "date") return isMissingTime(missing, column, params);
  const codes = [...missingOptions({ ...question, missing }).keys()];
  if (codes.length === 0) return null;
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
  const { derivation } = question;
  return derivation?.form === "formula" ? formulaOf(reading, question, derivation).value : answerSql(reading, question);
}

/** The text that a response gave, Nullable(String): not one of the question's missing ones. */
export const textSql = (reading: Reading, question: Question): string => answerSql(reading, question);

/** The time that a response gave, Nullable(DateTime64): not one of the question's missing ones. */
export function timeSql(reading: Reading, question: Question): string {
  if (question.kind === "date" && question.column !== null) return answerSql(reading, question);
  throw new AppError("invalid", `“${question.id}” is no date: it has no years, months or days.`);
}

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

/**
 * Whether a response answered a question: 0 or 1, never null. Of several options it may have chosen none, where it is
 * known that they were put to it. A derived question is answered by who stands in one of its options.
 */
export function answeredSql(reading: Reading, question: Question): string {
  if (question.kind === "multiple" && !question.derivation) return choseOrWasAsked(reading, question);
  return isInOption(reading, question);
}

/** What is stored beside the answer says so, unless all that was chosen was marked as missing later. */
function choseOrWasAsked(reading: Reading, question: Question): string {
  const wasAnswered = `${markSql(reading, question)} = ${missingMark.answered}`;
  return missingOptions(question).size > 0
    ? `(notEmpty(${codesSql(reading, question)}) OR ${wasAnswered})`
    : wasAnswered;
}

/** Whether a response's answer is one of the question's options, or, without options, anything: 0 or 1, never null. */
export function isInOption(reading: Reading, question: Question): string {
  if (question.derivation?.form === "formula") return formulaOf(reading, question, question.derivation).isThere;
  if (question.kind === "multiple") return `notEmpty(${codesSql(reading, question)})`;
  if (question.derivation || question.options.length > 0) return `isNotNull(${codesSql(reading, question)})`;
  return `isNotNull(${answerSql(reading, question)})`;
}

/**
 * Whether a response is in the base of a question: 0 or 1, never null. It answered the question; or, of a derived one,
 * those that it is made of, even with an answer that belongs to none of its options. A share of a net or a band is of all
 * who answered, not of those whom its options happen to hold. Of a formula it is who has a result.
 */
export function inBaseSql(reading: Reading, question: Question): string {
  const { derivation } = question;
  if (!derivation || derivation.form === "formula") return answeredSql(reading, question);
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
  const mark = missingColumn(columnOf(question));
  const stored = question.kind === "multiple" ? withoutCodes(mark) : mark;
  const marks = exactFirst(question.missing).flatMap(([kind, codes]): string[] => {
    const found = isMissing(reading, question, codes);
    return found ? [`ifNull(${found}, 0), toUInt8(${missingMark[kind]})`] : [];
  });
  return marks.length > 0 ? `multiIf(${marks.join(", ")}, ${stored})` : stored;
}

/** Codes in the order that says of what kind an answer is: one of its own comes before a range that holds it too. */
function exactFirst(missing: Codes): [MissingKind, Codes][] {
  const ofKinds = (codes: Codes) =>
    (["not_asked", "no_answer"] as const).map((kind): [MissingKind, Codes] => [
      kind,
      codes.filter((code) => code.kind === kind),
    ]);
  return [
    ...ofKinds(missing.filter((code) => "cell" in code)),
    ...ofKinds(missing.filter((code) => !("cell" in code))),
  ];
}

/** Of two marks that of the one: not asked before no answer before answered. Each stands in there once. */
function bothMarks(one: string, other: string): string {
  const { answered, not_asked, no_answer } = missingMark;
  const places = [answered, not_asked, no_answer];
  const both = places.flatMap((a) =>
    places.map((b) => [not_asked, no_answer].find((each) => each === a || each === b) ?? answered),
  );
  return `toUInt8([${both.join(", ")}][${one} * ${places.length} + ${other} + 1])`;
}

function derivedMark(reading: Reading, derivation: Derivation): string {
  if (derivation.form === "filter") return `toUInt8(${missingMark.answered})`;
  const marks = sourcesOf(derivation).map((id) => {
    const source = questionOf(reading, id);
    return `if(${answeredSql(reading, source)}, toUInt8(${missingMark.answered}), ${markSql(reading, source)})`;
  });
  const mark = marks.reduce(bothMarks, `toUInt8(${missingMark.answered})`);
  if (derivation.form !== "formula") return mark;
  // Everything was answered, and there is no result all the same.
  const { not_asked, no_answer } = missingMark;
  return `toUInt8([${no_answer}, ${not_asked}, ${no_answer}][${mark} + 1])`;
}

/** The codes that are stored, of options that count as no answer too. */
export const storedCodesSql = (reading: Reading, question: Question): string =>
  question.derivation ? codesSql(reading, question) : columnOf(question);

/** Codes of a question's answers: one, Nullable(UInt16), or, of a multiple one, Array(UInt16). */
export function codesSql(reading: Reading, question: Question): string {
  const { derivation } = question;
  if (!derivation) return chosenSql(reading, question);
  const found = reading.derived.get(question);
  if (found !== undefined) return found;
  if (derivation.form === "formula") return formulaOf(reading, question, derivation).value;
  const made = derivedCodes(inside(reading, question), derivation, question);
  reading.derived.set(question, made);
  return made;
}

/**
 * Codes of a derived question's answers. What it is made of stands in there once, whatever number of options there are:
 * such questions are made of each other, and a figure names them several times.
 */
function derivedCodes(reading: Reading, derivation: Exclude<Derivation, OfFormula>, { kind }: Question): string {
  switch (derivation.form) {
    case "bands": {
      const source = questionOf(reading, derivation.questionId);
      return bandOf(numberSql(reading, source) ?? refuseBands(source), derivation.bands, reading.params);
    }
    case "nets":
      return netCodes(reading, derivation, kind === "multiple");
    case "combination":
      return pairCodes(reading, derivation);
    case "filter":
      return `toNullable(toUInt16(${reading.conditions(readItems(derivation.filter), reading)}))`;
  }
}

type Nets = Extract<Derivation, { form: "nets" }>;

/** Up to so many nets of a stored question are tried one by one, which is faster than going through a list of them. */
const MOST_TRIED = 12;

/** The nets that have one of a response's answers, in their order; of a question with one answer the first. */
function netCodes(reading: Reading, { questionId, nets }: Nets, isMultiple: boolean): string {
  const source = questionOf(reading, questionId);
  const codes = codesSql(reading, source);
  const { params } = reading;
  if (source.kind === "multiple") {
    const own = params.bind(
      nets.map(({ code }) => code),
      "Array(UInt16)",
    );
    const found = isMultiple ? "arrayFilter" : "arrayFirstOrNull";
    const lists = nets.map(({ of }) => of);
    if (nets.length <= MOST_TRIED && !source.derivation) {
      const tried = lists.map((of) => `hasAny(${codes}, ${params.bind(of, "Array(UInt16)")})`);
      return `${found}((c, isIn) -> isIn, ${own}, [${tried.join(", ")}])`;
    }
    return `${found}((c, of) -> hasAny(${codes}, of), ${own}, ${params.bind(lists, "Array(Array(UInt16))")})`;
  }
  const netsOf = new Map<number, number[]>();
  for (const { code, of } of nets) {
    for (const each of new Set(of)) netsOf.set(each, [...(netsOf.get(each) ?? []), code]);
  }
  if (!isMultiple) {
    const first = new Map([...netsOf].map(([code, [net = 0]]) => [code, net]));
    return lookedUp(codes, first, { key: "UInt16", value: "UInt16" }, params);
  }
  const places = new Map([...netsOf.keys()].map((code, at) => [code, at + 1]));
  const place = lookedUp(codes, places, { key: "UInt16", value: "UInt16" }, params);
  // There is no place 0: what stands there is the empty list.
  return `${params.bind([...netsOf.values()], "Array(Array(UInt16))")}[ifNull(${place}, 0)]`;
}

type Combination = Extract<Derivation, { form: "combination" }>;

/** The first pair that two answers make. */
function pairCodes(reading: Reading, { questionIds, pairs }: Combination): string {
  const [first, second] = questionIds.map((id) => questionOf(reading, id)) as [Question, Question];
  const { params } = reading;
  if (first.kind === "multiple" || second.kind === "multiple") return pairAmong(reading, [first, second], pairs);
  const ones = [...new Set(pairs.map(({ of: [one] }) => one))];
  const others = [...new Set(pairs.map(({ of: [, other] }) => other))];
  const [oneAt, otherAt] = [ones, others].map((codes) => new Map(codes.map((code, at) => [code, at]))) as [
    Places,
    Places,
  ];
  const placeOf = (one: number, other: number) => (oneAt.get(one) ?? 0) * others.length + (otherAt.get(other) ?? 0);
  const codes = new Map(pairs.toReversed().map(({ code, of: [one, other] }) => [placeOf(one, other), code]));
  const [a, b] = [
    lookedUp(codesSql(reading, first), oneAt, { key: "UInt16", value: "UInt16" }, params),
    lookedUp(codesSql(reading, second), otherAt, { key: "UInt16", value: "UInt16" }, params),
  ];
  return lookedUp(`(${a} * ${others.length} + ${b})`, codes, { key: "UInt64", value: "UInt16" }, params);
}

type Places = Map<number, number>;

/** The same where a question has got several answers since it was combined: slower, as each pair is tried. */
function pairAmong(reading: Reading, sources: readonly [Question, Question], pairs: Combination["pairs"]): string {
  const { bind } = reading.params;
  const own = bind(
    pairs.map(({ code }) => code),
    "Array(UInt16)",
  );
  const sides = ([0, 1] as const).map((side) =>
    bind(
      pairs.map(({ of }) => of[side]),
      "Array(UInt16)",
    ),
  );
  const isOne = sources.map((source, side) => {
    const codes = codesSql(reading, source);
    return source.kind === "multiple" ? `has(${codes}, of${side})` : `ifNull(${codes} = of${side}, 0)`;
  });
  return `arrayFirstOrNull((c, of0, of1) -> ${isOne.join(" AND ")}, ${[own, ...sides].join(", ")})`;
}

function refuseBands({ id }: Question): never {
  throw new AppError("invalid", `Question “${id}” has no numbers to make bands of.`);
}

function readItems(filter: unknown[]): FilterItem[] {
  const { items, problems } = readFilter(filter);
  if (problems[0] !== undefined) throw new AppError("invalid", problems[0]);
  return items;
}

/** Where one of these codes is among a response's answers: 0 or 1, never null. */
export function hasCode(reading: Reading, question: Question, codes: readonly number[]): string {
  const value = codesSql(reading, question);
  const list = reading.params.bind(codes, "Array(UInt16)");
  return question.kind === "multiple" ? `hasAny(${value}, ${list})` : `ifNull(${value} IN ${list}, 0)`;
}

/**
 * What a response's answer counts in a mean, Nullable(Float64): the number, or the value of the chosen option. Null when
 * the question has no numbers: words, dates, several answers, or options without any value.
 */
export function numberSql(reading: Reading, question: Question): string | null {
  const { kind, options } = question;
  if (isNumber(question)) return enteredSql(reading, question);
  if (kind !== "scale" && kind !== "single" && kind !== "numeric") return null;
  const valued = options.flatMap(({ code, value }) => (value === null ? [] : [{ code, value }]));
  if (valued.length === 0) return null;
  const values = new Map(valued.map(({ code, value }) => [code, value]));
  return lookedUp(codesSql(reading, question), values, { key: "UInt16", value: "Float64" }, reading.params);
}
