import * as z from "zod";
import { nameKey, optionNames } from "../rules/option-names";
import * as words from "../words";
import type { AnswerOption } from "./answers";

/** Filters over responses (2.4, 2.5): all items of a list must hold. A missing answer satisfies only `unanswered`. */
export const filterOperators = [
  "eq",
  "ne",
  "in",
  "nin",
  "gt",
  "gte",
  "lt",
  "lte",
  "between",
  "answered",
  "unanswered",
] as const;
export type FilterOperator = (typeof filterOperators)[number];

/** What value each operator takes; `range`: [low, high], both in it. */
export const valueForms = {
  eq: "one",
  ne: "one",
  in: "list",
  nin: "list",
  gt: "one",
  gte: "one",
  lt: "one",
  lte: "one",
  between: "range",
  answered: "none",
  unanswered: "none",
} as const satisfies Record<FilterOperator, "one" | "list" | "range" | "none">;
type ValueForm = (typeof valueForms)[FilterOperator];

type OperatorOf<Form extends ValueForm> = {
  [Operator in FilterOperator]: (typeof valueForms)[Operator] extends Form ? Operator : never;
}[FilterOperator];

/** Operators that ask whether there is an answer, and those that compare it with a value. */
export type PresenceOperator = OperatorOf<"none">;
export type ComparisonOperator = Exclude<FilterOperator, PresenceOperator>;
export const isPresence = (operator: FilterOperator): operator is PresenceOperator => valueForms[operator] === "none";

/** Operators whose values are answers themselves, and whether one of them is to be given; null: values to compare with. */
export const memberships: Record<ComparisonOperator, "among" | "not among" | null> = {
  eq: "among",
  in: "among",
  ne: "not among",
  nin: "not among",
  gt: null,
  gte: null,
  lt: null,
  lte: null,
  between: null,
};
export const membershipOf = (operator: FilterOperator) => (isPresence(operator) ? null : memberships[operator]);

const scalar = z.union([z.string(), z.number()]);
const readScalar = (value: unknown) => (typeof value === "string" || typeof value === "number" ? value : undefined);

type FilterValue = string | number | (string | number)[];
export type FilterItem =
  | { questionId: string; operator: FilterOperator; value?: FilterValue | undefined }
  | { any: FilterItem[] }
  | { not: FilterItem };

/** Items are nested no deeper: somebody would have to understand them. */
const DEEPEST = 10;
const MOST_ITEMS = 200;
/** Of a whole filter: a store plans each of its conditions, which takes ever longer and cannot be ended. */
export const MOST_CONDITIONS = 1000;
const MOST_VALUES = 5000;
/** Of a whole filter. */
const MOST_IN_ALL = 50_000;
const BAD_VALUE = `A filter's value must be a text, a number, or a list of at most ${MOST_VALUES.toLocaleString("en")} of them.`;

const one = z.object({
  questionId: z.string({ error: "A filter names a question by questionId." }).min(1),
  operator: z.enum(filterOperators, {
    error: ({ input }) => `“${String(input).slice(0, 40)}” is no operator. Use one of ${filterOperators.join(", ")}.`,
  }),
  value: z
    .union([scalar, words.list("Values", scalar, { most: MOST_VALUES, read: readScalar })], { error: BAD_VALUE })
    .optional(),
});

/** What the operator takes, as a sentence when the value is something else. */
function valueProblem({ questionId, operator, value }: z.output<typeof one>): string | null {
  const where = `The filter on “${questionId}”`;
  const form = valueForms[operator];
  return isOfForm[form](value)
    ? null
    : `${where} needs ${neededForms[form]} for ${operator}${form === "range" ? ", both in it" : ""}.`;
}

const isOfForm: Record<ValueForm, (value: FilterValue | undefined) => boolean> = {
  none: () => true,
  one: (value) => value !== undefined && !Array.isArray(value),
  list: Array.isArray,
  range: (value) => Array.isArray(value) && value.length === 2,
};

const neededForms: Record<ValueForm, string> = {
  none: "nothing",
  one: "one value",
  list: "a list of values",
  range: "[low, high]",
};

const TOO_MANY_CONDITIONS = `A filter can have at most ${MOST_CONDITIONS.toLocaleString("en")} conditions, all that are inside any and not among them. List the values of a question in one, with in or nin.`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function problemOf({ issues: [issue] }: z.ZodError, { questionId }: Record<string, unknown>): string {
  const message = issue?.message ?? "A filter cannot be read.";
  return issue?.path[0] === "value" && typeof questionId === "string"
    ? `The filter on “${questionId.slice(0, 200)}”: ${message}`
    : message;
}

/** What the items of a filter are read into, with how many conditions and values there were so far. */
type Reader = { refuse: (message: string) => void; conditions: number; values: number };

function readItem(input: unknown, depth: number, reader: Reader): FilterItem | null {
  const { refuse } = reader;
  if (depth > DEEPEST) {
    refuse("A filter is nested too deeply.");
    return null;
  }
  if (!isObject(input)) {
    refuse("Each item of filter must be an object: {questionId, operator, value}.");
    return null;
  }
  const forms = (["any", "not", "questionId"] as const).filter((each) => each in input);
  if (forms.length > 1) {
    refuse(
      `An item of filter has one of any, not and questionId. This one has ${forms.join(" and ")}: make it several items.`,
    );
    return null;
  }
  if ("any" in input) {
    if (!Array.isArray(input.any) || input.any.length === 0) {
      refuse("any must be a list of at least one item.");
      return null;
    }
    if (input.any.length > MOST_ITEMS) {
      refuse(`any can have at most ${MOST_ITEMS} items.`);
      return null;
    }
    const items = input.any.map((item) => readItem(item, depth + 1, reader));
    return { any: items.filter((item) => item !== null) };
  }
  if ("not" in input) {
    const item = readItem(input.not, depth + 1, reader);
    return item && { not: item };
  }
  reader.conditions += 1;
  if (Array.isArray(input.value)) reader.values += input.value.length;
  if (reader.conditions > MOST_CONDITIONS || reader.values > MOST_IN_ALL) return null; // said once, of the whole filter
  const read = one.safeParse(input);
  if (!read.success) {
    refuse(problemOf(read.error, input));
    return null;
  }
  const problem = valueProblem(read.data);
  if (problem) refuse(problem);
  return problem ? null : read.data;
}

/** A list of items; every mistake in a sentence. */
export const filterField = z
  .unknown()
  .optional()
  .transform((input, context): FilterItem[] => {
    const refuse = (message: string) => context.issues.push({ code: "custom", message, input });
    if (input === undefined) return [];
    if (!Array.isArray(input)) {
      refuse("filter must be a list.");
      return z.NEVER;
    }
    if (input.length > MOST_ITEMS) {
      refuse(`filter can have at most ${MOST_ITEMS} items.`);
      return z.NEVER;
    }
    const reader: Reader = { refuse, conditions: 0, values: 0 };
    const items = input.map((item) => readItem(item, 0, reader)).filter((item) => item !== null);
    if (reader.conditions > MOST_CONDITIONS) refuse(TOO_MANY_CONDITIONS);
    else if (reader.values > MOST_IN_ALL) {
      refuse(`The lists of a filter can have at most ${MOST_IN_ALL.toLocaleString("en")} values in all.`);
    }
    return items;
  });

/** A filter as it goes on to a service: items that we do not know are for it to judge. */
export const passedOnFilter = words.list("filter", z.unknown(), 10_000).optional();

/** The number that a value of a filter is, exactly as written; null when it is none. */
export function filterNumber(value: string | number): number | null {
  const number =
    typeof value === "number" ? value : /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : null;
  return number !== null && Number.isFinite(number) ? number : null;
}

/**
 * Finds the codes of the options that a value of a filter names: the option with that code; else of that name; else those
 * of that label, which several may have; names and labels also without regard to case. None: an empty list.
 */
export function optionFinder(options: readonly AnswerOption[]): (value: string | number) => number[] {
  let index: OptionIndex | null = null;
  return (value) => {
    index ??= indexOf(options);
    const number = filterNumber(value);
    if (number !== null && index.codes.has(number)) return [number];
    const words = String(value);
    const list = index.lists.find(({ key, codes }) => codes.has(key(words)));
    return list?.codes.get(list.key(words)) ?? [];
  };
}

type OptionIndex = { codes: Set<number>; lists: { key: (words: string) => string; codes: Map<string, number[]> }[] };

function indexOf(options: readonly AnswerOption[]): OptionIndex {
  const names = [...optionNames(options)];
  const labels = options.map(({ code, label }): [number, string] => [code, label]);
  const inAnyCase = (words: string) => nameKey(words).toLowerCase();
  const listed = (called: readonly [code: number, words: string][], key: (words: string) => string) => {
    const codes = new Map<string, number[]>();
    for (const [code, words] of called) {
      const found = codes.get(key(words)) ?? [];
      if (!found.includes(code)) codes.set(key(words), [...found, code]);
    }
    return { key, codes };
  };
  return {
    codes: new Set(options.map(({ code }) => code)),
    lists: [listed(names, nameKey), listed(labels, nameKey), listed([...labels, ...names], inAnyCase)],
  };
}

/** The questions that a filter names. */
export function questionsIn(items: readonly FilterItem[]): string[] {
  return items.flatMap((item) => {
    if ("any" in item) return questionsIn(item.any);
    return "not" in item ? questionsIn([item.not]) : [item.questionId];
  });
}
