import * as z from "zod";
import * as calls from "../calls/imports";
import { fileLayoutSchema, importBroughtSchema, importPlanSchema } from "../interfaces/answers";
import { noBody, noQuery, operation } from "../operation";
import { delimiters, importModes, missingKinds, revisionModes } from "../terms/answers";
import { MOST_FILE_BYTES } from "../terms/imports";
import * as words from "../words";
import { jobSchema } from "./jobs";

/**
 * Files of answers: sent, looked at, tried, imported, undone. What `/api/imports` answers; a file that was sent belongs
 * to who sent it, and to one project.
 */
const own = {
  authentication: "token",
  rate: { bucket: "own imports", limit: 20, windowMs: 1000 },
} as const;

/** A plan for thousands of columns. */
const MOST_PLAN_BYTES = 32 * 1024 * 1024;

const projectId = words.text("project_id", 200);
const fileId = z.uuid({ error: "Name the file by the id that it got when it was sent." });
const mode = z.enum(importModes, { error: `The mode must be one of ${importModes.join(", ")}.` });

const sentFile = z.object({ id: z.uuid(), name: z.string(), bytes: z.int(), project_id: z.string() });
export type SentFile = z.output<typeof sentFile>;

export const sendFile = operation({
  ...own,
  ...calls.sendFile,
  summary: "Send a file of answers for a project: its bytes are the body, as application/octet-stream.",
  query: z.object({
    project_id: projectId,
    /** What the person calls it; its ending has to fit. */
    name: words.text("name", 300),
  }),
  body: noBody,
  takesBytes: true,
  maxBodyBytes: MOST_FILE_BYTES,
  response: { status: 201, schema: sentFile },
  reply: sentFile,
  errors: [400, 403, 404, 413],
});

const problem = z.object({
  /** As a person finds it in the file. */
  row: z.int(),
  /** Null where the row as a whole is meant. */
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string(),
});

const sampleAnswer = z.union([
  z.number(),
  z.string(),
  z.array(z.number()),
  z.object({ missing: z.enum(missingKinds) }),
]);

/** Where a table stands in its file; a person can choose another sheet, header or delimiter. */
const table = z.object({
  /** Of a workbook. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** Of a text. */
  delimiter: z.enum(delimiters).nullable(),
  /** The first row of the header, and how many it has. */
  header_row: z.int(),
  header_rows: z.int(),
  /** The first rows of the file that are not blank, shortened. */
  rows: z.array(z.object({ row: z.int(), text: z.string() })),
});
export type LookedTable = z.output<typeof table>;

const looked = z.object({
  file: sentFile,
  format: z.string(),
  /** Null where the format itself says which columns there are. */
  table: table.nullable(),
  columns: z.array(z.object({ name: z.string(), label: z.string().nullable() })),
  /** What a person should know of how the file is read: encoding, sheet, repeated names. */
  notices: z.array(z.string()),
  plan: importPlanSchema,
  /** Why the plan cannot be carried out, a sentence each. */
  problems: z.array(z.string()),
  /** The first rows as the plan reads them; dates are instants. */
  sample: z.array(
    z.union([
      z.object({
        row: z.int(),
        id: z.string().nullable(),
        time: z.iso.datetime().nullable(),
        end: z.iso.datetime().nullable(),
        /** In the order of the plan's questions. */
        answers: z.array(sampleAnswer),
        weights: z.array(z.number().nullable()),
        /** As the file has them, in the order of its columns; long ones cut. */
        cells: z.array(z.string()),
      }),
      z.object({ row: z.int(), refused: z.string() }),
    ]),
  ),
  /** Columns that a person should look at, and why. */
  looks: z.array(z.object({ column: z.string(), reason: z.string() })),
});
export type LookedFile = z.output<typeof looked>;

export const guessImport = operation({
  ...own,
  ...calls.guessImport,
  summary: "What a file looks like: a plan of how to read it, or the plan given, on a sample of its rows.",
  query: noQuery,
  body: words.object("The body", {
    file: fileId,
    plan: importPlanSchema.optional(),
    /** For a plan that is guessed; a plan that is given says it itself. */
    layout: fileLayoutSchema.optional(),
    mode: mode.default("append"),
  }),
  maxBodyBytes: MOST_PLAN_BYTES,
  response: { status: 200, schema: looked },
  reply: looked,
  errors: [400, 403, 404],
});

export const MOST_LISTED = 200;

const named = z.object({ count: z.int(), first: z.array(z.string()) });

/** What an import would do to the project, in figures. */
const effect = z.object({
  /** Responses that the project has, and would have. */
  now: z.int(),
  after: z.int(),
  brought: importBroughtSchema,
  /** Questions by their ids, the first of them named. */
  questions: z.object({ added: named, changed: named, gone: named }),
  /** Kept rows whose id a later row of the file has too: that one counts. */
  repeated: z.int(),
  /** The column of these ids; null: rows have none. */
  id_column: z.string().nullable().default(null),
  /** Responses excluded for quality, and how many of them stay so. */
  excluded: z.int(),
  excluded_after: z.int(),
});
export type ImportEffect = z.output<typeof effect>;

/** Ids of a file and of the project's completed sessions, each counted once. */
const sessionJoin = z.object({ matched: z.int(), file_only: z.int(), sessions_only: z.int() });
export type SessionJoin = z.output<typeof sessionJoin>;

const checked = z.object({
  /** `kept`, `refused`, `left_out` and `blank` add up to `rows`; `reported` counts cells of kept rows. */
  rows: z.int(),
  kept: z.int(),
  refused: z.int(),
  /** Dry runs that ended before these rows were counted say nothing of them. */
  blank: z.int().default(0),
  /** Previews, tests and unfinished responses. */
  left_out: z.int().default(0),
  reported: z.int(),
  first: z.object({ refused: z.array(problem), reported: z.array(problem) }),
  notices: z.array(z.string()),
  /** Why an import by this plan would stop, because nearly all rows are refused; null: it would go on. */
  stop: z.string().nullable().default(null),
  effect,
  /** Null: the file has no ids, or no session of the project is complete. */
  sessions: sessionJoin.nullable().default(null),
});
export type CheckedFile = z.output<typeof checked>;

/** `list`: names the file with all refused and reported rows, and ids on one side only, kept for a week. */
export const triedFileSchema = checked.extend({ list: z.uuid() });
export type TriedFile = z.output<typeof triedFileSchema>;

const planned = { file: fileId, plan: importPlanSchema, mode };

export const checkImport = operation({
  ...own,
  ...calls.checkImport,
  summary:
    "Read the whole file, of up to 20 MB, by a plan without importing it: what would be kept, and what refused where and why.",
  query: noQuery,
  body: words.object("The body", planned),
  maxBodyBytes: MOST_PLAN_BYTES,
  response: { status: 200, schema: triedFileSchema },
  reply: triedFileSchema,
  errors: [400, 403, 404],
});

export const listOfDryRun = operation({
  ...own,
  ...calls.listOfDryRun,
  summary:
    "Every row and cell that a dry run refused or reported, and every id that only the file or only the sessions have, with row, column, value and reason, as CSV.",
  query: z.object({ id: z.uuid({ error: "Name the list by the id that the dry run gave." }) }),
  body: noBody,
  response: { status: 200, schema: z.unknown() },
  reply: z.unknown(),
  errors: [400, 403, 404],
});

const importInput = words.object("The body", {
  ...planned,
  /** Made by whoever asks: a second request with it answers with the work that the first one started. */
  request_id: z.uuid({ error: "The request's id must be a UUID." }).optional(),
});
export type ImportInput = z.output<typeof importInput>;

export const startCheck = operation({
  ...own,
  ...calls.startCheck,
  summary: "Start reading a file of any size by a plan without importing it.",
  query: noQuery,
  body: importInput,
  maxBodyBytes: MOST_PLAN_BYTES,
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403, 404],
});

const check = z.object({
  /** It goes no further by itself, with a result or without one. */
  is_over: z.boolean(),
  /** How far it is, or why there is no result; null: it waits for a worker. */
  message: z.string().nullable(),
  result: triedFileSchema.nullable(),
});
export type Check = z.output<typeof check>;

export const getCheck = operation({
  ...own,
  ...calls.getCheck,
  summary: "How far a dry run that was started is, and what it found.",
  query: z.object({ id: z.uuid({ error: "Name the dry run by the id of its job." }) }),
  body: noBody,
  response: { status: 200, schema: check },
  reply: check,
  errors: [400, 403, 404],
});

export const startImport = operation({
  ...own,
  ...calls.startImport,
  summary: "Start importing a file by a plan.",
  query: noQuery,
  body: importInput,
  maxBodyBytes: MOST_PLAN_BYTES,
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403, 404],
});

const revision = z.object({
  id: z.int(),
  mode: z.enum(revisionModes),
  state: z.enum(["writing", "visible", "undone", "failed", "superseded"]),
  /** The project's sessions, which nobody asked for at that moment. */
  automatic: z.boolean(),
  /** Whether its answers are the ones that everybody reads. */
  current: z.boolean(),
  can_undo: z.boolean(),
  /** Whether the answers before it are kept: it can be undone, if need be after the later ones. */
  before_kept: z.boolean(),
  brought: importBroughtSchema.nullable(),
  file_name: z.string(),
  rows: z.int(),
  refused: z.int(),
  responses: z.int(),
  problem: z.string().nullable(),
  who: z.string(),
  at: z.iso.datetime(),
});

const revisions = z.object({ revisions: z.array(revision) });
export type Revisions = z.output<typeof revisions>;

export const listImports = operation({
  ...own,
  ...calls.listImports,
  summary: "The imports of a project, newest first.",
  query: z.object({ project_id: projectId }),
  body: noBody,
  response: { status: 200, schema: revisions },
  reply: revisions,
  errors: [400, 404],
});

const undone = revisions.extend({
  /** Later edits of the fields that a change of set-up had changed, a sentence a question: they are not taken back. */
  stayed: z.array(z.string()),
});
export type Undone = z.output<typeof undone>;

export const undoImport = operation({
  ...own,
  ...calls.undoImport,
  summary: "Go back to the answers and questions before the newest import or change of set-up.",
  query: noQuery,
  body: words.object("The body", {
    project_id: projectId,
    revision: z.int({ error: "Name the import by its number." }),
  }),
  response: { status: 200, schema: undone },
  reply: undone,
  errors: [400, 403, 404],
});

const projectSessions = z.object({
  /** Why the sessions of this project are not here, as a sentence; null: they are. */
  refusal: z.string().nullable(),
  /** How many count as completes. */
  completes: z.int(),
  /** Whether they are imported by themselves as they complete. */
  keeps: z.boolean(),
  /** Why they could not be at the last try. */
  problem: z.string().nullable(),
  /** Their newest import; null: none is visible. */
  imported: z.object({ rows: z.int(), at: z.iso.datetime() }).nullable(),
  /** Whether an import would change nothing. */
  is_current: z.boolean(),
});
export type ProjectSessionsView = z.output<typeof projectSessions>;

const ofSessions = { ...own, errors: [400, 403, 404] } as const;

export const getProjectSessions = operation({
  ...ofSessions,
  ...calls.getProjectSessions,
  summary: "The completed sessions of a project's surveys, and how far they are in its answers.",
  query: z.object({ project_id: projectId }),
  body: noBody,
  response: { status: 200, schema: projectSessions },
  reply: projectSessions,
});

export const importSessions = operation({
  ...ofSessions,
  ...calls.importSessions,
  summary: "Start importing the completed sessions of a project's surveys into its answers, by the session's id.",
  query: noQuery,
  body: words.object("The body", { project_id: projectId }),
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
});

export const keepSessions = operation({
  ...ofSessions,
  ...calls.keepSessions,
  summary: "Whether a project's sessions are imported into its answers by themselves as they complete.",
  query: noQuery,
  body: words.object("The body", {
    project_id: projectId,
    keeps: z.boolean({ error: "keeps must be true or false." }),
  }),
  response: { status: 200, schema: projectSessions },
  reply: projectSessions,
});
