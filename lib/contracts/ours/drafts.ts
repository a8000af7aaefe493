import * as z from "zod";
import * as calls from "../calls/drafts";
import { isObject } from "../lenient";
import { operation } from "../operation";

/** What a person has typed and not saved yet, kept per person and thing. */
const thing = z.enum(["surveys", "projects", "duplicates", "imports", "questions", "reviews"], {
  error: "thing must be surveys, projects, duplicates, imports, questions or reviews.",
});
export type DraftThing = z.infer<typeof thing>;

/** What a person must be allowed for a draft of a thing: what he could not save, he keeps no draft of. */
export const draftPermissions = {
  surveys: "surveys:write",
  projects: "surveys:write",
  duplicates: "surveys:write",
  imports: "answers:write",
  questions: "answers:write",
  reviews: "quality:review",
} as const satisfies Record<DraftThing, string>;

const MEGABYTE = 1024 * 1024;
/** The plan of an import has thousands of questions where its file has thousands of columns. */
export const mostDraftBytes = (of: DraftThing): number => (of === "imports" ? 16 * MEGABYTE : MEGABYTE);
/** A draft with what it began from. */
const MOST_BODY_BYTES = 20 * MEGABYTE;

/** JSON keeps these as text, a database's JSON does not: NUL, and halves of characters. */
const UNKEPT = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;
const isKeepable = (value: unknown): boolean => !UNKEPT.test(JSON.stringify(value));

const thingId = z
  .string({ error: "thing_id must be an id, or new." })
  .min(1, { error: "thing_id must be an id, or new." })
  .max(200, { error: "thing_id must have at most 200 characters." })
  .refine(isKeepable, { error: "thing_id contains a character that no id has." });

const content = (name: string) =>
  z
    .custom<Record<string, unknown>>(isObject, { error: `${name} must be an object.` })
    .refine(isKeepable, { error: `${name} contains a character that cannot be kept. Type it anew.` });

/** One state of a draft: an open page (the writer) counts its own writes. */
const mark = z.object(
  {
    writer: z.uuid({ error: "writer must be a UUID." }),
    version: z
      .int({ error: "version must be a whole number of 1 or more." })
      .min(1, { error: "version must be a whole number of 1 or more." })
      .max(2_000_000_000, { error: "version is too large." }),
  },
  { error: "follows must name a writer and a version, or be null." },
);
export type DraftMark = z.infer<typeof mark>;

const follows = mark.nullable();

const keptDraftSchema = z.object({
  ...mark.shape,
  /** What was being edited, for the three-way view; null: a new thing. */
  base: z.record(z.string(), z.unknown()).nullable(),
  draft: z.record(z.string(), z.unknown()),
  updated_at: z.iso.datetime(),
});
export type KeptDraft = z.infer<typeof keptDraftSchema>;

const found = z.object({ draft: keptDraftSchema.nullable() });
const written = z.object({ ...mark.shape, updated_at: z.iso.datetime() });
const discarded = z.object({ discarded: z.boolean() });

const NO_OBJECT = { error: "The request body must be an object." };

const common = {
  authentication: "token",
  rate: { bucket: "drafts", limit: 600, windowMs: 60_000 },
} as const;

export const getDraft = operation({
  ...common,
  ...calls.getDraft,
  summary: "The viewer's unsaved state of a thing.",
  query: z.object({ thing, thing_id: thingId }),
  body: z.undefined(),
  response: { status: 200, schema: found },
  reply: found,
  errors: [400, 403],
});

export const saveDraft = operation({
  ...common,
  ...calls.saveDraft,
  summary: "Keep the viewer's unsaved state of a thing. 412 when another page wrote it since the state it follows.",
  query: z.object({}),
  body: z.object(
    {
      thing,
      thing_id: thingId,
      ...mark.shape,
      /** The other page's state that this one goes on from; its own earlier states need no naming. */
      follows,
      base: content("base").nullable(),
      draft: content("draft"),
    },
    NO_OBJECT,
  ),
  maxBodyBytes: MOST_BODY_BYTES,
  response: { status: 200, schema: written },
  reply: written,
  errors: [400, 403, 412, 413],
});

export const discardDraft = operation({
  ...common,
  ...calls.discardDraft,
  summary: "Drop the viewer's unsaved state of a thing, if it is the writer's own or the one that it follows.",
  query: z.object({}),
  body: z.object({ thing, thing_id: thingId, writer: mark.shape.writer, follows }, NO_OBJECT),
  response: { status: 200, schema: discarded },
  reply: discarded,
  errors: [400, 403],
});
