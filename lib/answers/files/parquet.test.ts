import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { openBytes, readBytes } from "@/lib/test-answer-files";

type Columns = Parameters<typeof parquetWriteBuffer>[0]["columnData"];
const written = (columnData: Columns, more: Partial<Parameters<typeof parquetWriteBuffer>[0]> = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...more }));

describe("a Parquet file", () => {
  test("has its cells by type, dates as texts and long numbers as their digits", async () => {
    const moment = new Date("2020-01-15T10:30:00.250Z");
    const { file, cells } = await readBytes(
      "a.parquet",
      written([
        { name: "id", data: [12345678901234567n, 2n], type: "INT64" },
        { name: "name", data: ["Zoë", null], type: "STRING" },
        { name: "yes", data: [true, false], type: "BOOLEAN" },
        { name: "share", data: [0.7516, null], type: "DOUBLE" },
        { name: "at", data: [moment, null], type: "TIMESTAMP" },
        { name: "count", data: [3, -1], type: "INT32" },
      ]),
    );
    expect(cells).toEqual([
      ["12345678901234567", "Zoë", true, 0.7516, "2020-01-15T10:30:00.250Z", 3],
      [2, null, false, null, null, -1],
    ]);
    expect(file.columns.map(({ hint }) => hint)).toEqual(["number", "text", "boolean", "number", "datetime", "number"]);
    expect(file.rowCount).toBe(2);
  });

  test("comes back row by row over several row groups", async () => {
    const rows = fc.array(fc.tuple(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), fc.string()), {
      minLength: 1,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (pairs) => {
        const bytes = written(
          [
            { name: "a", data: pairs.map(([a]) => a), type: "INT32" },
            { name: "b", data: pairs.map(([, b]) => b), type: "STRING" },
          ],
          { rowGroupSize: 7 },
        );
        const read = await readBytes("a.parquet", bytes);
        expect(read.cells).toEqual(pairs);
        expect(read.rows.map(({ row }) => row)).toEqual(pairs.map((_, at) => at + 1));
      }),
      { numRuns: 40 },
    );
  });

  test("is read in windows of one row group as well", async () => {
    const count = 7_001;
    const columns = Array.from({ length: 300 }, (_, at) => ({
      name: `q${at}`,
      data: Array.from({ length: count }, (_, row) => (row * (at + 1)) % 11),
      type: "INT32" as const,
    }));
    const { cells } = await readBytes("a.parquet", written(columns));
    expect(cells).toHaveLength(count);
    for (const row of [0, 3_332, 3_333, 3_334, 6_666, count - 1]) {
      expect(cells[row]).toEqual(columns.map(({ data }) => data[row]));
    }
  });

  test("that is cut short, damaged or without rows is refused", async () => {
    const bytes = written([{ name: "a", data: Array.from({ length: 500 }, (_, at) => `text ${at}`), type: "STRING" }]);
    await expect(openBytes("a.parquet", bytes.subarray(0, bytes.length - 20))).rejects.toThrow(
      /damaged or was cut short/,
    );
    const damaged = Uint8Array.from(bytes, (byte, at) => (at > 10 && at < 200 ? 255 : byte));
    await expect(readBytes("a.parquet", damaged)).rejects.toThrow(/damaged in column “a”, rows 1 to 500/);
    await expect(openBytes("a.parquet", written([{ name: "a", data: [], type: "INT32" }]))).rejects.toThrow(/no rows/);
  });
});
