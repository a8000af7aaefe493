import type { ReconciliationDecision, ReconciliationStatus } from "@/lib/contracts/ours/responses";
import { shortened } from "@/lib/contracts/rules/shortened";
import { isRdud, MAX_RDUD, MAX_REASON, MOST_RESPONSES } from "@/lib/contracts/terms/responses";
import { plainText, type ReadTable, readTableFile, readTableText } from "@/lib/tables/read-table";

/** Which columns mean what, counted from 0; null: none does. */
export type ListColumns = { header: boolean; id: number; status: number | null; reason: number | null };

export type ListRead = {
  decisions: ReconciliationDecision[];
  /** Rows that name a response and say what to do with it. */
  total: number;
  /** Rows without a decision, where none is meant for these. */
  undecided: number;
  problems: { total: number; sentences: string[] };
};

/** Reads a file by what is in it, whatever its name says. Throws an AppError with a sentence when it is no list. */
export const readListFile = (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ReadTable> =>
  readTableFile(name, bytes, readListText);

/** Pasted or decoded text: ids alone, or a table. */
export function readListText(given: string): ReadTable {
  const ids = idsOnly(plainText(given));
  return ids ? { rows: ids.map((id) => [id]), notices: [] } : readTableText(given);
}

/**
 * Ids beside each other are as good as ids below each other, as many a line as there are; null: it is a table. What
 * stands in several lines is a table when one repeats, as countries and dates do; a single line has no columns. An id
 * may have blanks in it: these part ids only where nothing else does, every word looks like one, and lines are not of
 * as many words each, as they are where each is one id.
 */
function idsOnly(text: string): string[] | null {
  if (text.includes('"')) return null;
  const hasSigns = /[,;\t|]/.test(text);
  const cells = text.split(hasSigns ? /[\n,;\t|]/ : /\s/).map((cell) => cell.trim());
  const ids = cells.filter(Boolean);
  if (!ids.every((cell) => (hasSigns ? couldBeId(cell) : looksLikeId(cell)) && /\d/.test(cell))) return null;
  if (!text.trim().includes("\n")) return ids;
  if (!hasSigns && areOfAsManyWords(text)) return null;
  return ids.every(looksLikeId) && new Set(ids).size === ids.length ? ids : null;
}

function areOfAsManyWords(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return new Set(lines.map((line) => line.trim().split(/\s+/).length)).size === 1;
}

const couldBeId = (cell: string) => isRdud(cell) && !/\s/.test(cell) && readDecision(cell) === null;
const looksLikeId = (cell: string) => cell.length >= 6 && couldBeId(cell);

const decisions: Record<ReconciliationStatus, readonly string[]> = {
  Accepted: ["accept", "accepted", "approve", "approved", "keep"],
  Rejected: ["reject", "rejected", "decline", "declined", "remove", "removed"],
};

/** What a cell says to do; null: neither. */
function readDecision(cell: string): ReconciliationStatus | null {
  const word = cell.trim().toLowerCase();
  if (decisions.Accepted.includes(word)) return "Accepted";
  return decisions.Rejected.includes(word) ? "Rejected" : null;
}

const SAMPLE = 200;
const headers = {
  id: /^(rdud|r?id|uuid|(response|respondent|session|transaction|participant)[\s_-]*(id)?)$/i,
  status: /^(new[\s_-]*)?(status|decision|action|reconciliation([\s_-]*status)?)$/i,
  reason: /reason|comment|note|remark|^why$/i,
};

/** Which columns are probably what: by their headers, else by what stands in them. */
export function guessColumns(rows: readonly string[][]): ListColumns {
  const [top = []] = rows;
  const named = (pattern: RegExp) => top.findIndex((cell) => pattern.test(cell));
  const sample = rows.slice(1, SAMPLE);
  const width = Math.max(...rows.slice(0, SAMPLE).map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => sample.map((row) => row[at] ?? "").filter(Boolean));
  const status = columns.findIndex(
    (cells) => cells.length > 0 && share(cells, (cell) => readDecision(cell) !== null) >= 0.5,
  );
  const decides = status !== -1 ? status : top.findIndex((cell) => readDecision(cell) !== null);
  const reason = named(headers.reason);
  const byShape = bestId(columns, [decides, reason]);
  const id = named(headers.id) !== -1 ? named(headers.id) : byShape;
  const isNamed = Object.values(headers).some((pattern) => named(pattern) !== -1);
  const hasDigit = (cell: string) => /\d/.test(cell);
  const header = rows.length > 1 && (isNamed || (!hasDigit(top[id] ?? "") && share(columns[id] ?? [], hasDigit) > 0.8));
  return {
    header,
    id,
    status: decides === -1 ? null : decides,
    reason: reason === -1 || reason === id ? null : reason,
  };
}

const share = (cells: readonly string[], holds: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter(holds).length / cells.length;

/** The column with most different values that look like ids; the first of equals. */
function bestId(columns: readonly string[][], others: readonly number[]): number {
  const scores = columns.map((cells, at) => (others.includes(at) ? -1 : new Set(cells.filter(looksLikeId)).size));
  const best = scores.indexOf(Math.max(...scores));
  if ((scores[best] ?? 0) > 0) return best;
  return Math.max(
    0,
    columns.findIndex((_, at) => !others.includes(at)),
  );
}

const MOST_SENTENCES = 20;
/** A long number as a spreadsheet shortens it: its last digits are lost. */
const SHORTENED = /^\d([.,]\d+)?E\+\d+$/i;

type Usual = {
  /** For rows without a decision of their own; null: they are left out. */
  status: ReconciliationStatus | null;
  reason: string;
};

/** The decisions of a list, by these columns; a sentence for each row that cannot be read. */
export function readDecisions(rows: readonly string[][], columns: ListColumns, usual: Usual): ListRead {
  const byDecision = new Map<string, ReconciliationDecision>();
  const problems: ListRead["problems"] = { total: 0, sentences: [] };
  let [total, undecided] = [0, 0];
  for (const [at, row] of rows.entries()) {
    if ((columns.header && at === 0) || row.every((cell) => cell === "")) continue;
    const read = readRow(row, columns, usual);
    if (read === null) {
      undecided += 1;
      continue;
    }
    if (typeof read === "string") {
      problems.total += 1;
      if (problems.sentences.length < MOST_SENTENCES) problems.sentences.push(`Row ${at + 1}: ${read}`);
      continue;
    }
    total += 1;
    const key = `${read.status} ${read.reason}`;
    const decision = byDecision.get(key) ?? { status: read.status, reason: read.reason, rduds: [] };
    decision.rduds.push(read.rdud);
    byDecision.set(key, decision);
  }
  return { decisions: [...byDecision.values()], total, undecided, problems };
}

type Row = { rdud: string; status: ReconciliationStatus; reason: string };

/** A sentence: the row cannot be read; null: it says nothing of what to do. */
function readRow(row: readonly string[], columns: ListColumns, usual: Usual): Row | string | null {
  const rdud = row[columns.id] ?? "";
  if (rdud === "") return "there is no id.";
  if (SHORTENED.test(rdud)) {
    return `“${rdud}” was shortened by a spreadsheet. Format the column as text and save it again.`;
  }
  if (!isRdud(rdud)) return `“${shorten(rdud)}” is no response id: it has a comma or more than ${MAX_RDUD} characters.`;
  const said = columns.status === null ? "" : (row[columns.status] ?? "");
  if (said === "" && usual.status === null) return null;
  const status = said === "" ? usual.status : readDecision(said);
  if (status === null) return `“${shorten(said)}” is neither accept nor reject.`;
  const reason = (columns.reason === null ? "" : (row[columns.reason] ?? "")) || usual.reason.trim();
  if (reason.length > MAX_REASON) return `the reason has more than ${MAX_REASON.toLocaleString("en")} characters.`;
  return { rdud, status, reason };
}

const shorten = (text: string) => shortened(text, 40);

/** Why a list cannot be sent as it is; null: it can. */
export function refuseList({ total, undecided }: Pick<ListRead, "total" | "undecided">): string | null {
  if (total === 0 && undecided > 0) return "No row says whether to accept or reject: choose it for these rows.";
  if (total === 0) return "The list names no response.";
  if (total <= MOST_RESPONSES) return null;
  const [has, most] = [total, MOST_RESPONSES].map((count) => count.toLocaleString("en"));
  return `The list names ${has} responses. ${most} can be reconciled at once: split it.`;
}
