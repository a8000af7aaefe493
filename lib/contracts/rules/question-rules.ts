import type { Question } from "../interfaces/answers";

/** How a question is called where there is room for one line: a part of a grid with the grid's text. */
export function titleOf({ id, text, grid }: Pick<Question, "id" | "text" | "grid">): string {
  const question = grid?.text ?? "";
  // A sign at its end parts the two already.
  const between = /[?!:…]$/.test(question) ? " " : ": ";
  return [question, text].filter(Boolean).join(between) || id;
}

/** Whether its answers are numbers as such, of a file or of a formula, and not values of options. */
export const isNumber = ({ kind, derivation }: Pick<Question, "kind" | "derivation">): boolean =>
  kind === "numeric" && (derivation === null || derivation.form === "formula");

/** Whether a question has a mean: of its numbers, or of the numbers that its options stand for. */
export const hasMean = (question: Pick<Question, "kind" | "options" | "derivation">): boolean =>
  isNumber(question) ||
  ((question.kind === "scale" || question.kind === "numeric") && question.options.some(({ value }) => value !== null));

const kindsOfOptions: readonly Question["kind"][] = ["single", "scale", "multiple"];

type Options = Pick<Question, "kind" | "options">;

/** Whether shares of a question's options can be counted. */
export const hasShares = ({ kind, options }: Options): boolean => kindsOfOptions.includes(kind) && options.length > 0;

/** Whether its options divide respondents, each into one. */
export const canBeBuckets = (question: Options): boolean => hasShares(question) && question.kind !== "multiple";
