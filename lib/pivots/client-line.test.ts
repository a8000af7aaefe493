import { expect, test } from "vitest";
import type { Provenance } from "@/lib/contracts/interfaces/pivot";
import { loadPivotState } from "./address";
import { clientLine } from "./client-line";

const provenance: Provenance = {
  ...{ revision: 7, revisedAt: "2031-03-03T10:00:00.000Z", responses: 24, excluded: 0, weight: null },
  ...{ questions: [], definitions: "12ab34cd56ef", exclusions: "ab12" },
};
const figures = [[[24]]];
const table = {
  ...{ rows: [[]], rowCodes: [[]], columns: [[]], columnCodes: [[]], excluded: 0, provenance },
  ...{ cells: figures, base: figures, weightedBase: figures, effectiveBase: figures, deviation: [[[null]]] },
};
const titles = { rows: [], columns: [], value: () => "Count" };
const made = { table, measures: [], isWeighted: false, sharesColumns: false, titles };
const asked = { projectId: "p", rows: [], columns: [], measures: [], filter: [], baseRule: "answered" as const };

test("a reader is told in one line what a table is of, without the versions that only programs read", () => {
  const state = loadPivotState(new URLSearchParams("against=columns&high=99"));
  const known = { made, project: "Tracker", count: String, day: (iso: string) => iso.slice(0, 10) };
  expect(clientLine({ read: { asked, state }, ...known, weight: "Age", filter: ["Sex is Male"] })).toBe(
    "Tracker · base: all who answered, n 24 · answers of 2031-03-03 · weighted by Age · filter: Sex is Male · tested against other columns at 99%",
  );
});
