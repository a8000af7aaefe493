import Papa from "papaparse";
import { loadPart } from "@/lib/http/load-part";
import { AppError } from "@/lib/http/problem";
import { fillMerged, mergedCells } from "./merged-cells";
import { textDecoder } from "./text-decoder";

/** A table as its file has it, every cell as text, and what a person should know about how it was read. */
export type ReadTable<Cell = string> = { rows: Cell[][]; notices: string[] };

type Reading<Cell> = {
  /** Merged cells all have their value, instead of the first of them alone. */
  fillsMerged?: boolean;
  /** What a workbook's number becomes, from its digits; absent: these digits. */
  readNumber?: (digits: string) => Cell | string;
};

const unreadable = (sentence: string) => new AppError("invalid", sentence);

const MAX_FILE_MB = 64;

/**
 * Reads a file by what is in it, whatever its name says: a workbook, or text, which `readText` makes a table of.
 * Throws an AppError with a sentence when it is neither.
 */
export async function readTableFile<Cell = string>(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  readText: (text: string) => ReadTable,
  reading: Reading<Cell> = {},
): Promise<ReadTable<Cell | string>> {
  if (bytes.length === 0) throw unreadable("The file is empty.");
  if (bytes.length > MAX_FILE_MB * 1024 * 1024) {
    throw unreadable(`The file is larger than ${MAX_FILE_MB} MB. Leave out the columns that are not needed.`);
  }
  const isNamedWorkbook = /\.xls[xm]?$/i.test(name);
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readWorkbook(bytes, isNamedWorkbook, reading);
  const known = knownFormat(bytes);
  if (known) throw unreadable(`The file is ${known}. Save the list as CSV or XLSX and choose that.`);
  const { text, notices } = decode(bytes);
  const table = readText(text);
  const said = isNamedWorkbook ? ["The file is called a workbook, but is text: it was read as CSV."] : [];
  return { rows: table.rows, notices: [...said, ...notices, ...table.notices] };
}

const startsWith = (bytes: Uint8Array, signature: number[]) => signature.every((byte, at) => bytes[at] === byte);

function knownFormat(bytes: Uint8Array): string | null {
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return "an old or a protected workbook (.xls)";
  if (startsWith(bytes, [0x25, 0x50, 0x44, 0x46])) return "a PDF document";
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47]) || startsWith(bytes, [0xff, 0xd8, 0xff])) return "a picture";
  if (startsWith(bytes, [0x1f, 0x8b])) return "a compressed file (.gz)";
  return null;
}

/** Text in UTF-8, in UTF-16 where its beginning says so, else as Windows writes western European text. */
function decode(bytes: Uint8Array): { text: string; notices: string[] } {
  if (startsWith(bytes, [0xff, 0xfe])) return { text: new TextDecoder("utf-16le").decode(bytes), notices: [] };
  if (startsWith(bytes, [0xfe, 0xff])) return { text: new TextDecoder("utf-16be").decode(bytes), notices: [] };
  if (bytes.includes(0)) throw unreadable("The file is no text and no workbook. Save the list as CSV or XLSX.");
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), notices: [] };
  } catch {
    const notice = "The file is not in UTF-8: it was read as Western European (Windows-1252).";
    return { text: textDecoder("windows-1252")(bytes), notices: [notice] };
  }
}

async function readWorkbook<Cell>(
  bytes: Uint8Array<ArrayBuffer>,
  isNamedWorkbook: boolean,
  { fillsMerged = false, readNumber }: Reading<Cell>,
): Promise<ReadTable<Cell | string>> {
  const notices = isNamedWorkbook ? [] : ["The file is a workbook, whatever its name says: it was read as XLSX."];
  // Only whoever chooses a workbook loads what reads one.
  const { default: readXlsx } = await loadPart(() => import("read-excel-file/universal"));
  const sheets = await readXlsx(bytes.slice().buffer, { parseNumber: (digits) => new Digits(digits) }).catch(() => {
    throw unreadable("The workbook cannot be read: it may be damaged or protected. Save the list as CSV.");
  });
  const filled = sheets.filter(({ data }) => data.some((row) => row.some((cell) => cell !== null)));
  const [first] = filled;
  if (!first) throw unreadable("The workbook is empty.");
  if (filled.length > 1) notices.push(`The sheet “${first.sheet}” was read. The workbook has others, which were not.`);
  const rows = first.data.map((row) =>
    row.map((cell) => (cell instanceof Digits && readNumber ? readNumber(cell.digits) : cellText(cell))),
  );
  return { rows: fillsMerged ? fillMerged(rows, await mergedCells(bytes, first.sheet)) : rows, notices };
}

/** A number as the file has it: long ids lose digits as a number, and a text is told from it. */
class Digits {
  constructor(readonly digits: string) {}
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Digits) return cell.digits;
  return (cell instanceof Date ? cell.toISOString() : String(cell)).trim();
}

/** Text without a byte order mark, its line breaks in one form. Throws a sentence where there is none. */
export function plainText(given: string): string {
  const text = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  if (text.trim() === "") throw unreadable("The list is empty.");
  return text;
}

const delimiters = [",", ";", "\t", "|"];

/**
 * Pasted or decoded text: a table with commas, semicolons, tabs or bars. Formulas are text. `isHeader`: tells the
 * first row from what another sign between cells would make of it; without it the sign is guessed.
 */
export function readTableText(given: string, isHeader: (cells: string[]) => boolean = () => false): ReadTable {
  const text = plainText(given);
  const parse = (delimiter?: string, preview = 0) =>
    Papa.parse<string[]>(text, {
      newline: "\n",
      delimitersToGuess: delimiters,
      preview,
      ...(delimiter !== undefined && { delimiter }),
    });
  const parsed = parse(delimiters.find((delimiter) => isHeader(trimmed(parse(delimiter, 1).data[0] ?? []))));
  const open = parsed.errors.filter(({ type }) => type === "Quotes").slice(0, 3);
  const notices = open.map(({ row = 0 }) => `Row ${row + 1}: a quotation mark is not closed or stands alone.`);
  return { rows: parsed.data.map(trimmed), notices };
}

const trimmed = (cells: string[]) => cells.map((cell) => cell.trim());
