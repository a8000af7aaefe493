import * as z from "zod";
import * as calls from "../calls/recordings";
import { filterField } from "../interfaces/answer-filter";
import { questionSchema } from "../interfaces/answers";
import { fetchData, tableSchema } from "../interfaces/pivot";
import { noQuery, operation } from "../operation";
import { MOST_OF_NAME, MOST_TABLES } from "../terms/recordings";
import * as words from "../words";

/** The figures that a saved view of pivots was saved with: compared when it is opened later, or frozen. Ours. */
const ours = {
  authentication: "token",
  rate: { bucket: "recordings", limit: 20, windowMs: 1000 },
} as const;

const id = words.text("View id", 200);
const MOST_NAMES = 200;
const error = `names must have titles, a weight or null, and a filter: texts of at most ${MOST_OF_NAME.toLocaleString("en")} characters.`;
const name = z.string({ error }).max(MOST_OF_NAME, { error });

/** What a person reads in place of ids, as it was: of dimensions and values, the weight, and each condition. */
const namesSchema = z.object(
  {
    titles: words.record("titles", {
      key: z.string().max(300, { error }),
      value: name,
      most: MOST_NAMES,
      tooMany: `names can have at most ${MOST_NAMES} titles.`,
      error: () => error,
    }),
    weight: name.nullable(),
    filter: words.list("Conditions", name, { most: 200, tooMany: "names can have at most 200 conditions." }),
  },
  { error },
);
const { rows, columns, measures } = fetchData.body.shape;
/**
 * A further table of one that is put together of several; what it does not name is as in `asked`. With a filter of its
 * own it counts respondents of the others.
 */
const otherSchema = words.object("A further table", {
  ...{ rows, columns, measures },
  filter: filterField.optional(),
});
/** What is kept of a table. */
export const contentSchema = z.object({
  asked: fetchData.body,
  table: tableSchema,
  /** Those of earlier releases are of one table each. */
  others: z.array(otherSchema.extend({ table: tableSchema })).default([]),
  names: namesSchema,
  /** Its questions, with those that they are made of, as they were defined; those of earlier releases lack them. */
  questions: z.array(questionSchema).optional(),
});
export type RecordedNames = z.output<typeof namesSchema>;
export type RecordedContent = z.output<typeof contentSchema>;

const recordingSchema = contentSchema.extend({
  recorded_at: z.iso.datetime(),
  /** Name of whoever recorded it. */
  who: z.string(),
  /** Null: live figures are shown, and compared with these. */
  frozen_at: z.iso.datetime().nullable(),
});
export type Recording = z.output<typeof recordingSchema>;

const recordedSchema = z.object({
  /** Null: nothing is recorded, or it cannot be shown. */
  recording: recordingSchema.nullable(),
  /** Why what is recorded cannot be shown, a sentence. */
  problem: z.string().nullable(),
});
export type Recorded = z.output<typeof recordedSchema>;

const reply = { response: { status: 200, schema: recordedSchema }, reply: recordedSchema } as const;

export const findRecording = operation({
  ...ours,
  ...reply,
  ...calls.findRecording,
  summary: "The figures that are recorded with a view of tables.",
  query: z.object({ id }),
  body: z.undefined(),
  errors: [400, 403, 404],
});

export const recordTable = operation({
  ...ours,
  ...reply,
  ...calls.recordTable,
  summary: "Record the figures of a view's table as they are now.",
  query: noQuery,
  body: words.object("The body", {
    id,
    asked: fetchData.body,
    /** Recorded together with the first: all of them or none. */
    others: words
      .list("others", otherSchema, {
        most: MOST_TABLES - 1,
        tooMany: `A table can be put together of at most ${MOST_TABLES.toLocaleString("en")} tables.`,
      })
      .refine((others) => others.slice(0, -1).every(({ filter }) => filter === undefined), {
        error: "Only the last of others can have a filter of its own.",
      })
      .default([]),
    names: namesSchema,
    /** Also where figures of the same table are recorded already. */
    anew: words.boolean("anew").default(false),
  }),
  errors: [400, 403, 404, 412],
});

export const freezeTable = operation({
  ...ours,
  ...reply,
  ...calls.freezeTable,
  summary: "Show the recorded figures of a view for good, or live ones again.",
  query: noQuery,
  body: words.object("The body", { id, frozen: words.boolean("frozen") }),
  errors: [400, 403, 404],
});
