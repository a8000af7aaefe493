import type { AnswerOption, MissingCode, PlannedQuestion, Question } from "@/lib/contracts/interfaces/answers";
import { cellKey, missingMatcher } from "@/lib/contracts/rules/answer-cells";
import { composed } from "@/lib/contracts/rules/composed";

/** Options of flags have no cells of their own: the column is what a later file knows them by. */
export function namedOptions(planned: Extract<PlannedQuestion, { options: unknown }>): AnswerOption[] {
  if (planned.kind !== "multiple" || planned.source.form !== "flags") return planned.options;
  const columns = new Map<number, string[]>(planned.options.map(({ code }) => [code, []]));
  for (const { column, code } of planned.source.columns) columns.get(code)?.push(column);
  return planned.options.map((option) => ({ ...option, cells: columns.get(option.code) ?? [] }));
}

/** By which labels are alike. */
export const labelKey = ({ label }: Pick<AnswerOption, "label">) => composed(label.trim()).toLowerCase();

/** A label that says more than the cell does, by which an option without one is called. */
const isNamed = ({ label, cells }: AnswerOption) => !cells.some((cell) => cellKey(cell) === cellKey(label));
const isCalledByCell = ({ label, cells }: AnswerOption) => cells.includes(label);

const optionsByCell = (options: readonly AnswerOption[]) =>
  new Map(options.flatMap((option) => option.cells.map((cell) => [cellKey(cell), option] as const)));

/**
 * The project's options with those of a file, and the project's code for each code of the file. They are the same where
 * they share a cell, else where their labels are alike.
 */
export function joinOptions(kept: readonly AnswerOption[], found: readonly AnswerOption[]) {
  const options = kept.map((option) => ({ ...option }));
  const byCell = optionsByCell(options);
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
      if (isCalledByCell(same) && isNamed(option)) same.label = option.label;
      same.cells = withCells(same.cells, option.cells, byCell);
    } else {
      options.push({ ...option, code, order: options.length });
      used.add(code);
    }
  }
  return { options, codes };
}

/** A cell that the file calls otherwise than the project: `own` is the project's option of it. */
type OtherLabel = { cell: string | number; inFile: AnswerOption; own: AnswerOption };

function otherLabels({ options }: Question, planned: PlannedQuestion): OtherLabel[] {
  if (!("options" in planned)) return [];
  const byCell = optionsByCell(options);
  return namedOptions(planned).flatMap((inFile) => {
    const cell = inFile.cells.find((each) => byCell.has(cellKey(each)));
    const own = cell === undefined ? undefined : byCell.get(cellKey(cell));
    return cell === undefined || !own || labelKey(own) === labelKey(inFile) ? [] : [{ cell, inFile, own }];
  });
}

/** Where a file's cell is known as one option, and its label as another, a sentence each: the cell decides. */
export function labelContradictions(question: Question, planned: PlannedQuestion): string[] {
  const labels = new Set(question.options.map(labelKey));
  return otherLabels(question, planned)
    .filter(({ inFile }) => labels.has(labelKey(inFile)))
    .map(
      ({ cell, inFile, own }) =>
        `“${cell}” of “${question.id}” is “${inFile.label}” in this file and “${own.label}” in the project, where “${inFile.label}” is another option: it is read as “${own.label}”.`,
    );
}

/** Two words for one thing: the project's, and the file's. */
export type KeptWord = { own: string; inFile: string };

/**
 * Labels that the project keeps where the file has others, which no option of the project has. A label that the file
 * before had as well is none of them: the project's was edited since.
 */
export function keptLabels(
  question: Question,
  planned: PlannedQuestion,
  earlier: PlannedQuestion | undefined,
): KeptWord[] {
  const labels = new Set(question.options.map(labelKey));
  const before = optionsByCell(earlier && "options" in earlier ? namedOptions(earlier) : []);
  const isAsBefore = ({ cell, inFile }: OtherLabel) => {
    const same = before.get(cellKey(cell));
    return same !== undefined && labelKey(same) === labelKey(inFile);
  };
  return otherLabels(question, planned)
    .filter((each) => isNamed(each.inFile) && !isCalledByCell(each.own) && !labels.has(labelKey(each.inFile)))
    .filter((each) => !isAsBefore(each))
    .map(({ inFile, own }) => ({ own: own.label, inFile: inFile.label }));
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
