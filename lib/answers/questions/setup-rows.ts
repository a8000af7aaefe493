import { kindNames } from "@/lib/answers/words";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { CountedQuestion } from "@/lib/contracts/ours/questions";
import { rankingOf } from "@/lib/contracts/rules/option-order";
import { titleOf } from "@/lib/contracts/rules/question-rules";
import type { QuestionKind } from "@/lib/contracts/terms/answers";
import { missingText } from "./prepare-missing";
import { searchQuestions } from "./prepare-questions";

/** One question of the table of all set-ups, in words. */
export type SetupRow = {
  question: Question;
  title: string;
  kind: string;
  options: string;
  missing: string;
  values: string;
  /** How many answered; null: not counted yet. */
  answered: number | null;
};

export type SetupSort = "place" | "id" | "kind" | "options" | "missing" | "values" | "answered";

export const setupHeads: Record<Exclude<SetupSort, "place">, string> = {
  ...{ id: "Question", kind: "Kind", options: "Options", missing: "Missing" },
  ...{ values: "Values and order", answered: "Answered" },
};

/** Questions with options whose values say nothing and whose order nobody confirmed are the ones to look at. */
export const setupFilters = ["all", "unordered", "missing", "grids", "derived"] as const;
export type SetupFilter = (typeof setupFilters)[number];

export const filterNames: Record<SetupFilter, string> = {
  ...{ all: "All questions", unordered: "Without values or order", missing: "With missing codes" },
  ...{ grids: "In grids", derived: "Derived" },
};

const passes: Record<SetupFilter, (question: Question) => boolean> = {
  all: () => true,
  unordered: (question) => question.options.length > 0 && question.kind !== "multiple" && rankingOf(question) === null,
  missing: ({ missing }) => missing.length > 0,
  grids: ({ grid }) => grid !== null,
  derived: ({ derivation }) => derivation !== null,
};

type Narrowed = { search: string; kind: QuestionKind | null; filter: SetupFilter };

export function setupRows(
  questions: readonly Question[],
  { search, kind, filter }: Narrowed,
  counted: ReadonlyMap<string, CountedQuestion> | null,
): SetupRow[] {
  return searchQuestions(questions, search)
    .filter((question) => (kind === null || question.kind === kind) && passes[filter](question))
    .map((question) => ({
      question,
      title: titleOf(question),
      kind: kindNames[question.kind],
      options: optionsInWords(question),
      missing: missingText(question.missing),
      values: valuesInWords(question),
      answered: counted?.get(question.id)?.answered ?? null,
    }));
}

const SHOWN_LABELS = 3;

function optionsInWords({ options }: Question): string {
  if (options.length === 0) return "";
  const labels = options.toSorted((one, other) => one.order - other.order).map(({ label }) => label);
  const more = labels.length > SHOWN_LABELS ? ", …" : "";
  return `${options.length}: ${labels.slice(0, SHOWN_LABELS).join(", ")}${more}`;
}

function valuesInWords(question: Question): string {
  if (question.options.length === 0) return "";
  const ranking = rankingOf(question);
  if (ranking === null) return question.kind === "multiple" ? "" : "No order";
  if (ranking.by !== "values") return "Order confirmed";
  const values = question.options.flatMap(({ value }) => value ?? []);
  return `${Math.min(...values)} to ${Math.max(...values)}`;
}

const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

const sorts: Record<SetupSort, (one: SetupRow, other: SetupRow) => number> = {
  place: () => 0,
  id: (one, other) => compare(one.title, other.title),
  kind: (one, other) => compare(one.kind, other.kind),
  options: (one, other) => one.question.options.length - other.question.options.length,
  missing: (one, other) => one.question.missing.length - other.question.missing.length,
  values: (one, other) => compare(one.values, other.values),
  answered: (one, other) => (one.answered ?? -1) - (other.answered ?? -1),
};

/** Rows by a column; equal ones stay in the order of the questionnaire. */
export function sortSetupRows(rows: readonly SetupRow[], by: SetupSort, isDescending: boolean): SetupRow[] {
  return rows.toSorted((one, other) => (isDescending ? sorts[by](other, one) : sorts[by](one, other)));
}
