import type { Question } from "@/lib/contracts/answers";
import { datePartLabels } from "@/lib/contracts/date-part";
import { datePartOf } from "@/lib/contracts/pivot";
import { noAnswerKey, notAskedKey } from "@/lib/stores/clickhouse/dimension-sql";

/** How the keys of a dimension are called, and in which order they stand. */
export type KeyNames = {
  label: (key: number) => string;
  place: (key: number) => number;
  /** As somebody's answer, where no total stands beside it. */
  answer: (key: number) => string;
};

const missingLabels: Record<number, string> = { [noAnswerKey]: "No answer", [notAskedKey]: "Not asked" };

/** What rows and columns are called that are no options: a total by pages and files. */
const takenLabels = [...Object.values(missingLabels), "Total"];

/**
 * Missing answers stand last, as does what has no option any more. Two options of one label are told apart by their
 * codes, as is one that is called like a row or column that is no option.
 */
export function keyNames(questions: ReadonlyMap<string, Question>, dimension: string): KeyNames {
  const question = questions.get(dimension);
  const part = question ? null : datePartOf(dimension);
  if (part) {
    const named = datePartLabels[part.part];
    const label = (key: number) => missingLabels[key] ?? named(key);
    return {
      label,
      answer: label,
      place: (key) => (key < 0 ? Number.MAX_SAFE_INTEGER + key : key),
    };
  }
  const options = question?.options ?? [];
  const labels = options.map((option) => option.label);
  const byCode = new Map(options.map((option) => [option.code, option]));
  const among = (used: readonly string[]) => {
    const timesUsed = new Map<string, number>();
    for (const label of used) timesUsed.set(label, (timesUsed.get(label) ?? 0) + 1);
    return (key: number) => {
      if (key < 0) return missingLabels[key] ?? String(key);
      const label = byCode.get(key)?.label ?? String(key);
      return (timesUsed.get(label) ?? 0) > 1 ? `${label} (${key})` : label;
    };
  };
  return {
    label: among([...labels, ...takenLabels]),
    answer: among(labels),
    place: (key) => (key < 0 ? 2 ** 40 - key : (byCode.get(key)?.order ?? 2 ** 32 + key)),
  };
}
