import "server-only";
import type { RawScalar } from "@/lib/answers/files/answer-file";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { cellKey, isReadAsMissing, missingMatcher } from "@/lib/contracts/rules/answer-cells";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import { listedOptions } from "./cell-lists";
import { optionsOf } from "./guess-kind";
import type { ColumnProfile } from "./profile";

/** What the column of a question without options holds. */
export type ProfileOf = (column: string) => ColumnProfile | undefined;

/** Its options follow from the columns that it reads. */
function columnsToFill(question: PlannedQuestion): string[] {
  if (question.kind === "scale" || question.kind === "single") return [question.column];
  return question.kind === "multiple" && question.source.form !== "flags" ? columnsOf(question) : [];
}

const lacksOptions = (question: PlannedQuestion): boolean =>
  "options" in question && question.options.length === 0 && columnsToFill(question).length > 0;

/** Whether a person has taken a column for a question of options, and left it to the file which they are. */
export const hasOptionsToFill = (plan: ImportPlan): boolean => plan.questions.some(lacksOptions);

/** The plan with the options that its columns show, and a sentence for each column that has too many to be options. */
export function fillOptions(plan: ImportPlan, profileOf: ProfileOf): { plan: ImportPlan; problems: string[] } {
  const problems: string[] = [];
  const lacking = plan.questions.filter(lacksOptions);
  // Rows of a grid share their options.
  const columnsFor = (question: PlannedQuestion) =>
    question.grid === null
      ? columnsToFill(question)
      : lacking.filter(({ grid }) => grid?.id === question.grid?.id).flatMap(columnsToFill);
  const questions = plan.questions.map((question): PlannedQuestion => {
    if (!lacksOptions(question)) return question;
    const profiles = columnsFor(question).flatMap((column) => profileOf(column) ?? []);
    const varied = columnsToFill(question).find((column) => profileOf(column)?.isVaried);
    if (varied !== undefined) {
      const most = profileOf(varied)?.values.size ?? 0;
      problems.push(
        `Column “${varied}” has more than ${most.toLocaleString("en")} different values, too many to be options: take it for a number or a text.`,
      );
      return question;
    }
    return { ...question, options: optionsOf(cellsOf(question, profiles)) } as PlannedQuestion;
  });
  return { plan: { ...plan, questions }, problems };
}

function cellsOf(question: PlannedQuestion, profiles: readonly ColumnProfile[]): RawScalar[] {
  const isMissing = missingMatcher(question.missing.filter((code) => isReadAsMissing(question.kind, code)));
  const values = profiles.flatMap((profile) => [...profile.values.values()]);
  const answers = values.filter(({ cell }) => isMissing(cell) === null);
  const separator = question.kind === "multiple" && question.source.form === "list" ? question.source.separator : null;
  const all = listedOptions(answers, separator);
  const numbers = all.map((cell) => Number(cellKey(cell)));
  if (!numbers.every(Number.isFinite)) return all;
  return all.toSorted((one, other) => Number(cellKey(one)) - Number(cellKey(other)));
}
