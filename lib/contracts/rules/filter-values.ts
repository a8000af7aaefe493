import type { AnswerOption, Question } from "../interfaces/answers";
import { type MissingKind, missingKinds } from "../terms/answers";
import { nameKey, optionNames } from "./option-names";
import { codeWithoutOption, rowNames } from "./row-names";

/** Which number, or which options of a question, a value of a filter means. */

/** The number that a value of a filter is, exactly as written; null when it is none. */
export function filterNumber(value: string | number): number | null {
  const number =
    typeof value === "number" ? value : /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : null;
  return number !== null && Number.isFinite(number) ? number : null;
}

/**
 * Finds the codes of the options that a value of a filter names: the option with that code; else of that name; else those
 * of that label, which several may have; names and labels also without regard to case. None: an empty list.
 */
export function optionFinder(options: readonly AnswerOption[]): (value: string | number) => number[] {
  let index: OptionIndex | null = null;
  return (value) => {
    index ??= indexOf(options);
    const number = filterNumber(value);
    if (number !== null && index.codes.has(number)) return [number];
    const words = String(value);
    const list = index.lists.find(({ key, codes }) => codes.has(key(words)));
    return list?.codes.get(list.key(words)) ?? [];
  };
}

/** What a value of a filter names: options by their codes, or the rows of missing answers; nothing: neither. */
export type NamedAnswers = { codes: number[]; missing: MissingKind[] };

/**
 * Finds what a value of a filter names: whatever a table calls the question's rows; else options as `optionFinder` does.
 */
export function answerFinder(
  question: Pick<Question, "options" | "missing">,
): (value: string | number) => NamedAnswers {
  const optionsOf = optionFinder(question.options);
  const names = rowNames(question);
  const isCalled = (name: string, value: string | number) => nameKey(name) === nameKey(String(value));
  return (value) => {
    const missing = missingKinds.filter((kind) => isCalled(names.missing[kind], value));
    if (missing.length > 0) return { codes: [], missing };
    const codes = optionsOf(value);
    const code = codes.length === 0 ? codeWithoutOption(String(value)) : null;
    return { codes: code !== null && isCalled(names.option(code), value) ? [code] : codes, missing: [] };
  };
}

type OptionIndex = { codes: Set<number>; lists: { key: (words: string) => string; codes: Map<string, number[]> }[] };

function indexOf(options: readonly AnswerOption[]): OptionIndex {
  const names = [...optionNames(options)];
  const labels = options.map(({ code, label }): [number, string] => [code, label]);
  const inAnyCase = (words: string) => nameKey(words).toLowerCase();
  const listed = (called: readonly [code: number, words: string][], key: (words: string) => string) => {
    const codes = new Map<string, number[]>();
    for (const [code, words] of called) {
      const found = codes.get(key(words)) ?? [];
      if (!found.includes(code)) codes.set(key(words), [...found, code]);
    }
    return { key, codes };
  };
  return {
    codes: new Set(options.map(({ code }) => code)),
    lists: [listed(names, nameKey), listed(labels, nameKey), listed([...labels, ...names], inAnyCase)],
  };
}
