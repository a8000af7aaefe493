import "server-only";
import * as z from "zod";
import type { SessionViewer } from "@/lib/auth/viewer";
import {
  type ExportFormat,
  type ExportInput,
  type ExportTableName,
  exportInputSchema,
} from "@/lib/contracts/ours/exports";
import { FORBIDDEN, may } from "@/lib/contracts/rules/permissions";
import type { SignedInContext } from "@/lib/gateway/call";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { type JobToStart, type Kind, newJob, type ResultFile, StepEnded } from "@/lib/jobs/kind";
import { leftByStep } from "@/lib/jobs/stored-job";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { fileCells, fileColumns, unknownColumns } from "@/lib/tables/column";
import type { Cell } from "@/lib/tables/csv";
import { formatFor } from "@/lib/tables/format";
import { XLSX_MOST_ROWS } from "@/lib/tables/xlsx";
import { fileHeadSchema, tableFile } from "./export-file";
import { type Chunk, chunkSchema, type ExportSource, exportSources } from "./export-sources";
import { cellSchema } from "./stored-tables";

/** What an export was asked for, and what its file begins with. */
const askedSchema = fileHeadSchema.extend({
  ...exportInputSchema.pick({ table: true, query: true }).shape,
  columns: z.array(z.string()).nullable(),
});
type Asked = z.output<typeof askedSchema>;
/** A step is its rows: what is asked for stands once, with the job. */
const stepSchema = z.object({ chunk: chunkSchema });
type Step = z.output<typeof stepSchema>;
const leftSchema = z.object({ rows: z.array(z.array(cellSchema)) });
type Left = z.output<typeof leftSchema>;

/** Reading a whole list into rows of a file, a chunk a step. Nothing changes, so nothing is undone. */
export const exportTable: Kind<Asked, Step, null, Left> = {
  kind: "export table",
  result: "file",
  permission: "surveys:read",
  // Whoever wants the file again exports it again: its rows are many, and they age.
  keptDays: 7,
  stored: { input: askedSchema, step: stepSchema, before: z.null(), after: leftSchema },
  step: async (context, item, _, { input: asked }) => {
    const { chunk } = item.input;
    if (!may(context.viewer.role, exportSources[asked.table].permission)) {
      throw new StepEnded("refused", "The role of who started this does not allow it any more.");
    }
    return { rows: await readRows(context, asked, chunk) };
  },
  settle: async () => "not done",
  resultFile: async ({ id, input, createdAt }, { viewer }) => {
    const { permission } = exportSources[input.table];
    if (!may(viewer.role, permission)) throw new AppError("forbidden", FORBIDDEN);
    const { total, done } = await store.countSteps(db(), id);
    if (done < total) throw new AppError("invalid", "This export is not complete: its file is there when it is done.");
    return tableFile(input, createdAt, rowsOfSteps(id, total));
  },
};

async function readRows(context: SignedInContext, asked: Asked, chunk: Chunk): Promise<Cell[][]> {
  const read = await exportSources[asked.table].read(context, asked.query, chunk);
  const how = { form: asked.format, format: formatFor(asked.settings) };
  return read((columns, rows) => {
    const chosen = fileColumns(columns, asked.columns, asked.format);
    return rows.map((row) => fileCells(chosen, row, how));
  });
}

async function* rowsOfSteps(jobId: string, steps: number): AsyncGenerator<Cell[][]> {
  for (let position = 0; position < steps; position += 1) {
    yield (await leftByStep(exportTable, jobId, position)).rows;
  }
}

const things: Record<ExportTableName, { title: string; many: string }> = {
  surveys: { title: "Surveys", many: "surveys" },
  projects: { title: "Projects", many: "projects" },
  responses: { title: "Responses", many: "responses" },
  "field-sessions": { title: "Sessions", many: "sessions" },
  respondents: { title: "Respondents", many: "respondents" },
  audit: { title: "Audit", many: "audit entries" },
};

const formatNames: Record<ExportFormat, string> = { csv: "CSV", "csv-full": "CSV with full values", xlsx: "XLSX" };

/** Up to so many rows are written while the person waits. */
const MOST_AT_ONCE = 2000;
const MOST_ROWS = 1_000_000;

/** A small list as a file, a large one as a job whose result is the file. */
export async function exportList(
  context: SignedInContext<SessionViewer>,
  input: ExportInput,
): Promise<{ file: ResultFile } | { job: JobToStart }> {
  const source = exportSources[input.table];
  if (!may(context.viewer.role, source.permission)) throw new AppError("forbidden", FORBIDDEN);
  const asked = await describeFile(context, { ...input, query: knownQuery(source, input.query) });
  const { total, chunks } = await source.plan(context, asked.query);
  refuseTooMany(total, input.format);
  if (total <= MOST_AT_ONCE) return { file: await fileNow(context, asked, chunks) };
  return { job: jobOf(asked, total, chunks) };
}

/** What the list's own query knows: whatever else was sent is neither read nor kept. */
const knownQuery = ({ keys }: ExportSource, query: ExportInput["query"]): ExportInput["query"] =>
  Object.fromEntries(Object.entries(query).filter(([key]) => keys.includes(key)));

/** The file's columns, or a sentence about one that the list does not have. */
async function describeFile(context: SignedInContext<SessionViewer>, input: ExportInput): Promise<Asked> {
  const { table, query, format } = input;
  const columns = input.columns ? [...new Set(input.columns)] : null;
  const read = await exportSources[table].head(context, query);
  const heads = read((known) => {
    const [unknown] = unknownColumns(known, columns ?? []);
    if (unknown !== undefined) {
      throw invalid({ columns: `This list has no column “${unknown}”. Leave it out and export again.` });
    }
    return fileColumns(known, columns, format).map(({ header, kind }) => ({ header, kind }));
  });
  return { title: things[table].title, table, query, columns, format, heads, settings: context.viewer.settings };
}

function refuseTooMany(total: number, format: ExportFormat): void {
  const most = format === "xlsx" ? XLSX_MOST_ROWS : MOST_ROWS;
  if (total <= most) return;
  const number = (value: number) => value.toLocaleString("en");
  const instead = format === "xlsx" && total <= MOST_ROWS ? ", or export it as CSV" : "";
  throw new AppError(
    "invalid",
    `This list has ${number(total)} rows, and a file of this kind takes ${number(most)} at most. Narrow the list${instead}.`,
  );
}

/** All rows are read before the first is sent, so that what fails is a sentence and not half a file. */
async function fileNow(context: SignedInContext, asked: Asked, chunks: Chunk[]): Promise<ResultFile> {
  const read: Cell[][][] = [];
  for (const chunk of chunks) read.push(await readRows(context, asked, chunk));
  return tableFile(asked, new Date(), each(read));
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

function jobOf(asked: Asked, total: number, chunks: Chunk[]): JobToStart {
  const { table, format } = asked;
  const { many } = things[table];
  const items = chunks.map((chunk, at) => ({
    key: String(at + 1),
    label: `Part ${at + 1} of ${chunks.length}`,
    input: { chunk },
  }));
  const title = `Export ${total.toLocaleString("en")} ${many} as ${formatNames[format]}`;
  return newJob(exportTable, { title, input: asked, items });
}
