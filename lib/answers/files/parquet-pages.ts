import type { AsyncBuffer, ColumnMetaData, RowGroup, SchemaTree } from "hyparquet";
import { Encodings, PageTypes } from "hyparquet/src/constants.js";
import { decompressPage } from "hyparquet/src/datapage.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { getMaxDefinitionLevel, getMaxRepetitionLevel, getTreePath, isFlatColumn } from "hyparquet/src/schema.js";
import { compressors } from "hyparquet-compressors";
import { unreadable } from "./answer-file";
import { type Cursor, type Fields, readStruct, varInt } from "./thrift";
import { zstdBytes } from "./zstd-frames";

/** Values that are decoded together: those of a page, of lists and records those of a row group, once for each level. */
const MOST_VALUES = 5_000_000;
/** A column is unpacked a row group at a time. */
export const MOST_COLUMN_BYTES = 256 * 1024 * 1024;

/** Throws for a description at the end of the file that is not as long as it says. */
export async function checkDescription(file: AsyncBuffer): Promise<void> {
  const end = file.byteLength - 8;
  const length = new DataView(await file.slice(end, file.byteLength)).getUint32(0, true);
  if (length > end) throw new Error("The description is longer than the file.");
  readStruct({ view: new DataView(await file.slice(end - length, end)), offset: 0 });
}

/**
 * Goes through the pages of a row group's columns before they are decoded, as far as so many of its rows need them. The
 * decoder takes memory for what a page says that it holds, and for every repetition in it: a few bytes could end the
 * process. Throws an AppError where it is too much, another error where a page is damaged.
 */
export function pageChecker(file: AsyncBuffer, group: RowGroup | undefined, tree: SchemaTree) {
  const checks = new Map<string, ((rows: number) => Promise<void>)[]>();
  for (const { meta_data } of group?.columns ?? []) {
    const name = meta_data?.path_in_schema[0];
    if (meta_data && name !== undefined) {
      checks.set(name, [...(checks.get(name) ?? []), chunkChecker(file, meta_data, tree)]);
    }
  }
  return async (column: string, rows: number): Promise<void> => {
    for (const check of checks.get(column) ?? []) await check(rows);
  };
}

/** A column of a row group: how its pages are packed and how deep its values lie. */
type Chunk = Pick<ColumnMetaData, "codec" | "type"> & {
  name: string;
  definition: number;
  repetition: number;
  isFlat: boolean;
};

function chunkChecker(file: AsyncBuffer, meta: ColumnMetaData, tree: SchemaTree): (rows: number) => Promise<void> {
  const path = getTreePath(tree, meta.path_in_schema);
  const [definition, repetition] = [getMaxDefinitionLevel(path), getMaxRepetitionLevel(path)];
  const isFlat = isFlatColumn(path);
  const name = meta.path_in_schema[0] ?? "";
  const chunk = { codec: meta.codec, type: meta.type, name, definition, repetition, isFlat };
  const mostValues = isFlat ? Infinity : (2 * MOST_VALUES) / path.length;
  let at = Number(meta.dictionary_page_offset || meta.data_page_offset);
  const end = at + Number(meta.total_compressed_size);
  let values = 0;
  // The decoder leaves a last byte alone.
  const isDone = (rows: number, offset: number) => offset >= end - 1 || (isFlat && values >= rows);
  return async (rows) => {
    if (isDone(rows, at)) return;
    const cursor = { view: new DataView(await file.slice(at, end)), offset: 0 };
    while (!isDone(rows, at + cursor.offset)) {
      values += checkPage(cursor, chunk);
      if (values > mostValues) throw tooMany(chunk);
    }
    at += cursor.offset;
  };
}

const tooMany = ({ name }: Chunk) =>
  unreadable(
    `The Parquet file is not read: column “${name}” has more values in one page or row group than fit into memory. Write it with smaller row groups.`,
  );

/** How many values the page has; the cursor stands behind it then. */
function checkPage(cursor: Cursor, chunk: Chunk): number {
  const header = readStruct(cursor);
  const unpacked = numberIn(header, 2);
  const packed = numberIn(header, 3);
  if (packed > cursor.view.byteLength - cursor.offset) throw new Error("A page ends early.");
  if (unpacked > MOST_COLUMN_BYTES) throw tooMany(chunk);
  const bytes = new Uint8Array(cursor.view.buffer, cursor.view.byteOffset + cursor.offset, packed);
  cursor.offset += packed;
  switch (PageTypes[numberIn(header, 1)]) {
    case "DICTIONARY_PAGE":
      valuesIn(structIn(header, 7), chunk);
      checkPacked(bytes, chunk);
      return 0;
    case "DATA_PAGE":
      return checkFirstVersion(unpackedPage(bytes, unpacked, chunk), structIn(header, 5), chunk);
    case "DATA_PAGE_V2":
      return checkSecondVersion(bytes, unpacked, structIn(header, 8), chunk);
    default:
      throw new Error("No page of Parquet.");
  }
}

function numberIn(fields: Fields, id: number): number {
  const found = fields.get(id);
  if (typeof found !== "number" || found < 0) throw new Error("A page's header lacks a number.");
  return found;
}

function structIn(fields: Fields, id: number): Fields {
  const found = fields.get(id);
  if (found instanceof Map) return found;
  throw new Error("A page has no header of its kind.");
}

function valuesIn(header: Fields, chunk: Chunk): number {
  const values = numberIn(header, 1);
  if (values > MOST_VALUES) throw tooMany(chunk);
  return values;
}

const cursorOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Cursor => ({
  ...{ view: new DataView(buffer, byteOffset, byteLength), offset: 0 },
});

function unpackedPage(bytes: Uint8Array, unpacked: number, chunk: Chunk): Cursor {
  checkPacked(bytes, chunk);
  return cursorOf(decompressPage(bytes, unpacked, chunk.codec, compressors));
}

/** Other codecs fill what the page says that it needs, and this one what it finds: some of it twice. */
function checkPacked(bytes: Uint8Array, chunk: Chunk): void {
  if (chunk.codec === "ZSTD" && zstdBytes(bytes) > 2 * MOST_COLUMN_BYTES) throw tooMany(chunk);
}

function checkFirstVersion(page: Cursor, header: Fields, chunk: Chunk): number {
  const values = valuesIn(header, chunk);
  const encoding = Encodings[numberIn(header, 2)];
  if (chunk.repetition > 0) passSized(page, chunk, { width: widthOf(chunk.repetition), values });
  const filled =
    chunk.definition > 0
      ? passSized(page, chunk, { width: widthOf(chunk.definition), values, counted: chunk.definition })
      : values;
  const isBoolean = chunk.type === "BOOLEAN";
  if (encoding === "RLE" || encoding?.endsWith("_DICTIONARY")) {
    const width = isBoolean ? 1 : page.view.getUint8(page.offset++);
    if (isBoolean) page.offset += 4;
    if (width > 0) passRuns(page, chunk, { width, values: filled });
  } else checkShared(page, encoding, filled, chunk);
  return values;
}

function checkSecondVersion(bytes: Uint8Array, unpacked: number, header: Fields, chunk: Chunk): number {
  const values = valuesIn(header, chunk);
  const [nulls, rows, encoding] = [numberIn(header, 2), numberIn(header, 3), Encodings[numberIn(header, 4)]];
  const [definitionBytes, repetitionBytes] = [numberIn(header, 5), numberIn(header, 6)];
  const isLike = chunk.isFlat ? rows === values : rows <= values;
  if (!isLike || nulls > (chunk.definition > 0 ? values : 0)) throw new Error("A page's header contradicts itself.");
  const levels = cursorOf(bytes);
  if (chunk.repetition > 0) passRuns(levels, chunk, { width: widthOf(chunk.repetition), values });
  levels.offset = repetitionBytes;
  if (chunk.definition > 0) passRuns(levels, chunk, { width: widthOf(chunk.definition), values });
  const rest = bytes.subarray(repetitionBytes + definitionBytes);
  const isPacked = header.get(7) !== false;
  const page = isPacked ? unpackedPage(rest, unpacked - repetitionBytes - definitionBytes, chunk) : cursorOf(rest);
  const filled = values - nulls;
  if (encoding === "RLE") {
    page.offset += 4;
    passRuns(page, chunk, { width: 1, values: filled });
  } else if (encoding?.endsWith("_DICTIONARY")) {
    passRuns(page, chunk, { width: page.view.getUint8(page.offset++), values: filled });
  } else checkShared(page, encoding, filled, chunk);
  return values;
}

/** Texts of which each is only what it has beyond the one before: written out they may be many times as long. */
function checkShared(page: Cursor, encoding: string | undefined, values: number, chunk: Chunk): void {
  if (encoding !== "DELTA_BYTE_ARRAY" || values === 0) return;
  const shared = new Int32Array(values);
  deltaBinaryUnpack(page, values, shared);
  const bytes = shared.reduce((sum, each) => sum + Math.max(0, each), 0);
  if (bytes > MOST_COLUMN_BYTES) throw tooMany(chunk);
}

const widthOf = (level: number): number => 32 - Math.clz32(level);

/** `counted`: the value of which is told how often it is there. */
type Runs = { width: number; values: number; counted?: number };

/** Runs behind the number of their bytes. */
function passSized(cursor: Cursor, chunk: Chunk, runs: Runs): number {
  const bytes = cursor.view.getUint32(cursor.offset, true);
  cursor.offset += 4;
  const start = cursor.offset;
  const found = passRuns(cursor, chunk, runs);
  cursor.offset = start + bytes;
  return found;
}

/** Passes runs, of one value or of groups of eight packed ones, until there are so many values. */
function passRuns(cursor: Cursor, chunk: Chunk, { width, values, counted }: Runs): number {
  let seen = 0;
  let found = 0;
  while (seen < values) {
    const head = varInt(cursor);
    const isPacked = (head & 1) === 1;
    const run = isPacked ? (head >> 1) << 3 : head >>> 1;
    if (run < 0 || run > MOST_VALUES + 7) throw tooMany(chunk);
    if (isPacked) {
      if (counted !== undefined) found += packedCount(cursor, width, Math.min(run, values - seen), counted);
      // The decoder takes a byte where nothing is packed, too.
      cursor.offset += Math.max(1, (run / 8) * width);
    } else {
      if (counted !== undefined && bitsAt(cursor, 0, width) === counted) found += run;
      cursor.offset += (width + 7) >> 3;
    }
    seen += run;
  }
  return found;
}

function packedCount(cursor: Cursor, width: number, count: number, counted: number): number {
  let found = 0;
  for (let at = 0; at < count; at += 1) if (bitsAt(cursor, at * width, width) === counted) found += 1;
  return found;
}

/** The number in so many bits from a bit on, the lowest first. */
function bitsAt({ view, offset }: Cursor, from: number, width: number): number {
  let value = 0;
  for (let bit = 0; bit < width; bit += 1) {
    const at = from + bit;
    value |= ((view.getUint8(offset + (at >> 3)) >> (at & 7)) & 1) << bit;
  }
  return value;
}
