import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import type { LookedFile } from "@/lib/contracts/ours/imports";
import { missingMatcher } from "@/lib/contracts/rules/answer-cells";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import type { MissingKind } from "@/lib/contracts/terms/answers";
import { type TakenFor, takenIn } from "./change-plan";

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
  /** The same rows as the file has them. */
  cells: string[];
  /** Why a person should look at it; null: nothing is odd. */
  look: string | null;
};

/** Rows of the sample that are shown beside a column. */
const MOST_VALUES = 8;

type Row = Exclude<LookedFile["sample"][number], { refused: string }>;
type Answer = Row["answers"][number];

/** `sample` has been read by `sampled`: a plan that was corrected since may have other questions. */
export function columnRows(
  { columns, sample, plan: sampled, looks }: Pick<LookedFile, "columns" | "sample" | "plan" | "looks">,
  plan: ImportPlan,
): ColumnRow[] {
  const rows = sample.filter((row): row is Row => !("refused" in row)).slice(0, MOST_VALUES);
  const reasons = new Map(looks.map(({ column, reason }) => [column, reason]));
  // Each is looked up by thousands of columns.
  const [now, then] = [placesOf(plan), placesOf(sampled)];
  return columns.map(({ name, label }, at) => {
    const question = now.questions.get(name)?.question ?? null;
    const read = readerOf(then, name);
    return {
      ...{ name, label, question, as: now.as(name) },
      shared: question ? columnsOf(question).length : 1,
      values: rows.map((row) => read(row) ?? ""),
      cells: rows.map(({ cells }) => cells[at] ?? ""),
      look: reasons.get(name) ?? null,
    };
  });
}

/** What is read from one column in the first rows. */
export function columnSample({ sample, plan }: Pick<LookedFile, "sample" | "plan">, column: string, most: number) {
  const read = readerOf(placesOf(plan), column);
  const rows = sample.filter((row): row is Row => !("refused" in row)).slice(0, most);
  return rows.map((row) => read(row) ?? "–");
}

type Places = ReturnType<typeof placesOf>;

function placesOf(plan: ImportPlan) {
  const questions = new Map(
    plan.questions.flatMap((question, at) => columnsOf(question).map((column) => [column, { question, at }] as const)),
  );
  const weights = new Map(plan.weights.map((column, at) => [column, at]));
  return { questions, weights, as: takenIn(plan) };
}

function readerOf({ questions, weights, as }: Places, column: string): (row: Row) => string | null {
  const taken = as(column);
  if (taken === "time") return ({ time }) => (time === null ? "no time" : momentText(time));
  if (taken === "end") return ({ end }) => (end === null ? "no end" : momentText(end));
  if (taken === "id") return ({ id }) => id;
  const weight = weights.get(column);
  if (weight !== undefined) return ({ weights: read }) => (read[weight] == null ? "no weight" : String(read[weight]));
  const found = questions.get(column);
  if (!found) return () => null;
  const { question, at } = found;
  const markOf = markReader(question);
  return ({ answers }) => markOf(answers[at]) ?? answerText(question, answers[at]);
}

const missingNames: Record<MissingKind, string> = { not_asked: "not asked", no_answer: "no answer" };

/** What a stored answer counts as, where it is one of the question's missing codes. */
function markReader(question: PlannedQuestion): (answer: Answer | undefined) => string | null {
  if (question.missing.length === 0 || question.kind === "date") return () => null;
  const kindOf = missingMatcher(question.missing);
  const options = new Map("options" in question ? question.options.map((each) => [each.code, each] as const) : []);
  return (answer) => {
    if (typeof answer !== "number" && typeof answer !== "string") return null;
    const cells = "options" in question ? (options.get(Number(answer))?.cells ?? []) : [answer];
    const kind = cells.map((cell) => kindOf(cell)).find((each) => each !== null);
    return kind ? missingNames[kind] : null;
  };
}

/** An answer in words, an option by its label. */
function answerText(question: PlannedQuestion, answer: Answer | undefined): string | null {
  if (answer === undefined) return null;
  if (typeof answer === "object" && !Array.isArray(answer)) return missingNames[answer.missing];
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
