import { readSheet } from "read-excel-file/node";
import { expect, test } from "vitest";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { tableBlob } from "@/lib/tables/table-blob";
import { reasonsTable, supplierDays } from "./reasons-table";

const rows = supplierDays([{ day: "2026-12-31", supplier: "north", reason: "08", sessions: 3 }]);
const format = formatFor({ ...usualSettings, timeZone: "America/New_York" });
const fileOf = (form: "csv" | "csv-full" | "xlsx") =>
  tableBlob(reasonsTable, rows, { form, format, sheet: "Failures" });

test("a day is a date cell in a workbook, the same day in every time zone, and an ISO day in CSV", async () => {
  const file = await fileOf("xlsx");
  const [head, row] = await readSheet(Buffer.from(await file.arrayBuffer()));
  expect(head?.[0]).toBe("Day (UTC)");
  expect(row?.[0]).toEqual(new Date("2026-12-31T00:00:00Z"));
  for (const form of ["csv", "csv-full"] as const)
    expect(await (await fileOf(form)).text()).toContain("\n2026-12-31,north,");
});
