import type { FormulaStep, FormulaType, OptionsStep, TextIds } from "@/lib/contracts/formulas/steps";
import { isNumber } from "@/lib/contracts/rules/question-rules";
import { AppError } from "@/lib/http/problem";
import {
  answeredSql,
  codesSql,
  enteredSql,
  hasCode,
  inBaseSql,
  numberSql,
  questionOf,
  type Reading,
  textSql,
  timeSql,
} from "./answer-sql";
import { fixedColumns } from "./answer-table";
import { canBeInfinite } from "./formula-range";
import { bandOf, lookedUp } from "./look-up-sql";

type Step<Name extends FormulaStep["step"]> = Extract<FormulaStep, { step: Name }>;
type One = Exclude<FormulaStep, OptionsStep>["step"];

const sqlTypes: Record<Exclude<FormulaType, "options">, string> = {
  number: "Float64",
  yesno: "UInt8",
  category: "UInt16",
  time: "DateTime64(3, 'UTC')",
  text: "String",
};

/**
 * A step as SQL: numbers Float64, yes and no UInt8, ids of options UInt16, times DateTime64, texts String; all nullable.
 * Every step stands in its own SQL once: what names one twice would double with each step around it.
 */
export function stepSql(reading: Reading, step: FormulaStep): string {
  // Safe: each member's own writer is looked up by its name.
  return (writers[step.step as One] as (reading: Reading, step: FormulaStep) => string)(reading, step);
}

const all = (reading: Reading, steps: readonly FormulaStep[]) => steps.map((step) => stepSql(reading, step));

/** A value under a name, so that an expression may use it more than once. */
const named = (name: string, value: string, expression: string) => `arrayMap(${name} -> ${expression}, [${value}])[1]`;

const finite = (value: string) => `arrayFirstOrNull(n -> ifNull(isFinite(n), 0), [${value}])`;

const bindId = ({ params }: Reading, id: number) => params.bind(id, "UInt16");

/** The id for an id or a code; null where it is none of these. */
const idSql = ({ params }: Reading, value: string, ids: TextIds) =>
  lookedUp(value, new Map(ids), { key: "UInt16", value: "UInt16" }, params);

const writers: { [Name in One]: (reading: Reading, step: Step<Name>) => string } = {
  missing: (_, { type }) => `CAST(NULL, 'Nullable(${sqlTypes[type === "options" ? "category" : type]})')`,
  number: ({ params }, { value }) => params.bind(value, "Float64"),
  "number of": (reading, { questionId }) => {
    const question = questionOf(reading, questionId);
    const number = isNumber(question) ? enteredSql(reading, question) : numberSql(reading, question);
    if (number !== null) return number;
    throw new AppError("invalid", `Question “${questionId}” has no numbers for a formula.`);
  },
  arithmetic: (reading, step) => {
    const value = arithmetic[step.sign](stepSql(reading, step.left), stepSql(reading, step.right));
    return canBeInfinite(step) ? finite(value) : value;
  },
  aggregate: (reading, { how, of, needsAll }) => {
    const list = `[${all(reading, of)
      .map((each) => `toNullable(${each})`)
      .join(", ")}]`;
    const name = how === "mean" ? "avg" : how;
    if (!needsAll) return `arrayReduce('${name}', ${list})`;
    return named("l", list, `if(arrayExists(e -> isNull(e), l), NULL, arrayReduce('${name}', l))`);
  },
  absolute: (reading, { of }) => `abs(${stepSql(reading, of)})`,
  round: (reading, { of, digits }) => {
    const scale = reading.params.bind(10 ** digits, "Float64");
    return `floor(${stepSql(reading, of)} * ${scale} + 0.5) / ${scale}`;
  },
  "as number": (reading, { of }) => `toFloat64(${stepSql(reading, of)})`,
  between: (reading, { unit, from, to }) => {
    const [one, other] = [stepSql(reading, from), stepSql(reading, to)];
    // The engine's weeks are those of the calendar.
    if (unit === "week") return `trunc(age('day', ${one}, ${other}) / 7)`;
    return `toFloat64(age('${unit}', ${one}, ${other}))`;
  },
  chosen: (reading, { questionId }) => {
    const question = questionOf(reading, questionId);
    return `if(${inBaseSql(reading, question)}, toFloat64(length(${codesSql(reading, question)})), NULL)`;
  },
  yes: (_, { value }) => `toUInt8(${value ? 1 : 0})`,
  compare: (reading, { sign, left, right }) => `(${stepSql(reading, left)} ${sign} ${stepSql(reading, right)})`,
  contains: (reading, { of, text }) =>
    `(positionCaseInsensitiveUTF8(${stepSql(reading, of)}, ${reading.params.bind(text, "String")}) > 0)`,
  and: (reading, { of }) => `(${all(reading, of).join(" AND ")})`,
  or: (reading, { of }) => `(${all(reading, of).join(" OR ")})`,
  not: (reading, { of }) => `(NOT ${stepSql(reading, of)})`,
  answered: (reading, { questionId }) => `toUInt8(${answeredSql(reading, questionOf(reading, questionId))})`,
  "is there": (reading, { of }) => `isNotNull(${stepSql(reading, of)})`,
  surely: (reading, { of }) => `ifNull(${stepSql(reading, of)}, 0)`,
  chose: choseSql,
  text: (reading, { id }) => bindId(reading, id),
  "option of": (reading, { questionId, ids }) =>
    idSql(reading, codesSql(reading, questionOf(reading, questionId)), ids),
  bands: (reading, { of, edges, ids }) => {
    const bands = ids.map((code, at) => ({ code, low: edges[at - 1] ?? null, high: edges[at] ?? null }));
    return named("b", stepSql(reading, of), bandOf("b", bands, reading.params));
  },
  quantiles: (reading, { of, ids }) => {
    const levels = ids.slice(1).map((_, at) => (at + 1) / ids.length);
    const value = stepSql(reading, of);
    const limits = `(SELECT quantilesExactInclusive(${levels.join(", ")})(${value}) FROM ${reading.rows})`;
    const place = "1 + arrayCount(q -> assumeNotNull(v) > q, l)";
    const id = `${reading.params.bind(ids, "Array(UInt16)")}[${place}]`;
    return `arrayMap((v, l) -> if(isNull(v), NULL, ${id}), [${value}], [${limits}])[1]`;
  },
  recoded: (reading, { of, ids }) => idSql(reading, stepSql(reading, of), ids),
  combined: combinedSql,
  "time of": (reading, { questionId }) => timeSql(reading, questionOf(reading, questionId)),
  "response time": () => fixedColumns.time,
  moment: ({ params }, { ms }) => `fromUnixTimestamp64Milli(${params.bind(ms, "Int64")}, 'UTC')`,
  "text of": (reading, { questionId }) => textSql(reading, questionOf(reading, questionId)),
  words: ({ params }, { text }) => params.bind(text, "String"),
  if: ifSql,
  first: (reading, { of }) => `coalesce(${all(reading, of).join(", ")})`,
};

const arithmetic: Record<Step<"arithmetic">["sign"], (left: string, right: string) => string> = {
  "+": (left, right) => `(${left} + ${right})`,
  "-": (left, right) => `(${left} - ${right})`,
  "*": (left, right) => `(${left} * ${right})`,
  "/": (left, right) => `(${left} / nullIf(${right}, 0))`,
  "^": (left, right) => `pow(${left}, ${right})`,
};

/**
 * The result behind the first condition that is not no: nothing where that one is missing. A chain of conditions is one
 * list, since a hundred of them inside each other would be more than the store parses.
 */
function ifSql(reading: Reading, step: Step<"if">): string {
  const chain: Step<"if">[] = [step];
  for (let next = step.otherwise; next.step === "if"; next = next.otherwise) chain.push(next);
  const last = chain.at(-1) ?? step;
  const nothing = chain.length + 1;
  const places = chain.map(({ when }, at) => `[0, ${at + 1}, ${nothing}][ifNull(${stepSql(reading, when)}, 2) + 1]`);
  const results = all(reading, [last.otherwise, ...chain.map(({ result }) => result)]);
  return `[${results.join(", ")}, NULL][arrayFirst(p -> p > 0, [${places.join(", ")}]) + 1]`;
}

/** Of a stored question with one answer, and of a formula, the code is missing where there is no answer. */
function choseSql(reading: Reading, { questionId, codes, needsAll }: Step<"chose">): string {
  const question = questionOf(reading, questionId);
  const { kind, derivation } = question;
  const list = reading.params.bind(codes, "Array(UInt16)");
  const value = codesSql(reading, question);
  if (kind !== "multiple" && (!derivation || derivation.form === "formula")) return `(${value} IN ${list})`;
  const has = kind === "multiple" && needsAll ? `hasAll(${value}, ${list})` : hasCode(reading, question, codes);
  return `if(${inBaseSql(reading, question)}, ${has}, NULL)`;
}

function combinedSql(reading: Reading, { of, ids }: Step<"combined">): string {
  const places = of.map((_, side) => {
    const own = [...new Set(ids.map(([from]) => from[side] ?? 0))];
    return new Map(own.map((id, at) => [id, at]));
  });
  const radix = (side: number) => places.slice(side + 1).reduce((product, { size }) => product * size, 1);
  const parts = of.map((step, side) => {
    const place = idSql(reading, stepSql(reading, step), [...(places[side] ?? [])]);
    return `toUInt64(${place}) * ${radix(side)}`;
  });
  const placeOf = (from: readonly number[]) =>
    from.reduce((sum, id, side) => sum + (places[side]?.get(id) ?? 0) * radix(side), 0);
  const found = new Map(ids.map(([from, id]) => [placeOf(from), id]));
  return lookedUp(`(${parts.join(" + ")})`, found, { key: "UInt64", value: "UInt16" }, reading.params);
}

/** Ids of several options, Array(UInt16), each once. `isAnswered`: 0 or 1, never null. */
export function optionsSql(reading: Reading, step: FormulaStep): { ids: string; isAnswered: string } {
  switch (step.step) {
    case "options of": {
      const question = questionOf(reading, step.questionId);
      const ids = mapped(reading, codesSql(reading, question), step.ids);
      return { ids, isAnswered: inBaseSql(reading, question) };
    }
    case "recoded options": {
      const { ids, isAnswered } = optionsSql(reading, step.of);
      return { ids: mapped(reading, ids, step.ids), isAnswered };
    }
    case "pool": {
      const given = `[${all(reading, step.of).join(", ")}]`;
      const ids = `arrayDistinct(arrayMap(i -> assumeNotNull(i), arrayFilter(i -> isNotNull(i), ${given})))`;
      return { ids, isAnswered: `notEmpty(${ids})` };
    }
    default:
      step satisfies Exclude<FormulaStep, OptionsStep>;
      throw new Error(`The step ${step.step} gives no list of options.`);
  }
}

/** The list with each member replaced; members without a replacement go. */
function mapped({ params }: Reading, list: string, ids: TextIds): string {
  if (ids.length === 0) return "CAST([], 'Array(UInt16)')";
  const [from, to] = ([0, 1] as const).map((side) =>
    params.bind(
      ids.map((pair) => pair[side]),
      "Array(UInt16)",
    ),
  );
  return `arrayDistinct(arrayFilter(i -> i > 0, arrayMap(i -> transform(i, ${from}, ${to}, toUInt16(0)), ${list})))`;
}
