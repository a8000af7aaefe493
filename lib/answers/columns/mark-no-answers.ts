import type { FileColumn, RawScalar } from "@/lib/answers/files/answer-file";
import type { AnswerOption, ImportPlan, MissingCode, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { cellKey, missingKey, missingMatcher, numberOf } from "@/lib/contracts/rules/answer-cells";

/** What a question's columns have that is no answer: seen in their cells, or named by their labels. */
type Columns = readonly { column: FileColumn; guess: { missed: readonly { cell: RawScalar }[] } }[];

type Marked = { options: AnswerOption[]; missing: MissingCode[] };

/**
 * Codes that a column has become options with a mark, behind the others and without a value: the store keeps them, so
 * that a person can count them as answers before or after the import. In a multiple-choice question only codes for no
 * answer do: a code for “not asked” fills each of its columns that holds no choice.
 */
export function markNoAnswers(
  options: readonly AnswerOption[],
  missing: readonly MissingCode[],
  of: Columns,
  { isMultiple = false } = {},
): Marked {
  const mayBeMarked = ({ kind }: MissingCode) => kind === "no_answer" || !isMultiple;
  const found = present(of);
  const keys = new Set(found.map(({ cell }) => cellKey(cell)));
  const isMarked = (code: MissingCode) => mayBeMarked(code) && (!("cell" in code) || keys.has(cellKey(code.cell)));
  const marked = missing.filter(isMarked);
  const named = marked.flatMap((code) => ("cell" in code ? [{ cell: code.cell, label: code.label }] : []));
  const isNone = missingMatcher(marked);
  const inRange = found.filter(({ cell }) => isNone(cell) !== null && !named.some((each) => isOne(each.cell, cell)));
  return {
    options: [...options, ...optionsFor([...named, ...inRange], options)],
    missing: missing.map((code) => (isMarked(code) ? { ...code, marked: true as const } : code)),
  };
}

type Cell = { cell: string | number; label?: string | undefined };

const isOne = (one: string | number, other: string | number) => cellKey(one) === cellKey(other);

/** The cells that stand for no answer, with the labels that the file has for them. */
function present(of: Columns): Cell[] {
  const cells = of.flatMap(({ column: { valueLabels = [] }, guess }): Cell[] => [
    ...valueLabels.map(({ value, label }) => ({ cell: value, label })),
    ...guess.missed.flatMap(({ cell }) => (typeof cell === "string" || typeof cell === "number" ? { cell } : [])),
  ]);
  return [...new Map(cells.toReversed().map((each) => [cellKey(each.cell), each])).values()].toReversed();
}

const MOST_CODE = 65_535;

/** Whole numbers keep their code where no other option has it. */
function optionsFor(codes: readonly Cell[], options: readonly AnswerOption[]) {
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

/** A mark of an option that says no answer; numbers and texts that do are no options. */
const isOptionMark = (question: PlannedQuestion, code: MissingCode): boolean =>
  "options" in question && code.marked === true && code.kind === "no_answer";

/** The marks of a plan's options, each cell once with the ids of the questions that have it. */
export function marksIn({ questions }: Pick<ImportPlan, "questions">): { label: string; questions: string[] }[] {
  const byCell = new Map<string, { label: string; questions: string[] }>();
  for (const question of questions) {
    const { id, missing } = question;
    for (const code of missing) {
      if (!isOptionMark(question, code) || !("cell" in code)) continue;
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
    (question) =>
      ({ ...question, missing: question.missing.filter((code) => !isOptionMark(question, code)) }) as PlannedQuestion,
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
