import { cellKey, missingMatcher } from "@/lib/contracts/answer-cells";
import type { AnswerOption, MissingCode, PlannedQuestion, Question } from "@/lib/contracts/answers";

/** Options of flags have no cells of their own: the column is what a later file knows them by. */
export function namedOptions(planned: Extract<PlannedQuestion, { options: unknown }>): AnswerOption[] {
  if (planned.kind !== "multiple" || planned.source.form !== "flags") return planned.options;
  const { columns } = planned.source;
  return planned.options.map((option) => ({
    ...option,
    cells: columns.filter(({ code }) => code === option.code).map(({ column }) => column),
  }));
}

/** By which labels are alike. */
export const labelKey = ({ label }: AnswerOption) => label.trim().toLowerCase();

/** A label that says more than the cell does, by which an option without one is called. */
const isNamed = ({ label, cells }: AnswerOption) => !cells.some((cell) => cellKey(cell) === cellKey(label));

/** Whether the file or a person calls an option otherwise than the plan of the file before did, if there was one. */
export function isRenamed(option: AnswerOption, earlier: PlannedQuestion | undefined): boolean {
  if (!isNamed(option)) return false;
  const keys = new Set(option.cells.map(cellKey));
  const before = earlier && "options" in earlier ? namedOptions(earlier) : [];
  const same = before.find(({ cells }) => cells.some((cell) => keys.has(cellKey(cell))));
  return same === undefined || labelKey(same) !== labelKey(option);
}

/**
 * The project's options with those of a file, and the project's code for each code of the file. They are the same where
 * they share a cell, else where their labels are alike. Options that `takesLabel` holds of are called as the file calls
 * them, where no other option is called so.
 */
export function joinOptions(
  kept: readonly AnswerOption[],
  found: readonly AnswerOption[],
  takesLabel: (option: AnswerOption) => boolean = () => false,
) {
  const options = kept.map((option) => ({ ...option }));
  const renamed = new Map<AnswerOption, string>();
  const byCell = new Map(options.flatMap((option) => option.cells.map((cell) => [cellKey(cell), option] as const)));
  const byLabel = new Map(options.map((option) => [labelKey(option), option] as const));
  const taken = new Set([...options, ...found].map(({ code }) => code));
  const used = new Set(options.map(({ code }) => code));
  const codes = new Map<number, number>();
  const freeCode = () => {
    let code = 1;
    while (taken.has(code)) code += 1;
    taken.add(code);
    return code;
  };
  for (const option of found) {
    const cell = option.cells.find((each) => byCell.has(cellKey(each)));
    const same = cell === undefined ? byLabel.get(labelKey(option)) : byCell.get(cellKey(cell));
    const code = same?.code ?? (used.has(option.code) ? freeCode() : option.code);
    codes.set(option.code, code);
    if (same) {
      // A column in which nothing was gave the option nothing but its name.
      if (same.cells.includes(same.label)) same.label = option.label;
      else if (takesLabel(option)) renamed.set(same, option.label);
      same.cells = withCells(same.cells, option.cells, byCell);
    } else {
      options.push({ ...option, code, order: options.length });
      used.add(code);
    }
  }
  const others = new Set(options.filter((option) => !renamed.has(option)).map(labelKey));
  for (const [option, label] of renamed) if (!others.has(labelKey({ ...option, label }))) option.label = label;
  return { options, codes };
}

/**
 * Where a file's cell is known as an option of another label, a sentence each: the cell decides. `joined`: the options
 * as they are after the file, some of them with its labels; `earlier`: the question in the plan of the file before.
 */
export function labelNotices(
  { id, options }: Question,
  planned: PlannedQuestion,
  { joined, earlier }: { joined: readonly AnswerOption[]; earlier: PlannedQuestion | undefined },
): string[] {
  if (!("options" in planned)) return [];
  const byCell = new Map(options.flatMap((option) => option.cells.map((cell) => [cellKey(cell), option] as const)));
  const labels = new Set(options.map(labelKey));
  const now = new Map(joined.map(({ code, label }) => [code, label]));
  return namedOptions(planned).flatMap((option) => {
    const cell = option.cells.find((each) => byCell.has(cellKey(each)));
    const same = cell === undefined ? undefined : byCell.get(cellKey(cell));
    if (!same || labelKey(same) === labelKey(option)) return [];
    if (now.get(same.code) === option.label)
      return isNamed(same)
        ? [`“${cell}” of “${id}” is called “${option.label}” now, and no longer “${same.label}”.`]
        : [];
    const isOther = labels.has(labelKey(option));
    if (!isOther && !isRenamed(option, earlier)) return [];
    const where = isOther ? `, where “${option.label}” is another option` : "";
    return `“${cell}” of “${id}” is “${option.label}” in this file and “${same.label}” in the project${where}: it is read as “${same.label}”.`;
  });
}

/** A cell that already means another option stays with that one. */
function withCells(
  own: AnswerOption["cells"],
  more: AnswerOption["cells"],
  byCell: ReadonlyMap<string, unknown>,
): AnswerOption["cells"] {
  const keys = new Set(own.map(cellKey));
  return [...own, ...more.filter((cell) => !keys.has(cellKey(cell)) && !byCell.has(cellKey(cell)))];
}

type Joining = Pick<ReturnType<typeof joinOptions>, "options" | "codes">;

/** The same reading of the file, in other codes. Cells that the file's plan lacks and the project knows are read too. */
export function recoded(
  planned: Extract<PlannedQuestion, { options: unknown }>,
  { options: known, codes }: Joining,
): PlannedQuestion {
  const codeOf = (code: number) => codes.get(code) ?? code;
  const options = planned.options.map((option) => ({ ...option, code: codeOf(option.code) }));
  if (planned.kind !== "multiple" || planned.source.form !== "flags") {
    return { ...planned, options: [...options, ...unnamed(known, options, planned.missing)] };
  }
  const columns = planned.source.columns.map(({ column, code }) => ({ column, code: codeOf(code) }));
  return { ...planned, options, source: { ...planned.source, columns } };
}

/** Options with the cells that a plan does not name: it was made of the beginning of a large file. */
function unnamed(
  known: readonly AnswerOption[],
  planned: readonly AnswerOption[],
  missing: readonly MissingCode[],
): AnswerOption[] {
  const named = new Set(planned.flatMap(({ cells }) => cells.map(cellKey)));
  const missingOf = missingMatcher(missing);
  return known.flatMap((option) => {
    const cells = option.cells.filter((cell) => !named.has(cellKey(cell)) && missingOf(cell) === null);
    return cells.length > 0 ? [{ ...option, cells }] : [];
  });
}
