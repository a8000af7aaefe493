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
  selectors: { Survey_Number: { count: 2, values: ["1", "2"] }, Panel_Id: { count: 1, values: ["p"] } },
  surveys: 2,
  records: null,
  state: "done",
  reverses: null,
  reversed_by: "job:9",
  not_reversible: null,
};

const cellsIn = (form: "csv" | "csv-full", row = change) =>
  fileCells(fileColumns(historyTable, null, form), row, { form, format: formatFor(usualSettings) });

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
  expect(cellsIn("csv-full")).toContain('{"Survey_Number":["1","2"],"Panel_Id":"p"}');
  expect(cellsIn("csv-full")).toContain("call:7");
});

test("a file of full values has every value, lists as lists", () => {
  const ids = Array.from({ length: 5000 }, (_, index) => `session-${index}`);
  const agent = "Mozilla/5.0 (KHTML, like Gecko)";
  const selectors = { Session_Id: { count: 5000, values: ids }, User_Agent: { count: 1, values: [agent] } };
  expect(cellsIn("csv-full", { ...change, selectors })).toContain(
    JSON.stringify({ Session_Id: ids, User_Agent: agent }),
  );
  expect(cellsIn("csv", { ...change, selectors })).toContain(
    `Session ids: session-0, session-1 and 4,998 more; User agent: ${agent}`,
  );
});
