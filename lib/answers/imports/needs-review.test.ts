import { expect, test } from "vitest";
import type { CheckedFile } from "@/lib/contracts/ours/imports";
import { needsReview } from "./needs-review";

const none = { count: 0, first: [] };
const effect: CheckedFile["effect"] = {
  ...{ now: 0, after: 5, repeated: 0, id_column: "id", excluded: 0, excluded_after: 0 },
  brought: { added: 5, again: 0, gone: 0, questions: { added: 1, changed: 0, gone: 0 } },
  questions: { added: { count: 1, first: ["Q1"] }, changed: none, gone: none },
};
const first: CheckedFile = {
  ...{ rows: 6, kept: 5, refused: 0, blank: 1, left_out: 0, reported: 0 },
  ...{ first: { refused: [], reported: [] }, notices: [], stop: null, effect, sessions: null },
};

test("the first answers of a project go on by themselves where every row is imported as it stands", () => {
  expect(needsReview(first)).toBe(false);
});

test.each<[string, Partial<CheckedFile>]>([
  ["a refused row", { refused: 1 }],
  ["a reported cell", { reported: 1 }],
  ["a row that is left out", { left_out: 1 }],
  ["two rows of one id", { effect: { ...effect, repeated: 1 } }],
  ["a notice", { notices: ["Options were merged."] }],
  ["a reason to stop", { stop: "Nearly all rows are refused." }],
  ["answers that the project has", { effect: { ...effect, now: 1 } }],
  ["completed sessions of the project", { sessions: { matched: 5, file_only: 0, sessions_only: 0 } }],
])("%s is shown before anything is imported", (_, difference) => {
  expect(needsReview({ ...first, ...difference })).toBe(true);
});
