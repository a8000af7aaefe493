import { buffer } from "node:stream/consumers";
import readWorkbook from "read-excel-file/node";
import { expect, test } from "vitest";
import { partsOf } from "@/lib/test-archive";
import { sheetsXlsx } from "./sheets-xlsx";
import type { SpanTable } from "./span-table";

const tableOf = (rows: SpanTable["rows"]): SpanTable => ({
  rows,
  sticky: { rows: 0, columns: 0 },
  widths: [10],
  foot: [],
});

test("a workbook has its sheets in order, figures as figures, texts as texts, and links that need no computing", async () => {
  const name = `1 "Q" & R&D's`;
  const stream = await sheetsXlsx(
    [
      {
        name: "Index",
        table: tableOf([
          [
            { value: "=1+1", kind: "text" },
            { value: "there", kind: "text" },
          ],
        ]),
        links: [{ row: 0, column: 1, sheet: name }],
      },
      { name, table: tableOf([[{ value: 33.3, kind: "percent", beside: "A", isBold: true }]]), links: [] },
    ],
    { timeZone: "UTC" },
  );
  const file = await buffer(stream);
  expect(await readWorkbook(file)).toEqual([
    { sheet: "Index", data: [["=1+1", "there"]] },
    { sheet: name, data: [[0.333, "A"]] },
  ]);
  const parts = await partsOf(file);
  const fonts =
    parts
      .get("xl/styles.xml")
      ?.toString("utf8")
      .match(/<font>.*?<\/font>/gs) ?? [];
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toContain('<name val="Calibri"/>');
  const xml = (at: number) => parts.get(`xl/worksheets/sheet${at}.xml`)?.toString("utf8") ?? "";
  expect(xml(1)).toContain(`<hyperlink ref="B1" location="'1 &quot;Q&quot; &amp; R&amp;D''s'!A1"/></hyperlinks>`);
  // Spreadsheets refuse a sheet whose parts stand in another order.
  expect(xml(1)).toMatch(/<sheetData>.*<hyperlinks>.*<\/worksheet>$/s);
  expect(xml(1)).not.toMatch(/<page(Margins|Setup).*<hyperlinks>/s);
  expect(xml(2)).not.toContain("hyperlink");
});

test("rows and columns stay in view as the standard has it: no split that there is none of, and a pane that is there", async () => {
  const sheet = (name: string, sticky: SpanTable["sticky"]) => {
    const table: SpanTable = { ...tableOf([[{ value: "<pane>", kind: "text" }]]), sticky };
    return { name, table, links: [] };
  };
  const stream = await sheetsXlsx(
    [
      sheet("columns", { rows: 0, columns: 2 }),
      sheet("rows", { rows: 3, columns: 0 }),
      sheet("both", { rows: 3, columns: 2 }),
      sheet("none", { rows: 0, columns: 0 }),
    ],
    { timeZone: "UTC" },
  );
  const parts = await partsOf(await buffer(stream));
  const pane = (at: number) =>
    parts
      .get(`xl/worksheets/sheet${at}.xml`)
      ?.toString("utf8")
      .match(/<pane[^>]*>/)?.[0];
  expect([1, 2, 3, 4].map(pane)).toEqual([
    '<pane xSplit="2" topLeftCell="C1" activePane="topRight" state="frozen"/>',
    '<pane ySplit="3" topLeftCell="A4" activePane="bottomLeft" state="frozen"/>',
    '<pane ySplit="3" xSplit="2" topLeftCell="C4" activePane="bottomRight" state="frozen"/>',
    undefined,
  ]);
});

test("a book of any letters has the few formats of its figures: Excel opens no workbook of more than about 200", async () => {
  const letters = Array.from({ length: 400 }, (_, at) => at.toString(2).replaceAll("0", "A").replaceAll("1", "b"));
  const table = tableOf(letters.map((beside) => [{ value: 33.3, kind: "percent", decimals: 2, beside }]));
  const parts = await partsOf(await buffer(await sheetsXlsx([{ name: "One", table, links: [] }], { timeZone: "UTC" })));
  const formats = parts
    .get("xl/styles.xml")
    ?.toString("utf8")
    .match(/<numFmt [^>]*>/g);
  expect(formats).toEqual([expect.stringContaining("#,##0.00%")]);
});
