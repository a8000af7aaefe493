import type { Qualification } from "@/lib/contracts/survey-codec";
import type { QuestionsById } from "../qualification-text";

/**
 * Who belongs to a quota, as a box: for each question that it asks, the options that qualify. A question that it does
 * not ask has no entry: every answer qualifies.
 */
export type Audience = ReadonlyMap<string, ReadonlySet<string>>;

export function audienceOf(qualifications: readonly Qualification[]): Audience {
  const audience = new Map<string, ReadonlySet<string>>();
  for (const { question_id, allowed_option_ids } of qualifications) {
    const id = String(question_id);
    const options = new Set(allowed_option_ids.map(String));
    // A question asked twice lets through whoever meets both.
    const present = audience.get(id);
    audience.set(id, present ? new Set([...present].filter((option) => options.has(option))) : options);
  }
  return audience;
}

/** Nobody can answer so: a question leaves no option. */
export const isNobody = (audience: Audience): boolean => [...audience.values()].some(({ size }) => size === 0);

/** Whether nobody can belong to both. */
export function areDisjoint(a: Audience, b: Audience): boolean {
  for (const [question, options] of a) {
    const others = b.get(question);
    if (others && !intersects(options, others)) return true;
  }
  return false;
}

function intersects(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const option of small) if (large.has(option)) return true;
  return false;
}

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

/** What share of all combinations of answers belongs to it, each option weighing the same. */
export function shareOf(audience: Audience, questions: QuestionsById): number {
  let share = 1;
  for (const [question, options] of audience) {
    const all = questions.get(question)?.options.length ?? 0;
    share *= all > 0 ? Math.min(1, options.size / all) : Number(options.size > 0) / 2;
  }
  return share;
}

/** Audiences none of which shares anybody with another of its layer; by index. Each goes to the first layer that takes it. */
export function disjointLayers(audiences: readonly Audience[]): number[][] {
  const layers: { questions: string; members: number[] }[] = [];
  audiences.forEach((audience, index) => {
    const questions = [...audience.keys()].sort().join();
    const home = layers.find(
      (layer) =>
        layer.questions === questions &&
        layer.members.every((other) => areDisjoint(audiences[other] ?? audience, audience)),
    );
    if (home) home.members.push(index);
    else layers.push({ questions, members: [index] });
  });
  return layers.map(({ members }) => members);
}
