import * as z from "zod";
import * as calls from "../calls/responses";
import { type ReconciliationStatus, reconciliationStatuses } from "../interfaces/demand";
import { commaList, noQuery, operation } from "../operation";
import { isRdud, MAX_RDUD, MAX_REASON, MOST_ASKED, MOST_RESPONSES } from "../terms/responses";
import * as words from "../words";
import { jobSchema } from "./jobs";

/** Reconciling a survey's responses by lists, and why each was accepted or rejected: what `/api/responses` answers. */
/** A list of that many ids of 36 characters is 8 MB; reasons of their own come on top. */
const LIST_BYTES = 32 * 1024 * 1024;

const rdud = z
  .string({ error: "A response id must be text." })
  .refine(isRdud, { error: `A response id has 1 to ${MAX_RDUD} characters and no comma.` });

const TOO_MANY = `A list can name at most ${MOST_RESPONSES.toLocaleString("en")} responses. Send the rest as a second one.`;

const decision = words.object("A decision", {
  status: z.enum(reconciliationStatuses, { error: `Status must be ${reconciliationStatuses.join(" or ")}.` }),
  /** Kept by us: the interface has no place for it. */
  reason: z
    .string({ error: "Reason must be text." })
    .max(MAX_REASON, { error: `Reason must have at most ${MAX_REASON.toLocaleString("en")} characters.` })
    .refine((text) => !text.includes("\u0000") && text.isWellFormed(), {
      error: "Reason contains a character that cannot be stored.",
    })
    .transform((text) => text.trim())
    .default(""),
  rduds: words.list("Response ids", rdud, {
    most: MOST_RESPONSES,
    tooMany: TOO_MANY,
    read: (id) => (typeof id === "string" && isRdud(id) ? id : undefined),
  }),
});

const surveyId = words.text("survey_id", 200);

const hasRduds = (value: unknown): value is { rduds: unknown[] } =>
  typeof value === "object" && value !== null && "rduds" in value && Array.isArray(value.rduds);
const countRduds = (sent: unknown): number =>
  Array.isArray(sent) ? sent.reduce<number>((sum, each) => sum + (hasRduds(each) ? each.rduds.length : 0), 0) : 0;

/** Different statuses and reasons: each is an object of its own to read. */
const MOST_DECISIONS = 10_000;

const decisions = words.list("Decisions", decision, {
  most: MOST_DECISIONS,
  tooMany: `A list can have at most ${MOST_DECISIONS.toLocaleString("en")} different reasons. Send the rest as a second one.`,
  also: { most: MOST_RESPONSES, tooMany: TOO_MANY, sizeOf: countRduds },
});

/** One decision for each status and reason, with the responses that it is about. */
const reconciliationInput = words
  .object("The body", { survey_id: surveyId, decisions })
  .refine((input) => input.decisions.some(({ rduds }) => rduds.length > 0), {
    error: "The list names no response.",
    path: ["decisions"],
  });
export type ReconciliationInput = z.output<typeof reconciliationInput>;
export type ReconciliationDecision = ReconciliationInput["decisions"][number];

/** How many there are, and the first of them. */
const some = z.object({ total: z.int(), rduds: z.array(z.string()) });
export type SomeResponses = z.output<typeof some>;

const beforeAndAfter = z.object({ before: z.number().nullable(), after: z.number().nullable(), change: z.number() });
export type BeforeAndAfter = z.output<typeof beforeAndAfter>;

const preview = z.object({
  /** Different responses that the list names. */
  total: z.int(),
  changes: z.int(),
  missing: some,
  /** Named more than once with one decision: it is carried out once. */
  repeated: some,
  /** Accepted and rejected by the same list: left as they are. */
  contradicting: some,
  unchanged: some,
  /** Among those that change. */
  not_complete: some,
  /** `before` is the survey's own figure; null where the service tells none. */
  completes: beforeAndAfter,
  /** Null after and change: a response that moves has no price. */
  cost: beforeAndAfter.extend({ change: z.number().nullable() }),
  /** Those whose completes change. */
  quotas: z.array(beforeAndAfter.extend({ name: z.string() })),
  /** Accepting fills the live survey: its service then sets it Complete, which no undo takes back. */
  completes_survey: z.boolean(),
});
export type CostBeforeAndAfter = ReconciliationPreview["cost"];
export type ReconciliationPreview = z.output<typeof preview>;

const kept = z.object({
  rdud: z.string(),
  status: z.enum(reconciliationStatuses),
  reason: z.string(),
  who: z.string(),
  at: z.iso.datetime(),
});
export type KeptReason = z.output<typeof kept>;
export type { ReconciliationStatus };

const own = {
  authentication: "token",
  rate: { bucket: "own responses", limit: 100, windowMs: 1000 },
} as const;

export const previewReconciliation = operation({
  ...own,
  ...calls.previewReconciliation,
  summary: "What accepting and rejecting a list of responses would do, without doing it.",
  query: noQuery,
  body: reconciliationInput,
  maxBodyBytes: LIST_BYTES,
  response: { status: 200, schema: preview },
  reply: preview,
  errors: [400, 403, 404, 413],
});

export const startReconciliation = operation({
  ...own,
  ...calls.startReconciliation,
  summary: "Start accepting and rejecting a list of responses.",
  query: noQuery,
  body: reconciliationInput,
  maxBodyBytes: LIST_BYTES,
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403, 404, 413],
});

const reasons = z.object({ reasons: z.array(kept) });

export const listReasons = operation({
  ...own,
  ...calls.listReasons,
  summary: "Why responses of a survey were accepted or rejected, by whom and when.",
  query: z.object({
    survey_id: surveyId,
    rduds: z
      .string({ error: "rduds is required." })
      .pipe(commaList)
      .pipe(
        words.list("rduds", rdud, {
          most: MOST_ASKED,
          tooMany: `Ask for at most ${MOST_ASKED} responses at once.`,
        }),
      ),
  }),
  body: z.undefined(),
  response: { status: 200, schema: reasons },
  reply: reasons,
  errors: [400, 404],
});
