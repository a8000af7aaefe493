import { expect, test } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { importDraft } from "./kept-import";
import { readImportDraft } from "./read-kept-import";

const file = "0199c0de-0000-7000-8000-000000000001";
const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ",", time: null, end: null, endBeforeStart: "refuse", id: "id", weights: ["w"] },
  ...{ ignored: ["x"], notes: [] },
  questions: [{ kind: "open", id: "a", text: "A", column: "a", missing: [], blank: "no_answer", grid: null }],
};

test("what was corrected comes back from its draft as it was", () => {
  for (const work of [
    { file, mode: "update" as const, plan },
    { file, mode: "append" as const, plan: null },
  ]) {
    expect(readImportDraft(JSON.parse(JSON.stringify(importDraft(work))))).toEqual(work);
  }
});

test("a draft of another kind is not taken for one", () => {
  expect(readImportDraft({ file, mode: "merge", settings: null, questions: [] })).toBeNull();
  expect(readImportDraft({ survey: {} })).toBeNull();
});
