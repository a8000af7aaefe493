import "server-only";
import { type FileHandle, open } from "node:fs/promises";
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetScan,
  parquetSchema,
  type SchemaTree,
} from "hyparquet";
import { compressors } from "hyparquet-compressors";
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
import { type ParquetKind, parquetCell, parquetKind } from "./parquet-cells";

/** Cells that are decoded together. */
const WINDOW_CELLS = 1_000_000;
/** A column is unpacked a row group at a time. */
const MOST_COLUMN_BYTES = 256 * 1024 * 1024;

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
  const file: AsyncBuffer = { byteLength: size, slice: (from, to = size) => sliceOf(handle, from, to) };
  const metadata = await parquetMetadataAsync(file).catch((error: unknown) => {
    throw damaged(error);
  });
  const columns = parquetSchema(metadata).children.map(columnOf);
  refuseTooManyColumns(columns.length);
  if (Number(metadata.num_rows) === 0) throw headerOnly();
  refuseLargeGroups(metadata);
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

function columnOf(tree: SchemaTree): Column {
  const kind = parquetKind(tree);
  const hint = kind.is === "other" ? undefined : kind.is;
  return { name: tree.element.name, kind, ...(hint && { hint }) };
}

function refuseLargeGroups({ row_groups }: FileMetaData): void {
  for (const [at, { columns }] of row_groups.entries()) {
    const large = columns.find(({ meta_data }) => Number(meta_data?.total_uncompressed_size ?? 0) > MOST_COLUMN_BYTES);
    if (!large) continue;
    throw unreadable(
      `The Parquet file is not read: column “${large.meta_data?.path_in_schema[0] ?? ""}” unpacks to more than 256 MB in row group ${at + 1}. Write it with smaller row groups.`,
    );
  }
}

async function* rowsOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  columns: readonly Column[],
): AsyncGenerator<RawRow[]> {
  // A scan of its own for each reading: it keeps what it decoded last.
  const scan = await parquetScan({ file, metadata, compressors, geoparquet: false });
  const together = batchRows(columns.length);
  const atOnce = Math.max(together, Math.floor(WINDOW_CELLS / columns.length));
  for (const { rowStart, rowEnd } of scan.ranges) {
    for (let from = rowStart; from < rowEnd; from += atOnce) {
      const to = Math.min(rowEnd, from + atOnce);
      const data: ArrayLike<unknown>[] = [];
      for (const { name } of columns) data.push(await readColumn(scan, name, from, to));
      for (let row = from; row < to; row += together) {
        yield rowsBetween(data, columns, { from: row, to: Math.min(to, row + together), offset: from });
      }
    }
  }
}

type Scan = Awaited<ReturnType<typeof parquetScan>>;

const readColumn = (scan: Scan, column: string, rowStart: number, rowEnd: number): Promise<ArrayLike<unknown>> =>
  scan.readColumn({ column, rowStart, rowEnd }).catch((error: unknown) => {
    const where = `column “${column}”, rows ${rowStart + 1} to ${rowEnd}`;
    throw unreadable(`The Parquet file is damaged in ${where}. Write it again.`, error);
  });

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
