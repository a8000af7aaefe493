import { countWords, wordsOf } from "./answer-words";
import type { Scored } from "./scored";

/** Shorter words are the frame of a sentence in most languages, and say little of its topic. */
const CONTENT_LETTERS = 4;
/** "exercise", "exercises" and "exercising" count as one word. */
const STEM_LETTERS = 5;
const LEAST_CONTENT = 4;
const LEAST_OTHERS = 40;

export type Topic = {
  question: string;
  /** Words that answers tend to have, by whoever asks; and what the survey is about. */
  keywords: readonly string[];
  /** Words of the latest answers of others to the same question. */
  others: readonly string[];
};

const isContent = (word: string) => word.length >= CONTENT_LETTERS;
const stemsOf = (words: readonly string[]): Set<string> =>
  new Set(words.filter(isContent).map((word) => word.slice(0, STEM_LETTERS)));

/**
 * Answers that share no word of content with the question, its keywords, or any word that two of the latest 60 answers
 * of others have, although they are written in their language.
 *
 * Source: our rule. Limits: says nothing under four words of four letters, before 40 answers of others, where words are
 * not written apart, or where even the small words are others (another language). An unusual reason looks the same, so
 * that it scores 60 and excludes only with a second such answer; on a near topic it finds one answer in ten.
 */
export function scoreOffTopic(words: readonly string[], { question, keywords, others }: Topic): Scored | null {
  const own = stemsOf(words);
  if (own.size < LEAST_CONTENT || others.length < LEAST_OTHERS || countWords(words) > words.length) return null;
  const answers = others.map((each) => each.split(" "));
  const counts = countedIn(answers.map(stemsOf));
  const asked = stemsOf(wordsOf([question, ...keywords].join(" ")));
  if ([...own].some((stem) => asked.has(stem) || (counts.get(stem) ?? 0) > 1)) return null;
  const small = countedIn(answers.map((each) => new Set(each.filter((word) => !isContent(word)))));
  const sharesLanguage = words.some((word) => !isContent(word) && (small.get(word) ?? 0) >= answers.length / 20);
  if (!sharesLanguage) return null;
  const named = [...new Set(words.filter(isContent))].slice(0, LEAST_CONTENT).map((word) => `“${word}”`);
  const reason = `None of its words, such as ${named.join(", ")}, is in the question, its keywords or two of ${answers.length} other answers`;
  return { score: 60, category: "OFF_TOPIC", reason };
}

function countedIn(sets: readonly ReadonlySet<string>[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const set of sets) for (const word of set) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
