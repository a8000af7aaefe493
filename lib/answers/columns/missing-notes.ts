import type { MissingCode, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { cellKey, missingMatcher } from "@/lib/contracts/rules/answer-cells";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import type { GuessedColumn } from "./guess-groups";
import { listed } from "./listed";

/** Codes of one meaning are told together; a file has few of them. */
const MOST_NOTES = 12;

type Found = { text: string; columns: string[]; cells: number; kept: Kept };
/** Where the store keeps a code: as an option, as a number or a text, or not at all. */
type Kept = "option" | "value" | null;

/**
 * What was taken for no answer by custom and not because the file declares it: each code that occurs, with its columns
 * and how many cells have it.
 */
export function missingNotes(columns: readonly GuessedColumn[], questions: readonly PlannedQuestion[]): string[] {
  const found = new Map<string, Found>();
  const readers = new Map(questions.flatMap((question) => columnsOf(question).map((name) => [name, question])));
  for (const { column, guess } of columns) {
    const isDeclared = missingMatcher(declaredCodes(column.missing));
    const kindOf = missingMatcher(guess.missing);
    const labels = new Map(guess.missing.flatMap((code) => ("cell" in code ? [[cellKey(code.cell), code.label]] : [])));
    const keptOf = keptIn(readers.get(column.name));
    for (const { cell, count } of guess.missed) {
      if (isDeclared(cell) !== null || kindOf(cell) !== "no_answer") continue;
      const kept = keptOf(cellKey(cell));
      const text = labels.get(cellKey(cell)) || String(cell);
      const key = `${kept} ${text}`;
      const known = found.get(key) ?? { text, columns: [], cells: 0, kept };
      found.set(key, { ...known, columns: [...known.columns, column.name], cells: known.cells + count });
    }
  }
  const notes = [...found.values()].map(noteOf);
  const more = notes.length - MOST_NOTES;
  return more > 0 ? [...notes.slice(0, MOST_NOTES), `${more} more codes count as no answer.`] : notes;
}

function keptIn(question: PlannedQuestion | undefined): (key: string) => Kept {
  const marked = question?.missing.flatMap((code) => (code.marked && "cell" in code ? [cellKey(code.cell)] : []));
  const keys = new Set(marked);
  const kept = question && "options" in question ? "option" : "value";
  return (key) => (keys.has(key) ? kept : null);
}

function noteOf({ text, columns, cells, kept }: Found): string {
  const where = `“${text}” in ${listed(columns)} (${cells.toLocaleString("en")} ${cells === 1 ? "cell" : "cells"})`;
  if (kept === null) return `${where} is read as no answer.`;
  return kept === "option"
    ? `${where} counts as no answer: it is kept as an option that figures leave out. Count it as an answer if it is one.`
    : `${where} counts as no answer: it is kept, and figures leave it out. Restore it if it is an answer.`;
}

function declaredCodes(missing: GuessedColumn["column"]["missing"]): MissingCode[] {
  if (!missing) return [];
  const cells = missing.values.map((cell): MissingCode => ({ cell, kind: "no_answer" }));
  return [...cells, ...missing.ranges.map((range): MissingCode => ({ ...range, kind: "no_answer" }))];
}
