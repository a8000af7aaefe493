import type { AnswerOption, ImportPlan, MissingCode, PlannedQuestion } from "@/lib/contracts/interfaces/answers";
import { columnsOf } from "@/lib/contracts/rules/import-plan";
import { idOfName } from "@/lib/contracts/rules/question-ids";
import {
  type DateOrder,
  dateOrders,
  isQuestionKind,
  type MissingKind,
  type QuestionKind,
} from "@/lib/contracts/terms/answers";
import { readMoment } from "./moments";

/** What a column of a file can be taken for: a question of a kind, or a place of its own in every response. */
export type TakenFor = QuestionKind | "time" | "end" | "weight" | "id" | "ignored";

type Question<Kind extends QuestionKind> = Extract<PlannedQuestion, { kind: Kind }>;

/** The question that reads a column. */
export const questionAt = (plan: ImportPlan, column: string): PlannedQuestion | undefined =>
  plan.questions.find((question) => columnsOf(question).includes(column));

export const questionsByColumn = (plan: ImportPlan): ReadonlyMap<string, PlannedQuestion> =>
  new Map(plan.questions.flatMap((question) => columnsOf(question).map((column) => [column, question] as const)));

/** Tells what columns are taken for, of which there may be thousands. */
export function takenIn(plan: ImportPlan): (column: string) => TakenFor {
  const questions = questionsByColumn(plan);
  const weights = new Set(plan.weights);
  return (column) => {
    if (plan.time?.column === column) return "time";
    if (plan.end?.column === column) return "end";
    if (plan.id === column) return "id";
    if (weights.has(column)) return "weight";
    return questions.get(column)?.kind ?? "ignored";
  };
}

export const takenFor = (plan: ImportPlan, column: string): TakenFor => takenIn(plan)(column);

/** How dates are written where nothing else says it. */
const USUAL_ORDER: DateOrder = "mdy";

export type Known = {
  /** The columns of the file in their order: a question stands where its column does. */
  columns: readonly { name: string; label: string | null }[];
  /** Values of the column as far as they are seen, to tell what parts a list. */
  values: readonly string[];
};

/** Places of a response, of which each is in one column alone. */
const soleRoles = ["time", "end", "id"] as const;
export type SoleRole = (typeof soleRoles)[number];
export const isSoleRole = (as: TakenFor): as is SoleRole => soleRoles.some((role) => role === as);

/**
 * A plan that takes a column for something else. It leaves what it was: a column of several in one question leaves the
 * others there, and the column that was the time, the end or the id before is not imported. The rows of a grid are of
 * one kind: with one of them go the others. A question of options that were never looked for has none: who looks at the
 * file with the plan finds them.
 */
export function takeFor(plan: ImportPlan, column: string, as: TakenFor, known: Known): ImportPlan {
  if (takenFor(plan, column) === as) return plan;
  if (isSoleRole(as)) return withRole(plan, column, as, known);
  return takeAllFor(plan, withGridRows(plan, [column], as), as, { ...known, valuesOf: () => known.values });
}

function withRole(plan: ImportPlan, column: string, role: SoleRole, { values }: Known): ImportPlan {
  const order = orderOf(plan, column, values);
  const without = leave(plan, column);
  if (role === "id") return withIgnored({ ...without, id: column }, without.id);
  return withIgnored({ ...without, [role]: { column, order } }, without[role]?.column);
}

/** The columns, and the other rows of their grids where they become a question of another kind. */
export function withGridRows(plan: ImportPlan, columns: readonly string[], as: TakenFor): string[] {
  if (!isQuestionKind(as)) return [...columns];
  const chosen = new Set(columns);
  const isChosen = (question: PlannedQuestion) => columnsOf(question).some((column) => chosen.has(column));
  const grids = new Set(plan.questions.flatMap((each) => (each.grid && isChosen(each) ? each.grid.id : [])));
  const others = plan.questions.filter(({ grid, kind }) => grid && grids.has(grid.id) && kind !== as);
  const rows = others.flatMap(columnsOf);
  return [...new Set([...columns, ...rows])];
}

/** What is known of several columns at once. */
export type KnownAll = Pick<Known, "columns"> & { valuesOf: (column: string) => readonly string[] };

/** A plan that takes these columns, which may be thousands, for something else, each as `takeFor` takes one. */
export function takeAllFor(
  plan: ImportPlan,
  columns: readonly string[],
  as: Exclude<TakenFor, SoleRole>,
  known: KnownAll,
): ImportPlan {
  const without = leaveAll(plan, columns);
  if (as === "ignored") return { ...without, ignored: [...without.ignored, ...columns] };
  if (as === "weight") return { ...without, weights: inOrder([...without.weights, ...columns], known) };
  const questions = questionsByColumn(plan);
  const befores = columns.flatMap((column) => questions.get(column) ?? []);
  const ids = new Set([...without.questions, ...befores.filter(isAlone)].map(({ id }) => id));
  const made = columns.map((column) => {
    const before = questions.get(column);
    const values = known.valuesOf(column);
    const question = asQuestion(as, { column, plan, before, ids, values, known });
    ids.add(question.id);
    return question;
  });
  return addQuestions(without, made, known);
}

const withIgnored = (plan: ImportPlan, column: string | null | undefined): ImportPlan =>
  column ? { ...plan, ignored: [...plan.ignored, column] } : plan;

function orderOf(plan: ImportPlan, column: string, values: readonly string[]): DateOrder {
  return dateOrderOf(plan, column) ?? orderReading(values, plan.time?.order ?? USUAL_ORDER);
}

/** The order in which most of the values are dates; `usual` where another one reads no more. */
export function orderReading(values: readonly string[], usual: DateOrder): DateOrder {
  const readIn = (order: DateOrder) => values.filter((value) => readMoment(value, order) !== null).length;
  return dateOrders.reduce((best, order) => (readIn(order) > readIn(best) ? order : best), usual);
}

/** The plan without a column: it is taken for nothing. */
export const leave = (plan: ImportPlan, column: string): ImportPlan => leaveAll(plan, [column]);

/** The plan without these columns, which may be thousands. */
export function leaveAll(plan: ImportPlan, columns: readonly string[]): ImportPlan {
  const left = new Set(columns);
  const stays = (column: string) => !left.has(column);
  return {
    ...plan,
    time: plan.time && stays(plan.time.column) ? plan.time : null,
    end: plan.end && stays(plan.end.column) ? plan.end : null,
    id: plan.id !== null && stays(plan.id) ? plan.id : null,
    weights: plan.weights.filter(stays),
    ignored: plan.ignored.filter(stays),
    // Of what was no date meanwhile the order is guessed anew.
    ...(plan.settledOrders && {
      settledOrders: plan.settledOrders.filter((column) => stays(column) || dateOrderOf(plan, column) !== null),
    }),
    questions: plan.questions.flatMap((question) => {
      const own = columnsOf(question).filter((column) => left.has(column));
      const rest = own.reduce<PlannedQuestion | null>((all, column) => all && withoutColumn(all, column), question);
      return rest ? [rest] : [];
    }),
  };
}

/** `column`: one of the question's own. */
function withoutColumn(question: PlannedQuestion, column: string): PlannedQuestion | null {
  const columns = columnsOf(question);
  if (question.kind !== "multiple" || columns.length === 1) return null;
  const { source } = question;
  if (source.form === "choices")
    return { ...question, source: { ...source, columns: source.columns.filter((each) => each !== column) } };
  if (source.form !== "flags") return null;
  const code = source.columns.find((each) => each.column === column)?.code;
  return {
    ...question,
    source: { ...source, columns: source.columns.filter((each) => each.column !== column) },
    options: question.options.filter((option) => option.code !== code),
  };
}

type Made = {
  column: string;
  /** In which it has its place still. */
  plan: ImportPlan;
  before: PlannedQuestion | undefined;
  /** Of the other questions. */
  ids: ReadonlySet<string>;
  values: readonly string[];
  known: Pick<Known, "columns">;
};

const isAlone = (question: PlannedQuestion): boolean => columnsOf(question).length === 1;

function asQuestion(kind: QuestionKind, { column, plan, before, ids, values, known }: Made): PlannedQuestion {
  const own = before && isAlone(before) ? before : null;
  const label = known.columns.find(({ name }) => name === column)?.label;
  const common = {
    id: own ? own.id : unusedId(idOfName(column), ids),
    text: own ? own.text : label || column,
    missing: before?.missing ?? [],
    blank: before?.blank ?? ("not_asked" as const),
    grid: own ? own.grid : null,
  };
  const isOfCells = before?.kind === "scale" || before?.kind === "single";
  const options = isOfCells ? before.options : [];
  if (kind === "date") return { kind, column, order: orderOf(plan, column, values), ...common };
  if (kind === "scale" || kind === "single") return { kind, column, options, ...common };
  if (kind !== "multiple") return { kind, column, ...common };
  const source = { form: "list" as const, column, separator: separatorOf(values) };
  return { kind, source, options: [], ...common };
}

const SEPARATORS = [";", "|", ", ", ",", "\n"];

/** Whether any of the values holds several. */
export const holdLists = (values: readonly string[]): boolean =>
  SEPARATORS.some((separator) => values.some((value) => value.includes(separator)));

export const separatorOf = (values: readonly string[]): string =>
  SEPARATORS.find((separator) => values.some((value) => value.includes(separator))) ?? ";";

export const freeId = (plan: ImportPlan, column: string): string =>
  unusedId(idOfName(column), new Set(plan.questions.map(({ id }) => id)));

/** An id as it is wanted, with a number where it is taken. */
export function unusedId(wanted: string, taken: ReadonlySet<string>): string {
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted} (${count})`;
  return id;
}

export const addQuestion = (plan: ImportPlan, question: PlannedQuestion, known: Pick<Known, "columns">): ImportPlan =>
  addQuestions(plan, [question], known);

/** The plan with more questions, each before the first one of which the column stands later. */
function addQuestions(plan: ImportPlan, added: readonly PlannedQuestion[], known: Pick<Known, "columns">): ImportPlan {
  const places = placesOf(known);
  const placeOf = (each: PlannedQuestion) => places.get(columnsOf(each)[0] ?? "") ?? 0;
  const waiting = added.toSorted((one, other) => placeOf(one) - placeOf(other));
  let next = 0;
  const questions = plan.questions.flatMap((each) => {
    const from = next;
    const place = placeOf(each);
    while (next < waiting.length && placeOf(waiting[next] ?? each) < place) next += 1;
    return [...waiting.slice(from, next), each];
  });
  return { ...plan, questions: [...questions, ...waiting.slice(next)] };
}

const placesOf = ({ columns }: Pick<Known, "columns">) => new Map(columns.map(({ name }, at) => [name, at]));

function inOrder(names: readonly string[], known: Pick<Known, "columns">): string[] {
  const places = placesOf(known);
  return names.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

type Change = {
  text?: string;
  missing?: MissingCode[];
  blank?: MissingKind;
  options?: AnswerOption[];
  source?: Question<"multiple">["source"];
};

/** Changes members that the question's kind has. */
export const changeQuestion = (plan: ImportPlan, id: string, change: Change): ImportPlan => ({
  ...plan,
  questions: plan.questions.map((question) =>
    question.id === id ? ({ ...question, ...change } as PlannedQuestion) : question,
  ),
});

/** How the dates of a column are written, where it holds dates. */
export function dateOrderOf(plan: ImportPlan, column: string): DateOrder | null {
  const found = [plan.time, plan.end].find((each) => each?.column === column);
  const question = questionAt(plan, column);
  return found?.order ?? (question?.kind === "date" ? question.order : null);
}

export function changeDateOrder(plan: ImportPlan, column: string, order: DateOrder): ImportPlan {
  const changed = (at: ImportPlan["time"]) => (at?.column === column ? { ...at, order } : at);
  const dated = (question: PlannedQuestion): PlannedQuestion =>
    question.kind === "date" && question.column === column
      ? ({ ...question, order } satisfies Question<"date">)
      : question;
  const settledOrders = [...new Set([...(plan.settledOrders ?? []), column])];
  const questions = plan.questions.map(dated);
  return { ...plan, settledOrders, time: changed(plan.time), end: changed(plan.end), questions };
}
