import type { Scored } from "./scored";
import { shinglesOf, similarity } from "./similarity";

export type EarlierAnswer = { respondentId: string; words: string };

/** Shorter answers of honest respondents are often identical. */
export const LEAST_WORDS = 8;
const LONG_WORDS = 16;

/** The most similar earlier answer that is as alike as a copy. */
export function findDuplicate(
  words: string,
  wordCount: number,
  earlier: readonly EarlierAnswer[],
): { respondentIds: string[]; similarity: number } | null {
  if (wordCount < LEAST_WORDS) return null;
  const threshold = wordCount < LONG_WORDS ? 0.8 : 0.7;
  const own = shinglesOf(words);
  const alike = earlier
    .map((answer) => ({
      ...answer,
      similarity: answer.words === words ? 1 : similarity(own, shinglesOf(answer.words)),
    }))
    .filter((answer) => answer.similarity >= threshold);
  if (alike.length === 0) return null;
  const most = Math.max(...alike.map((answer) => answer.similarity));
  return { respondentIds: alike.map(({ respondentId }) => respondentId), similarity: most };
}

/**
 * Answers that are copies of earlier ones: by the share of three-character shingles in common, from 0.8 at 8 to 15 words
 * and from 0.7 at 16 and more. A respondent who shares two answers with the same earlier one is a duplicate.
 *
 * Source: MinHash for candidates, exact Jaccard to confirm. Limits: under 8 words nothing is said (53% of answers of one
 * to three words equal another honest one); the first of two copies is never flagged; translations are not found.
 *
 * @param duplicates by place of the answer; null: no copy
 */
export function scoreDuplicates(duplicates: readonly ReturnType<typeof findDuplicate>[]): (Scored | null)[] {
  const shared = new Map<string, number>();
  for (const duplicate of duplicates) {
    for (const id of new Set(duplicate?.respondentIds)) shared.set(id, (shared.get(id) ?? 0) + 1);
  }
  return duplicates.map((duplicate) => {
    if (!duplicate) return null;
    const same = duplicate.respondentIds.find((id) => (shared.get(id) ?? 0) > 1);
    const percent = `${Math.round(duplicate.similarity * 100)}% alike`;
    if (same !== undefined) {
      const reason = `${shared.get(same)} answers are copies of those of respondent ${same} (this one ${percent})`;
      return { score: 0, category: "DUPLICATE_RESPONDENT", reason };
    }
    return {
      score: 30,
      category: "DUPLICATE_ANSWER",
      reason: `A copy of the answer of respondent ${duplicate.respondentIds[0]} (${percent})`,
    };
  });
}
