import { columnsOf, type ImportPlan, type PlannedQuestion } from "@/lib/contracts/answers";
import type { LookedFile } from "@/lib/contracts/imports";
import { questionAt, type TakenFor, takenFor } from "./change-plan";

/** A column of the file, what the plan takes it for, and what is read from it first. */
export type ColumnRow = {
  name: string;
  label: string | null;
  as: TakenFor;
  /** The question that reads it, alone or with others. */
  question: PlannedQuestion | null;
  /** How many columns that question reads. */
  shared: number;
  values: string[];
};

const MOST_VALUES = 3;

type Row = Exclude<LookedFile["sample"][number], { refused: string }>;
type Answer = Row["answers"][number];

/** `sample` has been read by `sampled`: a plan that was corrected since may have other questions. */
export function columnRows(
  { columns, sample, plan: sampled }: Pick<LookedFile, "columns" | "sample" | "plan">,
  plan: ImportPlan,
): ColumnRow[] {
  const rows = sample.filter((row): row is Row => !("refused" in row));
  return columns.map(({ name, label }) => {
    const question = questionAt(plan, name) ?? null;
    return {
      ...{ name, label, question, as: takenFor(plan, name) },
      shared: question ? columnsOf(question).length : 1,
      values: valuesOf(rows, sampled, name),
    };
  });
}

function valuesOf(rows: readonly Row[], plan: ImportPlan, column: string): string[] {
  const read = readerOf(plan, column);
  return rows.slice(0, MOST_VALUES).flatMap((row) => {
    const value = read(row);
    return value === null ? [] : [value];
  });
}

function readerOf(plan: ImportPlan, column: string): (row: Row) => string | null {
  const as = takenFor(plan, column);
  if (as === "time") return ({ time }) => (time === null ? "no time" : momentText(time));
  if (as === "id") return ({ id }) => id;
  const weight = plan.weights.indexOf(column);
  if (weight >= 0) return ({ weights }) => (weights[weight] == null ? "none" : String(weights[weight]));
  const question = questionAt(plan, column);
  if (!question) return () => null;
  const at = plan.questions.indexOf(question);
  return ({ answers }) => answerText(question, answers[at]);
}

/** An answer in words, an option by its label. */
function answerText(question: PlannedQuestion, answer: Answer | undefined): string | null {
  if (answer === undefined) return null;
  if (typeof answer === "object" && !Array.isArray(answer))
    return answer.missing === "not_asked" ? "not asked" : "no answer";
  if (Array.isArray(answer)) return answer.length === 0 ? "none chosen" : answer.map(labelsOf(question)).join(", ");
  if (typeof answer === "string") return question.kind === "date" ? momentText(answer) : answer;
  return question.kind === "numeric" ? String(answer) : labelsOf(question)(answer);
}

const labelsOf =
  (question: PlannedQuestion) =>
  (code: number): string =>
    ("options" in question && question.options.find((option) => option.code === code)?.label) || String(code);

/** 2018-07-15, or with its time where it has one; in UTC, as it will be kept. */
const momentText = (iso: string): string =>
  iso.replace(/T00:00:00(\.000)?Z$/, "").replace(/T(\d\d:\d\d).*$/, " $1 UTC");
