import { z } from "zod";
import { noQuery, operation } from "./operation";

/** What is ours: a whole list as a file, as its address narrows and orders it. */
const exportTables = ["surveys", "projects", "responses", "audit"] as const;
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

const exportInput = z.strictObject(
  {
    table: z.enum(exportTables, { error: `The table must be one of ${exportTables.join(", ")}.` }),
    /** The list operation's own query string, as an object; its pages are left out. */
    query: z
      .record(z.string(), z.string({ error: QUERY }), { error: QUERY })
      .refine((texts) => bytesOf(texts) <= MOST_QUERY_BYTES, {
        error: "The query is larger than 20 kB. Narrow the list with fewer values.",
      })
      .default({}),
    /** Columns of the list in their order; absent: all of them. */
    columns: z
      .array(column, { error: "The columns must be a list of names." })
      .min(1, { error: "Choose at least one column." })
      .max(100, { error: "Choose at most 100 columns." })
      .optional(),
    format: z.enum(exportFormats, { error: `The format must be one of ${exportFormats.join(", ")}.` }),
  },
  { error: "An export has a table, a format, and may have a query and columns." },
);
export type ExportInput = z.output<typeof exportInput>;

/** What is asked for when the file is too large to wait for. */
const started = z.object({ job: z.object({ id: z.uuid(), title: z.string() }) });

export const exportTable = operation({
  name: "exportTable",
  interface: "exports",
  method: "POST",
  path: "",
  summary: "A whole list as a file: a small one at once, a large one as work whose result is the file.",
  authentication: "token",
  // The list's own permission is asked beside it.
  permission: "surveys:read",
  query: noQuery,
  body: exportInput,
  response: { status: 200, schema: z.union([started, z.string()]) },
  reply: started,
  errors: [400, 403],
  rate: { bucket: "exports", limit: 10, windowMs: 1000 },
});
