import { eld } from "eld/small";

/** What is more is not needed to tell a language, and costs time. */
const MOST_READ = 1000;

export type DetectedLanguage = {
  /** ISO 639-1. */
  language: string;
  isReliable: boolean;
  /** How well the text fits each language, 0 to 1; a language that is missing: not at all. */
  fit: Readonly<Record<string, number>>;
  bestFit: number;
};

/** The language of a text, by frequencies of character n-grams of 60 languages. */
export function detectLanguage(text: string): DetectedLanguage {
  const detected = eld.detect(text.slice(0, MOST_READ));
  const fit = detected.getScores();
  return {
    language: detected.language,
    isReliable: detected.isReliable(),
    fit,
    bestFit: fit[detected.language] ?? 0,
  };
}

/** `EN`, `en-GB` and `en_US` as `en`. */
export const languageCode = (code: string): string => code.trim().toLowerCase().split(/[-_]/)[0] ?? "";

const detectable = new Set(Object.values(eld.info().Languages));

/** Whether a text can be told to be in this language. */
export const isDetectable = (code: string): boolean => detectable.has(code);
