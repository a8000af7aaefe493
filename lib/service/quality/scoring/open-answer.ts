import { scoreAiSuspect } from "./ai-suspect";
import { countWords, wordsOf } from "./answer-words";
import { scoreBadLanguage } from "./bad-language";
import type { Interaction } from "./behaviour";
import { detectLanguage } from "./detect-language";
import { scoreGibberish } from "./gibberish";
import { scoreNoAnswer } from "./no-answer";
import type { Scored } from "./scored";
import { scoreLanguage } from "./wrong-language";

export type OpenAnswer = {
  question: string;
  answer: string;
  allowedLanguages?: string[] | undefined;
  activateDuplicateDetection?: boolean | undefined;
};

/** What an open answer is on its own, and what it is compared with others by. */
export type ReadAnswer = { words: string; wordCount: number; looksForDuplicates: boolean; scored: Scored };

/** The first checks see no more words: an answer of thousands is no string of keys. */
const MOST_WORDS = 2000;

/**
 * One open answer by the checks that need no other respondent, in this order: no answer, gibberish, another language,
 * bad language, pasted. The first that finds something decides. Copies and what is off topic are found among the answers of others.
 */
export function readAnswer(point: OpenAnswer, interactions: readonly Interaction[] | undefined): ReadAnswer {
  const { answer, question, allowedLanguages: allowed = [], activateDuplicateDetection = true } = point;
  const words = wordsOf(answer).slice(0, MOST_WORDS);
  const wordCount = countWords(words);
  const detected = detectLanguage(words.join(" "));
  const scored: Scored = scoreNoAnswer(words, wordsOf(question)) ??
    scoreGibberish(words, { allowed, detected }) ??
    scoreLanguage(words.join(" "), { words: wordCount, allowed, detected }) ??
    scoreBadLanguage(words, { allowed, detected }) ??
    scoreAiSuspect(answer, wordCount, interactions) ?? {
      score: 100,
      category: "VALID_ANSWER",
      reason: "Nothing against it",
    };
  return { words: words.join(" "), wordCount, looksForDuplicates: activateDuplicateDetection, scored };
}
