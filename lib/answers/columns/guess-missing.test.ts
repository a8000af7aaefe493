import { describe, expect, test } from "vitest";
import type { RawScalar } from "@/lib/answers/files/answer-file";
import { guessColumn } from "./guess-kind";
import { profiler } from "./profile";

/** What a column of these cells looks like; each with how often it is there. */
function guessOf(cells: Record<string, number> | [RawScalar, number][]) {
  const counts = Array.isArray(cells) ? cells : Object.entries(cells);
  const seen = profiler(1);
  seen.add(counts.flatMap(([cell, n]) => Array.from({ length: n }, (_, row) => ({ row, cells: [cell] }))));
  const [profile] = seen.profiles();
  if (!profile) throw new Error("There is no profile.");
  const { kind, missing, missed } = guessColumn({ name: "q" }, profile);
  const codes = missing.map((code) => ("cell" in code ? String(code.cell) : `${code.low}..${code.high}`));
  return { kind, codes, missed: missed.reduce((sum, { count }) => sum + count, 0) };
}

const codes = (...values: number[]) => Object.fromEntries(values.map((value) => [String(value), 9]));
const ages = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [String(18 + at), 3]));
const times = Object.fromEntries(
  Array.from({ length: 28 }, (_, at) => [`2024-02-${String(at + 1).padStart(2, "0")} 09:00`, 2]),
);
const amounts = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at * 13}.5`, 1]));

describe("far-off codes beside few whole numbers", () => {
  test.each<[what: string, cells: Record<string, number>, kind: string, missing: string[]]>([
    ["97 on a scale of five", codes(1, 2, 3, 4, 5, 97), "scale", ["97"]],
    ["96 to 99 on a scale of seven", codes(1, 2, 3, 4, 5, 6, 7, 96, 98, 99), "scale", ["96", "98", "99"]],
    ["66, 77 and 88 beside two codes", codes(1, 2, 66, 77, 88), "single", ["66", "77", "88"]],
    ["996 and 999 from 0 to 10", codes(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 996, 999), "scale", ["996", "999"]],
    ["-1 on a scale of five", codes(-1, 1, 2, 3, 4, 5), "scale", ["-1"]],
    ["999 among ages", { ...ages, 999: 4 }, "numeric", ["999"]],
    ["99 among ages", { ...ages, 99: 4 }, "numeric", []],
    ["one amount of 999 among others", { ...codes(20, 300, 450, 810), 999: 4 }, "numeric", []],
    ["numbers with decimals", { ...amounts, 999: 2 }, "numeric", []],
    ["9 beside 1 to 5, which may be an option", codes(1, 2, 3, 4, 5, 9), "single", []],
  ])("%s", (_, cells, kind, missing) => expect(guessOf(cells)).toMatchObject({ kind, codes: missing }));
});

describe("words for no answer", () => {
  test.each([
    "Keine Angabe",
    "Keine Antwort",
    "Weiß nicht",
    "Ich weiß es nicht",
    "Antwort verweigert",
    "Möchte ich nicht sagen",
    "Ne sait pas",
    "Je ne sais pas",
    "Sans réponse",
    "Je préfère ne pas répondre",
    "Refus",
    "NSP",
    "No sabe",
    "No contesta",
    "No sabe / No contesta",
    "NS/NC",
    "Prefiero no contestar",
    "Non so",
    "Non risponde",
    "Nessuna risposta",
    "Preferisco non rispondere",
    "I'd rather not say",
  ])("%s is one beside options", (text) => {
    expect(guessOf({ A: 20, B: 20, [text]: 9 })).toEqual({ kind: "single", codes: [text], missed: 9 });
  });

  test.each(["Keine Angebote", "No sabe nadar", "Refuser une offre", "Non sono sicuro", "Not sure", "Keine"])(
    "%s is an option",
    (text) => expect(guessOf({ A: 20, B: 20, [text]: 9 }).codes).toEqual([]),
  );
});

test("“Trifft nicht zu” is the end of a scale beside others of it, and not asked beside other options", () => {
  expect(guessOf({ "Trifft voll zu": 9, "Trifft eher zu": 9, "Trifft nicht zu": 9 }).codes).toEqual([]);
  expect(guessOf({ A: 9, B: 9, "Trifft nicht zu": 9 }).codes).toEqual(["Trifft nicht zu"]);
});

describe("placeholders take no column's kind away", () => {
  test.each<[what: string, cells: Record<string, number>, kind: string, missing: string[]]>([
    ["[not completed] among times", { ...times, "[not completed]": 6 }, "date", ["[not completed]"]],
    ["a word that recurs among times", { ...times, Ongoing: 12 }, "date", ["Ongoing"]],
    ["N/A and - among times", { ...times, "N/A": 10, "-": 9 }, "date", ["N/A", "-"]],
    ["Prefer not to say among ages", { ...ages, "Prefer not to say": 40 }, "numeric", ["Prefer not to say"]],
    ["<none> among amounts", { ...amounts, "<none>": 12 }, "numeric", ["<none>"]],
    ["not available among amounts", { ...amounts, "not available": 12 }, "numeric", ["not available"]],
    ["a word that may be a number's end", { ...codes(1, 2, 3), None: 20 }, "single", []],
    ["more words than times", { ...times, later: 60 }, "single", []],
  ])("%s", (_, cells, kind, missing) => expect(guessOf(cells)).toMatchObject({ kind, codes: missing }));
});
