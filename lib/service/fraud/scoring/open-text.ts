import type { ReviewScores } from "@/lib/contracts/terms/fraud";
import { countWords, wordsOf } from "../../quality/scoring/answer-words";
import { scoreBadLanguage } from "../../quality/scoring/bad-language";
import { detectLanguage } from "../../quality/scoring/detect-language";
import { LEAST_WORDS } from "../../quality/scoring/duplicates";
import { scoreGibberish } from "../../quality/scoring/gibberish";
import { scoreNoAnswer } from "../../quality/scoring/no-answer";
import type { Scored } from "../../quality/scoring/scored";
import { shinglesOf, similarity } from "../../quality/scoring/similarity";
import { together } from "./checked";
import { scoreTyping, type Typing } from "./typing";

/** The first checks see no more words: a text of thousands is no string of keys. */
const MOST_WORDS = 2000;
/** Less alike than a copy: two people who answer the same question. */
const COPY = 70;
/** Of 100 against a text: a paste alone is no proof, and neither is a hurry. */
const PASTED_WEIGHT = 0.5;
const HURRY_WEIGHT = 0.5;

/** A text as words, which others are compared with. */
export function readText(text: string) {
  const all = wordsOf(text).slice(0, MOST_WORDS);
  return { all, words: all.join(" "), isComparable: countWords(all) >= LEAST_WORDS };
}

/** How alike the most similar of some texts is, in percent. */
export function mostAlike(words: string, others: readonly { words: string }[]): number {
  const own = shinglesOf(words);
  const alike = others.map((other) => (other.words === words ? 1 : similarity(own, shinglesOf(other.words))));
  return Math.round(100 * Math.max(0, ...alike));
}

const against = (scored: Scored | null): number => (scored ? 100 - scored.score : 0);

/**
 * An open text by its words and by how it was typed; 100 against it is the most.
 *
 * Source: the text checks of respondent quality, and `scoreTyping`. Limits: theirs; under eight words nothing is
 * compared with others, and under four swear words of no language are looked for, as none can be told.
 *
 * @param alike percent that the most similar earlier text shares
 */
export function scoreText(all: readonly string[], alike: number, typing: Typing): ReviewScores {
  const detected = detectLanguage(all.join(" "));
  const garbage = scoreGibberish(all, { allowed: [], detected });
  const profanity = scoreBadLanguage(all, { allowed: [], detected });
  const nothing = scoreNoAnswer(all, []);
  const { share, engagement, pageViewTime, typedResponseTime } = scoreTyping(typing);
  const pasted = share === null ? null : Math.round(100 * share);
  return {
    composite_score: together([
      ...[against(garbage), against(profanity), against(nothing), alike >= COPY ? alike : 0],
      (pasted ?? 0) * PASTED_WEIGHT,
      (100 - (engagement ?? 100)) * HURRY_WEIGHT,
    ]),
    similarity_text: alike,
    profanity_check: profanity !== null,
    profanity_check_score: against(profanity),
    garbage_words: garbage !== null,
    garbage_words_score: against(garbage),
    pasted_response: share === null ? null : share >= 0.5,
    pasted_response_score: pasted,
    language_detected: detected.isReliable ? detected.language.toUpperCase() : null,
    language_detected_score: Math.round(100 * Math.min(1, detected.bestFit)),
    engagement_score: engagement,
    page_view_time: pageViewTime,
    typed_response_time: typedResponseTime,
  };
}
