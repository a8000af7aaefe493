import "server-only";
import * as z from "zod";
import { type JobItemState, jobItemStates } from "@/lib/contracts/terms/jobs";
import { fetchData } from "@/lib/gateway/pivot";
import { AppError } from "@/lib/http/problem";
import { type Kind, type ResultFile, StepEnded } from "@/lib/jobs/kind";
import { leftByStep, stepsIn } from "@/lib/jobs/stored-job";
import { whileItMayGoOn } from "@/lib/jobs/while-it-may";
import { loadPivotState, type PivotState } from "@/lib/pivots/address";
import { askOf } from "@/lib/pivots/ask";
import {
  answersLines,
  baseOf,
  bookIndex,
  bookSheet,
  bookState,
  newBook,
  type SetWords,
  sheetRefusal,
  type Tabulated,
} from "@/lib/pivots/book";
import { setWords } from "@/lib/pivots/book-sets";
import { readTables } from "@/lib/pivots/composed";
import { answersText, provenanceText } from "@/lib/pivots/provenance";
import { gridOf, madeOf, namesOf, remarksUnder, type TableRead } from "@/lib/pivots/shown-table";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { formatFor } from "@/lib/tables/format";
import { sheetsXlsx } from "@/lib/tables/sheets-xlsx";
import { XLSX_TYPE } from "@/lib/tables/xlsx";
import { type Reader, readProject } from "./read-project";
import { formatSettingsSchema, notTabulatedSchema, tabulatedSchema } from "./stored-tables";

const address = z.record(z.string(), z.string());

/** The sets of a book and what all its tables are made by. */
const askedSchema = z.object({
  /** That of the first set. */
  table: address,
  project: z.object({ id: z.string(), name: z.string() }),
  /** What the index says of the columns and the filter; older jobs do not say the filter. */
  columns: z.string(),
  filter: z.string().optional(),
  /** Further sets; older jobs have none. */
  others: z.array(z.object({ table: address, columns: z.string(), filter: z.string() })).optional(),
  /** What the index has after the steps, where every question was asked for; older jobs have no such list. */
  leftOut: z.array(notTabulatedSchema).optional(),
  settings: formatSettingsSchema,
});
export type BookAsked = z.output<typeof askedSchema>;
/** A step is one question of a set. `id` and `title` are its own, whatever part of its date stands in the rows. */
const stepSchema = z.object({
  dimension: z.string(),
  id: z.string(),
  title: z.string(),
  /** The place of its set; older jobs have the first alone. */
  set: z.int().min(0).optional(),
});
export type BookStep = z.output<typeof stepSchema>;

/** The sets of a job with the words that its index has. */
const setsOf = ({ table, columns, filter, others = [] }: BookAsked): (SetWords & { state: PivotState })[] =>
  [{ table, columns, filter }, ...others].map((set) => {
    const state = loadPivotState(set.table);
    // Without the project's questions a filter is said by their ids.
    const { base, filter: byIds } = setWords(state, [], []);
    return { state, base, columns: set.columns, filter: set.filter ?? byIds };
  });

/** A book of tables, a question a step. Nothing changes, so nothing is undone. */
export const exportBook: Kind<BookAsked, BookStep, null, Tabulated> = {
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

async function tabulate(reader: Reader, asked: BookAsked, step: BookStep): Promise<Tabulated> {
  const { dimension, id, title, set = 0 } = step;
  const { project, settings } = asked;
  const whole = setsOf(asked)[set]?.state;
  if (!whole) throw new StepEnded("refused", "Its set of sheets is not in this book.");
  const state = bookState(whole, dimension);
  const known = await readProject(reader, project.id);
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
  return { id, title, base: baseOf(made), sheet, answers, set };
}

/** The tables of a state, as the page reads them. */
async function readTable({ context, ...ending }: Reader, state: PivotState, timeZone: string): Promise<TableRead> {
  const asked = askOf(state, timeZone);
  if (!asked) throw new StepEnded("refused", "There is nothing to make a table of.");
  const read = (body: typeof asked) => fetchData(context, { projectId: asked.projectId, body, ...ending });
  const tables = await readTables(asked, state, read);
  return { tables, asked, state, timeZone, madeAt: Date.now() };
}

const unfinished: ReadonlySet<JobItemState> = new Set(["waiting", "running", "cancelled"]);

async function bookFile({ id, createdAt }: { id: string; createdAt: Date }, asked: BookAsked): Promise<ResultFile> {
  const notDone = jobItemStates.filter((state) => state !== "done");
  const reasons = new Map((await stepsIn(exportBook, id, notDone)).map((item) => [item.position, item]));
  if ([...reasons.values()].some(({ state }) => unfinished.has(state))) {
    throw new AppError("invalid", "This book is not complete: its file is there when it is done.");
  }
  const { total } = await store.countSteps(db(), id);
  const sets = setsOf(asked);
  const book = newBook(sets);
  for (let position = 0; position < total; position += 1) {
    const refused = reasons.get(position);
    if (refused) {
      book.leaveOut(refused.input, refused.message, refused.input.set ?? 0);
      continue;
    }
    book.add(await leftByStep(exportBook, id, position));
  }
  for (const each of asked.leftOut ?? []) book.leaveOut(each, each.reason, null);
  const about = [
    sets.length > 1
      ? `${sets.length} sets of sheets, each with its columns and filter`
      : asked.columns
        ? `Columns: ${asked.columns}`
        : "Without questions in the columns",
    `Begun ${formatFor(asked.settings).instant(createdAt.toISOString())}`,
    ...answersLines(book.answers),
  ];
  const { table, links } = bookIndex({ project: asked.project.name, about }, book.entries);
  const content = await sheetsXlsx([{ name: "Index", table, links }, ...book.sheets], asked.settings);
  return { name: `Book of tables ${createdAt.toISOString().slice(0, 10)}.xlsx`, type: XLSX_TYPE, content };
}
