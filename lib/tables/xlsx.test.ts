import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { readSheet } from "read-excel-file/node";
import { describe, expect, test } from "vitest";
import type { Cell } from "./csv";
import { xlsxStream } from "./xlsx";

type Heads = Parameters<typeof xlsxStream>[1];

async function write(heads: Heads, rows: Cell[][], timeZone = "UTC"): Promise<Buffer> {
  async function* chunks() {
    yield rows;
  }
  return buffer(await xlsxStream("Surveys", heads, chunks(), { timeZone }));
}

const heads = [
  { header: "Name", kind: "text" },
  { header: "Count", kind: "count" },
  { header: "Price", kind: "usd" },
  { header: "Share", kind: "percent" },
  { header: "At", kind: "instant" },
] as const;

describe("a spreadsheet", () => {
  test("has figures as figures, shares as spreadsheets keep them, and instants on the clock of the zone", async () => {
    const file = await write(heads, [["A", 1234.5, 1.85, 33.3, "2026-12-31T23:30:00.000Z"]], "Asia/Kolkata");
    const [head, row = []] = await readSheet(file);
    expect(head).toEqual(["Name", "Count", "Price", "Share", "At (Asia/Kolkata)"]);
    expect(row.slice(0, 4)).toEqual(["A", 1234.5, 1.85, 0.333]);
    // A sheet counts in days, of which an hour is no exact part.
    expect(Math.abs(Number(row[4]) - Date.parse("2027-01-01T05:00:00Z"))).toBeLessThan(1000);
  });

  test("has a date cell for a time on another clock than the reader's, with the digits of that clock", async () => {
    const clock = [{ header: "Out of field", kind: "wallClock" }] as const;
    const file = await write(clock, [["2026-12-31 23:59:59"], ["2026-12-31"], ["end of year"]], "Asia/Kolkata");
    const [head, ...rows] = await readSheet(file);
    expect(head).toEqual(["Out of field"]);
    for (const [at, written] of ["2026-12-31T23:59:59Z", "2026-12-31T00:00:00Z"].entries()) {
      expect(Math.abs(Number(rows[at]?.[0]) - Date.parse(written))).toBeLessThan(1000);
    }
    expect(rows[2]).toEqual(["end of year"]);
  });

  test("has nothing where nothing is known, and a text where an instant cannot be read", async () => {
    const file = await write(heads, [
      ["A", null, undefined, null, "soon"],
      ["B", 1, 1, 1, null],
    ]);
    expect(await readSheet(file)).toEqual([
      ["Name", "Count", "Price", "Share", "At (UTC)"],
      ["A", null, null, null, "soon"],
      ["B", 1, 1, 0.01, null],
    ]);
  });

  /** Printable, because XML has no other characters, and with a letter, because readers trim. */
  const text = fc
    .tuple(fc.constantFrom("=", "+", "-", "@", "x"), fc.string({ maxLength: 30 }))
    .map(([first, rest]) => `${first}${rest}x`);

  test("is read back as it was written, and none of its texts is a formula", async () => {
    const row = fc.tuple(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }));
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
        const written = rows.map(([name, count, price]) => [name, count, price === 0 ? 0 : price]);
        const [, ...read] = await readSheet(await write(heads.slice(0, 3), written), { trim: false });
        expect(read).toEqual(written);
      }),
      { numRuns: 40 },
    );
  });
});
