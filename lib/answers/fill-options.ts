import "server-only";
import { cellKey, missingMatcher } from "@/lib/contracts/answer-cells";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/answers";
import type { RawScalar } from "./files/answer-file";
import { optionsOf } from "./guess-kind";
import type { ColumnProfile } from "./profile";

/** What the column of a question without options holds. */
export type ProfileOf = (column: string) => ColumnProfile | undefined;

/** Its options follow from the column that it reads alone. */
function columnOf(question: PlannedQuestion): string | null {
  if (question.kind === "scale" || question.kind === "single") return question.column;
  return question.kind === "multiple" && question.source.form === "list" ? question.source.column : null;
}

const lacksOptions = (question: PlannedQuestion): boolean =>
  "options" in question && question.options.length === 0 && columnOf(question) !== null;

/** Whether a person has taken a column for a question of options, and left it to the file which they are. */
export const hasOptionsToFill = (plan: ImportPlan): boolean => plan.questions.some(lacksOptions);

/** The plan with the options that its columns show, and a sentence for each column that has too many to be options. */
export function fillOptions(plan: ImportPlan, profileOf: ProfileOf): { plan: ImportPlan; problems: string[] } {
  const problems: string[] = [];
  const questions = plan.questions.map((question): PlannedQuestion => {
    const column = lacksOptions(question) ? columnOf(question) : null;
    const profile = column === null ? undefined : profileOf(column);
    if (!("options" in question) || !profile) return question;
    if (profile.isVaried) {
      problems.push(
        `Column “${column}” has more than ${profile.values.size.toLocaleString("en")} different values, too many to be options: take it for a number or a text.`,
      );
      return question;
    }
    return { ...question, options: optionsOf(cellsOf(question, profile)) };
  });
  return { plan: { ...plan, questions }, problems };
}

function cellsOf(question: PlannedQuestion, profile: ColumnProfile): RawScalar[] {
  const isMissing = missingMatcher(question.missing);
  const cells = [...profile.values.values()].map(({ cell }) => cell).filter((cell) => isMissing(cell) === null);
  const separator = question.kind === "multiple" && question.source.form === "list" ? question.source.separator : null;
  const parts = cells.flatMap((cell) =>
    separator !== null && typeof cell === "string" ? cell.split(separator).map((part) => part.trim()) : [cell],
  );
  const known = new Map(parts.filter((part) => part !== "").map((part) => [cellKey(part), part] as const));
  const all = [...known.values()];
  const numbers = [...known.keys()].map(Number);
  if (!numbers.every(Number.isFinite)) return all;
  return all.toSorted((one, other) => Number(cellKey(one)) - Number(cellKey(other)));
}
