import "server-only";
import { type FileHandle, open } from "node:fs/promises";
import {
  type AsyncBuffer,
  type ColumnMetaData,
  type FileMetaData,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
  type SchemaTree,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { AppError } from "@/lib/http/problem";
import {
  type AnswerFile,
  batchRows,
  type FileColumn,
  headerOnly,
  type RawCell,
  type RawRow,
  refuseTooManyColumns,
  unreadable,
} from "./answer-file";
import { isDecimal, type ParquetKind, pandasLengths, parquetCell, parquetKind } from "./parquet-cells";
import { checkDescription, MOST_COLUMN_BYTES, pageChecker } from "./parquet-pages";

/** Cells that are decoded together. */
const WINDOW_CELLS = 1_000_000;

type Column = FileColumn & { kind: ParquetKind };

const damaged = (cause: unknown) =>
  unreadable(
    "The Parquet file is damaged or was cut short: its description at the end cannot be read. Write it again.",
    cause,
  );

/** Opens a Parquet file. Rows are counted from 1; a window of rows is decoded at a time, column by column. */
export async function openParquet(path: string): Promise<AnswerFile> {
  const handle = await open(path, "r");
  try {
    return await described(handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function described(handle: FileHandle): Promise<AnswerFile> {
  const { size } = await handle.stat();
  const file: AsyncBuffer = {
    byteLength: size,
    async slice(from, to = size) {
      if (from < 0 || to > size) throw damaged(new Error("The file ends early."));
      return sliceOf(handle, from, to);
    },
  };
  const metadata = await metadataOf(file).catch((error: unknown) => {
    throw damaged(error);
  });
  const lengths = pandasLengths(metadata.key_value_metadata);
  const columns = parquetSchema(metadata).children.map((tree) => columnOf(tree, lengths));
  refuseTooManyColumns(columns.length);
  if (Number(metadata.num_rows) === 0) throw headerOnly(1);
  refuseGroups(metadata);
  refuseVariants(metadata);
  return {
    format: "parquet",
    columns: columns.map(({ kind: _, ...column }) => column),
    multipleSets: [],
    rowCount: Number(metadata.num_rows),
    notices: [],
    rows: () => rowsOf(file, metadata, columns),
    close: () => handle.close(),
  };
}

async function metadataOf(file: AsyncBuffer): Promise<FileMetaData> {
  await checkDescription(file);
  return parquetMetadataAsync(file);
}

async function sliceOf(handle: FileHandle, from: number, to: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(Math.max(0, to - from));
  let got = 0;
  while (got < bytes.length) {
    const { bytesRead } = await handle.read(bytes, got, bytes.length - got, from + got);
    if (bytesRead === 0) throw damaged(new Error("The file ends early."));
    got += bytesRead;
  }
  return bytes.buffer;
}

function columnOf(tree: SchemaTree, lengths: ReadonlyMap<string, ParquetKind>): Column {
  const stored = parquetKind(tree);
  const kind = (isWhole(tree, stored) && lengths.get(tree.element.name)) || stored;
  const hint = kind.is === "other" || kind.is === "time" ? undefined : kind.is;
  return { name: tree.element.name, kind, ...(hint && { hint }) };
}

const isWhole = ({ element: { type } }: SchemaTree, { is }: ParquetKind): boolean =>
  is === "number" && type === "INT64";

function refuseGroups({ row_groups }: FileMetaData): void {
  for (const [at, { columns, num_rows }] of row_groups.entries()) {
    if (num_rows < 0) throw damaged(new Error("A row group has fewer rows than none."));
    const large = columns.find(({ meta_data }) => bytesOf(meta_data) > MOST_COLUMN_BYTES);
    if (!large) continue;
    throw unreadable(
      `The Parquet file is not read: column “${large.meta_data?.path_in_schema[0] ?? ""}” unpacks to more than 256 MB in row group ${at + 1}. Write it with smaller row groups.`,
    );
  }
}

const bytesOf = (column: ColumnMetaData | undefined): number =>
  column ? Math.max(Number(column.total_uncompressed_size), Number(column.total_compressed_size)) : 0;

/** Parts of a variant may stand in it many times over: a short one can mean more than fits into memory. */
function refuseVariants({ schema }: FileMetaData): void {
  const found = schema.find(({ logical_type }) => logical_type?.type === "VARIANT");
  if (!found) return;
  throw unreadable(`Column “${found.name}” of the Parquet file is a VARIANT, which is not read: write it as a text.`);
}

async function* rowsOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly Column[],
): AsyncGenerator<RawRow[]> {
  // A scan of its own for each reading: it keeps what it decoded last.
  // Pages are read in their order, as they are checked, and not by the file's list of them.
  const scan = await parquetScan({
    ...{ file, compressors, geoparquet: false, useOffsetIndex: false },
    ...withWholeDecimals(metadata),
  });
  const tree = parquetSchema(metadata);
  const groups = metadata.row_groups.filter(({ num_rows }) => num_rows > 0);
  const together = batchRows(columns.length);
  const atOnce = Math.max(together, Math.floor(WINDOW_CELLS / columns.length));
  for (const [at, { rowStart, rowEnd }] of scan.ranges.entries()) {
    const check = pageChecker(file, groups[at], tree);
    for (let from = rowStart; from < rowEnd; from += atOnce) {
      const to = Math.min(rowEnd, from + atOnce);
      const data: ArrayLike<unknown>[] = [];
      for (const { name } of columns) {
        data.push(await readColumn(scan, name, { from, to, check: () => check(name, to - rowStart) }));
      }
      for (let row = from; row < to; row += together) {
        yield rowsBetween(data, columns, { from: row, to: Math.min(to, row + together), offset: from });
      }
    }
  }
}

/**
 * Decimals as the whole numbers that stand for them: the decoder would round them to what a number holds. It takes bytes
 * that nothing is said of for a text, unless it is told not to.
 */
function withWholeDecimals(metadata: FileMetaData): { metadata: FileMetaData; utf8: boolean } {
  const found = parquetSchema(metadata).children.flatMap((tree) => (isDecimal(parquetKind(tree)) ? tree.element : []));
  const decimals = new Set(found);
  const schema = metadata.schema.map((element) => {
    if (!decimals.has(element)) return element;
    const { converted_type: _, logical_type: __, ...plain } = element;
    return plain;
  });
  return { metadata: { ...metadata, schema }, utf8: found.every(({ type }) => type !== "BYTE_ARRAY") };
}

type Scan = Awaited<ReturnType<typeof parquetScan>>;

type Window = { from: number; to: number; check: () => Promise<void> };

async function readColumn(scan: Scan, column: string, { from, to, check }: Window): Promise<ArrayLike<unknown>> {
  try {
    await check();
    const data = await scan.readColumn({ column, rowStart: from, rowEnd: to });
    if (data.length !== to - from) throw new Error("The column has fewer rows than the file says.");
    return data;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw unreadable(
      `The Parquet file is damaged in column “${column}”, rows ${from + 1} to ${to}. Write it again.`,
      error,
    );
  }
}

function rowsBetween(
  data: readonly ArrayLike<unknown>[],
  columns: readonly Column[],
  { from, to, offset }: { from: number; to: number; offset: number },
): RawRow[] {
  return Array.from({ length: to - from }, (_, at) => {
    const cells = columns.map(({ kind }, column): RawCell => parquetCell(data[column]?.[from + at - offset], kind));
    return { row: from + at + 1, cells };
  });
}
