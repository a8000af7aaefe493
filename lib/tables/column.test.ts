import { describe, expect, test } from "vitest";
import { fileCells, fileColumns, type TableColumn, unknownColumns } from "./column";
import { formatFor } from "./format";

type Row = { name: string; done: number | null; target: number; at: string };
const columns: TableColumn<Row>[] = [
  { id: "name", header: "Name", kind: "text", value: ({ name }) => name },
  {
    id: "progress",
    forms: ["csv"],
    header: "Progress",
    kind: "text",
    value: ({ done }) => done,
    text: ({ done, target }, { count }) => `${count(done)} / ${count(target)}`,
  },
  { id: "done", of: "progress", forms: ["csv-full", "xlsx"], header: "Done", kind: "count", value: ({ done }) => done },
  { id: "target", of: "progress", forms: ["csv-full"], header: "Target", kind: "count", value: ({ target }) => target },
  { id: "at", header: "At", kind: "instant", value: ({ at }) => at },
];
const row = { name: "A", done: 1234.5, target: 5000, at: "2026-12-31T23:30:00+00:00" };
const format = formatFor({ timeZone: "Europe/Berlin", numbers: "1.234,5" });

describe("a list's columns in a file", () => {
  test("stand in the chosen order, each with the parts that the form has", () => {
    const ids = (chosen: string[] | null, form: "csv" | "csv-full" | "xlsx") =>
      fileColumns(columns, chosen, form).map(({ id }) => id);
    expect(ids(null, "csv")).toEqual(["name", "progress", "at"]);
    expect(ids(["at", "progress"], "csv-full")).toEqual(["at", "done", "target"]);
    expect(ids(["progress", "progress"], "xlsx")).toEqual(["done"]);
  });

  test("are named where they are not there", () => {
    expect(unknownColumns(columns, ["name", "done", "progress", "nothing"])).toEqual(["done", "nothing"]);
  });
});

describe("a row in a file", () => {
  test("has the texts of the screen, as the person chose", () => {
    const cells = fileCells(fileColumns(columns, null, "csv"), row, { form: "csv", format });
    expect(cells).toEqual(["A", "1.235 / 5.000", "1 Jan 2027, 00:30 GMT+1"]);
    const change: TableColumn<Row> = { id: "change", header: "Change", kind: "tenths", value: () => -1.25 };
    expect(fileCells([change], row, { form: "csv", format })).toEqual([{ figure: "-1,3" }]);
  });

  test("has full values: figures as they are, instants in UTC, unknown ones empty", () => {
    const cells = (each: Row) => fileCells(fileColumns(columns, null, "csv-full"), each, { form: "csv-full", format });
    expect(cells(row)).toEqual(["A", 1234.5, 5000, "2026-12-31T23:30:00.000Z"]);
    expect(cells({ ...row, done: null, at: "soon" })).toEqual(["A", null, 5000, "soon"]);
  });
});
