import type { AnswerOption, Question } from "../interfaces/answers";
import { validOptions } from "./answer-cells";

type Ordered = Pick<Question, "options" | "missing" | "derivation" | "ranking">;

/**
 * Codes of a question's options from the lowest to the highest; null: the question is not ordered. It is where its
 * options have values, where a person confirmed the order, or where they are bands of a number. The list in which
 * options are shown says nothing: it may be that of their first appearance in a file.
 */
export const rankedCodes = (question: Ordered): number[] | null => rankingOf(question)?.codes ?? null;

/** The same with what says so. */
export function rankingOf(question: Ordered): { codes: number[]; by: "values" | "person" | "bands" } | null {
  const valid = validOptions(question);
  const byValue = rankedByValue(valid);
  if (byValue) return { codes: byValue, by: "values" };
  const byPerson = rankedByPerson(valid, question.ranking);
  if (byPerson) return { codes: byPerson, by: "person" };
  const byBand = rankedByBand(valid, question.derivation);
  return byBand && { codes: byBand, by: "bands" };
}

/** An option without a value beside others that have one ("Don't know") is not on the scale. */
function rankedByValue(valid: readonly AnswerOption[]): number[] | null {
  const valued = valid.flatMap(({ code, order, value }) => (value === null ? [] : [{ code, order, value }]));
  if (new Set(valued.map(({ value }) => value)).size < 2) return null;
  return valued.toSorted((one, other) => one.value - other.value || one.order - other.order).map(({ code }) => code);
}

/** Confirmed of all options: one that came later has no place in it. */
function rankedByPerson(valid: readonly AnswerOption[], ranking: readonly number[] = []): number[] | null {
  const present = new Set(valid.map(({ code }) => code));
  const ranked = ranking.filter((code) => present.has(code));
  return ranked.length > 0 && ranked.length === present.size ? ranked : null;
}

function rankedByBand(valid: readonly AnswerOption[], derivation: Question["derivation"]): number[] | null {
  if (derivation?.form !== "bands") return null;
  const present = new Set(valid.map(({ code }) => code));
  const bands = derivation.bands.filter(({ code }) => present.has(code));
  return bands.toSorted((one, other) => (one.low ?? -Infinity) - (other.low ?? -Infinity)).map(({ code }) => code);
}

/**
 * Why a question's options, as they are shown, do not go from one end of an order to the other; null: they do.
 * `unconfirmed`: there is no order; `partial`: some options have no value beside others that have one; `unsorted`: they
 * are shown in another one.
 */
export function orderProblem(question: Ordered): "unconfirmed" | "partial" | "unsorted" | null {
  const ranked = rankedCodes(question);
  if (ranked === null) return "unconfirmed";
  const shown = validOptions(question).toSorted((one, other) => one.order - other.order);
  if (ranked.length !== shown.length) return "partial";
  const codes = shown.map(({ code }) => code).join();
  return codes === ranked.join() || codes === ranked.toReversed().join() ? null : "unsorted";
}
