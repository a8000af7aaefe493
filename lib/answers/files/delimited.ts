import "server-only";
import Papa from "papaparse";
import { type Delimiter, delimiters } from "@/lib/contracts/terms/answers";
import {
  type AnswerFile,
  BATCH_ROWS,
  emptyFile,
  headerOnly,
  type RawRow,
  refuseTooManyColumns,
  unreadable,
} from "./answer-file";
import { findHeader, firstRowCount } from "./find-header";
import { type Opening, scannedOnce } from "./scan";
import { guessEncoding, type TextFile, textOf } from "./text-encoding";

const named: Record<Delimiter, string> = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" };

/** A quotation mark that is never closed would otherwise gather the rest of the file in memory. */
const LONGEST_ROW = 8_000_000;

/**
 * `rowsBefore`: -1 where the first line only names the delimiter, which no spreadsheet counts as a row; `width`: how many
 * cells a row has.
 */
type Table = { file: TextFile; delimiter: Delimiter; rowsBefore: 0 | -1; width: number };

type ReadRecord = Pick<RawRow, "row" | "problem" | "doubt"> & { cells: string[] };

/** Opens CSV, TSV and their like. `head`: the file's first bytes. */
export async function openDelimited(path: string, head: Buffer, opening: Opening): Promise<AnswerFile> {
  const bytes = { path, signal: opening.signal };
  const scan = async () => ({ ...(await guessEncoding(bytes, head)), lines: 0, members: [] });
  const { encoding, notices } = await scannedOnce(opening, scan);
  const file = { ...bytes, encoding };
  const { layout = {} } = opening;
  const begun: Table = { file, ...beginningOf(await sampleOf(file), layout.delimiter) };
  const { delimiter } = begun;
  const first = await firstRecords(begun, firstRowCount(layout));
  const header = findHeader(first, layout);
  if (!header) throw emptyFile();
  const { columns, width, firstRow, lastRow } = header;
  refuseTooManyColumns(width);
  if (!first.some(({ row }) => row > lastRow)) throw headerOnly(firstRow);
  const said = delimiter === "," ? [] : [`Cells are separated by a ${named[delimiter]}.`];
  return {
    format: "csv",
    columns,
    multipleSets: [],
    delimiter,
    timeZone: header.timeZone,
    lastHeaderRow: lastRow,
    table: { sheets: [], sheet: null, firstHeaderRow: firstRow, first },
    notices: [...said, ...notices, ...header.notices],
    rows: () => dataRows({ ...begun, width }, lastRow),
    close: async () => {},
  };
}

async function* dataRows(table: Table, lastHeaderRow: number): AsyncGenerator<RawRow[]> {
  for await (const records of recordsOf(table)) {
    const data = (records[0]?.row ?? 0) > lastHeaderRow ? records : records.filter(({ row }) => row > lastHeaderRow);
    const rows = data.map((record) => fitted(record, table.width));
    for (let from = 0; from < rows.length; from += BATCH_ROWS) yield rows.slice(from, from + BATCH_ROWS);
  }
}

const fits = (cells: readonly string[], columns: number): boolean =>
  cells.length === columns || (cells.length > columns && cells.slice(columns).every((cell) => cell.trim() === ""));

/** A row with as many cells as there are columns; further ones may be blank, anything else is a problem of the row. */
function fitted(record: ReadRecord, columns: number): RawRow {
  const { row, cells, problem } = record;
  if (problem) return record;
  if (fits(cells, columns)) return cells.length === columns ? record : { ...record, cells: cells.slice(0, columns) };
  const few = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
  return { row, cells, problem: `Row ${row} has ${few} where the header has ${columns}.` };
}

async function firstRecords(table: Table, count: number): Promise<ReadRecord[]> {
  const first: ReadRecord[] = [];
  for await (const records of recordsOf(table)) {
    first.push(...records.slice(0, count - first.length));
    if (first.length === count) return first;
  }
  return first;
}

/** All rows but those without any text, with the number that a spreadsheet gives them. */
async function* recordsOf({ file, delimiter, rowsBefore: before, width }: Table): AsyncGenerator<ReadRecord[]> {
  const parser = new Papa.Parser({ delimiter, newline: "\n" });
  let rest = "";
  let rowsBefore: number = before;
  let linesBefore = 0;
  const take = (text: string, isEnd: boolean): ReadRecord[] => {
    const parsed: Papa.ParseResult<string[]> = parser.parse(text, 0, !isEnd);
    const { records, rows } = numbered(parsed, { before: rowsBefore, linesBefore, columns: width, delimiter });
    rowsBefore += rows;
    linesBefore += breaksIn(text, parsed.meta.cursor);
    rest = text.slice(parsed.meta.cursor);
    return records;
  };
  let more = "";
  for await (const text of textOf(file)) {
    more += text;
    // A long row is read from its start each time: it waits until there is as much again, so that all stays linear.
    if (more.length < rest.length) continue;
    const records = take(rest + more, false);
    more = "";
    if (rest.length > LONGEST_ROW) throw tooLong(rowsBefore + 1, linesBefore + 1);
    if (records.length > 0) yield records;
  }
  if (rest + more === "") return;
  const last = take(rest + more, true);
  if (last.length > 0) yield last;
}

/** Line breaks in the first `length` letters. */
function breaksIn(text: string, length = text.length): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < length; at = text.indexOf("\n", at + 1)) breaks++;
  return breaks;
}

/** An editor counts lines, of which a row may have several. */
const atLine = (line: number) => `(line ${line.toLocaleString("en-US")} of the file)`;

const unclosed = (row: number, line: number) =>
  unreadable(
    `Row ${row}: a quotation mark is opened and never closed ${atLine(line)}. Close it, or take it away, and choose the file again.`,
  );

const tooLong = (row: number, line: number) =>
  unreadable(
    `Row ${row} does not end within 8 million characters: a quotation mark in it ${atLine(line)} is opened and not closed, or a cell is too long.`,
  );

/** `columns`: how many the table has. */
type Numbering = { before: number; linesBefore: number; columns: number; delimiter: Delimiter };

/** Records with their rows' numbers; `rows`: how many these are, with the blank ones. */
function numbered(
  { data, errors }: Papa.ParseResult<string[]>,
  { before, linesBefore, columns, delimiter }: Numbering,
) {
  const isOpen = errors.some(({ code }) => code === "MissingQuotes");
  const broken = new Set(errors.filter(({ type }) => type === "Quotes").map(({ row }) => row));
  const records: ReadRecord[] = [];
  const lineOf = lineCounter(data, linesBefore);
  let row = before;
  for (const [at, cells] of data.entries()) {
    row++;
    if (isOpen && at === data.length - 1) throw unclosed(row, lineOf(at, openCell(cells)));
    if (row === 0 || cells.every((cell) => cell.trim() === "")) continue;
    const isWhole = !broken.has(at) && fits(cells, columns);
    const lines = isWhole ? rowsSwallowed(cells, columns, delimiter) : rowsWithin(cells, columns, delimiter);
    if (lines) {
      for (const line of swallowed(lines, { first: row, line: lineOf(at, openCell(cells)) })) records.push(line);
      row += lines.length - 1;
    } else if (broken.has(at))
      records.push({ row, cells, problem: `Row ${row}: a quotation mark stands alone within a cell.` });
    else records.push({ row, cells, ...doubtOf(cells, delimiter, (cell) => lineOf(at, cell)) });
  }
  return { records, rows: row - before };
}

/** The lines of a record that is no row of the table, if most that follow the first look like rows; else null. */
function rowsWithin(cells: readonly string[], columns: number, delimiter: Delimiter): string[][] | null {
  if (columns < 2 || !cells.some((cell) => cell.includes("\n"))) return null;
  const lines = cells.join(delimiter).split("\n");
  const rows = lines.map((line) => line.split(delimiter));
  const alike = rows.slice(1).filter(({ length }) => length === columns);
  return alike.length * 2 >= lines.length - 1 ? rows : null;
}

/** With two columns any line with one sign in it would look like a row. */
const FEWEST_COLUMNS = 3;
/** Signs between cells, in lines that all have as many as a row has, that no reply has by chance. */
const FEWEST_SIGNS = 20;
const FEWEST_LINES = 3;

/**
 * The lines of a record that has the cells of a row, where one of these holds whole rows: its quotation mark was opened
 * by mistake, and closed at the end of another row. Else null: a reply may have lines as well.
 */
function rowsSwallowed(cells: readonly string[], columns: number, delimiter: Delimiter): string[][] | null {
  const fewest = Math.max(FEWEST_LINES, Math.ceil(FEWEST_SIGNS / (columns - 1)));
  const isSwallowing = (cell: string) => {
    if (cell.length < fewest * columns || !cell.includes("\n")) return false;
    const within = cell.split("\n").slice(1, -1);
    return within.length >= fewest && within.every((line) => line.split(delimiter).length === columns);
  };
  return columns >= FEWEST_COLUMNS && cells.some(isSwallowing) ? rowsWithin(cells, columns, delimiter) : null;
}

/** A record that may be a few rows, too few to be sure of: each of its lines is one, the first with what is before. */
function doubtOf(
  cells: readonly string[],
  delimiter: Delimiter,
  lineOf: (cell: number) => number,
): Pick<ReadRecord, "doubt"> {
  const at = cells.findIndex((cell) => cell.includes("\n"));
  if (at < 0 || cells.length < FEWEST_COLUMNS) return {};
  const lines = cells.join(delimiter).split("\n");
  if (!lines.every((line) => line.split(delimiter).length === cells.length)) return {};
  const reason = `It has ${lines.length} lines that look like rows of the table: if they are, close the quotation mark that is opened in the first ${atLine(lineOf(at))}, or take it away, and choose the file again.`;
  return { doubt: { at, reason } };
}

/** The cell in which a mark was opened that holds others' rows: the one of most lines. */
function openCell(cells: readonly string[]): number {
  const most = { at: 0, breaks: 0 };
  for (const [at, cell] of cells.entries()) {
    const breaks = breaksIn(cell);
    if (breaks > most.breaks) Object.assign(most, { at, breaks });
  }
  return most.at;
}

/** Counts on to the line that a record's cell begins in, as records are asked for in their order. */
function lineCounter(data: readonly string[][], linesBefore: number) {
  let next = 0;
  let line = linesBefore + 1;
  return (record: number, cell: number): number => {
    for (; next < record; next++) line += 1 + breaksIn((data[next] ?? []).join(""));
    return line + breaksIn((data[record] ?? []).slice(0, cell).join(""));
  };
}

type Place = { first: number; line: number };

/** Each line is refused by itself: so the rows of the file add up, and those that follow keep their numbers. */
function swallowed(lines: readonly string[][], { first, line }: Place): ReadRecord[] {
  const last = first + lines.length - 1;
  const why = `a quotation mark is opened and not closed in it ${atLine(line)}, and rows ${first} to ${last} are one because of it. Close it, or take it away, and choose the file again.`;
  return lines.flatMap((cells, at) => {
    const row = first + at;
    if (cells.every((cell) => cell.trim() === "")) return [];
    return {
      row,
      cells,
      problem: at === 0 ? `Row ${row}: ${why}` : `Row ${row} is read as a part of row ${first}: ${why}`,
    };
  });
}

const SAMPLE_CHARACTERS = 1_000_000;

async function sampleOf(file: TextFile): Promise<string> {
  let sample = "";
  for await (const text of textOf(file)) {
    sample += text;
    if (sample.length >= SAMPLE_CHARACTERS) return sample.slice(0, SAMPLE_CHARACTERS);
  }
  return sample.endsWith("\n") ? sample : `${sample}\n`;
}

/** `sep=;`, as Excel reads and writes it. */
const NAMED_DELIMITER = /^"?sep=([,;\t|])"?\s*\n/i;

/** How the table begins; `chosen`: the sign that a person says parts its cells. */
function beginningOf(sample: string, chosen: Delimiter | undefined): Omit<Table, "file"> {
  const sign = NAMED_DELIMITER.exec(sample)?.[1];
  const named = delimiters.find((each) => each === sign);
  const delimiter = chosen ?? named ?? guessDelimiter(sample);
  const before = sign === undefined ? "" : sample.slice(0, sample.indexOf("\n") + 1);
  const { width } = shapeOf(sample.slice(before.length), delimiter);
  return { delimiter, width, rowsBefore: sign === undefined ? 0 : -1 };
}

const SAMPLE_ROWS = 200;

/** The sign that makes most rows equally long, and long. */
export function guessDelimiter(sample: string): Delimiter {
  const scored = delimiters.map((delimiter) => ({ delimiter, score: scoreOf(sample, delimiter) }));
  const best = scored.reduce((most, each) => (each.score > most.score ? each : most));
  return best.score > 0 ? best.delimiter : ",";
}

function scoreOf(sample: string, delimiter: Delimiter): number {
  const { width, alike } = shapeOf(sample, delimiter);
  return width < 2 ? 0 : alike * alike * width;
}

/**
 * The usual number of cells in a row, and the share of rows that have it. It is read from a header that is as long as
 * any row, since title rows above a header are shorter.
 */
function shapeOf(sample: string, delimiter: Delimiter): { width: number; alike: number } {
  const { data } = Papa.parse<string[]>(sample, { delimiter, newline: "\n", preview: SAMPLE_ROWS });
  const rows = data.filter((cells) => cells.some((cell) => cell.trim() !== ""));
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const first = rows[0]?.length ?? 0;
  const [usual] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), [first, 0]);
  const width = first >= usual || (counts.get(usual) ?? 0) * 2 <= rows.length ? first : usual;
  return { width, alike: (counts.get(width) ?? 0) / Math.max(1, rows.length) };
}
