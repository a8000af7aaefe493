import type { DetectedLanguage } from "./detect-language";
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
/** The worst of 500 sentences of ten languages fits its best language three times as well. */
const LEAST_FIT = 0.2;
const LEAST_LETTERS_TO_FIT = 8;
const MOST_READ = 200;

/**
 * Strings of keys that are no words: runs along a keyboard row, one unit typed again and again, Latin letters without a
 * vowel, and several words that fit no language at all.
 *
 * Source: our rules, and character n-grams of 60 languages (`eld`). Limits: says nothing under five letters; a single
 * word is judged by its keys alone, because names and brands fit no language; a language beyond those 60 may.
 */
export function scoreGibberish(words: readonly string[], detected: DetectedLanguage): Scored | null {
  const letters = words.join("").replace(/[^\p{L}]/gu, "");
  if (letters.length < LEAST_LETTERS) return null;
  const mashed = words.filter((word) => reasonOf(word) !== null);
  const share = mashed.join("").length / words.join("").length;
  const [first = ""] = mashed;
  if (share >= 0.6) return { score: 5, category: "GIBBERISH", reason: `“${shorten(first)}” ${reasonOf(first)}` };
  if (words.length > 1 && letters.length >= LEAST_LETTERS_TO_FIT && detected.bestFit < LEAST_FIT) {
    return { score: 5, category: "GIBBERISH", reason: "Its letters follow each other as in none of 60 languages" };
  }
  return null;
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
