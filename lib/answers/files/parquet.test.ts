import fc from "fast-check";
import type { FileMetaData, PageHeader } from "hyparquet";
import { parquetWriteBuffer } from "hyparquet-writer";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { describe, expect, test } from "vitest";
import { openBytes, readBytes } from "@/lib/test-answer-files";
import { runs } from "@/lib/test-runs";

type Columns = Parameters<typeof parquetWriteBuffer>[0]["columnData"];
const written = (columnData: Columns, more: Partial<Parameters<typeof parquetWriteBuffer>[0]> = {}) =>
  new Uint8Array(parquetWriteBuffer({ columnData, ...more }));

type Crafted = {
  header: Partial<PageHeader>;
  page: readonly number[];
  repetition?: "REQUIRED" | "OPTIONAL";
  type?: "INT32" | "BYTE_ARRAY";
  rows?: number;
  codec?: "UNCOMPRESSED" | "ZSTD";
};

/** A file of one column `a` with these pages as they are, true or not. */
function crafted(pages: readonly Crafted[]): Uint8Array {
  const { repetition = "OPTIONAL", type = "INT32", rows = 8, codec = "UNCOMPRESSED" } = pages[0] ?? {};
  const writer = new ByteWriter();
  writer.appendUint32(0x31524150);
  for (const { header, page } of pages) {
    const sizes = { uncompressed_page_size: page.length, compressed_page_size: page.length };
    writePageHeader(writer, { type: "DATA_PAGE", ...sizes, ...header });
    writer.appendBytes(Uint8Array.from(page));
  }
  const bytes = BigInt(writer.offset - 4);
  const meta_data = {
    ...{ type, encodings: ["PLAIN" as const], path_in_schema: ["a"], codec },
    ...{ num_values: BigInt(rows), total_uncompressed_size: bytes, total_compressed_size: bytes, data_page_offset: 4n },
  };
  const group = { columns: [{ file_offset: 4n, meta_data }], total_byte_size: bytes, num_rows: BigInt(rows) };
  const metadata: FileMetaData = {
    ...{ version: 2, num_rows: BigInt(rows), row_groups: [group], metadata_length: 0 },
    schema: [
      { name: "root", num_children: 1 },
      { name: "a", type, repetition_type: repetition },
    ],
  };
  writeMetadata(writer, metadata);
  writer.appendUint32(0x31524150);
  return writer.getBytes();
}

type DataHeader = NonNullable<PageHeader["data_page_header"]>;
const firstVersion = (num_values: number, encoding: DataHeader["encoding"]) => ({
  data_page_header: {
    ...{ num_values, encoding, definition_level_encoding: "RLE" as const, repetition_level_encoding: "RLE" as const },
  },
});
/** The head of a run of one value, a thousand million times. */
const LONG_RUN = [0x80, 0xa8, 0xd6, 0xb9, 0x07];
/** Eight values, all there: four bytes that say how many follow, and a run of them. */
const ALL_THERE = [2, 0, 0, 0, 16, 1];
const INTEGERS = Array.from({ length: 32 }, (_, at) => (at % 4 === 0 ? at / 4 : 0));

describe("a Parquet file that says of itself more than it holds", () => {
  const plain = firstVersion(8, "PLAIN");
  const dictionary: Crafted = {
    header: { type: "DICTIONARY_PAGE", dictionary_page_header: { num_values: 1, encoding: "PLAIN" } },
    page: [7, 0, 0, 0],
  };

  test("is read where it is true", async () => {
    const { cells } = await readBytes("a.parquet", crafted([{ header: plain, page: [...ALL_THERE, ...INTEGERS] }]));
    expect(cells).toEqual(Array.from({ length: 8 }, (_, at) => [at]));
    const header = firstVersion(8, "RLE_DICTIONARY");
    const pages = [dictionary, { header, page: [...ALL_THERE, 1, 16, 0] }];
    expect((await readBytes("a.parquet", crafted(pages))).cells).toEqual(Array.from({ length: 8 }, () => [7]));
  });

  test.each<[what: string, pages: Crafted[]]>([
    ["values", [{ header: firstVersion(2_000_000_000, "PLAIN"), page: [...ALL_THERE, ...INTEGERS] }]],
    ["levels in a run", [{ header: plain, page: [6, 0, 0, 0, ...LONG_RUN, 1, ...INTEGERS] }]],
    [
      "places in a dictionary",
      [dictionary, { header: firstVersion(8, "RLE_DICTIONARY"), page: [...ALL_THERE, 1, ...LONG_RUN, 0] }],
    ],
    [
      "entries of a dictionary",
      [
        {
          header: {
            ...{ type: "DICTIONARY_PAGE", dictionary_page_header: { num_values: 2_000_000_000, encoding: "PLAIN" } },
          },
          page: [7, 0, 0, 0],
        },
      ],
    ],
    [
      "levels in a page of the second version",
      [
        {
          header: {
            type: "DATA_PAGE_V2",
            data_page_header_v2: {
              ...{ num_values: 8, num_nulls: 0, num_rows: 8, encoding: "PLAIN", is_compressed: false },
              ...{ definition_levels_byte_length: 6, repetition_levels_byte_length: 0 },
            },
          },
          page: [...LONG_RUN, 1, ...INTEGERS],
        },
      ],
    ],
    [
      // A text of a byte, and seven that each share a hundred million bytes with the one before.
      "shared beginnings of texts",
      [
        {
          ...{ header: firstVersion(8, "DELTA_BYTE_ARRAY"), type: "BYTE_ARRAY", repetition: "REQUIRED" },
          page: [...[128, 1, 4, 8, 0, 0x80, 0x84, 0xaf, 0x5f, 0, 0, 0, 0], ...[128, 1, 4, 8, 2, 0, 0, 0, 0, 0], 65],
        },
      ],
    ],
    [
      // A hundred and fifty runs of two million bytes each, and a window.
      "bytes that it unpacks to",
      [
        {
          ...{ header: { ...plain, uncompressed_page_size: 38 }, codec: "ZSTD" },
          page: [
            ...[0x28, 0xb5, 0x2f, 0xfd, 0, 0x50],
            ...Array.from({ length: 300 }, () => [2, 0, 0xff, 65]).flat(),
            ...[1, 0, 0],
          ],
        },
      ],
    ],
  ])("is refused: %s", async (_, pages) => {
    await expect(readBytes("a.parquet", crafted(pages))).rejects.toThrow(/“a” has more values in one page/);
  });

  test("is refused: rows, and a list in its description", async () => {
    const short = crafted([{ header: plain, page: [...ALL_THERE, ...INTEGERS], rows: 1_000 }]);
    await expect(readBytes("a.parquet", short)).rejects.toThrow(/damaged in column “a”, rows 1 to 1000/);
    // Lists of lists, each of which says that it has thirty million of them.
    const lists = Array.from({ length: 200 }, () => [0xf9, 0x80, 0x87, 0xa7, 0x0e]).flat();
    const description = [0x19, ...lists];
    const length = [description.length & 255, description.length >> 8, 0, 0];
    const bytes = [..."PAR1"].map((sign) => sign.charCodeAt(0));
    const file = Uint8Array.from([...bytes, ...description, ...length, ...bytes]);
    await expect(openBytes("a.parquet", file)).rejects.toThrow(/its description at the end cannot be read/);
  });

  test("comes back in every way of writing that a package has", async () => {
    const texts = Array.from({ length: 3_000 }, (_, at) => (at % 7 === 3 ? null : `text ${at % 11} of ${at}`));
    const numbers = texts.map((_, at) => (at % 5 === 1 ? null : at % 9));
    const columns: Columns = [
      ...(["PLAIN", "RLE_DICTIONARY", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"] as const).map((encoding) => ({
        ...{ name: encoding, data: texts, type: "STRING" as const, encoding },
      })),
      { name: "number", data: numbers, type: "INT32", encoding: "DELTA_BINARY_PACKED" },
      { name: "coded", data: numbers, type: "INT32" },
      { name: "yes", data: numbers.map((each) => each !== null && each > 4), type: "BOOLEAN", encoding: "RLE" },
    ];
    for (const pageSize of [500, 1_000_000]) {
      const { cells } = await readBytes("a.parquet", written(columns, { pageSize }));
      expect(cells).toEqual(texts.map((_, at) => columns.map(({ data }) => data[at])));
    }
  });
});

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

  test("has decimals with all their digits, and nothing where a number is none", async () => {
    const kinds = [
      ["INT32", "INT32", undefined, 9],
      ["INT64", "INT64", undefined, 18],
      ["FIXED", "FIXED_LEN_BYTE_ARRAY", 16, 38],
      ["BYTES", "BYTE_ARRAY", undefined, 38],
    ] as const;
    const decimal = (
      name: string,
      type: (typeof kinds)[number][1],
      type_length: number | undefined,
      scale: number,
    ) => ({
      ...{ name, type, scale, repetition_type: "OPTIONAL" as const, converted_type: "DECIMAL" as const },
      ...(type_length && { type_length }),
    });
    const schema = [
      { name: "root", num_children: 10 },
      ...kinds.flatMap(([name, type, length, precision]) =>
        [0, 2].map((scale) => ({ ...decimal(`${name}_${scale}`, type, length, scale), precision })),
      ),
      { name: "text", type: "BYTE_ARRAY" as const, repetition_type: "OPTIONAL" as const },
      { name: "share", type: "DOUBLE" as const, repetition_type: "OPTIONAL" as const },
    ];
    const small = [1250n, -1n, null];
    const large = [1234567890123456789n, -1234567890123456700n, null];
    const columnData = schema.slice(1).map(({ name }) => {
      if (name === "text") return { name, data: ["ä", "b", null] };
      if (name === "share") return { name, data: [0.5, Number.NaN, null] };
      return { name, data: name.startsWith("INT32") ? small : large };
    });
    const { cells } = await readBytes("a.parquet", new Uint8Array(parquetWriteBuffer({ columnData, schema })));
    const rounded = ["1234567890123456789", Number("12345678901234567.89")] as const;
    const negative = ["-1234567890123456700", "-12345678901234567"] as const;
    expect(cells).toEqual([
      [1250, 12.5, ...rounded, ...rounded, ...rounded, "ä", 0.5],
      [-1, -0.01, ...negative, ...negative, ...negative, "b", null],
      Array.from({ length: 10 }, () => null),
    ]);
  });

  test("has times of day and lengths as a text would have them", async () => {
    const time = (name: string, unit: "MILLIS" | "MICROS" | "NANOS") => ({
      ...{ name, type: unit === "MILLIS" ? ("INT32" as const) : ("INT64" as const) },
      ...{
        repetition_type: "OPTIONAL" as const,
        logical_type: { type: "TIME" as const, isAdjustedToUTC: false, unit },
      },
    });
    const whole = (name: string) => ({ name, type: "INT64" as const, repetition_type: "OPTIONAL" as const });
    const schema = [
      { name: "root", num_children: 5 },
      ...[time("ms", "MILLIS"), time("us", "MICROS"), time("ns", "NANOS"), whole("took"), whole("count")],
    ];
    const columnData = [
      { name: "ms", data: [219_000, null] },
      ...[219_000_000n, 219_000_000_000n, 90_000_000_000_000n, 5n].map((value, at) => ({
        name: ["us", "ns", "took", "count"][at] ?? "",
        data: [value, null],
      })),
    ];
    const columns = [
      { field_name: "took", numpy_type: "timedelta64[ns]" },
      { field_name: "count", numpy_type: "int64" },
    ];
    const kvMetadata = [{ key: "pandas", value: JSON.stringify({ columns: [...columns, { field_name: null }] }) }];
    const { file, cells } = await readBytes(
      "a.parquet",
      new Uint8Array(parquetWriteBuffer({ columnData, schema, kvMetadata })),
    );
    expect(cells).toEqual([
      ["00:03:39", "00:03:39", "00:03:39", "25:00:00", 5],
      [null, null, null, null, null],
    ]);
    expect(file.columns.map(({ hint }) => hint)).toEqual([undefined, undefined, undefined, undefined, "number"]);
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
      { numRuns: runs(40) },
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
