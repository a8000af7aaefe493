import type { Quota } from "@/lib/contracts/interfaces/survey-codec";
import { MAX_QUOTAS } from "@/lib/contracts/terms/demand";
import { emptyQuota, isUnknownAudience, type QuotaDraft } from "../draft";
import type { QuestionsById } from "../qualification-text";
import { type EditableColumn, editableColumns, type FigureColumn, gridColumns, isEditable } from "./grid-columns";
import { readQualifications, UNKNOWN_AUDIENCE, writeQualifications } from "./option-text";
import { readTarget } from "./quota-file";

/** Figures of a quota; null: unknown. A quota that the service does not have yet has collected nothing. */
export type QuotaFigures = Record<FigureColumn, number | null>;

export function figuresOf(
  { quota_id, quota }: QuotaDraft,
  collected: Pick<Quota, "survey_starts" | "survey_completes"> | undefined,
  countsStarts: boolean,
): QuotaFigures {
  const isNew = quota_id === null;
  const starts = isNew ? 0 : (collected?.survey_starts ?? null);
  const completes = isNew ? 0 : (collected?.survey_completes ?? null);
  const counted = countsStarts ? starts : completes;
  const target = quota === "" ? null : Number(quota);
  if (counted === null || target === null || Number.isNaN(target)) {
    return { starts, completes, remaining: null, percent: null };
  }
  const percent = target > 0 ? (100 * counted) / target : null;
  return { starts, completes, remaining: Math.max(0, target - counted), percent };
}

/** Rows and columns between two corners, both in; columns are places in `gridColumns`. */
export type Range = { top: number; bottom: number; left: number; right: number };

export const rangeOf = (a: { row: number; column: number }, b: { row: number; column: number }): Range => ({
  top: Math.min(a.row, b.row),
  bottom: Math.max(a.row, b.row),
  left: Math.min(a.column, b.column),
  right: Math.max(a.column, b.column),
});

/** A state of the list after an edit, or what was wrong with it: then nothing changes. */
export type Edited = { quotas: readonly QuotaDraft[] } | { problem: string };

type Quotas = readonly QuotaDraft[];

/** A cell as it is edited and copied. */
export function cellText(quota: QuotaDraft, column: EditableColumn, questions: QuestionsById): string {
  if (column === "quota_name") return quota.quota_name;
  if (column === "quota") return quota.quota === "" ? "" : String(quota.quota);
  return isUnknownAudience(quota) ? UNKNOWN_AUDIENCE : writeQualifications(quota.qualifications, questions);
}

/** The quota with what was typed into one of its cells. */
export function withCell(
  quota: QuotaDraft,
  column: EditableColumn,
  text: string,
  questions: QuestionsById,
): { value: QuotaDraft } | { problem: string } {
  if (column === "quota_name")
    return { value: quota.quota_name === text.trim() ? quota : { ...quota, quota_name: text.trim() } };
  if (column === "quota") {
    if (text.trim() === "") return { value: quota.quota === "" ? quota : { ...quota, quota: "" } };
    const target = readTarget(text);
    if ("problem" in target) return target;
    return { value: quota.quota === target.value ? quota : { ...quota, quota: target.value } };
  }
  if (text.trim() === cellText(quota, column, questions)) return { value: quota };
  // An empty cell is no decision that everyone belongs to it: that is made in the dialog.
  if (text.trim() === "" && isUnknownAudience(quota)) return { value: quota };
  const read = readQualifications(text, questions);
  if ("problem" in read) return read;
  const { qualificationsUnknown: _unknown, ...known } = quota;
  return { value: { ...known, qualifications: read.value } };
}

const NO_FIGURES: QuotaFigures = { starts: null, completes: null, remaining: null, percent: null };

/** A range as spreadsheets take it from the clipboard: tabs between cells, line breaks between rows. */
export function copyRange(
  quotas: Quotas,
  range: Range,
  questions: QuestionsById,
  figures: (quota: QuotaDraft) => QuotaFigures = () => NO_FIGURES,
): string {
  const columns = gridColumns.slice(range.left, range.right + 1);
  return quotas
    .slice(range.top, range.bottom + 1)
    .map((quota) => {
      const known = figures(quota);
      return columns
        .map((column) =>
          isEditable(column) ? clipboardCell(cellText(quota, column, questions)) : figureText(known[column]),
        )
        .join("\t");
    })
    .join("\n");
}

/** A plain number, which a spreadsheet calculates with; percent to two places. */
const figureText = (figure: number | null) => (figure === null ? "" : String(Math.round(figure * 100) / 100));

/** A cell that holds a tab, a quote or a line break stands in quotes, as spreadsheets write it. */
const clipboardCell = (text: string) => (/[\t"\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Cells of a spreadsheet's clipboard. One line break at the end ends the last row. */
export function readClipboard(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = "";
  };
  const plain = text.replace(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at < plain.length; at += 1) {
    const sign = plain[at] ?? "";
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (plain[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === "" && closesCell(plain, at)) isQuoted = true;
    else if (sign === "\t") endCell();
    else if (sign === "\n") {
      endCell();
      rows.push([]);
    } else cell += sign;
  }
  endCell();
  return rows;
}

/**
 * Whether a quote at the beginning of a cell encloses all of it: an even number of quotes up to a tab, a line break or
 * the end. Otherwise it belongs to the text, as in `"North", "South"`.
 */
function closesCell(text: string, from: number): boolean {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') at += 1;
    else return at + 1 === text.length || /[\t\n]/.test(text[at + 1] ?? "");
  }
  return false;
}

/**
 * Pastes cells with their first at `at`. Cells beyond the last column are left out, rows beyond the last quota become
 * new quotas where that is allowed; one cell fills the whole range. Whole or not at all.
 */
export function pasteCells(
  quotas: Quotas,
  range: Range,
  cells: readonly (readonly string[])[],
  { questions, mayAdd }: { questions: QuestionsById; mayAdd: boolean },
): Edited {
  if (range.left >= editableColumns.length) {
    return { problem: "These figures are the service's own. Paste into the name, the qualifications or the target." };
  }
  const [only] = cells;
  const isOne = cells.length === 1 && only?.length === 1;
  const rows = isOne
    ? Array.from({ length: range.bottom - range.top + 1 }, () =>
        new Array<string>(range.right - range.left + 1).fill(only[0] ?? ""),
      )
    : cells;
  const end = range.top + rows.length;
  if (end > quotas.length && !mayAdd) {
    return { problem: "This has more rows than there are quotas below, and none can be added here." };
  }
  if (end > MAX_QUOTAS) return { problem: `A survey can have at most ${MAX_QUOTAS.toLocaleString("en")} quotas.` };
  const next = [...quotas];
  for (const [down, row] of rows.entries()) {
    let quota = next[range.top + down] ?? emptyQuota();
    for (const [across, text] of row.entries()) {
      const column = editableColumns[range.left + across];
      if (!column) break;
      const read = withCell(quota, column, text, questions);
      if ("problem" in read) return { problem: `Row ${down + 1} of what was pasted: ${read.problem}` };
      quota = read.value;
    }
    next[range.top + down] = quota;
  }
  return { quotas: next };
}

/** Copies the first row of a range into all its rows; who belongs to a quota only where that is known. */
export function fillDown(quotas: Quotas, range: Range): Edited {
  const first = quotas[range.top];
  const columns = editableColumns.slice(range.left, range.right + 1);
  if (!first || columns.length === 0) return { quotas };
  const isFilled = columns.includes("qualifications");
  if (isFilled && isUnknownAudience(first)) return { problem: unknownAudience(first) };
  return mapRows(quotas, { ...range, top: range.top + 1 }, (quota) => {
    const filled = { ...quota };
    for (const column of columns) Object.assign(filled, { [column]: first[column] });
    if (!isFilled) return filled;
    const { qualificationsUnknown: _unknown, ...known } = filled;
    return known;
  });
}

/** A copy of it would be a quota for everyone. */
const unknownAudience = ({ quota_name, quota_id }: QuotaDraft) =>
  `The service did not say in a readable way who belongs to “${quota_name || quota_id}”, so that cannot be copied.`;

/** Empties the cells of a range; a quota without qualifications takes everyone. */
export function clearRange(quotas: Quotas, range: Range): Edited {
  const columns = editableColumns.slice(range.left, range.right + 1);
  if (columns.length === 0) return { quotas };
  const empty = emptyQuota();
  return mapRows(quotas, range, (quota) => {
    const cleared = { ...quota };
    for (const column of columns) Object.assign(cleared, { [column]: empty[column] });
    return cleared;
  });
}

const mapRows = (quotas: Quotas, { top, bottom }: Range, change: (quota: QuotaDraft) => QuotaDraft): Edited => ({
  quotas: quotas.map((quota, row) => (row < top || row > bottom ? quota : change(quota))),
});

export const removeRows = (quotas: Quotas, { top, bottom }: Range): Edited => ({
  quotas: quotas.filter((_, row) => row < top || row > bottom),
});

/** Copies of the rows as new quotas below them. */
export function duplicateRows(quotas: Quotas, { top, bottom }: Range): Edited {
  if (quotas.length + bottom - top + 1 > MAX_QUOTAS) {
    return { problem: `A survey can have at most ${MAX_QUOTAS.toLocaleString("en")} quotas.` };
  }
  const rows = quotas.slice(top, bottom + 1);
  const unknown = rows.find(isUnknownAudience);
  if (unknown) return { problem: unknownAudience(unknown) };
  const copies = rows.map(({ quota_name, quota, qualifications }) => ({
    quota_id: null,
    quota_name: quota_name ? `${quota_name} copy` : "",
    quota,
    qualifications,
  }));
  return { quotas: quotas.toSpliced(bottom + 1, 0, ...copies) };
}

/** A new quota at a row, before what stood there. */
export function insertRow(quotas: Quotas, row: number): Edited {
  if (quotas.length >= MAX_QUOTAS) {
    return { problem: `A survey can have at most ${MAX_QUOTAS.toLocaleString("en")} quotas.` };
  }
  return { quotas: quotas.toSpliced(row, 0, emptyQuota()) };
}

/** Rows whose name, target or qualifications hold a text, in any case; all of them for nothing. */
export function findRows(quotas: Quotas, text: string, questions: QuestionsById): number[] {
  const part = text.trim().toLowerCase();
  return quotas.flatMap((quota, row) =>
    editableColumns.some((column) => cellText(quota, column, questions).toLowerCase().includes(part)) ? [row] : [],
  );
}
