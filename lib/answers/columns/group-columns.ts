import type { AnswerOption, ImportPlan, MissingCode, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { cellKey, missingMatcher, withoutMark } from "@/lib/contracts/rules/answer-cells";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import { addQuestion, freeId, type Known, leave, leaveAll, questionAt, takeFor } from "./change-plan";
import { isNotChosen } from "./not-chosen";

/** How columns become one: a column an option, a column one of the chosen options, or rows of one grid. */
export type GroupForm = "flags" | "choices" | "grid";

type Single = Extract<PlannedQuestion, { kind: "single" | "scale" }>;
type Columns = Pick<Known, "columns">;

/** Why these columns cannot be grouped, a sentence; null: they can. */
export function groupRefusal(plan: ImportPlan, names: readonly string[]): string | null {
  if (names.length < 2) return "Tick two or more columns first.";
  const inGroup = names.find((name) => {
    const question = questionAt(plan, name);
    return question !== undefined && (question.kind === "multiple" || question.grid !== null);
  });
  return inGroup === undefined ? null : `“${inGroup}” is in a group already: take that apart first.`;
}

/** The plan with these columns as one question, or as the rows of one grid. They are left out as what they were. */
export function groupColumns(plan: ImportPlan, names: readonly string[], form: GroupForm, known: Columns): ImportPlan {
  const chosen = new Set(names);
  const columns = known.columns.filter(({ name }) => chosen.has(name));
  return form === "grid" ? asGrid(plan, columns, known) : asMultiple(plan, columns, form, known);
}

const textOf = ({ name, label }: Known["columns"][number]) => label || name;

/** What the columns' names or labels begin with, up to a sign between words. */
function sharedStart(texts: readonly string[]): string {
  const [first = ""] = texts;
  let length = first.length;
  for (const text of texts) while (length > 0 && !text.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length).replace(/(?<![\s_.:\-–([])[\s_.:\-–([]+$/, "");
}

const rowText = (text: string, start: string) =>
  text
    .slice(start.length)
    .replace(/^[\s_.:\-–([]+/, "")
    .replace(/[\])]$/, "") || text;

function naming(plan: ImportPlan, columns: Known["columns"]) {
  const names = columns.map(({ name }) => name);
  const start = sharedStart(columns.map(textOf));
  const id = freeId(plan, sharedStart(names) || `${names[0]} group`);
  return { id, text: start || id, rowText: (column: Known["columns"][number]) => rowText(textOf(column), start) };
}

function asMultiple(
  plan: ImportPlan,
  columns: Known["columns"],
  form: "flags" | "choices",
  known: Columns,
): ImportPlan {
  const before = columns.flatMap(({ name }) => questionAt(plan, name) ?? []);
  const without = leaveAll(
    plan,
    columns.map(({ name }) => name),
  );
  const named = naming(without, columns);
  const missing = missingOf(before);
  const common = {
    ...{ kind: "multiple" as const, id: named.id, text: named.text, missing },
    ...{ blank: before[0]?.blank ?? ("not_asked" as const), grid: null },
  };
  const question: PlannedQuestion =
    form === "choices"
      ? { ...common, source: { form, columns: columns.map(({ name }) => name) }, options: sharedOptions(before) }
      : {
          ...common,
          // Columns of marks have no option that a marked code could be.
          missing: missing.map(withoutMark),
          source: {
            form,
            columns: columns.map(({ name }, at) => ({ column: name, code: at + 1 })),
            chosen: marks(before),
          },
          options: columns.map((column, order) => ({
            ...{ code: order + 1, label: named.rowText(column), order, value: null, cells: [] },
          })),
        };
  return addQuestion(without, question, known);
}

function missingOf(questions: readonly PlannedQuestion[]): MissingCode[] {
  const codes = questions.flatMap(({ missing }) => missing);
  return [...new Map(codes.map((code) => ["cell" in code ? cellKey(code.cell) : JSON.stringify(code), code])).values()];
}

const optionsOf = (question: PlannedQuestion): AnswerOption[] => ("options" in question ? question.options : []);

/** One list for all of them: an option is the same where a cell is. Codes count from 1 where two would share one. */
function sharedOptions(questions: readonly PlannedQuestion[]): AnswerOption[] {
  const byCell = new Map<string, AnswerOption>();
  for (const option of questions.flatMap(optionsOf)) {
    const key = option.cells.map(cellKey).join("\n") || option.label;
    if (!byCell.has(key)) byCell.set(key, option);
  }
  const options = [...byCell.values()];
  const areCodesOwn = new Set(options.map(({ code }) => code)).size === options.length;
  return options.map((option, order) => ({ ...option, order, code: areCodesOwn ? option.code : order + 1 }));
}

/** The cells that mean chosen, of those that were seen: a code means what its label says. Null: any. */
export function marks(questions: readonly PlannedQuestion[]): (string | number)[] | null {
  const isMissing = missingMatcher(missingOf(questions));
  const options = sharedOptions(questions).filter(({ cells }) => cells.every((cell) => isMissing(cell) === null));
  const cellsIn = (of: readonly AnswerOption[]) => of.flatMap(({ cells }) => cells);
  const chosen = cellsIn(options.filter(({ label, cells }) => !isNotChosen(label) && !cells.some(isNotChosen)));
  if (cellsIn(options).length > chosen.length) return chosen.length > 0 ? chosen : null;
  return chosen.length === 1 ? chosen : null;
}

function asGrid(plan: ImportPlan, columns: Known["columns"], known: Columns): ImportPlan {
  const single = columns.reduce((left, { name }) => {
    const kind = questionAt(left, name)?.kind;
    return kind === "single" || kind === "scale" ? left : takeFor(left, name, "single", { ...known, values: [] });
  }, plan);
  const rows = columns.flatMap(({ name }) => questionAt(single, name) ?? []);
  const named = naming(single, columns);
  const kind = rows.every((row) => row.kind === "scale") ? ("scale" as const) : ("single" as const);
  // A row whose options are still to be found would have others than the rest: all are looked for together.
  const options = rows.every((row) => optionsOf(row).length > 0) ? sharedOptions(rows) : [];
  const texts = new Map(columns.map((column) => [column.name, named.rowText(column)]));
  const questions = single.questions.map((question): PlannedQuestion => {
    const text = question.kind === "multiple" ? undefined : texts.get(question.column);
    if (text === undefined) return question;
    return { ...(question as Single), kind, options, text, grid: { id: named.id, text: named.text } };
  });
  return { ...single, questions };
}

/** The plan with a question of several columns, or a grid, as a question a column again. */
export function takeApart(plan: ImportPlan, column: string, known: Columns): ImportPlan {
  const question = questionAt(plan, column);
  if (!question) return plan;
  if (question.grid !== null) {
    const { id } = question.grid;
    return {
      ...plan,
      questions: plan.questions.map((each) => (each.grid?.id === id ? { ...each, grid: null } : each)),
    };
  }
  if (question.kind !== "multiple") return plan;
  const names = columnsOf(question);
  return names.reduce((left, name) => {
    const apart = leave(left, name);
    const alone: PlannedQuestion = {
      ...{ kind: "single", column: name, id: freeId(apart, name), missing: question.missing, blank: question.blank },
      ...{ text: labelOf(question, name, known), grid: null },
      options: question.source.form === "choices" ? question.options : [],
    };
    return addQuestion(apart, alone, known);
  }, plan);
}

function labelOf(question: Extract<PlannedQuestion, { kind: "multiple" }>, name: string, known: Columns): string {
  const { source, options } = question;
  const code = source.form === "flags" ? source.columns.find(({ column }) => column === name)?.code : undefined;
  const label = known.columns.find((column) => column.name === name)?.label;
  return label || options.find((option) => option.code === code)?.label || name;
}
