import { datePartLabels } from "@/lib/contracts/calendar/date-part";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { nameKey, optionNames } from "@/lib/contracts/rules/option-names";
import { datePartOf } from "@/lib/contracts/terms/pivot";
import { noAnswerKey, notAskedKey } from "@/lib/stores/clickhouse/dimension-sql";

/** How the keys of a dimension are called, and in which order they stand. */
export type KeyNames = {
  label: (key: number) => string;
  place: (key: number) => number;
};

const missingLabels: Record<number, string> = { [noAnswerKey]: "No answer", [notAskedKey]: "Not asked" };

/**
 * Options go by their names, as everywhere. Missing answers stand last, as does what has no option any more; where an
 * option has the name of one of these, it is theirs that says more.
 */
export function keyNames(questions: ReadonlyMap<string, Question>, dimension: string): KeyNames {
  const question = questions.get(dimension);
  const part = question ? null : datePartOf(dimension);
  if (part) {
    const named = datePartLabels[part.part];
    return {
      label: (key) => missingLabels[key] ?? named(key),
      place: (key) => (key < 0 ? Number.MAX_SAFE_INTEGER + key : key),
    };
  }
  const options = question?.options ?? [];
  const names = optionNames(options);
  const orders = new Map(options.map(({ code, order }) => [code, order]));
  // An option that counts as no answer has no row that could be taken for theirs.
  const valid = question ? validOptions(question) : [];
  const taken = new Set(valid.map(({ code }) => nameKey(names.get(code) ?? "")));
  const beside = (name: string, more: string) => (taken.has(nameKey(name)) ? `${name} (${more})` : name);
  return {
    label: (key) =>
      key < 0
        ? beside(missingLabels[key] ?? String(key), "missing")
        : (names.get(key) ?? beside(String(key), "no option")),
    place: (key) => (key < 0 ? 2 ** 40 - key : (orders.get(key) ?? 2 ** 32 + key)),
  };
}
