import type { StoredQualification } from "@/lib/stores/postgres/schema/demand";

/** Option ids by question id. */
export type Answers = ReadonlyMap<number, readonly number[]>;

/** Which quotas of a survey a respondent belongs to, or why that cannot be said or is none. */
type Membership =
  | { kind: "member"; quotas: number[] }
  /** Questions that a quota asks and that have no answer. */
  | { kind: "unanswered"; questions: number[] }
  /** The question whose answer left no quota. */
  | { kind: "none"; question: number };

export type QuotaIndex = {
  /** The questions that the quotas ask, in the order in which they first appear. */
  questions: readonly number[];
  membership: (answers: Answers) => Membership;
};

/** Quotas as bits, 32 to a word: membership costs the number of questions, however many quotas there are. */
type Mask = Uint32Array;

/**
 * Prepares a survey's quotas for many respondents. A respondent belongs to every quota for which they meet all
 * qualifications, by any option of each; a quota without qualifications is everybody's. Positions are those of the list.
 */
export function indexQuotas(quotas: readonly { qualifications: readonly StoredQualification[] }[]): QuotaIndex {
  const words = Math.ceil(quotas.length / 32);
  const everybody = maskOf(words, quotas.keys());
  const questions = [...new Set(quotas.flatMap(({ qualifications }) => qualifications.map((one) => one.question_id)))];
  const byQuestion = questions.map((question) => indexQuestion(question, quotas, words));

  const membership = (answers: Answers): Membership => {
    const unanswered = questions.filter((question) => !answers.get(question)?.length);
    if (unanswered.length > 0) return { kind: "unanswered", questions: unanswered };
    const left = everybody.slice();
    for (const { question, notAsking, allowing } of byQuestion) {
      const met = notAsking.slice();
      for (const option of answers.get(question) ?? []) addTo(met, allowing.get(option));
      if (!narrow(left, met)) return { kind: "none", question };
    }
    return { kind: "member", quotas: positionsIn(left) };
  };
  return { questions, membership };
}

function indexQuestion(
  question: number,
  quotas: readonly { qualifications: readonly StoredQualification[] }[],
  words: number,
) {
  const notAsking: number[] = [];
  const allowed = new Map<number, number[]>();
  for (const [position, { qualifications }] of quotas.entries()) {
    const lists = qualifications.filter((one) => one.question_id === question).map((one) => one.allowed_option_ids);
    const [first, ...others] = lists;
    if (!first) notAsking.push(position);
    // A question that is asked twice has to be met twice.
    for (const option of new Set(first)) {
      if (others.every((list) => list.includes(option))) {
        allowed.set(option, [...(allowed.get(option) ?? []), position]);
      }
    }
  }
  const allowing = new Map([...allowed].map(([option, positions]) => [option, maskOf(words, positions)]));
  return { question, notAsking: maskOf(words, notAsking), allowing };
}

function maskOf(words: number, positions: Iterable<number>): Mask {
  const mask = new Uint32Array(words);
  for (const position of positions) mask[position >> 5] = (mask[position >> 5] ?? 0) | (1 << (position & 31));
  return mask;
}

function addTo(mask: Mask, other: Mask | undefined): void {
  if (other) for (const [word, bits] of other.entries()) mask[word] = (mask[word] ?? 0) | bits;
}

/** Leaves of `mask` what is in `other` too, and says whether anything is left. */
function narrow(mask: Mask, other: Mask): boolean {
  let any = false;
  for (const [word, bits] of other.entries()) {
    mask[word] = (mask[word] ?? 0) & bits;
    any ||= mask[word] !== 0;
  }
  return any;
}

function positionsIn(mask: Mask): number[] {
  const positions: number[] = [];
  for (const [word, bits] of mask.entries()) {
    for (let rest = bits; rest !== 0; rest &= rest - 1) positions.push(word * 32 + 31 - Math.clz32(rest & -rest));
  }
  return positions;
}
