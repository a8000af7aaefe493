import naughtyWords from "naughty-words";
import { wordsOf } from "./answer-words";
import { type DetectedLanguage, languageCode } from "./detect-language";
import type { Scored } from "./scored";

/** Words of the lists that describe a body, a practice or what was done to somebody: an account, and no abuse of words. */
const descriptive = new Set(
  [
    "anal, anus, breasts, clitoris, genitals, penis, vagina, vulva, scrotum, testicle, nipple, nipples, rectum, areola",
    "sex, sexual, sexually, sexuality, sexo, sexy, sexual, nude, nudity, naked, orgasm, erotic, erotism, intercourse",
    "rape, raping, rapist, incest, molest, pedophile, paedophile, suicide girls, suicide, escort, domination, xx, xxx",
    "cancer, queer, gay, lesbian, lesbisch, homo, porn, porno, pornography, viagra, swastika, nazi, bondage, semen, busty",
    "snatch, pube, pubes, poof, servitude, bareback, footjob, butt, dick, panties, panty, playboy, strip club, taste my, cock, cocks",
    "pinto, bekken, bunda, seios",
  ].flatMap((line) => line.split(", ")),
);

const listOf = (words: readonly string[]): ReadonlySet<string> =>
  new Set(words.map((word) => wordsOf(word).join(" ")).filter((word) => word.length > 1 && !descriptive.has(word)));

/** Klingon, Esperanto and variants apart, whose codes nobody declares. */
const lists: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(naughtyWords)
    .filter(([language]) => language.length === 2 && language !== "eo")
    .map(([language, words]) => [language, listOf(words)]),
);

const LONGEST_PHRASE = 4;

/**
 * Swear words and slurs, as whole words, of the languages that are allowed; where none is declared, of the language that
 * the answer clearly is in.
 *
 * Source: the lists of `naughty-words` (CC BY 4.0), without words for bodies, practices and violence. Limits: knows no
 * context: who quotes or reports abuse is found too, so that its score excludes nobody by the default total.
 */
export function scoreBadLanguage(
  words: readonly string[],
  { allowed, detected }: { allowed: readonly string[]; detected: DetectedLanguage },
): Scored | null {
  const declared = allowed.map(languageCode);
  const languages = declared.length === 0 && detected.isReliable && words.length > 3 ? [detected.language] : declared;
  for (const language of languages) {
    const list = Object.hasOwn(lists, language) ? lists[language] : undefined;
    const bad = list && phraseOf(words, list);
    if (bad) {
      return { score: 60, category: "BAD_LANGUAGE", reason: `“${bad}”, a swear word of ${language.toUpperCase()}` };
    }
  }
  return null;
}

function phraseOf(words: readonly string[], list: ReadonlySet<string>): string | null {
  for (const at of words.keys()) {
    for (let length = 1; length <= LONGEST_PHRASE; length += 1) {
      const phrase = words.slice(at, at + length).join(" ");
      if (list.has(phrase)) return phrase;
    }
  }
  return null;
}
