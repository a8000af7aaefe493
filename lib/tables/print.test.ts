import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { partsOf } from "@/lib/test-archive";
import { formatFor, usualSettings } from "./format";
import { sheetsXlsx } from "./sheets-xlsx";
import { type SpanTable, spanTableBlob } from "./span-table";

const table: SpanTable = {
  rows: [
    [{ value: "Liking by region", kind: "text", isBold: true, isTitle: true }],
    [
      { value: "Liking", kind: "text", isBold: true },
      { value: "North", kind: "text", isBold: true },
    ],
    [
      { value: "Good", kind: "text" },
      { value: 40, kind: "percent" },
    ],
  ],
  sticky: { rows: 2, columns: 1 },
  widths: [20, 10],
  foot: ["A remark that is longer than the table is wide, so that it wraps over all of its columns."],
  head: { from: 1, rows: 1 },
};

/** The names of the elements beneath the root, in their order; what is no XML fails. */
function childrenOf(xml: string): string[] {
  const names: string[] = [];
  let depth = 0;
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    if (depth === 1) names.push(name);
    depth += 1;
  });
  parser.on("closetag", () => {
    depth -= 1;
  });
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return names;
}

test("a workbook prints one page wide, across, with its head and page numbers on every page", async () => {
  const blob = await spanTableBlob(table, { form: "xlsx", format: formatFor(usualSettings), sheet: "Pivot" });
  const parts = await partsOf(Buffer.from(await blob.arrayBuffer()));
  const text = (name: string) => parts.get(name)?.toString("utf8") ?? "";
  const sheet = text("xl/worksheets/sheet1.xml");
  expect(childrenOf(sheet)).toEqual([
    ...["sheetPr", "sheetViews", "cols", "sheetData", "mergeCells"],
    ...["pageMargins", "pageSetup", "headerFooter"],
  ]);
  expect(sheet).toContain('fitToWidth="1" fitToHeight="0"');
  expect(text("xl/workbook.xml")).toContain(
    `<definedName name="_xlnm.Print_Titles" localSheetId="0">'Pivot'!$2:$2</definedName>`,
  );
  expect(text("xl/styles.xml")).toMatch(/eef1f5/i);
  // The remark is one cell over both columns.
  expect(sheet).toContain('<mergeCell ref="A5:B5"/>');
});

test("links of a book stand where a sheet's order has them, and every sheet repeats its own head", async () => {
  const named = ["One & more", "Two"].map((name) => ({ name, table, links: [{ row: 0, column: 0, sheet: "Two" }] }));
  const content = await new Response(await sheetsXlsx(named, usualSettings)).arrayBuffer();
  const parts = await partsOf(Buffer.from(content));
  const sheet = parts.get("xl/worksheets/sheet1.xml")?.toString("utf8") ?? "";
  expect(childrenOf(sheet).slice(-4)).toEqual(["hyperlinks", "pageMargins", "pageSetup", "headerFooter"]);
  const workbook = parts.get("xl/workbook.xml")?.toString("utf8") ?? "";
  expect(workbook.match(/Print_Titles/g)).toHaveLength(2);
  expect(workbook).toContain("'One &amp; more'!$2:$2");
  childrenOf(workbook);
});
