import { expect, test } from "vitest";
import { scorePoints } from "../score-respondent";
import { findDuplicate } from "./duplicates";
import { readAnswer } from "./open-answer";
import { bandsOf } from "./similarity";

/** The longest answer that the interface takes. */
const MOST = 20_000;
const fill = (unit: string) => unit.repeat(Math.ceil(MOST / unit.length)).slice(0, MOST);
const letters = "abcdefghijklmnopqrstuvwxyz";
const scattered = (alphabet: string, wordLength: number) =>
  Array.from({ length: MOST }, (_, at) =>
    at % (wordLength + 1) === wordLength ? " " : alphabet[(at * 7919 + at * at * 31) % alphabet.length],
  ).join("");

const texts: Record<string, string> = {
  "one letter": fill("a"),
  "one letter and an end that does not match": `${fill("a").slice(1)}!`,
  "nested repetition": fill("(a+)+$"),
  "units that nearly repeat": fill("abcabcabd"),
  "two letters": fill("ab"),
  "runs along the keyboard": fill("qwertyuiop"),
  "one word of all letters": scattered(letters, MOST),
  "random words of five letters": scattered(letters, 5),
  "random words of twelve letters": scattered(letters, 12),
  "random words of forty letters": scattered(letters, 40),
  "words of one letter": fill("a b c d "),
  "Cyrillic words": scattered("абвгдежзиклмнопрстуфхцчшщ", 8),
  "Greek words": scattered("αβγδεζηθικλμνξοπρστυφχψω", 8),
  "Arabic, right to left": fill("أحب الطعم لأن عائلتي تحبه "),
  "Hebrew with marks of direction": fill("\u202eשלום\u202c עולם "),
  "joined emoji": fill("👩‍👩‍👧‍👦 🏳️‍🌈 "),
  "letters with many marks": fill(`a${"\u0301".repeat(50)}`),
  "marks that nobody sees": fill("\u200b\u200d\u2060\ufeff"),
  "invisible marks between letters": fill("t\u200ba\u200bs\u200bt\u200be "),
  "mixed scripts": fill("Вкус taste 味がいい طعم "),
  "Chinese without spaces": fill("味道很好我家人都喜欢"),
  spaces: fill(" "),
  "line ends": fill("\r\n"),
  "quotes and punctuation": fill(`"'“”‘’…!?.,;`),
  numbers: fill("1234567890 "),
  "half a character": fill("\ud83d"),
  "a swear word again and again": fill("shit "),
  "no answer again and again": fill("no no no "),
};

const LIMIT_MS = 100;
/** So many earlier answers are compared word for word. */
const COMPARED = 30;
const TRIES = 3;

/** Milliseconds of processor, of the quickest try: what else runs on the machine counts in none. */
function processorMs(work: () => unknown): number {
  const tries = Array.from({ length: TRIES }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...tries);
}

test.each(Object.entries(texts))("a text takes no more than 100 ms of processor: %s", (_, answer) => {
  expect(answer).toHaveLength(MOST);
  const others = new Map([["o", Array.from({ length: 60 }, (_, at) => `${answer.slice(at, at + 500)} word${at}`)]]);
  const point = {
    ...{ qualityCheck: "OES" as const, dataPointId: "o", question: answer.slice(0, 5000), answer },
    ...{ keywords: ["taste"], allowedLanguages: ["EN", "DE"] },
  };
  const score = () => {
    const read = readAnswer(point, undefined);
    bandsOf(read.words, "survey\0o");
    const alike = Array.from({ length: COMPARED }, (_, at) => ({
      respondentId: `r${at}`,
      words: `${at} ${read.words}`,
    }));
    const duplicate = findDuplicate(read.words, read.wordCount, alike);
    return scorePoints([point], new Map([[0, read]]), {
      ...{ durations: new Map(), duplicates: new Map([[0, duplicate]]), others, grids: new Map() },
      interview: { year: 2030, attributes: null, rules: [] },
    });
  };
  score();
  expect(processorMs(score)).toBeLessThan(LIMIT_MS);
});

test("an interview of 1,000 pairs and 20,000 keystrokes take no more either", () => {
  const interviewData = Array.from({ length: 1000 }, (_, at) => ({
    ...{
      questionId: `q${at}`,
      question: `How old are you? ${at} ${fill("age ").slice(0, 1000)}`,
      answer: `${at % 90}`,
    },
  }));
  const interactionData = Array.from({ length: MOST }, (_, at) => ({
    ...{ interactionType: "KEYSTROKE" as const, value: "a", timestamp: at * 90 },
  }));
  const compared = {
    ...{ durations: new Map(), duplicates: new Map(), others: new Map(), grids: new Map() },
    interview: { year: 2030, attributes: { age: "30" }, rules: [] },
  };
  for (const point of [
    { qualityCheck: "CHS" as const, dataPointId: "c", interviewData },
    { qualityCheck: "BAS" as const, dataPointId: "b", interactionData },
  ]) {
    const score = () => scorePoints([point], new Map(), compared);
    score();
    expect(processorMs(score), point.qualityCheck).toBeLessThan(LIMIT_MS);
  }
});
