import { expect, test } from "vitest";
import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { question } from "@/lib/test-answers";
import { leavesSome } from "./leaves-some";

const likes = question(1, "likes", "scale", {
  options: [
    [1, "no", 1],
    [2, "yes", 2],
    [9, "don't know", null],
  ],
});
const refused: Question = { ...likes, id: "refused", missing: [{ cell: 9, kind: "no_answer" }] };
const spent = question(2, "spent", "numeric");
const made = (derivation: Derivation, id = "made") => question(0, id, "single", { derivation });
const says = (derivation: Derivation, ...others: Question[]) =>
  leavesSome("made", [likes, refused, spent, made(derivation), ...others]);

const nets = (questionId: string, ...of: number[][]): Derivation => ({
  form: "nets",
  questionId,
  nets: of.map((codes, at) => ({ code: at + 1, of: codes })),
});
const bands = (questionId: string, ...ends: [number | null, number | null][]): Derivation => ({
  form: "bands",
  questionId,
  bands: ends.map(([low, high], at) => ({ code: at + 1, low, high })),
});

test("nets leave those out whose answer is in none of them; no answer is none", () => {
  expect(says(nets("likes", [1], [2]))).toBe(true);
  expect(says(nets("likes", [1, 9], [2]))).toBe(false);
  expect(says(nets("refused", [1], [2]))).toBe(false);
});

test("bands leave numbers out that lie between or beyond them, and options without a number", () => {
  expect(says(bands("spent", [null, 5], [5, null]))).toBe(false);
  expect(says(bands("spent", [5, null], [null, 5]))).toBe(false);
  expect(says(bands("spent", [null, 5], [6, null]))).toBe(true);
  expect(says(bands("spent", [null, 5]))).toBe(true);
  expect(says(bands("refused", [1, 2], [2, 3]))).toBe(false);
  expect(says(bands("likes", [1, 2], [2, 3]))).toBe(true);
});

test("pairs leave out what is no pair, a filter nobody, and what is made of others what those leave", () => {
  const pairs = (...of: [number, number][]): Derivation => ({
    ...{ form: "combination", questionIds: ["refused", "refused"] },
    pairs: of.map((pair, at) => ({ code: at, of: pair })),
  });
  expect(says(pairs([1, 1], [1, 2], [2, 1], [2, 2]))).toBe(false);
  expect(says(pairs([1, 1], [1, 2], [2, 1]))).toBe(true);
  expect(says({ form: "filter", filter: [] })).toBe(false);
  expect(leavesSome("likes", [likes])).toBe(false);
  const inner = question(0, "inner", "single", { options: [[1, "a", null]], derivation: nets("likes", [1]) });
  expect(says(nets("inner", [1]), inner)).toBe(true);
});
