import type { Qualification, Survey } from "@/lib/contracts/interfaces/survey-codec";
import { MAX_QUOTAS } from "@/lib/contracts/terms/demand";
import { type ReadTable, readTableFile, readTableText } from "@/lib/tables/read-table";
import { isUnknownAudience, type QuotaDraft } from "../draft";
import type { QuestionsById } from "../qualification-text";
import { guarded, unguarded } from "./formula-guard";
import { findQuestion, readOptions, saysUnknown, UNKNOWN_AUDIENCE, writeOptions } from "./option-text";

/**
 * Quotas as the rows of a file: one row a quota and one column a question, whose cells name options (nothing: any
 * respondent). The same layout is pasted from and copied to spreadsheets. A question that a quota asks twice has a
 * second column of the same name.
 *
 * | Quota id | Name | Target | Starts | Completes | Gender | Age | Survey | Revision |
 *
 * `Starts` and `Completes` are for reading and are not read back. Where nobody can tell who belongs to some quota a
 * column `Qualifications` says so in its row, whose questions are empty as they are of a quota for everybody. `Survey` and `Revision` say in every row what the
 * file was made from, so that sorting and deleting rows loses nothing.
 */
const fileColumns = {
  id: "Quota id",
  name: "Name",
  target: "Target",
  starts: "Starts",
  completes: "Completes",
  qualifications: "Qualifications",
  survey: "Survey",
  revision: "Revision",
} as const;

export type Cell = string | number | null;

/** A quota file, whatever kind it is of, as rows. */
export const readQuotaTable = (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReadTable<TableCell>> =>
  readTableFile<TableCell>(name, bytes, readQuotaText, { fillsMerged: true, readNumber: cellNumber });

type TableCell = string | number;

/** A figure with a fraction stays a number: as a text it might be taken for thousands. Long ids stay digits. */
const cellNumber = (digits: string): TableCell => (Number.isInteger(Number(digits)) ? digits : Number(digits));

/** Quotas that were pasted, or the text of a file, as rows. */
export const readQuotaText = (text: string): ReadTable =>
  readTableText(text, (cells) => cells.some((cell) => targetNames.some((name) => same(cell, name))));

const targetNames = [fileColumns.target, "quota target", "limit", "count", "n"];

type Source = { quotas: readonly QuotaDraft[]; survey: Survey | null; revision: string | null };

/** Header and rows of a file. */
export function writeQuotaFile({ quotas, survey, revision }: Source, questions: QuestionsById): Cell[][] {
  const columns = questionColumns(quotas);
  const hasUnknown = quotas.some(isUnknownAudience);
  const collected = new Map(survey?.respondent_attributes?.map((quota) => [quota.quota_id, quota]));
  const header = [
    ...[fileColumns.id, fileColumns.name, fileColumns.target, fileColumns.starts, fileColumns.completes],
    ...(hasUnknown ? [fileColumns.qualifications] : []),
    ...columns.map(({ id }) => questionHeader(id, questions)),
    ...[fileColumns.survey, fileColumns.revision],
  ];
  const rows = quotas.map((quota) => {
    const counts = quota.quota_id === null ? undefined : collected.get(quota.quota_id);
    return [
      quota.quota_id,
      quota.quota_name,
      quota.quota === "" ? null : Number(quota.quota),
      counts?.survey_starts ?? null,
      counts?.survey_completes ?? null,
      ...(hasUnknown ? [isUnknownAudience(quota) ? UNKNOWN_AUDIENCE : null] : []),
      ...columns.map(({ id, turn }) => {
        const found = quota.qualifications.filter(({ question_id }) => String(question_id) === id)[turn];
        return found ? writeOptions(found.allowed_option_ids, questions.get(id)) : null;
      }),
      survey?.id ?? null,
      revision,
    ];
  });
  return [header, ...rows].map((cells) =>
    cells.map((cell) => (typeof cell === "string" ? guarded(cell.trim()) : cell)),
  );
}

/** Every question that some quota asks, as often as one quota asks it, in the order of first use. */
function questionColumns(quotas: readonly QuotaDraft[]): { id: string; turn: number }[] {
  const most = new Map<string, number>();
  for (const { qualifications } of quotas) {
    const asked = new Map<string, number>();
    for (const { question_id } of qualifications)
      asked.set(String(question_id), (asked.get(String(question_id)) ?? 0) + 1);
    for (const [id, times] of asked) most.set(id, Math.max(most.get(id) ?? 0, times));
  }
  return [...most].flatMap(([id, times]) => Array.from({ length: times }, (_, turn) => ({ id, turn })));
}

function questionHeader(id: string, questions: QuestionsById): string {
  const name = questions.get(id)?.name;
  const isPlain = name !== undefined && name.trim() === name && name !== "" && !isReserved(name) && !/^["#]/.test(name);
  const isOnly = isPlain && [...questions.values()].filter((each) => same(each.name, name)).length === 1;
  return isOnly ? name : `#${id}`;
}

const reserved = Object.values(fileColumns).map((name) => name.toLowerCase());
const isReserved = (name: string) => reserved.includes(name.trim().toLowerCase());
const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** What a person should look at: `row` as the spreadsheet counts it, the header being row 1. */
export type Refusal = { row: number; column: string; reason: string };

type QuotaChange =
  | { kind: "added"; row: number; quota: QuotaDraft }
  | { kind: "changed"; row: number; quota: QuotaDraft; before: QuotaDraft }
  | { kind: "unchanged"; row: number; quota: QuotaDraft };

export type QuotaImport = {
  changes: QuotaChange[];
  removed: QuotaDraft[];
  refused: Refusal[];
  /** The list as it would be: in the order of the file. */
  quotas: QuotaDraft[];
};

type Present = { quotas: readonly QuotaDraft[]; surveyId: string | null; revision: string | null };

type Report = { value: QuotaImport } | { problem: string };

/**
 * What the rows of a file would make of a survey's quotas; nothing is changed by reading. A row is one of the present
 * quotas when it has its id, or without an id its name, if that is no other's; else it is a new one. A `problem` is
 * about the file as a whole.
 */
export function readQuotaFile(
  rows: readonly (readonly Cell[])[],
  present: Present,
  questions: QuestionsById,
  sameQuota: (a: QuotaDraft, b: QuotaDraft) => boolean,
): Report {
  const [head, ...body] = rows;
  const filled = body
    .map((cells, index) => ({ cells, row: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => textOf(cell) !== ""));
  if (!head?.some((cell) => textOf(cell) !== "") || filled.length === 0) {
    return { problem: "There are no quotas in this: it needs a row of column names and a row for each quota." };
  }
  if (filled.length > MAX_QUOTAS) {
    return {
      problem: `This has ${filled.length.toLocaleString("en")} rows. A survey can have at most ${MAX_QUOTAS.toLocaleString("en")} quotas.`,
    };
  }
  const columns = readHeader(head.map(textOf), questions);
  if ("problem" in columns) return columns;
  const stale = staleProblem(filled, columns.value, present);
  if (stale) return { problem: stale };
  return { value: readRows(filled, columns.value, present, sameQuota) };
}

type Row = { cells: readonly Cell[]; row: number };
type Question = Parameters<typeof readOptions>[1];
type Column = { at: number; header: string };
type Columns = {
  id: Column | null;
  name: Column | null;
  target: Column;
  qualifications: Column | null;
  survey: Column | null;
  revision: Column | null;
  questions: (Column & { question: Question })[];
};

function readHeader(header: string[], questions: QuestionsById): { value: Columns } | { problem: string } {
  const columnOf = (...names: string[]) => {
    const at = header.findIndex((each) => names.some((name) => same(each, name)));
    return at === -1 ? null : { at, header: header[at] ?? "" };
  };
  const known = {
    id: columnOf(fileColumns.id, "quota_id", "id"),
    name: columnOf(fileColumns.name, "quota name", "quota_name", "quota"),
    target: columnOf(...targetNames),
    qualifications: columnOf(fileColumns.qualifications),
    survey: columnOf(fileColumns.survey),
    revision: columnOf(fileColumns.revision),
  };
  const { target } = known;
  if (!target)
    return { problem: `No column is called “${fileColumns.target}”: it says how many respondents each quota takes.` };
  const ignored = [columnOf(fileColumns.starts), columnOf(fileColumns.completes)];
  const taken = new Set([...Object.values(known), ...ignored].flatMap((column) => column?.at ?? []));
  const found: Columns["questions"] = [];
  for (const [at, text] of header.entries()) {
    if (taken.has(at) || text === "") continue;
    const question = findQuestion(text, questions);
    if ("problem" in question) return { problem: `Column ${columnLetter(at)}: ${question.problem}` };
    found.push({ at, header: text, question: question.value });
  }
  return { value: { ...known, target, questions: found } };
}

/** "A", "B", … "Z", "AA": as spreadsheets name columns. */
export function columnLetter(at: number): string {
  const rest = Math.floor(at / 26);
  return `${rest > 0 ? columnLetter(rest - 1) : ""}${String.fromCharCode(65 + (at % 26))}`;
}

/** A file says what it was made from: of another survey, or of another state of this one, it is not applied. */
function staleProblem(rows: Row[], { survey, revision }: Columns, present: Present): string | null {
  const valuesOf = (column: Column | null) =>
    new Set(column ? rows.map(({ cells }) => textOf(cells[column.at])).filter((text) => text !== "") : []);
  const [surveys, revisions] = [valuesOf(survey), valuesOf(revision)];
  const other = [...surveys].find((id) => id !== present.surveyId);
  if (other !== undefined) {
    return "This file was exported from another survey. To use its quotas here, delete its columns “Quota id”, “Survey” and “Revision” first.";
  }
  if ([...revisions].some((each) => each !== present.revision)) {
    return "The survey was changed since this file was exported. Export it again, and make your changes in the new file.";
  }
  return null;
}

function readRows(
  rows: Row[],
  columns: Columns,
  present: Present,
  sameQuota: (a: QuotaDraft, b: QuotaDraft) => boolean,
): QuotaImport {
  const byId = new Map(
    present.quotas.flatMap((quota) => (quota.quota_id === null ? [] : [[quota.quota_id, quota] as const])),
  );
  const byName = uniquelyNamed(present.quotas);
  const renamed = renamedIn(rows, columns, byId);
  const used = new Map<QuotaDraft, number>();
  const refused: Refusal[] = [];
  const changes: QuotaChange[] = [];
  const seen = new Map<string, number>();
  for (const { cells, row } of rows) {
    const refuse = (column: Column | null, reason: string) =>
      void refused.push({ row, column: column?.header ?? fileColumns.name, reason });
    const id = columns.id ? textOf(cells[columns.id.at]) : "";
    const name = columns.name ? textOf(cells[columns.name.at]) : "";
    if (id !== "" && !byId.has(id)) {
      refuse(columns.id, "This survey has no quota of this id. Leave the id empty for a new quota.");
      continue;
    }
    const ofName = byName.get(name.toLowerCase());
    const was = id !== "" ? byId.get(id) : ofName && renamed.has(ofName) ? undefined : ofName;
    const former = was && used.get(was);
    if (was && former !== undefined) {
      refuse(columns.id ?? columns.name, `This is the quota of row ${former} again.`);
      continue;
    }
    const read = readCells(cells, columns, was, refuse);
    if (!read) continue;
    const quota = named(read, name, was, row);
    const twin = seen.get(contentKey(quota));
    if (twin !== undefined) {
      refuse(columns.name, `This row says the same as row ${twin}.`);
      continue;
    }
    seen.set(contentKey(quota), row);
    if (was) used.set(was, row);
    if (!was) changes.push({ kind: "added", row, quota });
    else if (sameQuota(quota, was)) changes.push({ kind: "unchanged", row, quota: was });
    else changes.push({ kind: "changed", row, quota, before: was });
  }
  return {
    changes,
    removed: present.quotas.filter((quota) => !used.has(quota)),
    refused,
    quotas: changes.map(({ quota }) => quota),
  };
}

/** Quotas that rows give another name, wherever these stand: what they are called now is free for another quota. */
function renamedIn(rows: Row[], { id, name }: Columns, byId: ReadonlyMap<string, QuotaDraft>): Set<QuotaDraft> {
  if (!id || !name) return new Set();
  const given = rows.map(({ cells }) => ({ quota: byId.get(textOf(cells[id.at])), name: textOf(cells[name.at]) }));
  return new Set(given.flatMap(({ quota, name }) => (quota && isRenamed(quota, name) ? [quota] : [])));
}

const isRenamed = ({ quota_name }: QuotaDraft, name: string) =>
  name !== "" && name.toLowerCase() !== quota_name.trim().toLowerCase();

/** Target and qualifications of a row; null when one of them was refused. */
function readCells(
  cells: readonly Cell[],
  { target, qualifications: said, questions }: Columns,
  was: QuotaDraft | undefined,
  refuse: (column: Column, reason: string) => void,
): Pick<QuotaDraft, "quota" | "qualifications"> | null {
  let isSound = true;
  const fail = (column: Column, reason: string) => {
    isSound = false;
    refuse(column, reason);
  };
  const number = readTarget(cells[target.at] ?? null);
  if ("problem" in number) fail(target, number.problem);
  // A file without any question says nothing about who belongs to its quotas: that stays as it is.
  const qualifications: Qualification[] = questions.length === 0 ? [...(was?.qualifications ?? [])] : [];
  for (const column of questions) {
    const text = textOf(cells[column.at]);
    if (text === "") continue;
    const options = readOptions(text, column.question);
    if ("problem" in options) fail(column, options.problem);
    else qualifications.push({ question_id: column.question.id, allowed_option_ids: options.value });
  }
  const unsaid = said && unsaidAudience(textOf(cells[said.at]), qualifications, was);
  if (said && unsaid) fail(said, unsaid);
  if (!isSound || "problem" in number) return null;
  return { quota: number.value, qualifications: inFormerOrder(qualifications, was) };
}

/** Why nobody can tell who belongs to the quota of a row; null: the row says it, or it stays as it is. */
function unsaidAudience(said: string, found: readonly Qualification[], was: QuotaDraft | undefined): string | null {
  if (said === "") return null;
  if (!saysUnknown(said)) return "Name options in a column of their question instead, and leave this cell empty.";
  if (found.length > 0 || (was && isUnknownAudience(was))) return null;
  return "The service did not say in a readable way who belongs to the quota that this row was made from. Name options in the column of a question, or empty this cell: then everybody belongs to it.";
}

/** Qualifications in the order that the quota had them, so that what is the same is seen to be. */
function inFormerOrder(qualifications: Qualification[], was: QuotaDraft | undefined): Qualification[] {
  const place = new Map(was?.qualifications.map(({ question_id }, at) => [String(question_id), at]));
  const placeOf = ({ question_id }: Qualification) => place.get(String(question_id)) ?? Number.POSITIVE_INFINITY;
  return [...qualifications].sort((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
}

function named(
  read: Pick<QuotaDraft, "quota" | "qualifications">,
  name: string,
  was: QuotaDraft | undefined,
  row: number,
): QuotaDraft {
  // Files lose blanks at the ends of a name and the kind of a line break: neither is a change.
  const isSameName = was && plainName(was.quota_name) === plainName(name);
  const quota_name = (isSameName ? was.quota_name : name) || was?.quota_name || `Quota ${row - 1}`;
  if (!was) return { quota_id: null, quota_name, ...read };
  // Who belongs to it is kept where the service did not say it and the file does not either.
  const keepsUnknown = was.qualificationsUnknown && read.qualifications.length === 0;
  const { qualificationsUnknown: _unknown, ...kept } = was;
  return { ...kept, quota_name, ...read, ...(keepsUnknown && { qualificationsUnknown: true as const }) };
}

const plainName = (name: string) => name.replace(/\r\n?/g, "\n").trim();

/** Groups of three behind one kind of sign; what begins with 0 is no grouped number. */
const GROUPED = /^[1-9]\d{0,2}([,.\s’'])\d{3}(?:\1\d{3})*$/u;

/**
 * A whole number as spreadsheets and people write it: "1,200", "1.200", "1 200", 1200. A cell that is a number has no
 * groups: its point is a decimal one, whatever follows it.
 */
export function readTarget(cell: Cell): { value: number } | { problem: string } {
  const text = textOf(cell);
  if (text === "") return { problem: "The target is missing." };
  const isGrouped = typeof cell !== "number" && GROUPED.test(text);
  const plain = isGrouped ? text.replace(/\D/g, "") : text.replace(/[.,]0+$/, "");
  if (!/^\d{1,9}$/.test(plain)) return { problem: `“${text.slice(0, 40)}” is not a whole number of 0 or more.` };
  return { value: Number(plain) };
}

function uniquelyNamed(quotas: readonly QuotaDraft[]): ReadonlyMap<string, QuotaDraft> {
  const found = new Map<string, QuotaDraft | null>();
  for (const quota of quotas) {
    const name = quota.quota_name.trim().toLowerCase();
    if (name !== "") found.set(name, found.has(name) ? null : quota);
  }
  return new Map([...found].flatMap(([name, quota]) => (quota ? [[name, quota] as const] : [])));
}

const contentKey = ({ quota_id, quota_name, quota, qualifications }: QuotaDraft) =>
  JSON.stringify([quota_id, quota_name.toLowerCase(), quota, qualifications]);

const textOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined ? "" : unguarded(String(cell)).trim();
