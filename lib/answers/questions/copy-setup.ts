import type { AnswerOption, Question } from "@/lib/contracts/interfaces/answers";
import type { QuestionChange } from "@/lib/contracts/ours/questions";
import { cellKey, missingKey } from "@/lib/contracts/rules/answer-cells";
import type { CopiedPart } from "@/lib/contracts/terms/question-changes";
import { labelKey } from "./join-options";

type Setup = Pick<Question, "options" | "missing">;

/**
 * The option that each option of a question is in another one: the one that shares a cell, else, where none does, the
 * one with an equal label.
 */
function sameOptions(from: Setup, to: Setup): Map<number, AnswerOption> {
  const byCell = new Map(
    from.options.flatMap((option) => option.cells.map((cell) => [cellKey(cell), option] as const)),
  );
  const byLabel = new Map(from.options.map((option) => [labelKey(option), option] as const));
  return new Map(
    to.options.flatMap((option) => {
      const cell = option.cells.map(cellKey).find((key) => byCell.has(key));
      const same = cell === undefined ? byLabel.get(labelKey(option)) : byCell.get(cell);
      return same ? [[option.code, same] as const] : [];
    }),
  );
}

/** The edit that gives a question the chosen parts of another one's set-up; what that one lacks stays. */
export function copiedSetup(
  from: Setup,
  to: Question,
  parts: readonly CopiedPart[],
): Pick<QuestionChange, "options" | "missing"> {
  const same = sameOptions(from, to);
  const has = (part: CopiedPart) => parts.includes(part);
  const options = to.options.flatMap((option) => {
    const source = same.get(option.code);
    if (!source) return [];
    return [
      {
        code: option.code,
        ...(has("labels") && { label: source.label }),
        ...(has("values") && { value: source.value }),
        ...(has("order") && { order: source.order }),
      },
    ];
  });
  return { options: withRest(to, options), ...(has("missing") && { missing: withMissing(from, to) }) };
}

type Edited = NonNullable<QuestionChange["options"]>;

/** Options that the other question lacks stand behind those that it has. */
function withRest({ options }: Question, edited: Edited): Edited {
  if (!edited.some(({ order }) => order !== undefined)) return edited;
  const known = new Set(edited.map(({ code }) => code));
  const last = Math.max(...edited.map(({ order }) => order ?? 0)) + 1;
  const rest = options.filter(({ code }) => !known.has(code)).map(({ code, order }) => ({ code, order: last + order }));
  return [...edited, ...rest];
}

function withMissing(from: Setup, to: Setup) {
  const known = new Set(to.missing.map(missingKey));
  const added = from.missing.filter((code) => !known.has(missingKey(code)));
  return [...to.missing, ...added.map((code) => ({ ...code, marked: true as const }))];
}
