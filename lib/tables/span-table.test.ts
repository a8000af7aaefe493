import { expect, test } from "vitest";
import { formatFor, usualSettings } from "./format";
import { type SpanTable, sheetOf, spanTableBlob } from "./span-table";

const table: SpanTable = {
  rows: [
    [
      { value: "Sex", kind: "text", isBold: true },
      { value: "North", kind: "text" },
    ],
    [
      { value: "Male", kind: "text" },
      { value: 12.3, kind: "percent", isFaint: true, beside: "A" },
    ],
    [
      { value: "Female", kind: "text" },
      { value: 40, kind: "percent", fill: "#aabbcc" },
    ],
    [
      { value: "Total", kind: "text" },
      { value: null, kind: "count" },
    ],
  ],
  sticky: { rows: 1, columns: 1 },
  widths: [20, 10],
  foot: ["Grey: a base below 30."],
};
const format = formatFor(usualSettings);

test("as text, figures are as the screen writes them, grey ones too: in brackets a spreadsheet would read them as negative", async () => {
  const csv = await (await spanTableBlob(table, { form: "csv", format, sheet: "Pivot" })).text();
  expect(csv.replace("\uFEFF", "").trim().split("\r\n")).toEqual([
    "Sex,North",
    "Male,12.3% A",
    "Female,40%",
    "Total,–",
    "",
    "Grey: a base below 30.",
  ]);
});

test("negative figures are numbers to a spreadsheet, and texts that begin like them are not run", async () => {
  const rows: SpanTable["rows"] = [
    [
      { value: "-1", kind: "text" },
      { value: -1.5, kind: "hundredths" },
      { value: -0.001, kind: "hundredths" },
    ],
  ];
  const blob = await spanTableBlob({ ...table, rows, foot: [] }, { form: "csv", format, sheet: "Pivot" });
  expect((await blob.text()).replace("\uFEFF", "").trim()).toBe("'-1,-1.50,0.00");
});

test("in a sheet no line is longer than a cell can be", () => {
  const { data } = sheetOf({ ...table, foot: ["x".repeat(40_000)] }, usualSettings);
  expect(data.at(-1)).toEqual([expect.objectContaining({ value: `${"x".repeat(32_766)}…` })]);
});

test("in a sheet figures stay figures, with the colours of the screen, and none is a dash", () => {
  const { data } = sheetOf(table, usualSettings);
  expect(data.slice(1, 4).map((row) => row[1])).toEqual([
    expect.objectContaining({ value: 0.123, format: '#,##0.0% "A"', textColor: "#808080" }),
    expect.objectContaining({ value: 0.4, backgroundColor: "#aabbcc" }),
    expect.objectContaining({ type: String, value: "–", align: "right" }),
  ]);
});
