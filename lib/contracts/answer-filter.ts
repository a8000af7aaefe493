import * as z from "zod";
import type { AnswerOption } from "./answers";
import { composed } from "./composed";

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

const scalar = z.union([z.string(), z.number()]);

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

const one = z.object({
  questionId: z.string({ error: "A filter names a question by questionId." }).min(1),
  operator: z.enum(filterOperators, {
    error: ({ input }) => `“${String(input).slice(0, 40)}” is no operator. Use one of ${filterOperators.join(", ")}.`,
  }),
  value: z
    .union([scalar, z.array(scalar).max(MOST_VALUES)], {
      error: `A filter's value must be a text, a number, or a list of at most ${MOST_VALUES.toLocaleString("en")} of them.`,
    })
    .optional(),
});

/** What the operator takes, as a sentence when the value is something else. */
function valueProblem({ questionId, operator, value }: z.output<typeof one>): string | null {
  const where = `The filter on “${questionId}”`;
  if (operator === "answered" || operator === "unanswered") return null;
  if (operator === "in" || operator === "nin") {
    return Array.isArray(value) ? null : `${where} needs a list of values for ${operator}.`;
  }
  if (operator === "between") {
    const isPair = Array.isArray(value) && value.length === 2;
    return isPair ? null : `${where} needs [low, high] for between, both in it.`;
  }
  return value === undefined || Array.isArray(value) ? `${where} needs one value for ${operator}.` : null;
}

const TOO_MANY_CONDITIONS = `A filter can have at most ${MOST_CONDITIONS.toLocaleString("en")} conditions, all that are inside any and not among them. List the values of a question in one, with in or nin.`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function problemOf({ issues: [issue] }: z.ZodError, { questionId }: Record<string, unknown>): string {
  const message = issue?.message ?? "A filter cannot be read.";
  return issue?.path[0] === "value" && typeof questionId === "string"
    ? `The filter on “${questionId.slice(0, 200)}”: ${message}`
    : message;
}

/** What the items of a filter are read into. `conditions`: how many there were so far. */
type Reader = { refuse: (message: string) => void; conditions: number };

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
  if (reader.conditions > MOST_CONDITIONS) return null; // said once, of the whole filter
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
    const reader: Reader = { refuse, conditions: 0 };
    const items = input.map((item) => readItem(item, 0, reader)).filter((item) => item !== null);
    if (reader.conditions > MOST_CONDITIONS) refuse(TOO_MANY_CONDITIONS);
    return items;
  });

/** The number that a value of a filter is, exactly as written; null when it is none. */
export function filterNumber(value: string | number): number | null {
  const number =
    typeof value === "number" ? value : /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : null;
  return number !== null && Number.isFinite(number) ? number : null;
}

/**
 * The code of the option that a value names; null: none. Codes are numbers; a label is read where no code equals it, as
 * it is written before without regard to case.
 */
export function namedOption(options: readonly AnswerOption[], value: string | number): number | null {
  const number = filterNumber(value);
  if (number !== null && options.some(({ code }) => code === number)) return number;
  const words = composed(String(value).trim());
  const named =
    options.find(({ label }) => composed(label.trim()) === words) ??
    options.find(({ label }) => composed(label.trim()).toLowerCase() === words.toLowerCase());
  return named?.code ?? null;
}

/** The questions that a filter names. */
export function questionsIn(items: readonly FilterItem[]): string[] {
  return items.flatMap((item) => {
    if ("any" in item) return questionsIn(item.any);
    return "not" in item ? questionsIn([item.not]) : [item.questionId];
  });
}
