import { type DetectedLanguage, languageCode } from "./detect-language";
import { isUnlikeAny } from "./letter-model";
import type { Scored } from "./scored";

const keyboardRows = [
  ...["qwertyuiop", "asdfghjkl", "zxcvbnm"],
  ...["qwertzuiop", "yxcvbnm"],
  ...["azertyuiop", "qsdfghjklm", "wxcvbn"],
  ...["йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю"],
];
const rowsBothWays = keyboardRows.flatMap((row) => [row, [...row].reverse().join("")]);
const LEAST_LETTERS = 5;
const KEYBOARD_RUN = 5;
/** English words without a vowel letter, which are spelled like few others. */
const withoutVowels = new Set(
  "crypt crypts glyph glyphs gypsy hymns lymph lynch myrrh myths nymph psych pygmy rhythm rhythms synth tryst".split(
    " ",
  ),
);
/** The worst of 500 sentences of ten languages fits its best language three times as well. */
const LEAST_FIT = 0.2;
const LEAST_LETTERS_TO_FIT = 8;
const MOST_READ = 200;
/** Of a long answer the first words tell as much as all. */
const MOST_MODELLED = 30;

type Found = { word: string; reason: string; byModel: boolean };

/**
 * Strings of keys that are no words: runs along a keyboard row, one unit typed again and again, Latin letters without a
 * vowel, words whose letters follow each other as in no language, and several words that fit no language at all.
 *
 * Source: our rules; a model of three letters in 39 languages (`letter-model.ts`); character n-grams of 60 languages
 * (`eld`). Limits: says nothing under five letters, nor by the model of other scripts than Latin, Cyrillic and Greek. One
 * word that only the model knows nothing of may be a name or a brand (2 of 93 are): it scores 60, and excludes only with
 * a second answer of the kind.
 */
export function scoreGibberish(
  words: readonly string[],
  { allowed, detected }: { allowed: readonly string[]; detected: DetectedLanguage },
): Scored | null {
  const letters = words.join("").replace(/[^\p{L}]/gu, "");
  if (letters.length < LEAST_LETTERS) return null;
  const expected = [...allowed.map(languageCode), ...(detected.isReliable ? [detected.language] : [])];
  const found = words.flatMap((word, at) => findReason(word, at < MOST_MODELLED, expected) ?? []);
  const share = found.reduce((sum, { word }) => sum + word.length, 0) / words.join("").length;
  const [first] = found;
  if (first && share >= 0.6) {
    const isDoubtful = found.length === 1 && first.byModel;
    return { score: isDoubtful ? 60 : 5, category: "GIBBERISH", reason: `“${shorten(first.word)}” ${first.reason}` };
  }
  if (words.length > 1 && letters.length >= LEAST_LETTERS_TO_FIT && detected.bestFit < LEAST_FIT) {
    return { score: 5, category: "GIBBERISH", reason: "Its letters follow each other as in none of 60 languages" };
  }
  return null;
}

function findReason(word: string, isModelled: boolean, expected: readonly string[]): Found | null {
  const reason = reasonOf(word);
  if (reason !== null) return { word, reason, byModel: false };
  if (!isModelled || word.length < LEAST_LETTERS || word.length > MOST_READ || withoutVowels.has(word)) return null;
  if (!isUnlikeAny(word, expected)) return null;
  return { word, reason: "is spelled like no word of 39 languages", byModel: true };
}

function reasonOf(whole: string): string | null {
  const word = whole.slice(0, MOST_READ);
  if (word.length < LEAST_LETTERS || /\p{N}/u.test(word)) return null;
  if (runsAlongKeyboard(word)) return "runs along a row of the keyboard";
  if (word.length >= 6 && /^(.{1,4}?)\1{2,}.{0,3}$/u.test(word)) return "repeats the same keys";
  if (/^[a-z]{5,}$/.test(word) && !/[aeiouylr]/.test(word)) return "has no vowel";
  return null;
}

function runsAlongKeyboard(word: string): boolean {
  for (let at = 0; at + KEYBOARD_RUN <= word.length; at += 1) {
    const run = word.slice(at, at + KEYBOARD_RUN);
    if (rowsBothWays.some((row) => row.includes(run))) return true;
  }
  return false;
}

const shorten = (word: string) => (word.length > 40 ? `${word.slice(0, 40)}…` : word);
