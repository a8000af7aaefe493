import type { Audience } from "@/lib/contracts/rules/quota-layers";
import type { QuestionsById } from "../qualification-text";

/** Nobody can answer so: a question leaves no option. */
export const isNobody = (audience: Audience): boolean => [...audience.values()].some(({ size }) => size === 0);

/** Whoever belongs to both. */
export function intersection(a: Audience, b: Audience): Audience {
  const both = new Map(a);
  for (const [question, options] of b) {
    const mine = both.get(question);
    both.set(question, mine ? new Set([...mine].filter((option) => options.has(option))) : options);
  }
  return both;
}

/** The same people, told apart from all others: a text for each audience. */
export const audienceKey = (audience: Audience): string =>
  JSON.stringify([...audience].map(([question, options]) => [question, [...options].sort()]).sort());

/** How many options a question has of which that is not known: more than any list of them names. */
const MANY = 1e6;

/** What share of all combinations of answers belongs to it, each option weighing the same. */
export function shareOf(audience: Audience, questions: QuestionsById): number {
  let share = 1;
  for (const [question, options] of audience) {
    const all = questions.get(question)?.options.length || MANY;
    share *= Math.min(1, options.size / all);
  }
  return share;
}
