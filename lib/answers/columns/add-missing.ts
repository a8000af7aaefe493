import { asWritten, readMissing } from "@/lib/answers/questions/prepare-missing";
import type { ImportPlan, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { missingKey } from "@/lib/contracts/rules/answer-cells";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import { withMissing } from "./change-options";
import { questionsByColumn } from "./change-plan";

/** What became of columns that were to get missing codes together, of the ticked ones. */
export type MissingAdded = {
  ticked: number;
  added: number;
  /** They had all of the codes. */
  already: number;
  /** Those that no question reads. */
  none: string[];
};

/**
 * The plan with missing codes added, in one step, to those that the questions of these columns have; a code that one
 * has counts afterwards as it is written here. A text that cannot be read gives the sentence why.
 */
export function addMissing(
  plan: ImportPlan,
  names: readonly string[],
  text: string,
): { plan: ImportPlan; outcome: MissingAdded } | string {
  const read = readMissing(text, []);
  if (typeof read === "string") return read;
  if (read.length === 0) return "Write one code or more, as -1, 99 or 97..99.";
  const questions = questionsByColumn(plan);
  const wanted = new Set(names);
  const changed = new Map<string, PlannedQuestion>();
  for (const question of plan.questions) {
    if (!columnsOf(question).some((column) => wanted.has(column))) continue;
    const next = withAdded(question, text);
    if (next) changed.set(question.id, next);
  }
  const found = names.flatMap((name) => questions.get(name) ?? []);
  const added = found.filter(({ id }) => changed.has(id)).length;
  return {
    plan:
      changed.size === 0
        ? plan
        : { ...plan, questions: plan.questions.map((question) => changed.get(question.id) ?? question) },
    outcome: {
      ...{ ticked: names.length, added, already: found.length - added },
      none: names.filter((name) => !questions.has(name)),
    },
  };
}

/** Null where it has all of them. `text` can be read. */
function withAdded(question: PlannedQuestion, text: string): PlannedQuestion | null {
  const codes = readMissing(text, question.missing);
  if (typeof codes === "string") return null;
  const before = new Map(question.missing.map((code) => [missingKey(code), code.kind]));
  if (codes.every((code) => before.get(missingKey(code)) === code.kind)) return null;
  const keys = new Set(codes.map(missingKey));
  const others = question.missing.filter((code) => !keys.has(missingKey(code)));
  return { ...question, ...withMissing(question, [...others, ...codes.map(asWritten)]) } as PlannedQuestion;
}
