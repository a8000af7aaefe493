import "server-only";
import { open } from "node:fs/promises";
import { AppError } from "@/lib/http/problem";
import {
  type AnswerFile,
  emptyFile,
  type FileFormat,
  type RawCell,
  type RawRow,
  refuseLongNames,
  unreadable,
} from "./answer-file";
import { isList } from "./cell-value";
import { openDelimited } from "./delimited";
import { openJsonLines } from "./json-lines";
import { openParquet } from "./parquet";
import { openSav } from "./sav";
import type { Opening } from "./scan";
import { openXlsx } from "./xlsx";

const HEAD_BYTES = 64 * 1024;

/**
 * Opens a file of answers by what is in it; `name` is what the person called it. All formats are read as a stream with
 * one shape. Throws an AppError with a sentence where the file is empty, damaged, too large in one of the ways that do
 * harm, or not what its name says; what `signal` was aborted with, also where rows are asked for. Whoever opened it
 * closes it.
 */
export async function openAnswerFile(
  path: string,
  { name, ...opening }: { name: string } & Opening,
): Promise<AnswerFile> {
  const head = await readHead(path);
  if (head.length === 0) throw emptyFile();
  const format = formatOf(head);
  refuseMisnamed(name, format);
  const { signal } = opening;
  const file = await openAs(format, { path, head, opening }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw asSentence(error, format);
  });
  try {
    refuseLongNames(file.columns);
  } catch (error) {
    await file.close();
    throw error;
  }
  const columns = file.columns.map((column) => ({ ...column, name: keepable(column.name) }));
  return { ...file, columns, rows: () => rowsOf(file, signal) };
}

/** Neither store keeps a zero character or half a pair: they show as the sign for a letter that cannot be read. */
const keepable = (text: string): string =>
  text.includes("\0") || !text.isWellFormed() ? text.replaceAll("\0", "\uFFFD").toWellFormed() : text;

const keepableCell = (cell: RawCell): RawCell => {
  if (typeof cell === "string") return keepable(cell);
  return isList(cell) ? cell.map((each) => (typeof each === "string" ? keepable(each) : each)) : cell;
};

type Found = { path: string; head: Buffer; opening: Opening };

function openAs(format: FileFormat, { path, head, opening }: Found): Promise<AnswerFile> {
  if (format === "xlsx") return openXlsx(path, opening);
  if (format === "parquet") return openParquet(path);
  if (format === "sav") return openSav(path);
  return format === "jsonl" ? openJsonLines(path, head, opening) : openDelimited(path, head, opening);
}

const keepableRow = (row: RawRow): RawRow => ({ ...row, cells: row.cells.map(keepableCell) });

async function* rowsOf(file: AnswerFile, signal: AbortSignal | undefined): AsyncGenerator<readonly RawRow[]> {
  try {
    for await (const rows of file.rows()) {
      signal?.throwIfAborted();
      // Text files were searched for zero characters when they were decoded.
      yield file.format === "csv" ? rows : rows.map(keepableRow);
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw asSentence(error, file.format);
  }
}

/**
 * Damage that no reader foresaw shows as an error of the language: a length beyond the end, a text that is no XML.
 * What the disk says (it is full, it fails) is not the file's fault and stays as it is.
 */
function asSentence(error: unknown, format: FileFormat): unknown {
  if (error instanceof AppError || (error instanceof Error && "syscall" in error)) return error;
  return unreadable(
    `The file is damaged: it begins as ${described[format]} and cannot be read on. Export or copy it again.`,
    error,
  );
}

async function readHead(path: string): Promise<Buffer> {
  const handle = await open(path, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

const beginsWith = (head: Buffer, signature: readonly number[] | string) =>
  head
    .subarray(0, signature.length)
    .equals(typeof signature === "string" ? Buffer.from(signature) : Buffer.from(signature));

const foreign: [signature: readonly number[] | string, what: string][] = [
  [[0xd0, 0xcf, 0x11, 0xe0], "an old or a protected workbook (.xls)"],
  ["%PDF", "a PDF document"],
  [[0x89, 0x50, 0x4e, 0x47], "a picture"],
  [[0xff, 0xd8, 0xff], "a picture"],
  [[0x1f, 0x8b], "a compressed file (.gz)"],
  [[0x37, 0x7a, 0xbc, 0xaf], "a compressed file (.7z)"],
  ["* First Line", "an SPSS portable file (.por)"],
  ["<stata_dta>", "a Stata file (.dta)"],
  ["<!DOCTYPE html", "a web page"],
  ["<!doctype html", "a web page"],
  ["<html", "a web page"],
];

/** An object, or an array of objects. */
const JSON_START = /^(?:\[\s*)?\{\s*("|\}|$)/;

function formatOf(head: Buffer): FileFormat {
  if (beginsWith(head, "PK\x03\x04")) return "xlsx";
  if (beginsWith(head, "PAR1")) return "parquet";
  if (beginsWith(head, "$FL2") || beginsWith(head, "$FL3")) return "sav";
  const known = foreign.find(([signature]) => beginsWith(head, signature));
  if (known) throw unreadable(`The file is ${known[1]}. Save the answers as CSV, XLSX, Parquet, .sav or JSON.`);
  const text = head
    .toString("latin1")
    .replace(/^(\xef\xbb\xbf|\xff\xfe)/, "")
    .replaceAll("\0", "")
    .trimStart();
  return JSON_START.test(text) ? "jsonl" : "csv";
}

const endings: Record<string, FileFormat> = {
  csv: "csv",
  tsv: "csv",
  tab: "csv",
  txt: "csv",
  xlsx: "xlsx",
  xlsm: "xlsx",
  parquet: "parquet",
  sav: "sav",
  zsav: "sav",
  json: "jsonl",
  jsonl: "jsonl",
  ndjson: "jsonl",
};

const described: Record<FileFormat, string> = {
  csv: "text with rows and cells (CSV)",
  xlsx: "a workbook (XLSX)",
  parquet: "a Parquet file",
  sav: "an SPSS file (.sav)",
  jsonl: "JSON",
};

function refuseMisnamed(name: string, format: FileFormat): void {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  const promised = endings[ending];
  if (promised === undefined || promised === format || ending === "txt") return;
  throw unreadable(
    `The file is called “${name}”, but what is in it is ${described[format]}, not ${described[promised]}. Give it its right name, or choose the file that you meant.`,
  );
}
