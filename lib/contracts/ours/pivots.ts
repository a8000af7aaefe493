import * as z from "zod";
import * as calls from "../calls/pivots";
import { noQuery, operation } from "../operation";
import * as words from "../words";

/** What new tables of a project begin with. Ours. */
const ours = {
  authentication: "token",
  rate: { bucket: "pivots", limit: 20, windowMs: 1000 },
  errors: [400, 403, 404, 412],
} as const;

const projectId = words.text("Project", 200);

const MOST_OF_QUERY = 8000;
const query = z
  .string({ error: "query must be text, as in the address of the page Tables." })
  .max(MOST_OF_QUERY, {
    error: `The defaults must have at most ${MOST_OF_QUERY.toLocaleString("en")} characters. Take filters out.`,
  })
  .refine((text) => !text.includes("\u0000") && text.isWellFormed(), {
    error: "query contains a character that cannot be stored.",
  });

const defaultsSchema = z.object({
  /** Columns, values, weight, filter, base and tests as an address of Tables has them; null: none are set. */
  query: z.string().nullable(),
  /** E-mail of whoever set them last. */
  who: z.string().nullable(),
});
export type StoredDefaults = z.output<typeof defaultsSchema>;

export const getTableDefaults = operation({
  ...ours,
  ...calls.getTableDefaults,
  summary: "The banner, weight, filter, base and tests that new tables of a project begin with.",
  query: z.object({ project_id: projectId }),
  body: z.undefined(),
  response: { status: 200, schema: defaultsSchema },
  reply: defaultsSchema,
});

export const saveTableDefaults = operation({
  ...ours,
  ...calls.saveTableDefaults,
  summary:
    "Set what new tables of a project begin with, where it still is what was seen: else 412, and nothing changes.",
  query: noQuery,
  body: words.object("The body", {
    project_id: projectId,
    /** Null: none any more. */
    query: query.nullable(),
    /** What it was when it was opened. */
    seen: query.nullable(),
  }),
  response: { status: 200, schema: defaultsSchema },
  reply: defaultsSchema,
});
