import { isObject, type JsonObject } from "../lenient";

/**
 * Filters over responses (2.4, 2.5): all items of a list must hold. A missing answer satisfies only `unanswered`.
 * Addresses of pages are read by the same rules as requests, so that nothing here needs a schema library.
 */
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

const TOO_MANY_CONDITIONS = `A filter can have at most ${MOST_CONDITIONS.toLocaleString("en")} conditions, all that are inside any and not among them. List the values of a question in one, with in or nin.`;

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

type Refuse = (problem: string) => void;
/** Takes the mistakes of a filter, and counts its conditions and values. */
type Reader = { refuse: Refuse; conditions: number; values: number };

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
  return readCondition(input, refuse);
}

function readCondition({ questionId, operator, value }: JsonObject, refuse: Refuse): FilterItem | null {
  if (typeof questionId !== "string" || questionId === "") {
    refuse("A filter names a question by questionId.");
    return null;
  }
  if (!isOperator(operator)) {
    refuse(`“${String(operator).slice(0, 40)}” is no operator. Use one of ${filterOperators.join(", ")}.`);
    return null;
  }
  const where = `The filter on “${questionId.slice(0, 200)}”`;
  if (!isFilterValue(value)) {
    refuse(`${where}: ${BAD_VALUE}`);
    return null;
  }
  const form = valueForms[operator];
  if (!isOfForm[form](value)) {
    refuse(`${where} needs ${neededForms[form]} for ${operator}${form === "range" ? ", both in it" : ""}.`);
    return null;
  }
  return { questionId, operator, ...(value !== undefined && { value }) };
}

const isOperator = (value: unknown): value is FilterOperator => filterOperators.some((operator) => operator === value);

const isScalar = (value: unknown): value is string | number =>
  typeof value === "string" || (typeof value === "number" && Number.isFinite(value));

const isFilterValue = (value: unknown): value is FilterValue | undefined =>
  value === undefined ||
  isScalar(value) ||
  (Array.isArray(value) && value.length <= MOST_VALUES && value.every(isScalar));

/** The items of a filter as sent, and a sentence for each mistake in it; no filter has no items. */
export function readFilter(input: unknown): { items: FilterItem[]; problems: string[] } {
  const problems: string[] = [];
  const refuse = (problem: string) => void problems.push(problem);
  const refused = { items: [], problems };
  if (input === undefined) return refused;
  if (!Array.isArray(input)) {
    refuse("filter must be a list.");
    return refused;
  }
  if (input.length > MOST_ITEMS) {
    refuse(`filter can have at most ${MOST_ITEMS} items.`);
    return refused;
  }
  const reader: Reader = { refuse, conditions: 0, values: 0 };
  const items = input.map((item) => readItem(item, 0, reader)).filter((item) => item !== null);
  if (reader.conditions > MOST_CONDITIONS) refuse(TOO_MANY_CONDITIONS);
  else if (reader.values > MOST_IN_ALL) {
    refuse(`The lists of a filter can have at most ${MOST_IN_ALL.toLocaleString("en")} values in all.`);
  }
  return { items, problems };
}

/** The items of a filter; null when any of it cannot be read. */
export function filterItems(input: unknown): FilterItem[] | null {
  const { items, problems } = readFilter(input);
  return problems.length === 0 ? items : null;
}

/** The questions that a filter names. */
export function questionsIn(items: readonly FilterItem[]): string[] {
  return items.flatMap((item) => {
    if ("any" in item) return questionsIn(item.any);
    return "not" in item ? questionsIn([item.not]) : [item.questionId];
  });
}
