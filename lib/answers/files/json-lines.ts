import "server-only";
import { shortened } from "@/lib/contracts/rules/shortened";
import {
  type AnswerFile,
  batchRows,
  emptyFile,
  type FileColumn,
  type RawCell,
  type RawRow,
  type RawScalar,
  refuseTooManyColumns,
  unreadable,
} from "./answer-file";
import { elementsOf, isJsonArray, LONGEST_OBJECT } from "./json-array";
import { type Opening, type Scan, scannedOnce } from "./scan";
import { guessEncoding, type TextFile, textOf } from "./text-encoding";

type Line = { row: number; text: string };
type JsonObject = { [key: string]: unknown };

/** Opens JSON lines, an object a line, or one array of objects. Columns are the members of all lines, those of objects within as `outer.inner`. */
export async function openJsonLines(path: string, head: Buffer, opening: Opening): Promise<AnswerFile> {
  const bytes = { path, signal: opening.signal };
  const isArray = isJsonArray(head);
  const { encoding, notices, lines, members } = await scannedOnce(opening, async () => {
    const guessed = await guessEncoding(bytes, head);
    return { ...guessed, ...(await collectMembers({ ...bytes, encoding: guessed.encoding }, isArray)) };
  });
  const columns = members.map(({ name, isList }): FileColumn => (isList ? { name, hint: "list" } : { name }));
  return {
    format: "jsonl",
    columns,
    multipleSets: [],
    rowCount: lines,
    notices,
    rows: () => rowsOf({ ...bytes, encoding }, columns, isArray),
    close: async () => {},
  };
}

/** Reads all lines once: an optional answer may appear first in the last of them. */
async function collectMembers(file: TextFile, isArray: boolean): Promise<Pick<Scan, "lines" | "members">> {
  const lists = new Map<string, boolean>();
  const count = { lines: 0, objects: 0 };
  for await (const { text } of objectsOf(file, isArray)) {
    count.lines++;
    const object = parseLine(text);
    if (!object) continue;
    count.objects++;
    for (const [name, cell] of flatten(object)) lists.set(name, (lists.get(name) ?? false) || Array.isArray(cell));
    refuseTooManyColumns(lists.size);
  }
  if (count.lines === 0) throw emptyFile();
  if (count.objects === 0) throw unreadable(NO_OBJECTS[isArray ? "array" : "lines"]);
  if (lists.size === 0) throw unreadable("The file has no columns: the object on each of its lines is empty.");
  return { lines: count.lines, members: [...lists].map(([name, isList]) => ({ name, isList })) };
}

const NO_OBJECTS = {
  lines: "Line 1 is not a JSON object: the file must have one object on each line.",
  array: "The JSON array has no objects: it must have one for each response.",
} as const;

const objectsOf = (file: TextFile, isArray: boolean): AsyncIterable<Line> =>
  isArray ? elementsOf(file) : linesOf(file);

async function* rowsOf(file: TextFile, columns: readonly FileColumn[], isArray: boolean): AsyncGenerator<RawRow[]> {
  const each = isArray ? "Element" : "Line";
  let batch: RawRow[] = [];
  for await (const { row, text } of objectsOf(file, isArray)) {
    const object = parseLine(text);
    if (object) {
      const cells = new Map(flatten(object));
      batch.push({ row, cells: columns.map(({ name }) => cells.get(name) ?? null) });
    } else {
      batch.push({ row, cells: [], problem: `${each} ${row} is not a JSON object: “${shortened(text, 40)}”.` });
    }
    if (batch.length < batchRows(columns.length)) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* linesOf(file: TextFile): AsyncGenerator<Line> {
  let rest = "";
  let row = 0;
  for await (const text of textOf(file)) {
    const lines = text.split("\n");
    lines[0] = rest + (lines[0] ?? ""); // not looked through again with each piece of a long line
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST_OBJECT) throw unreadable(`Line ${row + lines.length + 1} is longer than 16 MB.`);
    for (const line of lines) {
      row++;
      if (line.trim() !== "") yield { row, text: line };
    }
  }
  if (rest.trim() !== "") yield { row: row + 1, text: rest };
}

const NUMBER = /-?\d[-+.\deE]*/g;
/** Looked through for what no whole number has: a pattern of all its digits needs more stack than there is. */
const isWhole = (found: string) => !/[+.eE]|\d-/.test(found);
const exactNumber = (found: string) => (isWhole(found) && /\d{16}/.test(found) ? `"${found}"` : found);

/**
 * Whole numbers beyond sixteen digits would be rounded by the parser: they become texts. Texts are passed over, by
 * hand: one pattern for both needs more stack than there is for a text of megabytes.
 */
function withExactNumbers(line: string): string {
  let exact = "";
  for (let at = 0; at < line.length; ) {
    const quote = line.indexOf('"', at);
    const start = quote === -1 ? line.length : quote;
    const end = endOfText(line, start);
    exact += line.slice(at, start).replace(NUMBER, exactNumber) + line.slice(start, end);
    at = end;
  }
  return exact;
}

/** The place behind the quote that closes the text which opens at `start`. */
function endOfText(line: string, start: number): number {
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === '"') return at + 1;
  }
  return line.length;
}

function parseLine(text: string): JsonObject | null {
  const exact = /\d{16}/.test(text) ? withExactNumbers(text) : text;
  try {
    const value: unknown = JSON.parse(exact);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Objects this deep within each other are no answers. */
const DEEPEST = 5;

function flatten(object: JsonObject, prefix = "", depth = 0): [name: string, cell: RawCell][] {
  return Object.entries(object).flatMap(([key, value]): [string, RawCell][] => {
    const name = prefix + key;
    if (isObject(value) && depth < DEEPEST) return flatten(value, `${name}.`, depth + 1);
    return [[name, Array.isArray(value) ? value.map(scalar) : scalar(value)]];
  });
}

function scalar(value: unknown): RawScalar {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}
