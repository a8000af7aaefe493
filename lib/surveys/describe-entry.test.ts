import { expect, test } from "vitest";
import { describeSurveyEntry } from "./describe-entry";

const names = { projects: new Map(), questions: new Map() };

test("what is kept beside a survey is described like its fields", () => {
  const checks = { thing_id: "s", before: { checks_duplicates: true }, after: { checks_duplicates: false } };
  expect(describeSurveyEntry(checks, names)).toEqual([
    { key: "checks_duplicates", label: "Duplicate check at entry", before: "on", after: "off" },
  ]);
  expect(describeSurveyEntry({ thing_id: "s", before: null, after: { removed: 3 } }, names)).toMatchObject([
    { label: "Test sessions removed", after: "3" },
  ]);
});
