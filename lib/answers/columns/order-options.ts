import type { AnswerOption, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { validOptions } from "@/lib/contracts/rules/answer-cells";
import { listed } from "./listed";
import { type KnownOrder, knownOrder } from "./ordered-scales";

/** Options in the order that their labels tell, with values; null: they tell none. Those on no scale have no value. */
export function orderedOptions(
  options: readonly AnswerOption[],
): { options: AnswerOption[]; isRating: boolean } | null {
  const order = knownOrder(options.map(({ label }) => label));
  if (!order) return null;
  const places = [...order.places, ...order.beside];
  const inOrder = places.flatMap((place, at) => {
    const option = options[place];
    return option ? [{ ...option, code: at + 1, order: at, value: order.values[at] ?? null }] : [];
  });
  return { options: inOrder, isRating: order.isRating };
}

type Ordered = { ids: string[]; order: KnownOrder; labels: string[] };

/** What was ordered by its labels, questions with the same ones together. */
export function orderNotes(questions: readonly PlannedQuestion[]): string[] {
  const found = new Map<string, Ordered>();
  for (const question of questions) {
    if (question.kind !== "single" && question.kind !== "scale") continue;
    const options = validOptions(question);
    // A file's own labels and values are no guess.
    if (!options.every(({ label, cells }) => cells.includes(label))) continue;
    const labels = options.map(({ label }) => label);
    const order = knownOrder(labels);
    if (!order?.places.every((place, at) => options[place]?.value === order.values[at])) continue;
    const known = found.get(labels.join("\n")) ?? { ids: [], order, labels };
    found.set(labels.join("\n"), { ...known, ids: [...known.ids, question.id] });
  }
  return [...found.values()].map(({ ids, order: { places, values, isRating }, labels }) => {
    const end = (at: number) => `“${labels[places.at(at) ?? 0]}” (${values.at(at)})`;
    const as = isRating ? " as a scale" : "";
    return `The options of ${listed(ids)} are ordered${as} from ${end(0)} to ${end(-1)}: edit them if that is not meant.`;
  });
}
