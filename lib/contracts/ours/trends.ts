import * as z from "zod";
import { isDay } from "../calendar/days";
import * as calls from "../calls/trends";
import { noQuery, operation } from "../operation";
import { MAX_NOTE } from "../terms/trends";
import { sentAs } from "../wire-shape";
import * as words from "../words";

/** How far a project's trends reach, and notes on its dates. Ours. */
const ours = {
  authentication: "token",
  rate: { bucket: "trends", limit: 20, windowMs: 1000 },
} as const;
const reading = { ...ours, body: z.undefined() } as const;
const writing = { ...ours, query: noQuery } as const;

const projectId = words.text("Project", 200);

export const MOST_NOTES = 1000;

const day = words.text("Day", 10).refine(isDay, { error: "Day must be a date such as 2031-02-28." });

const noteText = words.text("Note", MAX_NOTE).transform((text) => text.trim());

const noteSchema = z.object({
  id: z.string(),
  project_id: z.string(),
  /** YYYY-MM-DD, by whatever clock the trend is read. */
  day: z.string(),
  text: z.string(),
  /** E-mail of whoever wrote it last. */
  who: z.string(),
});
export type TrendNote = z.output<typeof noteSchema>;
const notesSchema = z.object({ notes: z.array(noteSchema) });

const instant = z.iso.datetime();

const extentSchema = z.object({
  /** Questions that have a mean, by their ids. */
  questions: z.array(z.string()),
  /** When the first and the last answer was given that a trend can draw; null: none has a time. */
  answered: z.object({ first: instant, last: instant }).nullable(),
  /** Responses that count; those excluded for quality that count as well, and those that do not. */
  counted: z.int(),
  included: z.int(),
  excluded: z.int(),
});
export type TrendExtent = z.output<typeof extentSchema>;
const extentReplySchema = z.object({ extent: extentSchema.nullable() });

export const getTrendExtent = operation({
  ...reading,
  ...calls.getTrendExtent,
  summary: "How far a project's answers reach in time; null where another service draws its trends.",
  query: z.object({
    project_id: projectId,
    /** Whether responses excluded for quality count. */
    include_excluded: sentAs(
      { type: "boolean" },
      z
        .enum(["true", "false"], { error: "include_excluded must be true or false." })
        .transform((value) => value === "true"),
    ).optional(),
  }),
  response: { status: 200, schema: extentReplySchema },
  reply: extentReplySchema,
  errors: [400, 404],
});

export const listTrendNotes = operation({
  ...reading,
  ...calls.listTrendNotes,
  summary: "The notes on a project's dates, earliest first.",
  query: z.object({ project_id: projectId }),
  response: { status: 200, schema: notesSchema },
  reply: notesSchema,
  errors: [400, 404],
});

export const addTrendNote = operation({
  ...writing,
  ...calls.addTrendNote,
  summary: "Note what happened on a day: everybody who reads the project's trends sees it.",
  body: words.object("The body", {
    project_id: projectId,
    day,
    text: noteText,
  }),
  response: { status: 201, schema: noteSchema },
  reply: noteSchema,
  errors: [400, 403, 404],
});

export const updateTrendNote = operation({
  ...writing,
  ...calls.updateTrendNote,
  summary: "Change a note's day and text, where it still is what was seen: else 412, and nothing changes.",
  body: words.object("The body", {
    id: words.text("Note's id", 200),
    day,
    text: noteText,
    /** What it was when it was opened. */
    seen_day: words.text("Day seen", 10),
    seen_text: words.text("Note seen", MAX_NOTE),
  }),
  response: { status: 200, schema: noteSchema },
  reply: noteSchema,
  errors: [400, 403, 404, 412],
});

export const deleteTrendNote = operation({
  ...writing,
  ...calls.deleteTrendNote,
  summary: "Delete a note.",
  body: words.object("The body", { id: words.text("Note's id", 200) }),
  response: { status: 200, schema: noteSchema },
  reply: noteSchema,
  errors: [400, 403, 404],
});
