import type { Question } from "@/lib/contracts/interfaces/answers";
import { isNumber } from "@/lib/contracts/rules/question-rules";
import { type BaseRule, type DatePart, datePartOf, RESPONSE_TIME } from "@/lib/contracts/terms/pivot";
import { AppError } from "@/lib/http/problem";
import { answeredSql, codesSql, inBaseSql, markSql, questionOf, type Reading, sourcesOf, timeSql } from "./answer-sql";
import { fixedColumns, identifier, missingMark } from "./answer-table";

/** Keys of responses without an answer, where the base rule gives them a row of their own. */
export const noAnswerKey = -1;
export const notAskedKey = -2;
/** Of a response that is in the table and under none of the dimension's keys: no group has it, totals do. */
export const outsideKey = -3;

/** A dimension of a cross table as expressions over a row of answers. */
export type DimensionSql = {
  id: string;
  /** An integer, or, of a question with several answers, an array of them: the keys under which a response stands. */
  keys: string;
  hasSeveral: boolean;
  /** Whether the response is in the table as far as this dimension goes: 0 or 1, never null. */
  isIn: string;
};

type Rule = { table: string; baseRule: BaseRule; timeZone: string };

/** A sentence where the dimension cannot be one. */
export function dimensionSql(reading: Reading, id: string, rule: Rule): DimensionSql {
  const { codes, hasSeveral, isAnswered, wasAsked } = answersOf(reading, id, rule);
  const given = hasSeveral ? codes : `ifNull(${codes}, toInt32(${outsideKey}))`;
  if (rule.baseRule === "answered") return { id, keys: given, hasSeveral, isIn: isAnswered };
  const missing = `if(${wasAsked}, toInt32(${noAnswerKey}), toInt32(${notAskedKey}))`;
  const keys = `if(${isAnswered}, ${given}, ${hasSeveral ? `[${missing}]` : missing})`;
  return { id, keys, hasSeveral, isIn: rule.baseRule === "all" ? "1" : `(${isAnswered} OR ${wasAsked})` };
}

/** `isAnswered`: the response is in the base, be it under none of the codes. */
type Answers = { codes: string; hasSeveral: boolean; isAnswered: string; wasAsked: string };

function answersOf(reading: Reading, id: string, rule: Rule): Answers {
  const part = reading.questions.has(id) ? null : datePartOf(id);
  if (part) return datePartAnswers(reading, part, rule);
  const question = questionOf(reading, id);
  const { kind } = question;
  if (kind !== "single" && kind !== "scale" && kind !== "multiple" && (!question.derivation || isNumber(question))) {
    const instead = kind === "numeric" ? "Make bands of it." : kind === "date" ? `Use “${id}:month”, say.` : "";
    throw new AppError("invalid", `“${id}” has no options to make rows or columns of. ${instead}`.trim());
  }
  const [isAnswered, wasAsked] = [inBaseSql(reading, question), wasAskedSql(reading, question)];
  const value = codesSql(reading, question);
  if (kind === "multiple")
    return { codes: `arrayMap(c -> toInt32(c), ${value})`, hasSeveral: true, isAnswered, wasAsked };
  return { codes: `toInt32(${value})`, hasSeveral: false, isAnswered, wasAsked };
}

/** What a derived question is made of was asked, or the question was: 0 or 1. */
export function wasAskedSql(reading: Reading, question: Question): string {
  const { column, derivation, missing } = question;
  if (column !== null) {
    const wasAsked = `${markSql(reading, question)} != ${missingMark.not_asked}`;
    // Beside an option that was marked later as not asked, another one may have been chosen.
    return missing.some(({ marked }) => marked)
      ? `(${answeredSql(reading, question)} OR ${wasAsked})`
      : `(${wasAsked})`;
  }
  if (derivation?.form === "formula") {
    return `(${answeredSql(reading, question)} OR ${markSql(reading, question)} != ${missingMark.not_asked})`;
  }
  const sources = derivation ? sourcesOf(derivation) : [];
  const each = sources.map((id) => wasAskedSql(reading, questionOf(reading, id)));
  return each.length > 0 ? `(${each.join(" AND ")})` : "1";
}

/** A number that rises with time; months, weeks and so on are periods of the calendar of that zone, weeks ISO 8601. */
const partSql: Record<DatePart, (at: string) => string> = {
  year: (at) => `toYear(${at})`,
  quarter: (at) => `toYear(${at}) * 10 + toQuarter(${at})`,
  month: (at) => `toYYYYMM(${at})`,
  week: (at) => `toYearWeek(${at}, 3)`,
  day: (at) => `toYYYYMMDD(${at})`,
  hour: (at) => `toYYYYMMDD(${at}) * 100 + toHour(${at})`,
  weekday: (at) => `toDayOfWeek(${at})`,
};

const DAY_MS = 86_400_000;

/** Answers that are days without a time (`read-answer.ts`), which all of a question's are or none, are these in every zone. */
function datePartAnswers(
  reading: Reading,
  { questionId, part }: { questionId: string; part: DatePart },
  { table, timeZone }: Rule,
): Answers {
  const isOwn = questionId === RESPONSE_TIME;
  const question = isOwn ? null : questionOf(reading, questionId);
  const column = question ? timeSql(reading, question) : fixedColumns.time;
  const local = partSql[part](`toTimeZone(${column}, ${reading.params.bind(timeZone, "String")})`);
  const isTime = `toUnixTimestamp64Milli(assumeNotNull(${column})) % ${DAY_MS} != 0`;
  const hasTimes = `(SELECT countIf(isNotNull(${column}) AND ${isTime}) > 0 FROM ${identifier(table)})`;
  const wasAsked = question ? wasAskedSql(reading, question) : "0";
  return {
    // Hours from 2148 on are beyond 32 bits.
    codes: `toInt64(${isOwn ? local : `if(${hasTimes}, ${local}, ${partSql[part](column)})`})`,
    hasSeveral: false,
    isAnswered: `isNotNull(${column})`,
    wasAsked,
  };
}
