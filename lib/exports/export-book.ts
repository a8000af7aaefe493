import "server-only";
import * as z from "zod";
import { listQuestions } from "@/lib/answers/questions/questions";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BookInput } from "@/lib/contracts/ours/exports";
import { MOST_SHEETS } from "@/lib/contracts/terms/exports";
import { type JobItemState, jobItemStates } from "@/lib/contracts/terms/jobs";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { fetchData, fetchSpecs } from "@/lib/gateway/pivot";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { type JobToStart, type Kind, newJob, type ResultFile, StepEnded } from "@/lib/jobs/kind";
import { leftByStep, stepsIn } from "@/lib/jobs/stored-job";
import { whileItMayGoOn } from "@/lib/jobs/while-it-may";
import { loadPivotState, type PivotState, unreadableParts } from "@/lib/pivots/address";
import { askOf } from "@/lib/pivots/ask";
import {
  answersLines,
  baseOf,
  bookColumns,
  bookIndex,
  bookRows,
  bookSheet,
  bookState,
  newBook,
  notTabulated,
  questionOf,
  sheetRefusal,
  type Tabulated,
} from "@/lib/pivots/book";
import { readTables } from "@/lib/pivots/composed";
import { type Field, fieldsOf } from "@/lib/pivots/fields";
import { answersText, provenanceText } from "@/lib/pivots/provenance";
import { gridOf, madeOf, namesOf, remarksUnder, type TableRead } from "@/lib/pivots/shown-table";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { formatFor } from "@/lib/tables/format";
import { sheetsXlsx } from "@/lib/tables/sheets-xlsx";
import { XLSX_TYPE } from "@/lib/tables/xlsx";
import { formatSettingsSchema, notTabulatedSchema, tabulatedSchema } from "./stored-tables";

/** What every table of a book is made by. */
const askedSchema = z.object({
  table: z.record(z.string(), z.string()),
  project: z.object({ id: z.string(), name: z.string() }),
  /** What the index says of the columns. */
  columns: z.string(),
  /** What the index has after the steps, where every question was asked for; older jobs have no such list. */
  leftOut: z.array(notTabulatedSchema).optional(),
  settings: formatSettingsSchema,
});
type Asked = z.output<typeof askedSchema>;
/** A step is one question. `id` and `title` are its own, whatever part of its date stands in the rows. */
const stepSchema = z.object({ dimension: z.string(), id: z.string(), title: z.string() });
type Step = z.output<typeof stepSchema>;

/** A book of tables, a question a step. Nothing changes, so nothing is undone. */
export const exportBook: Kind<Asked, Step, null, Tabulated> = {
  kind: "export book",
  result: "file and outcomes",
  permission: "answers:read",
  keptDays: 7,
  stored: { input: askedSchema, step: stepSchema, before: z.null(), after: tabulatedSchema },
  step: (context, item, _, { input, mayGoOn }) =>
    whileItMayGoOn(mayGoOn, (signal) => tabulate({ context, signal }, input, item.input)),
  settle: async () => "not done",
  resultFile: ({ id, input, createdAt }) => bookFile({ id, createdAt }, input),
};

type Known = Awaited<ReturnType<typeof knownOf>>;

/** The questions and weights of a project, and what tables can be made of. */
async function knownOf({ context, ...ending }: Reader, projectId: string) {
  const [{ questions, weights }, specs] = await Promise.all([
    listQuestions(context, projectId),
    fetchSpecs(context, { projectId, body: { projectId }, ...ending }),
  ]);
  return { questions, weights, specs, fields: fieldsOf(specs, questions) };
}

/** Who reads, and what ends the reading. */
type Reader = { context: SignedInContext; signal?: AbortSignal };

async function tabulate(reader: Reader, asked: Asked, { dimension, id, title }: Step): Promise<Tabulated> {
  const { project, settings } = asked;
  const whole = loadPivotState(asked.table);
  const state = bookState(whole, dimension);
  const known = await knownOf(reader, project.id);
  const read = await readTable(reader, state, state.zone ?? settings.timeZone);
  const names = namesOf(read, known);
  const made = madeOf(read, { names, ...known });
  const grid = gridOf(read, made);
  const refusal = sheetRefusal(grid);
  if (refusal) throw new StepEnded("refused", refusal);
  const format = formatFor(settings);
  const { provenance } = made.table;
  const data = [provenanceText(provenance, names.weight, format)];
  const remarks = remarksUnder(read, { made, names, data, questions: known.questions, notes: grid.notes, format });
  const sheet = bookSheet({
    ...{ title: `${id}: ${title}`, project: project.name, made, grid, remarks },
    isOfColumns: whole.columns.includes(dimension),
  });
  const answers = provenance ? answersText(provenance, names.weight, format) : null;
  return { id, title, base: baseOf(made), sheet, answers };
}

/** The tables of a state, as the page reads them. */
async function readTable({ context, ...ending }: Reader, state: PivotState, timeZone: string): Promise<TableRead> {
  const asked = askOf(state, timeZone);
  if (!asked) throw new StepEnded("refused", "There is nothing to make a table of.");
  const read = (body: typeof asked) => fetchData(context, { projectId: asked.projectId, body, ...ending });
  const tables = await readTables(asked, state, read);
  return { tables, asked, state, timeZone, madeAt: Date.now() };
}

/** The job that makes a book; refused in a sentence where the table or a question cannot be read. */
export async function bookJob(context: SignedInContext<SessionViewer>, input: BookInput): Promise<JobToStart> {
  const [unreadable] = unreadableParts(input.table);
  if (unreadable) throw invalid({ table: unreadable });
  const state = loadPivotState(input.table);
  if (state.project === null) throw invalid({ table: "The table names no project. Choose one." });
  const { id, name } = await ownProject(context, state.project);
  const known = await knownOf({ context }, id);
  refuseUnknown(state, known);
  const steps = stepsOf(known.fields, input.questions);
  const asked: Asked = {
    table: input.table,
    project: { id, name },
    columns: bookColumns(state, known.fields),
    leftOut: input.questions ? [] : notTabulated(known.fields),
    settings: context.viewer.settings,
  };
  const items = steps.map((step) => ({ key: step.dimension, label: step.title, input: step }));
  const many = `${items.length.toLocaleString("en")} ${items.length === 1 ? "question" : "questions"}`;
  return newJob(exportBook, { title: `Book of tables: ${many} of ${name}`, input: asked, items });
}

/** What is the same in every table is refused once, before any is made. */
function refuseUnknown({ columns, weight }: PivotState, { specs, weights }: Known): void {
  const unknown = columns.find((each) => !specs.dimensions.includes(each));
  if (unknown !== undefined) {
    throw invalid({
      table: `“${unknown}” cannot stand in the columns: this project has no such question. Take it out.`,
    });
  }
  if (weight !== null && weights.length > 0 && weights.every(({ id }) => id !== weight)) {
    throw invalid({ table: `This project has no weight “${weight}”. Choose another one.` });
  }
}

function stepsOf(fields: readonly Field[], chosen: readonly string[] | undefined): Step[] {
  const offered = new Map(bookRows(fields).map((each) => [each.dimension, each.title]));
  const names = chosen ?? [...offered.keys()];
  const unknown = names.find((each) => !offered.has(each));
  if (unknown !== undefined) {
    throw invalid({ questions: `“${unknown}” cannot stand in the rows of a table. Leave it out.` });
  }
  if (names.length === 0) throw new AppError("invalid", "This project has no question that can stand in rows.");
  if (names.length > MOST_SHEETS) {
    throw invalid({ questions: `A book has at most ${MOST_SHEETS.toLocaleString("en")} questions. Choose some.` });
  }
  return names.map((dimension) => ({
    dimension,
    id: questionOf(dimension, fields),
    title: offered.get(dimension) ?? dimension,
  }));
}

const unfinished: ReadonlySet<JobItemState> = new Set(["waiting", "running", "cancelled"]);

async function bookFile({ id, createdAt }: { id: string; createdAt: Date }, asked: Asked): Promise<ResultFile> {
  const notDone = jobItemStates.filter((state) => state !== "done");
  const reasons = new Map((await stepsIn(exportBook, id, notDone)).map((item) => [item.position, item]));
  if ([...reasons.values()].some(({ state }) => unfinished.has(state))) {
    throw new AppError("invalid", "This book is not complete: its file is there when it is done.");
  }
  const { total } = await store.countSteps(db(), id);
  const book = newBook();
  for (let position = 0; position < total; position += 1) {
    const refused = reasons.get(position);
    if (refused) {
      book.leaveOut(refused.input, refused.message);
      continue;
    }
    book.add(await leftByStep(exportBook, id, position));
  }
  for (const each of asked.leftOut ?? []) book.leaveOut(each, each.reason);
  const about = [
    asked.columns ? `Columns: ${asked.columns}` : "Without questions in the columns",
    `Begun ${formatFor(asked.settings).instant(createdAt.toISOString())}`,
    ...answersLines(book.answers),
  ];
  const { table, links } = bookIndex({ project: asked.project.name, about }, book.entries);
  const content = await sheetsXlsx([{ name: "Index", table, links }, ...book.sheets], asked.settings);
  return { name: `Book of tables ${createdAt.toISOString().slice(0, 10)}.xlsx`, type: XLSX_TYPE, content };
}
