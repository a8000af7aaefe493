import type { MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import { cellKey, isRestorable, missingKey, missingMatcher, momentOfCode } from "@/lib/contracts/rules/answer-cells";
import type { MissingKind } from "@/lib/contracts/terms/answers";

type Cell = string | number;

/** What a value counts as: an answer (null), or one of two kinds of missing. */
export type CountsAs = MissingKind | null;

export const countsAs = (missing: readonly MissingCode[], cells: readonly Cell[]): CountsAs => {
  const kindOf = missingMatcher(missing);
  return cells.map((cell) => kindOf(cell)).find((kind) => kind !== null) ?? null;
};

/** Why these missing codes cannot be added to a question, a sentence each; those that it has may stay or go. */
export function addedProblems(
  question: Pick<Question, "id" | "kind" | "missing">,
  wanted: readonly MissingCode[],
): string[] {
  const known = new Set(question.missing.map(missingKey));
  if (question.kind !== "date") return [];
  return wanted
    .filter((code) => !known.has(missingKey(code)) && momentOfCode(code) === null)
    .map(
      (code) =>
        `“${question.id}” is a date, and “${missingKey(code)}” is none of the years 1900 to 2299: write a missing date as 1900-01-01.`,
    );
}

/** Why what a value counts as cannot be changed by itself; null when it can. */
export function markRefusal(missing: readonly MissingCode[], cells: readonly Cell[]): string | null {
  if (cells.length === 0) return "It has no value of the file that could be marked.";
  const read = missing.filter(({ marked }) => !marked);
  if (countsAs(read, cells) !== null) return "The file was read with this code: import it again with another one.";
  const range = missing.find((code) => !("cell" in code) && countsAs([code], cells) !== null);
  return range ? `It is in the range ${missingKey(range)}: change that under “Missing codes”.` : null;
}

/** The missing codes with these values counting as this; `markRefusal` says when that cannot be. */
export function markAs(missing: readonly MissingCode[], cells: readonly Cell[], as: CountsAs): MissingCode[] {
  const own = new Set(cells.map((cell) => missingKey({ cell, kind: "no_answer" })));
  const others = missing.filter((code) => !own.has(missingKey(code)));
  return as === null ? others : [...others, ...cells.map((cell): MissingCode => ({ cell, kind: as, marked: true }))];
}

/** Codes that can become answers, each once with the label that it has somewhere and in how many questions it stands. */
export function codesToRestore(
  questions: readonly Pick<Question, "options" | "missing" | "restorableCodes">[],
): { key: string; name: string; questions: number }[] {
  const found = new Map<string, { key: string; name: string; questions: number }>();
  for (const question of questions) {
    const { options, missing } = question;
    const labels = new Map(options.flatMap(({ cells, label }) => cells.map((cell) => [cellKey(cell), label] as const)));
    for (const code of missing) {
      if (!isRestorable(question, code)) continue;
      const key = missingKey(code);
      const label = labels.get(key) || ("cell" in code ? code.label : undefined);
      const known = found.get(key) ?? { key, name: key, questions: 0 };
      const name = known.name === key && label && label !== key ? `${key}: ${label}` : known.name;
      found.set(key, { key, name, questions: known.questions + 1 });
    }
  }
  return [...found.values()].toSorted((one, other) => other.questions - one.questions);
}
