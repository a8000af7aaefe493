import "server-only";
import type { FileLayout } from "@/lib/contracts/interfaces/answers";
import {
  type AnswerFile,
  batchRows,
  emptyFile,
  headerOnly,
  type RawRow,
  type RawScalar,
  refuseTooManyColumns,
  unreadable,
} from "./answer-file";
import { type FoundHeader, findHeader, firstRowCount } from "./find-header";
import { proposeSheet } from "./propose-sheet";
import type { Opening } from "./scan";
import type { TextStore } from "./text-store";
import { openArchive, type XlsxArchive } from "./xlsx-archive";
import { type NumberStyle, numberCell } from "./xlsx-numbers";
import { readStyles, readTexts, readWorkbook, type Sheet, unescaped, xmlParser } from "./xlsx-parts";

/** `errors`: the places of cells whose formula has failed. */
type SheetRow = { row: number; cells: RawScalar[]; errors: number[] };
type Values = { texts: TextStore; styles: readonly NumberStyle[]; is1904: boolean };

/** Opens a workbook: the sheet that was chosen, else the one that holds answers. Rows keep the numbers that the spreadsheet shows. */
export async function openXlsx(path: string, { signal, layout = {} }: Opening = {}): Promise<AnswerFile> {
  const archive = await openArchive(path, signal);
  try {
    return await opened(archive, layout);
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function opened(archive: XlsxArchive, layout: FileLayout): Promise<AnswerFile> {
  const { sheets, is1904 } = await readWorkbook(archive);
  const values = { texts: await readTexts(archive), styles: await readStyles(archive), is1904 };
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const { sheet, first, header, lastPercents, uncalculated, notices } = await chooseSheet(archive, visible, {
    values,
    layout,
  });
  if (!header) throw emptyFile();
  const { columns, width, firstRow, lastRow } = header;
  if (!first.some(({ row }) => row > lastRow)) throw uncalculated > 0 ? withoutValues() : headerOnly(firstRow);
  return {
    format: "xlsx",
    columns: columns.map((column, at) => ((lastPercents[at] ?? 0) > lastRow ? { ...column, unit: "percent" } : column)),
    multipleSets: [],
    timeZone: header.timeZone,
    lastHeaderRow: lastRow,
    table: { sheets: visible.map(({ name }) => name), sheet: sheet.name, firstHeaderRow: firstRow, first },
    notices: [...notices, ...header.notices, ...(await sheetNotices(archive, sheet, values, lastRow))],
    rows: () => dataRows(archive, sheet, values, { lastRow, columns: width }),
    close: async () => archive.close(),
  };
}

/** A sheet names its merged cells behind its rows: one that unpacks to more is not read to its end twice. */
const MOST_LOOKED_THROUGH = 64 * 1024 * 1024;
const MERGED = /<(?:\w{1,20}:)?mergeCell\s[^<>]*?ref="([A-Z]+\d+:[A-Z]+(\d+))"/g;
/** A longer tag is none of a merged cell. */
const LONGEST_TAG = 200;

const FORMULA = /<(?:\w{1,20}:)?f[\s/>]/;

const SAVE_AGAIN = "Open the workbook in a spreadsheet, save it there, and choose it again.";

/** What a tool writes that does not calculate. */
const withoutValues = () =>
  unreadable(`The workbook has formulas without a stored value where its answers should be. ${SAVE_AGAIN}`);

/** What becomes of cells that have no value yet, and of those below the row `lastOfHeader` that are merged. */
async function sheetNotices(
  archive: XlsxArchive,
  sheet: Sheet,
  values: Values,
  lastOfHeader: number,
): Promise<string[]> {
  if (archive.unpackedBytes(sheet.part) > MOST_LOOKED_THROUGH) return [];
  const { merged, hasFormulas } = await lookedThrough(archive, sheet, lastOfHeader);
  const open = hasFormulas ? await countUncalculated(archive, sheet, values) : 0;
  const cells = open === 1 ? "1 cell is a formula" : `${open.toLocaleString("en-US")} cells are formulas`;
  return [
    ...(merged === null
      ? []
      : [
          `Cells are merged below the header, first in ${merged}: the answer is the first cell's alone, and the others are blank. Take the merging back and fill them if they mean the same.`,
        ]),
    ...(open === 0 ? [] : [`${cells} without a stored value, and read as blank. ${SAVE_AGAIN}`]),
  ];
}

async function lookedThrough(archive: XlsxArchive, { part }: Sheet, lastOfHeader: number) {
  const found: { merged: string | null; hasFormulas: boolean } = { merged: null, hasFormulas: false };
  let rest = "";
  for await (const chunk of archive.text(part)) {
    const text = rest + chunk;
    found.hasFormulas ||= FORMULA.test(text);
    for (const [, range = "", until] of text.matchAll(MERGED)) {
      if (Number(until) > lastOfHeader) found.merged ??= range;
    }
    rest = text.slice(Math.max(text.lastIndexOf("<"), text.length - LONGEST_TAG, 0));
  }
  return found;
}

/** How many cells are formulas of which the workbook has no value: a tool wrote them that does not calculate. */
async function countUncalculated(archive: XlsxArchive, sheet: Sheet, values: Values) {
  const reader = new SheetReader(values);
  const rows = sheetRows(archive, sheet, reader);
  while (!(await rows.next()).done);
  return reader.uncalculated;
}

/** `lastPercents`: of each column; `uncalculated`: formulas without a value; both among the first rows, and above them. */
type Beginning = {
  sheet: Sheet;
  first: { row: number; cells: string[] }[];
  header: FoundHeader | null;
  lastPercents: readonly number[];
  uncalculated: number;
};

type Choosing = { values: Values; layout: FileLayout };

/** The sheet that is read, with its beginning and what a person should know of the others. */
async function chooseSheet(
  archive: XlsxArchive,
  visible: readonly Sheet[],
  choosing: Choosing,
): Promise<Beginning & { notices: string[] }> {
  const { layout } = choosing;
  if (layout.sheet !== undefined) {
    const chosen = visible.find(({ name }) => name === layout.sheet);
    if (!chosen) throw unreadable(`The workbook has no visible sheet “${layout.sheet}”: choose one that it has.`);
    const begun = await beginningOf(archive, chosen, choosing);
    if (begun.first.length === 0) throw unreadable(`The sheet “${chosen.name}” is empty: choose another one.`);
    return { ...begun, notices: [] };
  }
  const begun: Beginning[] = [];
  for (const sheet of visible.slice(0, MOST_SHEETS))
    begun.push(await beginningOf(archive, sheet, { ...choosing, layout: {} }, firstRowCount(layout)));
  const filled = begun.filter(({ first }) => first.length > 0);
  const open = begun.flatMap(({ first, uncalculated, sheet }) =>
    first.length === 0 && uncalculated > 0 ? sheet.name : [],
  );
  const proposed = proposeSheet(
    filled.map(({ first, header, sheet }) => ({
      name: sheet.name,
      bytes: archive.unpackedBytes(sheet.part),
      ...(header && { rows: first.filter(({ row }) => row > header.lastRow), header }),
    })),
  );
  const chosen = filled[proposed];
  if (!chosen && open.length > 0) throw withoutValues();
  if (!chosen) throw unreadable("The workbook is empty: none of its visible sheets has a cell with something in it.");
  const isRead = `The sheet “${chosen.sheet.name}” is read.`;
  const notices = [
    ...(filled.length > 1 ? [`${isRead} The workbook has others, which are not.`] : []),
    ...open.map((name) => `${isRead} “${name}” has nothing but formulas without a stored value. ${SAVE_AGAIN}`),
  ];
  return { ...chosen, header: findHeader(chosen.first, layout), notices };
}

/** Of a workbook with more sheets the first are looked at. */
const MOST_SHEETS = 20;

async function beginningOf(
  archive: XlsxArchive,
  sheet: Sheet,
  { values, layout }: Choosing,
  most = firstRowCount(layout),
): Promise<Beginning> {
  const reader = new SheetReader(values);
  const first: Beginning["first"] = [];
  for await (const rows of sheetRows(archive, sheet, reader)) {
    const texts = rows.map(({ row, cells }) => ({ row, cells: trimmedEnd(cells).map(textOf) }));
    first.push(...texts.slice(0, most - first.length));
    if (first.length === most) break;
  }
  const widest = first.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  refuseTooManyColumns(widest);
  const { lastPercents, uncalculated } = reader;
  return { sheet, first, header: findHeader(first, layout), lastPercents, uncalculated };
}

async function* dataRows(
  archive: XlsxArchive,
  sheet: Sheet,
  values: Values,
  { lastRow, columns }: { lastRow: number; columns: number },
): AsyncGenerator<RawRow[]> {
  let batch: RawRow[] = [];
  for await (const rows of sheetRows(archive, sheet, new SheetReader(values))) {
    for (const row of rows) {
      if (row.row <= lastRow) continue;
      batch.push(fitted(row, columns));
    }
    if (batch.length < batchRows(columns)) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A sheet leaves blank cells out: a short row is filled up, one with cells beyond the header is a problem. */
function fitted({ row, cells, errors }: SheetRow, columns: number): RawRow {
  const filled = trimmedEnd(cells);
  if (filled.length > columns) {
    return { row, cells: filled, problem: `Row ${row} has ${filled.length} cells where the header has ${columns}.` };
  }
  const all = { row, cells: Array.from({ length: columns }, (_, at) => filled[at] ?? null) };
  return errors.length > 0 ? { ...all, errors } : all;
}

const isBlank = (cell: RawScalar | undefined) => cell === null || cell === undefined || cell === "";
const textOf = (cell: RawScalar | undefined) => (isBlank(cell) ? "" : String(cell));

function trimmedEnd(cells: readonly RawScalar[]): RawScalar[] {
  let length = cells.length;
  while (length > 0 && isBlank(cells[length - 1])) length--;
  return Array.from({ length }, (_, at) => cells[at] ?? null);
}

/** Excel's last column, XFD. */
const LAST_ROW = 1_048_576;

/** The number that a row says, or else the next: what is not in order, or beyond Excel's last, is a slip of its writer. */
function rowOf(said: string | undefined, before: number): number {
  const row = Number(said);
  return Number.isInteger(row) && row > before && row <= LAST_ROW ? row : before + 1;
}

const LAST_COLUMN = 16_384;

/** `BC12` is column 54, from 0. */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column > LAST_COLUMN)
    throw unreadable(`The workbook is damaged: it names a cell ${reference}, beyond the last column.`);
  return column - 1;
}

async function* sheetRows(archive: XlsxArchive, { part }: Sheet, reader: SheetReader): AsyncGenerator<SheetRow[]> {
  const parser = xmlParser({
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close: (name) => reader.close(name),
  });
  for await (const chunk of archive.text(part)) {
    parser.write(chunk);
    const rows = reader.taken();
    if (rows.length > 0) yield rows;
  }
  parser.end();
}

/** Written on purpose where there is nothing, and a missing code as any other. */
const NOT_AVAILABLE = "#N/A";

/** Gathers rows from the events of a sheet's XML. */
class SheetReader {
  private rows: SheetRow[] = [];
  private row = 0;
  private cells: RawScalar[] = [];
  private errors: number[] = [];
  private column = -1;
  private type = "n";
  private style: NumberStyle = "number";
  private value = "";
  private isValue = false;
  private isFormula = false;
  private reading = 0;
  /** The last row of each column in which a cell has the style of a percent, with a number or blank. */
  readonly lastPercents: number[] = [];
  /** Formulas whose value the workbook lacks. */
  uncalculated = 0;

  constructor(private readonly values: Values) {}

  taken(): SheetRow[] {
    const rows = this.rows;
    this.rows = [];
    return rows;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (name === "row") {
      this.row = rowOf(attributes.r, this.row);
      this.cells = [];
      this.errors = [];
      this.column = -1;
    } else if (name === "c") {
      this.column = attributes.r ? columnOf(attributes.r) : this.column + 1;
      if (this.column >= LAST_COLUMN)
        throw unreadable(`The workbook is damaged: row ${this.row} goes beyond the last column.`);
      this.type = attributes.t ?? "n";
      this.style = this.values.styles[Number(attributes.s)] ?? "number";
      this.value = "";
      this.isFormula = false;
    } else if (name === "f") this.isFormula = true;
    else if (name === "rPh") this.reading++;
    else if (name === "v" || name === "t") this.isValue = this.reading === 0;
  }

  text(text: string): void {
    if (this.isValue) this.value += text;
  }

  close(name: string): void {
    if (name === "v" || name === "t") this.isValue = false;
    else if (name === "rPh") this.reading--;
    else if (name === "c") this.closeCell();
    // As in a text, a row of nothing but blanks is no response.
    else if (name === "row" && this.cells.some((cell) => textOf(cell).trim() !== "")) {
      this.rows.push({ row: this.row, cells: this.cells, errors: this.errors });
    }
  }

  private closeCell(): void {
    if (this.style === "percent") this.lastPercents[this.column] = this.row;
    if (this.value !== "") {
      this.cells[this.column] = this.cell();
      if (this.type === "e" && this.value !== NOT_AVAILABLE) this.errors.push(this.column);
      // A formula whose value is a text may have none of it.
    } else if (this.isFormula && this.type !== "str") this.uncalculated++;
  }

  private cell(): RawScalar {
    const { texts, is1904 } = this.values;
    if (this.type === "s") return texts.get(Number(this.value)) ?? "";
    if (this.type === "b") return this.value === "1";
    if (this.type === "n") return numberCell(this.value, this.style, is1904);
    return unescaped(this.value);
  }
}
