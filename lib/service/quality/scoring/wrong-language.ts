import { type DetectedLanguage, isDetectable, languageCode } from "./detect-language";
import type { Scored } from "./scored";

/** By far the most in writing; what is not here is written in Latin letters. */
const scriptsOf: Readonly<Record<string, readonly string[]>> = {
  ar: ["Arabic"],
  fa: ["Arabic"],
  ur: ["Arabic"],
  ckb: ["Arabic"],
  he: ["Hebrew"],
  yi: ["Hebrew"],
  el: ["Greek"],
  ru: ["Cyrillic"],
  uk: ["Cyrillic"],
  be: ["Cyrillic"],
  bg: ["Cyrillic"],
  mk: ["Cyrillic"],
  sr: ["Cyrillic", "Latin"],
  kk: ["Cyrillic", "Latin"],
  mn: ["Cyrillic"],
  hy: ["Armenian"],
  ka: ["Georgian"],
  hi: ["Devanagari", "Latin"],
  mr: ["Devanagari"],
  ne: ["Devanagari"],
  bn: ["Bengali"],
  pa: ["Gurmukhi"],
  gu: ["Gujarati"],
  ta: ["Tamil"],
  te: ["Telugu"],
  kn: ["Kannada"],
  ml: ["Malayalam"],
  th: ["Thai"],
  lo: ["Lao"],
  km: ["Khmer"],
  am: ["Ethiopic"],
  ko: ["Hangul", "Han"],
  ja: ["Hiragana", "Katakana", "Han"],
  zh: ["Han"],
};
const scripts: readonly (readonly [string, RegExp])[] = [...new Set(["Latin", ...Object.values(scriptsOf).flat()])].map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, "gu")],
);

const LEAST_WORDS = 4;
const LEAST_LETTERS = 4;
/** Between related languages the best two fit almost alike. */
const LEAST_MARGIN = 0.1;

/** The script of nine in ten letters; null: mixed, or too little. */
function scriptOf(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < LEAST_LETTERS) return null;
  return scripts.find(([, pattern]) => (text.match(pattern)?.length ?? 0) >= 0.9 * letters)?.[0] ?? null;
}

/**
 * Answers in a language that is not among those allowed: in a script that none of them uses, or, from four words, in
 * another language by a clear margin.
 *
 * Source: Unicode scripts; character n-grams of 60 languages (`eld`). Limits: one to three words of the same script are
 * not judged; related languages are told apart only where they differ clearly; where one that is allowed is not among the 60, anything is.
 */
export function scoreLanguage(
  text: string,
  { words, allowed, detected }: { words: number; allowed: readonly string[]; detected: DetectedLanguage },
): Scored | null {
  const codes = allowed.map(languageCode);
  if (codes.length === 0 || !codes.every(isDetectable)) return null;
  const listed = codes.join(", ").toUpperCase();
  const script = scriptOf(text);
  const expected = new Set(codes.flatMap((code) => scriptsOf[code] ?? ["Latin"]));
  if (script && !expected.has(script)) return wrong(`Written in ${script} letters, where ${listed} is expected`);
  if (words < LEAST_WORDS || !detected.isReliable || codes.includes(detected.language)) return null;
  const fits = codes.map((code) => detected.fit[code] ?? 0);
  if (detected.bestFit - Math.max(...fits) < LEAST_MARGIN) return null;
  return wrong(`Reads as ${detected.language.toUpperCase()}, where ${listed} is expected`);
}

const wrong = (reason: string): Scored => ({ score: 30, category: "WRONG_LANGUAGE", reason });
