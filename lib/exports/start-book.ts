import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import { fetchData } from "@/lib/contracts/interfaces/pivot";
import type { BookInput } from "@/lib/contracts/ours/exports";
import { questionsIn } from "@/lib/contracts/rules/filter-items";
import { RESPONSE_TIME } from "@/lib/contracts/terms/pivot";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { type JobToStart, newJob } from "@/lib/jobs/kind";
import { loadPivotState, type PivotState, unreadableParts } from "@/lib/pivots/address";
import { askOf } from "@/lib/pivots/ask";
import { bookRows, bookState, notTabulated, questionOf } from "@/lib/pivots/book";
import { type BookSet, bookRefusal, setWords } from "@/lib/pivots/book-sets";
import { composedRefusal, requestsOf } from "@/lib/pivots/composed";
import type { Field } from "@/lib/pivots/fields";
import { type BookAsked, type BookStep, exportBook } from "./export-book";
import { type KnownProject, readProject } from "./read-project";

/** The job that makes a book; refused in a sentence where a table, its size or a question is not as it can be. */
export async function bookJob(context: SignedInContext<SessionViewer>, input: BookInput): Promise<JobToStart> {
  const asked = [input, ...input.others];
  const [first, ...rest] = asked.map(({ table }) => readTable(table));
  const { id, name } = await ownProject(context, first?.project ?? "");
  if (rest.some(({ project }) => project !== id)) {
    throw invalid({ others: "All tables of a book are of one project. Make another book of the other one." });
  }
  const known = await readProject({ context }, id);
  const sets = asked.map(({ table, questions }) => {
    const state = loadPivotState(table);
    refuseUnknown(state, known);
    const steps = stepsOf(known.fields, questions);
    const { columns, filter } = setWords(state, known.fields, known.questions);
    return { state, steps, words: { table, columns, filter }, dimensions: steps.map(({ dimension }) => dimension) };
  });
  const refusal = bookRefusal(sets, known.questions) ?? tableRefusal(sets);
  if (refusal) throw new AppError("invalid", refusal);
  const [words = { table: input.table, columns: "", filter: "" }, ...others] = sets.map((set) => set.words);
  const stored: BookAsked = {
    ...words,
    others,
    project: { id, name },
    leftOut: asked.some(({ questions }) => questions === undefined) ? notTabulated(known.fields) : [],
    settings: context.viewer.settings,
  };
  const items = sets.flatMap(({ steps, words: { columns, filter } }, set) =>
    steps.map((step) => ({
      key: JSON.stringify([set, step.dimension]),
      label: sets.length > 1 ? [step.title, columns, filter].filter(Boolean).join(" · ") : step.title,
      input: { ...step, set },
    })),
  );
  const many = `${items.length.toLocaleString("en")} ${items.length === 1 ? "table" : "tables"}`;
  return newJob(exportBook, { title: `Book of tables: ${many} of ${name}`, input: stored, items });
}

/** Why the tables of a set cannot be asked for: its columns and values, the same for each of its questions. */
function tableRefusal(sets: readonly BookSet[]): string | null {
  for (const { state, dimensions } of sets) {
    const own = bookState(state, dimensions[0] ?? "");
    const asked = askOf(own, "UTC");
    if (!asked) continue;
    const [request] = requestsOf(asked, own);
    const problem = composedRefusal(asked, own) ?? fetchData.body.safeParse(request).error?.issues[0]?.message;
    if (problem) return problem;
  }
  return null;
}

function readTable(table: BookInput["table"]): PivotState {
  const [unreadable] = unreadableParts(table);
  if (unreadable) throw invalid({ table: unreadable });
  const state = loadPivotState(table);
  if (state.project === null) throw invalid({ table: "The table names no project. Choose one." });
  return state;
}

/** What is the same in every table of a set is refused once, before any is made. */
function refuseUnknown(
  { columns, weight, filter }: PivotState,
  { specs, weights, fields, questions }: KnownProject,
): void {
  const unknown = columns.find((each) => !specs.dimensions.includes(each));
  if (unknown !== undefined) {
    throw invalid({
      table: `“${unknown}” cannot stand in the columns: this project has no such question. Take it out.`,
    });
  }
  if (weight !== null && weights.length > 0 && weights.every(({ id }) => id !== weight)) {
    throw invalid({ table: `This project has no weight “${weight}”. Choose another one.` });
  }
  // A service with questions of its own does not say what it filters by.
  const isOurs = fields.every(({ kind }) => kind !== null);
  const ids = new Set([RESPONSE_TIME, ...questions.map(({ id }) => id)]);
  const gone = questionsIn(filter).find((each) => !ids.has(each));
  if (isOurs && gone !== undefined) {
    throw invalid({ table: `“${gone}” is not a question of this project. Take the filter that names it out.` });
  }
}

function stepsOf(fields: readonly Field[], chosen: readonly string[] | undefined): BookStep[] {
  const offered = new Map(bookRows(fields).map((each) => [each.dimension, each.title]));
  const names = chosen ?? [...offered.keys()];
  const unknown = names.find((each) => !offered.has(each));
  if (unknown !== undefined) {
    throw invalid({ questions: `“${unknown}” cannot stand in the rows of a table. Leave it out.` });
  }
  if (names.length === 0) throw new AppError("invalid", "This project has no question that can stand in rows.");
  return names.map((dimension) => ({
    dimension,
    id: questionOf(dimension, fields),
    title: offered.get(dimension) ?? dimension,
  }));
}
