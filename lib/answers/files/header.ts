import { isTimeZone } from "@/lib/contracts/calendar/time-zone-name";
import type { FileColumn } from "./answer-file";
import { isTyped } from "./header-shape";

/** The columns that the header rows of a table name. */
export type Header = {
  columns: FileColumn[];
  notices: string[];
  /** IANA; the zone that the header says its times are of. */
  timeZone?: string;
};

/** A row at the beginning of a table: its number in the file and its cells without outer blanks. */
export type FirstRow = { row: number; cells: readonly string[] };

/** What stands under a question without options: “Response”, “Open-Ended Response”, in the languages of such exports. */
const RESPONSE = /response|antwoo?r[dt]|r[ée]ponse|respuesta|risposta|resposta|svar\b/i;

const LONGEST_RESPONSE = 40;

/** A second row that says of each question without options that its responses follow, as SurveyMonkey writes it. */
export function areResponses(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== "");
  return filled.length > 0 && filled.every((cell) => cell.length <= LONGEST_RESPONSE && RESPONSE.test(cell));
}

/** `{"ImportId":"startDate","timeZone":"America/Denver"}` */
const IMPORT_ID = /^\s*\{\s*"ImportId"\s*:/;
const ZONE = /"timeZone"\s*:\s*"([^"]+)"/;

/** Qualtrics' own names of columns, which its exports have in the third row. */
export function areImportIds(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell !== "");
  return filled.length > 0 && filled.every((cell) => IMPORT_ID.test(cell));
}

/**
 * Whether the second row names the options of the first row's questions, as SurveyMonkey writes them: names are blank
 * behind a question, just these places have texts below, and no answer stands under the other names.
 */
export function areOptionsBelow(names: readonly string[], under: readonly string[]): boolean {
  const width = Math.max(names.length, under.length);
  const places = Array.from({ length: width }, (_, at) => at).filter((at) => at > 0 && !names[at]);
  if (places.length === 0 || !names[0]) return false;
  if (under.some(isTyped)) return false;
  const isAnswer = (cell: string, at: number) =>
    isAlone(names, at, width) && cell !== "" && cell !== names[at] && !RESPONSE.test(cell);
  return places.every((at) => (under[at] ?? "") !== "") && !under.some(isAnswer);
}

/** A question of one column. */
const isAlone = (names: readonly string[], at: number, width: number) =>
  Boolean(names[at]) && (at + 1 >= width || Boolean(names[at + 1]));

/** Names columns by one to three header rows. */
export function readHeader(rows: readonly FirstRow[]): Header {
  const notices: string[] = [];
  const [first, second, third] = rows;
  if (!first) return { columns: [], notices };
  if (!second) return { columns: unique(oneRow(first, notices), notices), notices };
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const [names, under] = [padded(first, width), padded(second, width)];
  if (areOptionsBelow(names.cells, under.cells)) {
    notices.push(
      `${rowsText(rows)} are read as the header: row ${second.row} names the options of the questions in row ${first.row}.`,
    );
    return { columns: unique(questionsAndOptions(names.cells, under.cells), notices), notices };
  }
  if (areResponses(under.cells)) {
    notices.push(`${rowsText(rows)} are read as the header.`);
    return { columns: unique(oneRow(names, notices), notices), notices };
  }
  const isQualtrics = third !== undefined && areImportIds(third.cells);
  const by = isQualtrics ? ", as Qualtrics writes it" : "";
  notices.push(`${rowsText(rows)} are read as the header${by}: row ${second.row} has the texts of the questions.`);
  const more = third && !isQualtrics ? padded(third, width).cells : [];
  const columns = namesAndTexts(names, textsOf(under.cells, more), notices);
  const zone = isQualtrics ? zoneIn(third.cells) : undefined;
  return { columns: unique(columns, notices), notices, ...(zone !== undefined && { timeZone: zone }) };
}

const padded = ({ row, cells }: FirstRow, width: number): FirstRow => ({
  row,
  cells: Array.from({ length: width }, (_, at) => cells[at] ?? ""),
});

function rowsText(rows: readonly FirstRow[]): string {
  const [first, last] = [rows[0]?.row, rows.at(-1)?.row];
  return `Rows ${first} ${rows.length === 2 ? "and" : "to"} ${last}`;
}

function zoneIn(ids: readonly string[]): string | undefined {
  const named = ids.flatMap((id) => ZONE.exec(id)?.[1] ?? [])[0];
  const zone = named === "Z" ? "UTC" : named;
  return zone !== undefined && isTimeZone(zone) ? zone : undefined;
}

function questionsAndOptions(names: readonly string[], under: readonly string[]): FileColumn[] {
  let question = "";
  return names.map((name, at) => {
    if (name !== "") question = name;
    return isAlone(names, at, names.length) ? { name } : optionColumn(question, under[at] ?? "");
  });
}

const optionColumn = (question: string, option: string): FileColumn => {
  const name = `${question}: ${option}`;
  return { name, label: name, part: { question, option } };
};

const spaced = (text: string) => text.replace(/\s+/g, " ");

/** The texts of the second row, with what the third adds to them. */
const textsOf = (second: readonly string[], third: readonly string[]): string[] =>
  second.map((text, at) => {
    const more = third[at] ?? "";
    return spaced(more === "" || more === text ? text : text === "" ? more : `${text} - ${more}`);
  });

/** `V1`, `Column 7`: a number of the column, which names nothing. */
const NUMBERED = /^(?:v|var|variable|col|column|c|field)[\s_]?\d+$/i;
const IDENTIFIER = /^[a-z]\w*$/i;

/** Names in the one row and texts in the other, whichever has which: the longer ones are texts. */
function namesAndTexts(names: FirstRow, texts: readonly string[], notices: string[]): FileColumn[] {
  const others = { row: names.row, cells: texts };
  if (areOptionsOfRepeated(names.cells, texts)) {
    return names.cells.map((name, at) =>
      isRepeated(names.cells, at) && texts[at]
        ? optionColumn(name, texts[at] ?? "")
        : { name: name || (texts[at] ?? "") },
    );
  }
  const isTurned = lengthOf(names.cells) > lengthOf(texts) && areNames(texts) && !areNames(names.cells);
  const [short, long] = isTurned ? [others, names.cells] : [names, texts];
  return oneRow(short, notices).map((column, at): FileColumn => {
    const label = spaced(long[at] ?? "");
    if (label === "" || label === column.name) return column;
    return NUMBERED.test(column.name) && IDENTIFIER.test(label) ? { name: label } : { ...column, label };
  });
}

const isRepeated = (names: readonly string[], at: number): boolean =>
  names[at] !== "" && (names[at] === names[at - 1] || names[at] === names[at + 1]);

/** The first row repeats a question for each of its options, which the second row names. */
const areOptionsOfRepeated = (names: readonly string[], options: readonly string[]): boolean =>
  names.some((_, at) => isRepeated(names, at) && (options[at] ?? "") !== "");

const lengthOf = (cells: readonly string[]): number => cells.reduce((sum, { length }) => sum + length, 0);

/** Each column has one of its own, without blanks in it. */
const areNames = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell !== "" && !/\s/.test(cell)) && new Set(cells).size === cells.length;

function oneRow({ row, cells: names }: FirstRow, notices: string[]): FileColumn[] {
  const blank = names.flatMap((name, at) => (name === "" ? [at + 1] : []));
  if (blank.length > 0) {
    const first = blank.slice(0, 5).join(", ");
    const which =
      blank.length === 1
        ? `Column ${first} has no name`
        : `Columns ${first}${blank.length > 5 ? " and more" : ""} have no name`;
    notices.push(`${which} in row ${row}: “Column” and the number is used.`);
  }
  return names.map((name, at) => ({ name: name || `Column ${at + 1}` }));
}

/** Columns of one name: all but the first get a number behind it. */
function unique(columns: readonly FileColumn[], notices: string[]): FileColumn[] {
  const taken = new Set(columns.map(({ name }) => name));
  const counts = new Map<string, number>();
  return columns.map((column) => {
    let count = (counts.get(column.name) ?? 0) + 1;
    while (count > 1 && taken.has(`${column.name} (${count})`)) count++;
    counts.set(column.name, count);
    if (count === 1) return column;
    const name = `${column.name} (${count})`;
    taken.add(name);
    if (notices.length < 10)
      notices.push(`Two columns are named “${column.name}”: the later one is read as “${name}”.`);
    return { ...column, name };
  });
}
