import { expect, test } from "vitest";
import type { ActivationChange } from "@/lib/contracts/ours/duplicates";
import { fileCells, fileColumns } from "@/lib/tables/column";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { historyTable } from "./history-table";

const change: ActivationChange = {
  id: "call:7",
  at: "2026-03-01T10:00:00Z",
  who: "a@x.io",
  origin: "service",
  type: "1",
  route: "predupes",
  selectors: { Survey_Number: "1,2", Panel_Id: "p" },
  surveys: 2,
  records: null,
  state: "done",
  reverses: null,
  reversed_by: "job:9",
  not_reversible: null,
};

const cellsIn = (form: "csv" | "csv-full") =>
  fileCells(fileColumns(historyTable, null, form), change, { form, format: formatFor(usualSettings) });

test("a file has the history as the screen says it, or whole", () => {
  expect(cellsIn("csv")).toEqual([
    "1 Mar 2026, 10:00 UTC",
    "a@x.io",
    "another client",
    "Deactivated",
    "Pre-check",
    "2 surveys; Panel id: p",
    "2",
    "–",
    "Done",
    "",
    "job:9",
  ]);
  expect(cellsIn("csv-full")).toContain('{"Survey_Number":"1,2","Panel_Id":"p"}');
  expect(cellsIn("csv-full")).toContain("call:7");
});
