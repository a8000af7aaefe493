import { readSheet } from "read-excel-file/node";
import { expect, test } from "vitest";
import { partsOf } from "@/lib/test-archive";
import type { TableColumn } from "./column";
import { formatFor } from "./format";
import { tableBlob } from "./table-blob";

type Row = { name: string; count: number | null; at: string };

const columns: TableColumn<Row>[] = [
  { id: "name", header: "Name", kind: "text", value: ({ name }) => name },
  { id: "count", header: "Count", kind: "count", value: ({ count }) => count },
  { id: "at", header: "At", kind: "instant", value: ({ at }) => at },
  { id: "id", forms: ["csv-full"], header: "Id", kind: "text", value: ({ name }) => `id-${name}` },
];
const rows: Row[] = [
  { name: "=1+1", count: 3400, at: "2026-03-01T10:00:00Z" },
  { name: "B", count: null, at: "" },
];
const as = { format: formatFor({ timeZone: "UTC", numbers: "1,234.5" }), sheet: "Changes" };

test("is CSV as shown or with full values, which no spreadsheet runs", async () => {
  const shown = await (await tableBlob(columns, rows, { ...as, form: "csv" })).text();
  expect(shown).toBe(
    '\uFEFFName,Count,At\r\n\'=1+1,"3,400","1 Mar 2026, 10:00 UTC"\r\nB,–,–\r\n'.replace("\uFEFF", ""),
  );
  const full = await (await tableBlob(columns, rows, { ...as, form: "csv-full" })).text();
  expect(full).toContain("'=1+1,3400,2026-03-01T10:00:00.000Z,id-=1+1\r\n");
});

test("is a workbook with figures as figures and texts as texts", async () => {
  const file = await tableBlob(columns, rows, { ...as, form: "xlsx" });
  const [head, first = [], second] = await readSheet(Buffer.from(await file.arrayBuffer()));
  expect(head).toEqual(["Name", "Count", "At (UTC)"]);
  expect(first.slice(0, 2)).toEqual(["=1+1", 3400]);
  expect(second).toEqual(["B", null, null]);
  const parts = await partsOf(Buffer.from(await file.arrayBuffer()));
  expect(parts.get("xl/worksheets/sheet1.xml")?.toString("utf8")).toContain(
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
  );
});

test("says what it is above its columns, where people read it", async () => {
  const head = ["Filter: =1+1", "Weight: none"];
  const shown = await (await tableBlob(columns, rows, { ...as, form: "csv", head })).text();
  expect(shown.split("\r\n").slice(0, 4)).toEqual(["Filter: =1+1", "Weight: none", "", "Name,Count,At"]);
  const full = await (await tableBlob(columns, rows, { ...as, form: "csv-full", head })).text();
  expect(full.split("\r\n")[0]).toContain("Name,Count,At,Id");
  const long = await tableBlob(columns, rows, { ...as, form: "xlsx", head: ["x".repeat(40_000)] });
  const [[line] = []] = await readSheet(Buffer.from(await long.arrayBuffer()));
  expect(String(line)).toHaveLength(32_767);
  const file = await tableBlob(columns, rows, { ...as, form: "xlsx", head });
  const cells = await readSheet(Buffer.from(await file.arrayBuffer()));
  expect(cells.map(([first]) => first)).toEqual([...head, null, "Name", "=1+1", "B"]);
});
