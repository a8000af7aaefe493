import { instantOf } from "@/lib/contracts/calendar/instants";
import type { Question } from "@/lib/contracts/interfaces/answers";
import {
  type ComparisonOperator,
  type FilterItem,
  isPresence,
  MOST_CONDITIONS,
  memberships,
  type PresenceOperator,
  questionsIn,
} from "@/lib/contracts/rules/filter-items";
import { answerFinder, filterNumber } from "@/lib/contracts/rules/filter-values";
import { isNumber } from "@/lib/contracts/rules/question-rules";
import { filterOf, namesOf } from "@/lib/contracts/rules/question-sources";
import type { MissingKind } from "@/lib/contracts/terms/answers";
import { AppError } from "@/lib/http/problem";
import { codesSql, enteredSql, inBaseSql, questionOf, type Reading, textSql } from "./answer-sql";
import { identifier } from "./answer-table";
import { wasAskedSql } from "./dimension-sql";

type Leaf = Extract<FilterItem, { questionId: string }> & { operator: ComparisonOperator };
type Value = string | number;

/** Where all items hold, as one condition that is 0 or 1, never null. Throws a sentence for what cannot be asked. */
export function conditions(items: readonly FilterItem[], reading: Reading): string {
  if (conditionsIn(items, reading) > MOST_CONDITIONS) throw tooMany();
  return joined(
    items.map((item) => condition(item, reading)),
    "AND",
  );
}

const tooMany = () =>
  new AppError(
    "invalid",
    `This filter has more than ${MOST_CONDITIONS.toLocaleString("en")} conditions, with all that its derived questions are made of. Ask for fewer conditions, or make derived questions of fewer.`,
  );

/**
 * How many conditions a filter comes to, with those that derived questions in it are made of. `counted`: what was found
 * of these; one that is made of itself is refused where it is read.
 */
function conditionsIn(
  items: readonly FilterItem[],
  { questions }: Pick<Reading, "questions">,
  counted = new Map<string, number>(),
): number {
  const countOf = (id: string): number => {
    const derivation = questions.get(id)?.derivation;
    if (!derivation) return 0;
    const known = counted.get(id);
    if (known !== undefined) return known;
    counted.set(id, 0);
    const count =
      derivation.form === "filter"
        ? conditionsIn(filterOf(derivation) ?? [], { questions }, counted)
        : namesOf(derivation).reduce((sum, source) => sum + countOf(source), 0);
    counted.set(id, count);
    return count;
  };
  return questionsIn(items).reduce((sum, id) => sum + 1 + countOf(id), 0);
}

function condition(item: FilterItem, reading: Reading): string {
  if ("any" in item) {
    return joined(
      item.any.map((each) => condition(each, reading)),
      "OR",
    );
  }
  if ("not" in item) return `(NOT ${condition(item.not, reading)})`;
  const question = questionOf(reading, item.questionId);
  const answered = inBaseSql(reading, question);
  const compare = comparisonOf[question.kind](question, reading);
  const { operator } = item;
  if (isPresence(operator)) return presence[operator](answered);
  const { missing, others } = namedIn(question, { ...item, operator });
  // A missing answer compares to null, which holds nowhere.
  const holds = `ifNull((${answered}) AND (${compare(others)}), 0)`;
  const rows = missing.map((kind) => `(NOT (${answered}) AND ${wasPut[kind]}(${wasAskedSql(reading, question)}))`);
  return rows.length > 0 ? joined([holds, ...rows], "OR") : holds;
}

/** What a missing answer of each kind says of whether its question was put to the respondent. */
const wasPut: Record<MissingKind, "" | "NOT "> = { no_answer: "", not_asked: "NOT " };

/**
 * The rows of missing answers that a condition names as tables do, and the condition without them. A missing answer is
 * in such a row, and meets nothing else: also not that it is none of some answers.
 */
function namedIn(question: Question, item: Leaf): { missing: MissingKind[]; others: Leaf } {
  const hasRows = question.kind !== "open" && question.kind !== "date" && !isNumber(question);
  if (!hasRows || memberships[item.operator] === null) return { missing: [], others: item };
  const find = answerFinder(question);
  const named = listOf(item).map((value) => ({ value, kinds: find(value).missing }));
  const missing = memberships[item.operator] === "among" ? named.flatMap(({ kinds }) => kinds) : [];
  const value = named.flatMap(({ kinds, value: each }) => (kinds.length === 0 ? [each] : []));
  return { missing: [...new Set(missing)], others: { ...item, value } };
}

const presence: Record<PresenceOperator, (answered: string) => string> = {
  answered: (answered) => `(${answered})`,
  unanswered: (answered) => `(NOT (${answered}))`,
};

const joined = (parts: string[], word: "AND" | "OR") =>
  parts.length === 0 ? (word === "AND" ? "1" : "0") : `(${parts.join(` ${word} `)})`;

type Comparison = (item: Leaf) => string;

/** How a question's answers are compared, by what they are. */
const comparisonOf: Record<Question["kind"], (question: Question, reading: Reading) => Comparison> = {
  numeric: (question, reading) => (isNumber(question) ? byNumber : byCode)(question, reading),
  date: byDate,
  open: byText,
  multiple: byChoices,
  single: byCode,
  scale: byCode,
};

const refuse = ({ id }: Question, problem: string) => new AppError("invalid", `The filter on “${id}” ${problem}`);
const shown = (value: Value) => (typeof value === "number" ? String(value) : `“${value.slice(0, 40)}”`);
const listOf = ({ value }: Leaf): Value[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/**
 * What a value is compared with. `first` and `last`: what was given, each by itself; `list`: all of it as one array,
 * which is only written where it is used, for what is bound is sent.
 */
type Operands = { value: string; first: string; last: string; list: () => string };

const isAmong = ({ value, list }: Operands) => `${value} IN ${list()}`;
const isNotAmong = ({ value, list }: Operands) => `NOT ifNull(${value} IN ${list()}, 0)`;

const comparisons: Record<ComparisonOperator, (operands: Operands) => string> = {
  eq: isAmong,
  in: isAmong,
  ne: isNotAmong,
  nin: isNotAmong,
  gt: ({ value, first }) => `${value} > ${first}`,
  gte: ({ value, first }) => `${value} >= ${first}`,
  lt: ({ value, first }) => `${value} < ${first}`,
  lte: ({ value, first }) => `${value} <= ${first}`,
  between: ({ value, first, last }) => `${value} >= ${first} AND ${value} <= ${last}`,
};

/** Values of one kind against an expression of it; `list` binds all of them. */
function ordered(value: string, { operator }: Leaf, given: readonly string[], list: () => string): string {
  const [first = "NULL", last = "NULL"] = given;
  return comparisons[operator]({ value, first, last, list });
}

function byNumber(question: Question, reading: Reading): Comparison {
  const value = enteredSql(reading, question);
  const { bind } = reading.params;
  return (item) => {
    const numbers = listOf(item).map((each) => {
      const number = filterNumber(each);
      if (number === null) throw refuse(question, `compares numbers: ${shown(each)} is none.`);
      return number;
    });
    const given = isList(item) ? [] : numbers.map((each) => bind(each, "Float64"));
    return ordered(value, item, given, () => bind(numbers, "Array(Float64)"));
  };
}

const isList = ({ operator }: Leaf) => memberships[operator] !== null;

/** The codes that the values of a condition name, a list each. A number that is no code is nobody's answer. */
function codesIn(question: Question): (item: Leaf) => number[][] {
  const find = answerFinder(question);
  return (item) =>
    listOf(item).map((value) => {
      const { codes } = find(value);
      const number = codes.length === 0 ? filterNumber(value) : null;
      if (codes.length > 0 || number !== null) return number === null ? codes : [number];
      throw refuse(question, `names ${shown(value)}, which is no option of it.`);
    });
}

/** What is greater or less than two options of one label is not said. */
function oneOf(question: Question, codes: readonly number[]): number {
  const [code = 0, ...others] = codes;
  if (others.length === 0) return code;
  throw refuse(question, `names a label of several options: name one of them by its code, ${codes.join(" or ")}.`);
}

function byCode(question: Question, reading: Reading): Comparison {
  const value = codesSql(reading, question);
  const { bind } = reading.params;
  const codesOf = codesIn(question);
  return (item) => {
    const codes = codesOf(item);
    const given = isList(item) ? [] : codes.map((each) => bind(oneOf(question, each), "Float64"));
    return ordered(value, item, given, () => bind(codes.flat(), "Array(Float64)"));
  };
}

function byChoices(question: Question, reading: Reading): Comparison {
  const value = codesSql(reading, question);
  const codesOf = codesIn(question);
  return (item) => {
    if (!isList(item)) {
      throw refuse(question, `cannot use ${item.operator}: it has several answers. Use eq, ne, in or nin.`);
    }
    const codes = codesOf(item).flat();
    const has = `hasAny(${value}, ${reading.params.bind(codes.filter(isStorable), "Array(UInt16)")})`;
    return memberships[item.operator] === "among" ? has : `NOT ${has}`;
  };
}

const MOST_CODE = 65_535;
const isStorable = (code: number) => Number.isInteger(code) && code >= 0 && code <= MOST_CODE;

function byText(question: Question, reading: Reading): Comparison {
  const value = textSql(reading, question);
  return (item) => {
    if (!isList(item)) {
      throw refuse(question, `cannot use ${item.operator}: it is answered in words. Use eq, ne, in or nin.`);
    }
    const texts = listOf(item).map((each) => {
      if (typeof each !== "string") throw refuse(question, `compares texts: ${shown(each)} is none.`);
      return each;
    });
    const list = reading.params.bind(texts, "Array(String)");
    return `${value} ${memberships[item.operator] === "among" ? "IN" : "NOT IN"} ${list}`;
  };
}

/** Spans of time that a date is compared with: [from, to) of the first, `end` of the last, all of them as `within`. */
type DateOperands = { value: string; from: () => string; to: () => string; end: () => string; within: () => string };

const isWithin = ({ within }: DateOperands) => within();
const isNotWithin = ({ within }: DateOperands) => `NOT ${within()}`;

const dateComparisons: Record<ComparisonOperator, (operands: DateOperands) => string> = {
  eq: isWithin,
  in: isWithin,
  ne: isNotWithin,
  nin: isNotWithin,
  gt: ({ value, to }) => `${value} >= ${to()}`,
  gte: ({ value, from }) => `${value} >= ${from()}`,
  lt: ({ value, from }) => `${value} < ${from()}`,
  lte: ({ value, to }) => `${value} < ${to()}`,
  between: ({ value, from, end }) => `${value} >= ${from()} AND ${value} < ${end()}`,
};

/** A date without a time is its whole day, by UTC. */
function byDate(question: Question, reading: Reading): Comparison {
  const value = `toUnixTimestamp64Milli(${columnSql(question)})`;
  const { bind } = reading.params;
  return (item) => {
    const spans = listOf(item).map((each) => spanOf(question, each));
    const [[from, to] = [0, 0], [, end] = [0, 0]] = spans;
    return dateComparisons[item.operator]({
      value,
      from: () => bind(from, "Int64"),
      to: () => bind(to, "Int64"),
      end: () => bind(end, "Int64"),
      // One condition of whatever number of dates: thousands would take longer to plan than a query may.
      within: () => {
        const [starts, ends] = ([0, 1] as const).map((side) =>
          bind(
            spans.map((span) => span[side]),
            "Array(Int64)",
          ),
        );
        return `arrayExists((s, e) -> assumeNotNull(${value}) >= s AND assumeNotNull(${value}) < e, ${starts}, ${ends})`;
      },
    });
  };
}

/** [from, to) of a date or a moment. */
function spanOf(question: Question, value: Value): [number, number] {
  const from = typeof value === "string" ? instantOf(value, "start") : null;
  const to = typeof value === "string" ? instantOf(value, "end") : null;
  if (from === null || to === null) {
    throw refuse(question, `compares dates: ${shown(value)} is none. Write one as 2031-02-28.`);
  }
  return [from, Math.max(to, from + 1)];
}

function columnSql({ id, column, derivation }: Question): string {
  if (column !== null && derivation === null) return identifier(column);
  throw new Error(`Question ${id} cannot be derived as what it is.`);
}
