import { isTimeZone } from "@/lib/contracts/calendar/time-zone-name";
import { numberOf } from "@/lib/contracts/rules/answer-cells";
import type { FileColumn } from "./answer-file";

/** What the first rows of a table say about its columns, and how many of them are header. */
export type Header = {
  columns: FileColumn[];
  headerRows: 1 | 2 | 3;
  notices: string[];
  /** IANA; the zone that the header says its times are of. */
  timeZone?: string;
};

const isNumber = (text: string) => numberOf(text) !== null || numberOf(text, ",") !== null;
const isDate = (text: string) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/.test(text);

/** What stands under a question without options: “Response”, “Open-Ended Response”, in the languages of such exports. */
const RESPONSE = /response|antwoo?r[dt]|r[ée]ponse|respuesta|risposta|resposta|svar\b/i;

/** How many rows of a table tell whether it has another one behind the longest header. */
export const FIRST_ROWS = 4;

/**
 * Reads names from the first row. Where names are left blank behind a question and the second row has texts in just
 * these places, no answer under the other names, and neither a number nor a date anywhere, the second row names options:
 * SurveyMonkey's headers. Where the third row has nothing but Qualtrics' own names of columns, the second has the
 * questions' texts.
 */
export function readHeader(
  first: readonly string[],
  second?: readonly string[] | undefined,
  third?: readonly string[] | undefined,
): Header {
  const names = first.map((name) => name.trim());
  const under = second?.map((cell) => cell.trim());
  const notices: string[] = [];
  if (under && third && areImportIds(third)) return threeRows(names, under, third);
  const isTwo = under !== undefined && isSecondHeader(names, under);
  if (isTwo) notices.push("Rows 1 and 2 are read as the header: row 2 names the options of the questions in row 1.");
  const columns = isTwo ? twoRows(names, under) : oneRow(names, notices);
  return { columns: unique(columns, notices), headerRows: isTwo ? 2 : 1, notices };
}

/** `{"ImportId":"startDate","timeZone":"America/Denver"}` */
const IMPORT_ID = /^\s*\{\s*"ImportId"\s*:/;
const ZONE = /"timeZone"\s*:\s*"([^"]+)"/;

function areImportIds(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.every((cell) => IMPORT_ID.test(cell));
}

function threeRows(names: readonly string[], texts: readonly string[], ids: readonly string[]): Header {
  const notices = ["Rows 1 to 3 are read as the header, as Qualtrics writes it: row 2 has the texts of the questions."];
  const columns = oneRow(names, notices).map((column, at): FileColumn => {
    const label = (texts[at] ?? "").replace(/\s+/g, " ");
    return label === "" || label === column.name ? column : { ...column, label };
  });
  const zone = ids.flatMap((id) => ZONE.exec(id)?.[1] ?? []).map((named) => (named === "Z" ? "UTC" : named))[0];
  return {
    ...{ columns: unique(columns, notices), headerRows: 3, notices },
    ...(zone !== undefined && isTimeZone(zone) && { timeZone: zone }),
  };
}

function isSecondHeader(names: readonly string[], under: readonly string[]): boolean {
  const continued = names.map((name, at) => name === "" && at > 0).map((is, at) => (is ? at : -1));
  const places = continued.filter((at) => at > 0);
  if (places.length === 0 || names[0] === "") return false;
  if (under.some((cell) => isNumber(cell) || isDate(cell))) return false;
  const isAnswer = (cell: string, at: number) =>
    isAlone(names, at) && cell !== "" && cell !== names[at] && !RESPONSE.test(cell);
  return places.every((at) => (under[at] ?? "") !== "") && !under.some(isAnswer);
}

/** A question of one column. */
const isAlone = (names: readonly string[], at: number) => names[at] !== "" && names[at + 1] !== "";

function twoRows(names: readonly string[], under: readonly string[]): FileColumn[] {
  let question = "";
  return names.map((name, at) => {
    if (name !== "") question = name;
    const option = under[at] ?? "";
    if (isAlone(names, at)) return { name };
    return { name: `${question}: ${option}`, label: `${question}: ${option}`, part: { question, option } };
  });
}

function oneRow(names: readonly string[], notices: string[]): FileColumn[] {
  const blank = names.flatMap((name, at) => (name === "" ? [at + 1] : []));
  if (blank.length > 0) {
    const first = blank.slice(0, 5).join(", ");
    const which =
      blank.length === 1
        ? `Column ${first} has no name`
        : `Columns ${first}${blank.length > 5 ? " and more" : ""} have no name`;
    notices.push(`${which} in row 1: “Column” and the number is used.`);
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
