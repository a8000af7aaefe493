import type { MissingCode } from "@/lib/contracts/interfaces/answers";
import { cellKey, numberOf } from "@/lib/contracts/rules/answer-cells";
import type { MissingKind } from "@/lib/contracts/terms/answers";

const NOT_ASKED = "not asked";

/** Missing codes as a person writes them: "-1, NA (not asked), 97..99". */
export function missingText(codes: readonly MissingCode[]): string {
  return codes.map((code) => `${valueText(code)}${code.kind === "not_asked" ? ` (${NOT_ASKED})` : ""}`).join(", ");
}

/** The codes of one kind, for a field of their own: "NA, 97..99". */
export const missingOfKind = (codes: readonly MissingCode[], kind: MissingKind): string =>
  codes
    .filter((code) => code.kind === kind)
    .map(valueText)
    .join(", ");

/**
 * Reads `missingOfKind`; codes of the other kind stay, unless they are written here too. A text that cannot be read
 * gives the sentence why.
 */
export function readMissingOf(text: string, before: readonly MissingCode[], kind: MissingKind): MissingCode[] | string {
  const read = readMissing(text, before);
  if (typeof read === "string") return read;
  const keyOf = (code: MissingCode) => ("cell" in code ? cellKey(code.cell) : `${code.low}..${code.high}`);
  const keys = new Set(read.map(keyOf));
  const others = before.filter((code) => code.kind !== kind && !keys.has(keyOf(code)));
  return [...others, ...read.map((code) => asWritten({ ...code, kind }))];
}

/** A code that a person wrote has a label, if an empty one: without any it was guessed, and has to be looked at. */
export const asWritten = (code: MissingCode): MissingCode => ("cell" in code ? { label: "", ...code } : code);

/** The cells that mean chosen, as a person writes them with commas; null: any. */
export function readChosen(text: string): (string | number)[] | null {
  const cells = text.split(",").map((cell) => cell.trim());
  const given = cells.filter((cell) => cell !== "");
  return given.length === 0 ? null : given;
}

function valueText(code: MissingCode): string {
  if ("cell" in code) {
    const text = String(code.cell);
    // Quoted, a comma, two points, a bracket or a quote is a part of the value.
    return /[,"]|\.\.|\)\s*$|^\s|\s$|^$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }
  return `${code.low ?? ""}..${code.high ?? ""}`;
}

/** What is written between commas, where none in quotes parts anything. */
const PART = /\s*((?:"(?:[^"]|"")*"|[^,"])+)\s*(?:,|$)/gy;
const RANGE = /^(-?[\d.]*?)\s*\.\.\s*(-?[\d.]*)$/;
const OF_KIND = /^(.*?)\s*(?:\((not asked|no answer)\))?$/s;

/**
 * Reads `missingText`. A code that was there keeps its label, and its kind when none is said; a new one is "no answer".
 * A text that cannot be read gives the sentence why.
 */
export function readMissing(text: string, before: readonly MissingCode[]): MissingCode[] | string {
  const codes: MissingCode[] = [];
  const parts = partsOf(text);
  if (parts === null) return 'A quotation mark is not closed: write a value with a comma as "a, b".';
  for (const part of parts) {
    const code = readCode(part, before);
    if (typeof code === "string") return code;
    codes.push(code);
  }
  return codes;
}

function partsOf(text: string): string[] | null {
  if (text.trim() === "") return [];
  const found = [...text.matchAll(PART)];
  const end = found.reduce((sum, [whole]) => sum + whole.length, 0);
  return end < text.length ? null : found.flatMap(([, part = ""]) => (part.trim() === "" ? [] : [part.trim()]));
}

function readCode(part: string, before: readonly MissingCode[]): MissingCode | string {
  const [, value = "", said] = OF_KIND.exec(part) ?? [];
  const kind = said === NOT_ASKED ? "not_asked" : "no_answer";
  const isQuoted = value.startsWith('"');
  const range = isQuoted ? null : RANGE.exec(value);
  if (range) return readRange(value, range, kind);
  const written = isQuoted ? value.slice(1, -1).replaceAll('""', '"') : value;
  const known = before.find((code) => "cell" in code && cellKey(code.cell) === cellKey(written));
  // Codes of a file keep their cells as they were: a number stays one.
  if (known) return { ...known, kind };
  return { cell: written, kind };
}

function readRange(value: string, [, low = "", high = ""]: RegExpExecArray, kind: MissingCode["kind"]) {
  const [from, to] = [low, high].map((end) => (end === "" ? null : numberOf(end)));
  const isBad = (low !== "" && from === null) || (high !== "" && to === null) || (low === "" && high === "");
  if (isBad) return `“${value}” is no range: write it as 97..99, or open at one end as ..0.`;
  if (typeof from === "number" && typeof to === "number" && from > to)
    return `“${value}” ends before it begins: write the smaller number first.`;
  return { low: from ?? null, high: to ?? null, kind };
}
