import { datePartLabels } from "@/lib/contracts/calendar/date-part";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { missingNames, rowNames } from "@/lib/contracts/rules/row-names";
import { type MissingKind, missingKinds } from "@/lib/contracts/terms/answers";
import { datePartOf } from "@/lib/contracts/terms/pivot";
import { noAnswerKey, notAskedKey } from "@/lib/stores/clickhouse/dimension-sql";

/** How the keys of a dimension are called, and in which order they stand. */
export type KeyNames = {
  label: (key: number) => string;
  place: (key: number) => number;
};

const missingKeys: Record<MissingKind, number> = { no_answer: noAnswerKey, not_asked: notAskedKey };
const kindOf = (key: number) => missingKinds.find((kind) => missingKeys[kind] === key);

/** Options go by their names, as everywhere. Missing answers stand last, as does what has no option any more. */
export function keyNames(questions: ReadonlyMap<string, Question>, dimension: string): KeyNames {
  const question = questions.get(dimension);
  const part = question ? null : datePartOf(dimension);
  if (part) {
    const named = datePartLabels[part.part];
    return {
      label: (key) => {
        const kind = kindOf(key);
        return kind ? missingNames[kind] : named(key);
      },
      place: (key) => (key < 0 ? Number.MAX_SAFE_INTEGER + key : key),
    };
  }
  const names = rowNames(question ?? { options: [], missing: [] });
  const orders = new Map(question?.options.map(({ code, order }) => [code, order]));
  return {
    label: (key) => {
      const kind = kindOf(key);
      return kind ? names.missing[kind] : names.option(key);
    },
    place: (key) => (key < 0 ? 2 ** 40 - key : (orders.get(key) ?? 2 ** 32 + key)),
  };
}
