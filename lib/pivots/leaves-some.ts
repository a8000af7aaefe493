import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { namesOf } from "@/lib/contracts/rules/question-sources";

/**
 * Whether somebody can have answered what a derived question is made of with none of its options: he is in the totals
 * of a table, and in no group of it. Of a question that is not derived never.
 */
export function leavesSome(id: string, questions: readonly Question[], within: readonly string[] = []): boolean {
  const derivation = questions.find((each) => each.id === id)?.derivation;
  // Who has no result of a formula is not in its base.
  if (!derivation || derivation.form === "filter" || derivation.form === "formula" || within.includes(id)) return false;
  const sources = namesOf(derivation).map((name) => questions.find((each) => each.id === name));
  if (sources.some((source) => source && leavesSome(source.id, questions, [...within, id]))) return true;
  const [first = [], second = []] = sources.map((source) => (source ? validOptions(source) : []));
  switch (derivation.form) {
    case "bands":
      return first.length > 0
        ? first.some(({ value }) => !derivation.bands.some((band) => isIn(band, value)))
        : haveGaps(derivation.bands);
    case "nets":
      // Of several options somebody may have chosen none.
      return (
        sources[0]?.kind === "multiple" ||
        first.some(({ code }) => !derivation.nets.some(({ of }) => of.includes(code)))
      );
    case "combination": {
      const pairs = new Set(derivation.pairs.map(({ of }) => of.join()));
      return first.some((one) => second.some((other) => !pairs.has(`${one.code},${other.code}`)));
    }
  }
}

type Band = Extract<Derivation, { form: "bands" }>["bands"][number];

const isIn = ({ low, high }: Band, value: number | null) =>
  value !== null && value >= (low ?? -Infinity) && value < (high ?? Infinity);

/** Whether a number can be in none of the bands. */
function haveGaps(bands: readonly Band[]): boolean {
  let reached = -Infinity;
  for (const { low, high } of bands.toSorted((one, other) => (one.low ?? -Infinity) - (other.low ?? -Infinity))) {
    if ((low ?? -Infinity) > reached) return true;
    reached = Math.max(reached, high ?? Infinity);
  }
  return reached < Infinity;
}
