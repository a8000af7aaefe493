import {
  type FilterItem,
  type FilterOperator,
  filterNumber,
  MOST_CONDITIONS,
  optionFinder,
  questionsIn,
} from "@/lib/contracts/answer-filter";
import type { Question } from "@/lib/contracts/answers";
import { instantOf } from "@/lib/contracts/instants";
import { filterOf, namesOf } from "@/lib/contracts/question-sources";
import { AppError } from "@/lib/http/problem";
import { codesSql, enteredSql, inBaseSql, questionOf, type Reading, textSql } from "./answer-sql";
import { identifier } from "./answer-table";

type Leaf = Extract<FilterItem, { questionId: string }>;
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
  const compare = comparison(question, reading);
  if (item.operator === "answered") return `(${answered})`;
  if (item.operator === "unanswered") return `(NOT (${answered}))`;
  // A missing answer compares to null, which holds nowhere.
  return `ifNull((${answered}) AND (${compare(item)}), 0)`;
}

const joined = (parts: string[], word: "AND" | "OR") =>
  parts.length === 0 ? (word === "AND" ? "1" : "0") : `(${parts.join(` ${word} `)})`;

type Comparison = (item: Leaf) => string;

/** How a question's answers are compared, by what they are. */
function comparison(question: Question, reading: Reading): Comparison {
  switch (question.kind) {
    case "numeric":
      return question.derivation ? byCode(question, reading) : byNumber(question, reading);
    case "date":
      return byDate(question, reading);
    case "open":
      return byText(question, reading);
    case "multiple":
      return byChoices(question, reading);
    default:
      return byCode(question, reading);
  }
}

const refuse = ({ id }: Question, problem: string) => new AppError("invalid", `The filter on “${id}” ${problem}`);
const shown = (value: Value) => (typeof value === "number" ? String(value) : `“${value.slice(0, 40)}”`);
const listOf = ({ value }: Leaf): Value[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

const symbols: Partial<Record<FilterOperator, string>> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };

/** Values of one kind against an expression of it; `bind` writes a value of that kind. */
function ordered(value: string, operator: FilterOperator, given: readonly string[], list: () => string): string {
  const [first = "NULL", last = "NULL"] = given;
  if (operator === "between") return `${value} >= ${first} AND ${value} <= ${last}`;
  if (operator === "eq" || operator === "in") return `${value} IN ${list()}`;
  if (operator === "ne" || operator === "nin") return `NOT ifNull(${value} IN ${list()}, 0)`;
  return `${value} ${symbols[operator]} ${first}`;
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
    return ordered(value, item.operator, given, () => bind(numbers, "Array(Float64)"));
  };
}

const isList = ({ operator }: Leaf) => ["eq", "ne", "in", "nin"].includes(operator);

/** The codes that the values of a condition name, a list each. A number that is no code is nobody's answer. */
function codesIn(question: Question): (item: Leaf) => number[][] {
  const codesOf = optionFinder(question.options);
  return (item) =>
    listOf(item).map((value) => {
      const codes = codesOf(value);
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
    return ordered(value, item.operator, given, () => bind(codes.flat(), "Array(Float64)"));
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
    return item.operator === "eq" || item.operator === "in" ? has : `NOT ${has}`;
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
    return `${value} ${item.operator === "eq" || item.operator === "in" ? "IN" : "NOT IN"} ${list}`;
  };
}

/** A date without a time is its whole day, by UTC. */
function byDate(question: Question, reading: Reading): Comparison {
  const value = `toUnixTimestamp64Milli(${columnSql(question)})`;
  const bind = (moment: number) => reading.params.bind(moment, "Int64");
  return (item) => {
    const spans = listOf(item).map((each) => spanOf(question, each));
    const [[from, to] = [0, 0], last = [0, 0]] = spans;
    switch (item.operator) {
      case "gt":
        return `${value} >= ${bind(to)}`;
      case "gte":
        return `${value} >= ${bind(from)}`;
      case "lt":
        return `${value} < ${bind(from)}`;
      case "lte":
        return `${value} < ${bind(to)}`;
      case "between":
        return `${value} >= ${bind(from)} AND ${value} < ${bind(last[1])}`;
      default: {
        // One condition of whatever number of dates: thousands would take longer to plan than a query may.
        const [starts, ends] = ([0, 1] as const).map((end) =>
          reading.params.bind(
            spans.map((span) => span[end]),
            "Array(Int64)",
          ),
        );
        const inOne = `arrayExists((s, e) -> assumeNotNull(${value}) >= s AND assumeNotNull(${value}) < e, ${starts}, ${ends})`;
        return item.operator === "ne" || item.operator === "nin" ? `NOT ${inOne}` : inOne;
      }
    }
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
