import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { wordsOf } from "@/lib/service/quality/scoring/answer-words";
import { type Random, randomFrom } from "@/lib/start/demo-random";

/** Labelled texts, which are no part of the product: a folder of CSV files, beside the checkout unless it is named. */
const folder = process.env.BENCH_DATA ?? "../shared/data/quality-dev";

export const hasTexts = (): boolean => existsSync(folder);

export function readTexts(file: string): Record<string, string>[] {
  const text = readFileSync(join(folder, file), "utf8");
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
}

const OPEN_ANSWERS = "open-answers-valid-invalid.csv";

/** Real answers to one open question. */
export const realAnswers = (): string[] => readTexts(OPEN_ANSWERS).map(({ text = "" }) => text);

/** Words that follow each other as in real answers: whose answers are as alike as those of real respondents. */
export function writtenLike(answers: readonly string[], random: Random): () => string {
  const followers = new Map<string, string[]>();
  const lengths = answers.map((answer) => {
    const words = answer.split(/\s+/);
    for (const [at, word] of words.entries()) {
      const before = at === 0 ? "" : (words[at - 1] ?? "");
      followers.set(before, [...(followers.get(before) ?? []), word]);
    }
    return words.length;
  });
  const next = (word: string) => random.pick(followers.get(word) ?? followers.get("") ?? [""]);
  return () => {
    const words: string[] = [];
    const length = random.pick(lengths);
    while (words.length < length) words.push(next(words.at(-1) ?? ""));
    return words.join(" ");
  };
}

const MADE_UP_WORDS = 200;
const MADE_UP_LENGTH = 55;

/** The most frequent words of real answers in random order: answers that are far more alike than real ones. */
export function shuffledFrom(answers: readonly string[], random: Random): () => string {
  const counts = new Map<string, number>();
  for (const word of answers.flatMap(wordsOf)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, MADE_UP_WORDS);
  const words = frequent.map(([word]) => word);
  return () => Array.from({ length: MADE_UP_LENGTH }, () => random.pick(words)).join(" ");
}

/** An answer as somebody copies and edits it: every so many words another word, none, one more or a slip of the finger. */
export function edited(answer: string, share: number, random: Random): string {
  const words = answer.split(" ");
  const other = () => random.pick(words);
  return words
    .flatMap((word) => {
      if (!random.chance(share)) return [word];
      const kind = random.whole(0, 3);
      if (kind === 0) return [];
      if (kind === 1) return [other()];
      return kind === 2 ? [word, other()] : [`${word.slice(0, 1)}e${word.slice(1)}`];
    })
    .join(" ");
}

export const benchRandom = (seed: number): Random => randomFrom(20_270_101, seed);
