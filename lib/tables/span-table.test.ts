import { readSheet } from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import { partsOf } from "@/lib/test-archive";
import { formatFor, usualSettings } from "./format";
import { excelRefusal, type SpanCell, type SpanTable, sheetOf, spanTableBlob } from "./span-table";

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
    expect.objectContaining({ value: 0.123, format: "#,##0.0%", textColor: "#808080" }),
    expect.objectContaining({ value: 0.4, backgroundColor: "#aabbcc" }),
    expect.objectContaining({ type: String, value: "–", align: "right" }),
  ]);
});

test("a table wider than a sheet of Excel is refused, letters of tests counted, and is a CSV", async () => {
  const wide = (columns: number, beside?: string): SpanTable => {
    const figure: SpanCell = { value: 1, kind: "count", ...(beside !== undefined && { beside }) };
    const row = Array.from({ length: columns }, () => figure);
    return { rows: [row], sticky: { rows: 0, columns: 0 }, widths: row.map(() => 10), foot: [] };
  };
  const saved = (wideTable: SpanTable, form: "csv" | "xlsx") =>
    spanTableBlob(wideTable, { form, format, sheet: "Pivot" });
  expect([excelRefusal(wide(16_384)), excelRefusal(wide(8192, "A"))]).toEqual([null, null]);
  await expect(saved(wide(16_385), "xlsx")).rejects.toThrow(
    "A sheet of Excel has 16,384 columns and 1,048,576 rows at most, and this table would have 16,385 columns and 2 rows. Swap rows and columns, filter it, or take CSV.",
  );
  await expect(saved(wide(8193, "A"), "xlsx")).rejects.toThrow("16,386 columns and 2 rows, letters of tests included.");
  expect((await (await saved(wide(16_385), "csv")).text()).split(",")).toHaveLength(16_385);
});

/** A cell as it is written, and over how many columns; null: none. */
function written(cell: unknown): string | null {
  const { value, columnSpan } = (cell ?? {}) as { value?: unknown; columnSpan?: number };
  return value === undefined ? null : `${value}${columnSpan ? ` across ${columnSpan}` : ""}`;
}

test("in a sheet the texts beside figures have columns of their own, under the heads of the figures", () => {
  const text = (value: string, across = 1) => ({ value, kind: "text", across }) as const;
  const figure = (beside?: string) =>
    ({ value: 50, kind: "percent", ...(beside !== undefined && { beside }) }) as const;
  const { data, columns, stickyColumnsCount } = sheetOf(
    {
      rows: [
        [text("Tests of columns")],
        [text("Brand"), text("Sex", 3), null, null],
        [null, text("Female (A)"), text("Male (B)"), text("Total")],
        [text("Acme"), figure("B"), figure(""), figure()],
        [text("Bolt"), figure(""), { ...figure("A"), fill: "#aabbcc" }, figure()],
        [text("Base (n)"), { value: 100, kind: "count" }, { value: 80, kind: "count" }, { value: 180, kind: "count" }],
      ],
      sticky: { rows: 3, columns: 1 },
      widths: [26, 13, 13, 13],
      foot: [],
    },
    usualSettings,
  );
  const shown = data.map((row) => row.map(written));
  expect(shown).toEqual([
    ["Tests of columns"],
    ["Brand", "Sex across 5", null, null, null, null],
    [null, "Female (A) across 2", null, "Male (B) across 2", null, "Total"],
    ["Acme", "0.5", "B", "0.5", null, "0.5"],
    ["Bolt", "0.5", null, "0.5", "A", "0.5"],
    ["Base (n)", "100", null, "80", null, "180"],
  ]);
  expect(columns.map(({ width }) => width)).toEqual([26, 13, 4, 13, 4, 13]);
  expect(stickyColumnsCount).toBe(1);
  expect(data[4]?.[4]).toMatchObject({ backgroundColor: "#aabbcc" });
});

describe("superscripts", () => {
  const rows: SpanTable["rows"] = [
    [
      { value: "Sex <&>", kind: "text" },
      { value: "North (A)", kind: "text" },
    ],
    [
      { value: "Male", kind: "text" },
      { value: 12.34, kind: "percent", decimals: 1, isFaint: true, beside: "B c", isRaised: true },
      { value: 5, kind: "percent", decimals: 1, isBold: true, beside: "<†", isRaised: true },
    ],
    [
      { value: "Female", kind: "text" },
      { value: 40, kind: "percent", decimals: 1 },
    ],
  ];
  const raised: SpanTable = { ...table, rows, widths: [20, 10, 10] };

  test("stand in the cell of their figure, which is a text then, and others stay figures", async () => {
    const file = Buffer.from(
      await (await spanTableBlob(raised, { form: "xlsx", format, sheet: "Pivot" })).arrayBuffer(),
    );
    const cells = await readSheet(file);
    expect(cells.slice(0, 3)).toEqual([
      ["Sex <&>", "North (A)", null],
      ["Male", "12.3%B c", "5.0%<†"],
      ["Female", 0.4, null],
    ]);
    const xml = (await partsOf(file)).get("xl/worksheets/sheet1.xml")?.toString("utf8") ?? "";
    const runs = [...xml.matchAll(/<c r="(\w+)"[^>]*t="inlineStr"><is>(.*?)<\/is>/g)].map(([, at, is]) => [at, is]);
    expect(runs).toEqual([
      [
        "B2",
        '<r><t xml:space="preserve">12.3%</t></r><r><rPr><vertAlign val="superscript"/><sz val="11"/><color rgb="FF808080"/><rFont val="Calibri"/></rPr><t xml:space="preserve">B c</t></r>',
      ],
      [
        "C2",
        '<r><t xml:space="preserve">5.0%</t></r><r><rPr><b/><vertAlign val="superscript"/><sz val="11"/><rFont val="Calibri"/></rPr><t xml:space="preserve">&lt;†</t></r>',
      ],
    ]);
  });

  test("take no columns of their own, and stand behind the figure in a text", async () => {
    expect(sheetOf(raised, usualSettings).columns).toHaveLength(3);
    const csv = await (await spanTableBlob(raised, { form: "csv", format, sheet: "Pivot" })).text();
    expect(csv).toContain("12.3% B c,5.0% <†");
  });
});

test("a workbook has in its properties how it was made", async () => {
  const properties = { title: "Liking <b>", about: "Data: revision 7, version 12ab\u0001." };
  const blob = await spanTableBlob(table, { form: "xlsx", format, sheet: "Pivot", properties });
  const parts = await partsOf(Buffer.from(await blob.arrayBuffer()));
  const core = parts.get("docProps/core.xml")?.toString("utf8");
  expect(core).toContain("<dc:title>Liking &lt;b&gt;</dc:title>");
  expect(core).toContain("<dc:description>Data: revision 7, version 12ab .</dc:description>");
  expect(parts.get("_rels/.rels")?.toString("utf8")).toContain('Target="docProps/core.xml"');
  expect(parts.get("[Content_Types].xml")?.toString("utf8")).toContain('PartName="/docProps/core.xml"');
});
