import { expect, test } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { isMetadataLeftOut, leaveOutMetadata, setRowFilter, withAllRows } from "./change-tool-parts";

const filter = { column: "Status", cells: ["Survey Preview"], isBlank: false, rows: 3, applies: true };
const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
  ...{ questions: [], notes: [], ignored: ["IPAddress", "Progress"], metadata: ["IPAddress", "Progress"] },
  rowFilters: [
    { reason: "preview", ...filter },
    { reason: "test", ...filter },
  ],
};
const values: Record<string, string[]> = { IPAddress: ["192.0.2.1"], Progress: ["100", "", "50"] };
const known = {
  columns: ["Progress", "IPAddress"].map((name) => ({ name, label: null })),
  valuesOf: (column: string) => values[column] ?? [],
};

test("metadata become questions by what they hold, and are left out again", () => {
  expect(isMetadataLeftOut(plan)).toBe(true);
  const asked = leaveOutMetadata(plan, false, known);
  expect(asked.questions.map(({ id, kind }) => [id, kind])).toEqual([
    ["Progress", "numeric"],
    ["IPAddress", "open"],
  ]);
  expect([asked.ignored, isMetadataLeftOut(asked)]).toEqual([[], false]);
  const again = leaveOutMetadata(asked, true, known);
  expect([again.questions, isMetadataLeftOut(again)]).toEqual([[], true]);
});

test("row filters are turned off one by one or all at once", () => {
  expect(setRowFilter(plan, 1, false).rowFilters?.map(({ applies }) => applies)).toEqual([true, false]);
  expect(withAllRows(plan).rowFilters?.map(({ applies }) => applies)).toEqual([false, false]);
});
