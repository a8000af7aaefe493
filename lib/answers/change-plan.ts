import {
  type AnswerOption,
  columnsOf,
  type DateOrder,
  type ImportPlan,
  idOfName,
  type MissingCode,
  type MissingKind,
  type PlannedQuestion,
  type QuestionKind,
} from "@/lib/contracts/answers";

/** What a column of a file can be taken for: a question of a kind, or a place of its own in every response. */
export type TakenFor = QuestionKind | "time" | "end" | "weight" | "id" | "ignored";

type Question<Kind extends QuestionKind> = Extract<PlannedQuestion, { kind: Kind }>;

/** The question that reads a column. */
export const questionAt = (plan: ImportPlan, column: string): PlannedQuestion | undefined =>
  plan.questions.find((question) => columnsOf(question).includes(column));

export function takenFor(plan: ImportPlan, column: string): TakenFor {
  if (plan.time?.column === column) return "time";
  if (plan.end?.column === column) return "end";
  if (plan.id === column) return "id";
  if (plan.weights.includes(column)) return "weight";
  return questionAt(plan, column)?.kind ?? "ignored";
}

/** How dates are written where nothing else says it. */
const USUAL_ORDER: DateOrder = "mdy";

export type Known = {
  /** The columns of the file in their order: a question stands where its column does. */
  columns: readonly { name: string; label: string | null }[];
  /** Values of the column as far as they are seen, to tell what parts a list. */
  values: readonly string[];
};

/**
 * A plan that takes a column for something else. It leaves what it was: a column of several in one question leaves the
 * others there, and the column that was the time, the end or the id before is not imported. A question of options that
 * were never looked for has none: who looks at the file with the plan finds them.
 */
export function takeFor(plan: ImportPlan, column: string, as: TakenFor, known: Known): ImportPlan {
  if (takenFor(plan, column) === as) return plan;
  const before = questionAt(plan, column);
  const order = orderOf(plan, column);
  const without = leave(plan, column);
  if (as === "ignored") return { ...without, ignored: [...without.ignored, column] };
  if (as === "weight") return { ...without, weights: inOrder([...without.weights, column], known) };
  if (as === "id") return withIgnored({ ...without, id: column }, without.id);
  if (as === "time") return withIgnored({ ...without, time: { column, order } }, without.time?.column);
  if (as === "end") return withIgnored({ ...without, end: { column, order } }, without.end?.column);
  return addQuestion(without, asQuestion(as, { column, order, before, taken: without, known }), known);
}

const withIgnored = (plan: ImportPlan, column: string | null | undefined): ImportPlan =>
  column ? { ...plan, ignored: [...plan.ignored, column] } : plan;

function orderOf(plan: ImportPlan, column: string): DateOrder {
  const found = [plan.time, plan.end].find((each) => each?.column === column);
  const question = questionAt(plan, column);
  return found?.order ?? (question?.kind === "date" ? question.order : (plan.time?.order ?? USUAL_ORDER));
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
  order: DateOrder;
  before: PlannedQuestion | undefined;
  taken: ImportPlan;
  known: Known;
};

function asQuestion(kind: QuestionKind, { column, order, before, taken, known }: Made): PlannedQuestion {
  const isAlone = before !== undefined && columnsOf(before).length === 1;
  const label = known.columns.find(({ name }) => name === column)?.label;
  const common = {
    id: isAlone ? before.id : freeId(taken, column),
    text: isAlone ? before.text : label || column,
    missing: before?.missing ?? [],
    blank: before?.blank ?? ("not_asked" as const),
    grid: isAlone ? before.grid : null,
  };
  const isOfCells = before?.kind === "scale" || before?.kind === "single";
  const options = isOfCells ? before.options : [];
  if (kind === "date") return { kind, column, order, ...common };
  if (kind === "scale" || kind === "single") return { kind, column, options, ...common };
  if (kind !== "multiple") return { kind, column, ...common };
  const source = { form: "list" as const, column, separator: separatorOf(known.values) };
  return { kind, source, options: [], ...common };
}

const SEPARATORS = [";", "|", ", ", ","];

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

export function addQuestion(plan: ImportPlan, question: PlannedQuestion, known: Known): ImportPlan {
  const places = placesOf(known);
  const placeOf = (each: PlannedQuestion) => places.get(columnsOf(each)[0] ?? "") ?? 0;
  const at = plan.questions.findIndex((each) => placeOf(each) > placeOf(question));
  const end = at === -1 ? plan.questions.length : at;
  return { ...plan, questions: plan.questions.toSpliced(end, 0, question) };
}

const placesOf = ({ columns }: Known) => new Map(columns.map(({ name }, at) => [name, at]));

function inOrder(names: readonly string[], known: Known): string[] {
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
  const as = takenFor(plan, column);
  return as === "time" || as === "end" || as === "date" ? orderOf(plan, column) : null;
}

export function changeDateOrder(plan: ImportPlan, column: string, order: DateOrder): ImportPlan {
  const changed = (at: ImportPlan["time"]) => (at?.column === column ? { column, order } : at);
  const dated = (question: PlannedQuestion): PlannedQuestion =>
    question.kind === "date" && question.column === column
      ? ({ ...question, order } satisfies Question<"date">)
      : question;
  return { ...plan, time: changed(plan.time), end: changed(plan.end), questions: plan.questions.map(dated) };
}
