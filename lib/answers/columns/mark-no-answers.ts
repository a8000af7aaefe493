import type { FileColumn, RawScalar } from "@/lib/answers/files/answer-file";
import type { AnswerOption, ImportPlan, MissingCode, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { cellKey, missingKey, missingMatcher, numberOf } from "@/lib/contracts/rules/answer-cells";

/** What a question's columns have that is no answer: seen in their cells, or named by their labels. */
type Columns = readonly { column: FileColumn; guess: { missed: readonly { cell: RawScalar }[] } }[];

type Marked = { options: AnswerOption[]; missing: MissingCode[] };

/**
 * Codes for no answer that a column has become options with a mark, behind the others and without a value: the store
 * keeps them, so that a person can count them as answers before or after the import.
 */
export function markNoAnswers(options: readonly AnswerOption[], missing: readonly MissingCode[], of: Columns): Marked {
  const present = new Set(of.flatMap(({ column, guess }) => cellsPresent(column, guess.missed)));
  const isInRange = missingMatcher(missing.filter((code) => !("cell" in code)));
  const isMarked = (code: MissingCode) =>
    "cell" in code && code.kind === "no_answer" && present.has(cellKey(code.cell)) && isInRange(code.cell) === null;
  const marked = missing.flatMap((code) => (isMarked(code) && "cell" in code ? [code] : []));
  return {
    options: [...options, ...optionsFor(marked, options)],
    missing: missing.map((code) => (isMarked(code) ? { ...code, marked: true as const } : code)),
  };
}

const cellsPresent = ({ valueLabels = [] }: FileColumn, missed: readonly { cell: RawScalar }[]): string[] => [
  ...missed.map(({ cell }) => cellKey(cell)),
  ...valueLabels.map(({ value }) => cellKey(value)),
];

const MOST_CODE = 65_535;

/** Whole numbers keep their code where no other option has it. */
function optionsFor(codes: readonly Extract<MissingCode, { cell: unknown }>[], options: readonly AnswerOption[]) {
  const known = new Set(options.flatMap(({ cells }) => cells.map(cellKey)));
  const taken = new Set(options.map(({ code }) => code));
  const wanted = (cell: string | number) => {
    const value = numberOf(cell);
    return value !== null && Number.isInteger(value) && value >= 0 && value <= MOST_CODE && !taken.has(value)
      ? value
      : null;
  };
  let next = Math.max(0, ...taken);
  const freeCode = () => {
    do next += 1;
    while (taken.has(next));
    return next;
  };
  return codes
    .filter(({ cell }) => !known.has(cellKey(cell)))
    .map(({ cell, label }, at): AnswerOption => {
      const code = wanted(cell) ?? freeCode();
      taken.add(code);
      return { code, label: label || String(cell), order: options.length + at, value: null, cells: [cell] };
    });
}

/** The marks of a plan, each cell once with the ids of the questions that have it. */
export function marksIn({ questions }: Pick<ImportPlan, "questions">): { label: string; questions: string[] }[] {
  const byCell = new Map<string, { label: string; questions: string[] }>();
  for (const { id, missing } of questions) {
    for (const code of missing) {
      if (!code.marked || !("cell" in code)) continue;
      const known = byCell.get(cellKey(code.cell)) ?? { label: code.label || String(code.cell), questions: [] };
      known.questions.push(id);
      byCell.set(cellKey(code.cell), known);
    }
  }
  return [...byCell.values()];
}

/** The plan with all marked options as answers. */
export const withoutMarks = (plan: ImportPlan): ImportPlan => ({
  ...plan,
  questions: plan.questions.map(
    (question) => ({ ...question, missing: question.missing.filter(({ marked }) => !marked) }) as PlannedQuestion,
  ),
});

/** The plan with the marks that `marked` has, on questions that are still there. */
export function withMarksOf(plan: ImportPlan, marked: ImportPlan): ImportPlan {
  const marks = new Map(marked.questions.map(({ id, missing }) => [id, missing.filter((code) => code.marked)]));
  const questions = plan.questions.map((question) => {
    const known = new Set(question.missing.map(missingKey));
    const added = (marks.get(question.id) ?? []).filter((code) => !known.has(missingKey(code)));
    return { ...question, missing: [...question.missing, ...added] } as PlannedQuestion;
  });
  return { ...plan, questions };
}
