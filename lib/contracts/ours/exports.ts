import * as z from "zod";
import * as calls from "../calls/exports";
import { noQuery, operation } from "../operation";
import { MOST_BOOK_SETS, MOST_SHEETS } from "../terms/exports";
import * as words from "../words";

/** What is ours: a whole list as a file, as its address narrows and orders it. */
const exportTables = ["surveys", "projects", "responses", "field-sessions", "respondents", "audit"] as const;
export type ExportTableName = (typeof exportTables)[number];

/** Texts as on the screen, full values, a spreadsheet's own numbers. */
const exportFormats = ["csv", "csv-full", "xlsx"] as const;
export type ExportFormat = (typeof exportFormats)[number];

const column = z
  .string({ error: "Each column must be named by a text." })
  .max(100, { error: "The name of a column has at most 100 characters." });

const QUERY = "The query must be an object of texts, as in the list's address.";

/** A list's filters with a few hundred ids; it is kept with the work that it begins. */
const MOST_QUERY_BYTES = 20_000;
const bytesOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).reduce((sum, [key, text]) => sum + new TextEncoder().encode(key + text).length, 0);

export const exportInputSchema = z.strictObject(
  {
    table: z.enum(exportTables, { error: `The table must be one of ${exportTables.join(", ")}.` }),
    /** The list operation's own query string, as an object; its pages are left out. */
    query: words
      .record("query", { key: z.string(), value: z.string({ error: QUERY }), most: 200, error: () => QUERY })
      .refine((texts) => bytesOf(texts) <= MOST_QUERY_BYTES, {
        error: "The query is larger than 20 kB. Narrow the list with fewer values.",
      })
      .default({}),
    /** Columns of the list in their order; absent: all of them. */
    columns: words
      .list("columns", column, { most: 100, tooMany: "Choose at most 100 columns." })
      .min(1, { error: "Choose at least one column." })
      .optional(),
    format: z.enum(exportFormats, { error: `The format must be one of ${exportFormats.join(", ")}.` }),
  },
  { error: "An export has a table, a format, and may have a query and columns." },
);
export type ExportInput = z.output<typeof exportInputSchema>;

const dimension = z
  .string({ error: "Each question must be named by a text." })
  .max(250, { error: "The name of a question has at most 250 characters." });

const TABLE = "The table must be an object of texts, as in the address of the page Tables.";

/** Sheets by the columns and filter of one table, a question each. */
const bookSet = {
  /** A table as its address says it; whose rows do not matter. */
  table: words
    .record("table", { key: z.string(), value: z.string({ error: TABLE }), most: 200, error: () => TABLE })
    .refine((texts) => bytesOf(texts) <= MOST_QUERY_BYTES, {
      error: "The table's address is larger than 20 kB. Take filters out.",
    }),
  /** What stands in the rows, a table each, as `fetchSpecs` names it; absent: every question that can. */
  questions: words
    .list("questions", dimension, {
      most: MOST_SHEETS,
      tooMany: `A book has at most ${MOST_SHEETS.toLocaleString("en")} questions. Choose fewer of them.`,
    })
    .min(1, { error: "Choose at least one question." })
    .refine((names) => new Set(names).size === names.length, { error: "Name each question once." })
    .optional(),
};

const bookInput = z.strictObject(
  {
    ...bookSet,
    /** Further sets of sheets of the same project. */
    others: words
      .list("others", z.strictObject(bookSet, { error: "A set of sheets has a table, and may have questions." }), {
        most: MOST_BOOK_SETS - 1,
        tooMany: `A book has at most ${MOST_BOOK_SETS} sets of sheets. Remove some.`,
      })
      .default([]),
  },
  { error: "A book of tables has a table, and may have questions and other sets of sheets." },
);
/** As it is sent: what is left out has its usual value. */
export type BookToStart = z.input<typeof bookInput>;
export type BookInput = z.output<typeof bookInput>;

/** What is asked for when the file is too large to wait for. */
const started = z.object({ job: z.object({ id: z.uuid(), title: z.string() }) });

export const exportTable = operation({
  ...calls.exportTable,
  summary: "A whole list as a file: a small one at once, a large one as a job whose result is the file.",
  authentication: "token",
  // The list's own permission is asked beside it.
  query: noQuery,
  body: exportInputSchema,
  response: { status: 200, schema: z.union([started, z.string()]) },
  reply: started,
  errors: [400, 403],
  rate: { bucket: "exports", limit: 10, windowMs: 1000 },
});

export const exportBook = operation({
  ...calls.exportBook,
  summary:
    "Starts a book of tables: questions by the columns and filters of tables, a sheet each, as a job whose result is an XLSX.",
  authentication: "token",
  query: noQuery,
  body: bookInput,
  response: { status: 200, schema: started },
  reply: started,
  errors: [400, 403, 404],
  rate: { bucket: "exports", limit: 10, windowMs: 1000 },
});
