import type { ImportPlan, PlannedQuestion } from "../interfaces/answers";
import { LARGEST_NUMBER } from "./answer-cells";
import { repetitions } from "./repetitions";

type Multiple = Extract<PlannedQuestion, { kind: "multiple" }>;
type OfFlags = Multiple & { source: Extract<Multiple["source"], { form: "flags" }> };

/** Whether each column of a question stands for one of its options. */
export const isOfFlags = (planned: PlannedQuestion): planned is OfFlags =>
  planned.kind === "multiple" && planned.source.form === "flags";

/** The columns of the file that a question reads, in their order. */
export function columnsOf(question: PlannedQuestion): string[] {
  if (question.kind !== "multiple") return [question.column];
  const { source } = question;
  if (source.form === "list") return [source.column];
  return source.form === "choices" ? source.columns : source.columns.map(({ column }) => column);
}

/** What a corrected plan cannot be carried out for, a sentence each; none when it fits a file with these columns. */
export function planProblems(plan: ImportPlan, columns: readonly string[]): string[] {
  const known = new Set(columns);
  const roles: [what: string, column: string][] = [
    ...(plan.time ? [["the time", plan.time.column] as [string, string]] : []),
    ...(plan.end ? [["the end", plan.end.column] as [string, string]] : []),
    ...(plan.id !== null ? [["the id", plan.id] as [string, string]] : []),
    ...plan.weights.map((column): [string, string] => ["a weight", column]),
    ...plan.questions.flatMap((question) =>
      columnsOf(question).map((column): [string, string] => [`question “${question.id}”`, column]),
    ),
  ];
  const missing = roles
    .filter(([, column]) => !known.has(column))
    .map(([what, column]) => `The file has no column “${column}”, which is chosen for ${what}.`);
  return [...missing, ...repeatedIds(plan.questions), ...plan.questions.flatMap(optionProblems)];
}

function repeatedIds(questions: readonly PlannedQuestion[]): string[] {
  const repeated = repetitions(questions.map(({ id }) => id));
  return repeated.map((id) => `Two questions have the id “${id}”: give one of them another.`);
}

function optionProblems(question: PlannedQuestion): string[] {
  if (!("options" in question)) return [];
  const codes = question.options.map(({ code }) => code);
  const twice = repetitions(codes).map((code) => `Question “${question.id}” has two options with the code ${code}.`);
  const large = question.options
    .filter(({ value }) => Math.abs(value ?? 0) > LARGEST_NUMBER)
    .map(
      ({ label }) =>
        `The value of “${label}” of question “${question.id}” is beyond ${LARGEST_NUMBER}: give it another, or none.`,
    );
  if (question.kind !== "multiple" || question.source.form !== "flags") return [...twice, ...large];
  const known = new Set(codes);
  const unknown = question.source.columns.filter(({ code }) => !known.has(code));
  return [
    ...twice,
    ...large,
    ...unknown.map(
      ({ column, code }) => `Column “${column}” stands for option ${code}, which question “${question.id}” lacks.`,
    ),
  ];
}
