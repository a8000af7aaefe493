import type { AnswerOption, MissingCode, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { cellKey, markedIfStorable, missingMatcher, numberOf } from "@/lib/contracts/rules/answer-cells";
import { composed } from "@/lib/contracts/rules/composed";
import { dateCodes } from "./date-codes";

/** Corrections of a question's options. A text instead of them is the sentence why a correction cannot be taken. */
type Changed = AnswerOption[] | string;

const changeOne = (options: readonly AnswerOption[], code: number, change: Partial<AnswerOption>): AnswerOption[] =>
  options.map((option) => (option.code === code ? { ...option, ...change } : option));

export function relabel(options: readonly AnswerOption[], code: number, label: string): Changed {
  const given = label.trim();
  if (given === "") return "An option needs a label.";
  const key = composed(given);
  const same = options.find((option) => option.code !== code && composed(option.label.trim()) === key);
  return same ? `Another option is called “${given}” already.` : changeOne(options, code, { label: given });
}

/** Blank: it counts in no mean. */
export function revalue(options: readonly AnswerOption[], code: number, text: string): Changed {
  if (text.trim() === "") return changeOne(options, code, { value: null });
  const value = numberOf(text) ?? numberOf(text, ",");
  return value === null ? `“${text}” is not a number.` : changeOne(options, code, { value });
}

/** Changes places with its neighbour. */
export function moveOption(options: readonly AnswerOption[], code: number, by: -1 | 1): AnswerOption[] {
  const at = options.findIndex((option) => option.code === code);
  const [moved, other] = [options[at], options[at + by]];
  if (!moved || !other) return [...options];
  return options
    .with(at, other)
    .with(at + by, moved)
    .map((option, order) => ({ ...option, order }));
}

/**
 * What changes with a question's missing codes. What the store can hold is marked, so that it can be restored later: an
 * option that has become missing stays one with a mark. A code that is an answer again becomes an option.
 */
export function withMissing(
  question: PlannedQuestion,
  missing: MissingCode[],
): { missing: MissingCode[]; options?: AnswerOption[] } {
  const isOfFlags = question.kind === "multiple" && question.source.form === "flags";
  if (isOfFlags) return { missing };
  if (question.kind === "date") return { missing: dateCodes(missing, question.order) };
  if (!("options" in question)) return { missing: markedIfStorable(question.kind, missing) };
  const isMissing = missingMatcher(missing);
  const known = new Set(question.options.flatMap(({ cells }) => cells.map(cellKey)));
  const isOption = (code: MissingCode) => !("cell" in code) || known.has(cellKey(code.cell));
  const back = question.missing.filter((code) => "cell" in code && isMissing(code.cell) === null);
  let code = Math.max(0, ...question.options.map((option) => option.code));
  const added = back.flatMap((each): AnswerOption[] => {
    if (!("cell" in each) || known.has(cellKey(each.cell))) return [];
    code += 1;
    const value = numberOf(each.cell);
    return [{ code, label: each.label || String(each.cell), order: 0, value, cells: [each.cell] }];
  });
  return {
    missing: missing.map((each) => (isOption(each) ? { ...each, marked: true } : each)),
    options: [...question.options, ...added].map((option, order) => ({ ...option, order })),
  };
}
