import * as z from "zod";
import * as calls from "../calls/duplicates";
import { MOST_SEEN, matchedOn } from "../interfaces/activation";
import { type Selectors, selectorNames, tidyNumber } from "../interfaces/duplicate-selectors";
import { withSelectors } from "../interfaces/selector-schemas";
import { noBody, noQuery, operation, pageQuery } from "../operation";
import { activationTypes } from "../terms/activation";
import * as words from "../words";
import { jobSchema } from "./jobs";

/**
 * Switching the duplicate check for many surveys, its history, and looking a person up: what `/api/duplicates`
 * answers, on top of the activation interface of the viewer's connection.
 */
const own = {
  authentication: "token",
  rate: { bucket: "own duplicates", limit: 50, windowMs: 1000 },
} as const;

/** Whose records; may be left out by who has one account. */
const accountId = words.text("account_id", 200).optional();

/* Surveys as somebody pastes them */

const namedSurvey = z.object({ survey_number: z.string(), name: z.string().nullable() });
export type NamedSurvey = z.output<typeof namedSurvey>;

const resolved = z.object({
  /** In the order in which they were pasted, each once. */
  surveys: z.array(namedSurvey),
  /** Numbers and names that nothing of the account has; also those of other accounts. */
  unknown: z.array(z.string()),
  /** Names that several surveys have. */
  ambiguous: z.array(z.object({ text: z.string(), surveys: z.array(namedSurvey) })),
  /** How often something came again. */
  repeated: z.int(),
});
export type ResolvedSurveys = z.output<typeof resolved>;

const MOST_TEXT = 1_000_000;

export const resolveSurveys = operation({
  ...own,
  ...calls.resolveSurveys,
  summary: "Survey numbers of pasted numbers, ids, names and links.",
  query: noQuery,
  body: words.object("The body", {
    account_id: accountId,
    text: z
      .string({ error: "Text is required." })
      .max(MOST_TEXT, { error: `Paste at most ${MOST_TEXT.toLocaleString("en")} characters at once.` })
      .refine((text) => !text.includes("\u0000") && text.isWellFormed(), {
        error: "The text contains a character that cannot be read. Copy it again from where it comes.",
      }),
  }),
  response: { status: 200, schema: resolved },
  reply: resolved,
  errors: [400, 403],
});

/* Deactivating and activating */

const NO_SELECTOR = "Name at least one survey, session or identifier: without any, every record would match.";

const activationInput = withSelectors(
  {
    account_id: accountId,
    /** Made by whoever asks: a second request with it answers with the work that the first one started. */
    request_id: z.uuid({ error: "The request's id must be a UUID." }).optional(),
    Type: z.enum(activationTypes, { error: "Choose whether to deactivate or activate." }),
    Route: words.text("Route", 100),
  },
  (selectors: Selectors) => (Object.keys(selectors).length > 0 ? null : NO_SELECTOR),
);
export type ActivationInput = z.output<typeof activationInput>;

const preview = z.object({
  /** Why the service cannot say beforehand how many records match; null: it can, and the figures are given. */
  not_counted: z.string().nullable(),
  records: z.int().nullable(),
  /** Those that are not yet in the state asked for. */
  to_change: z.int().nullable(),
  surveys: z.array(
    namedSurvey.extend({
      records: z.int().nullable(),
      to_change: z.int().nullable(),
      /** Whether sessions recorded later start active on this route. */
      active: z.boolean().nullable(),
    }),
  ),
  /** Survey numbers that nothing of the account has: left out. */
  unknown: z.array(z.string()),
});
export type ActivationPreview = z.output<typeof preview>;

export const previewActivation = operation({
  ...own,
  ...calls.previewActivation,
  summary: "What switching the duplicate check would change, without changing it.",
  query: noQuery,
  body: activationInput,
  response: { status: 200, schema: preview },
  reply: preview,
  errors: [400, 403, 404],
});

export const startActivation = operation({
  ...own,
  ...calls.startActivation,
  summary: "Start switching the duplicate check for everything that matches.",
  query: noQuery,
  body: activationInput,
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403, 404],
});

/* What was switched */

/** What a change named by one selector: how many values, and the first of them; all where all are asked for. */
const namedValues = z.object({ count: z.int(), values: z.array(z.string()) });

const change = z.object({
  /** `job:` or `call:` and an id. */
  id: z.string(),
  at: z.iso.datetime(),
  /** E-mail, or the name of the key of another client. */
  who: z.string(),
  /** `service`: another client's call; `job`: started on a page. */
  origin: z.enum(["job", "service"]),
  type: z.enum(activationTypes),
  route: z.string(),
  /** Values that say something of a person are masked to all but admins, and gone after a time. */
  selectors: z.partialRecord(z.enum(selectorNames), namedValues),
  /** How many surveys were named. */
  surveys: z.int(),
  /** Null: the service did not say. */
  records: z.int().nullable(),
  /** The job's state; `done` for a call. */
  state: z.string(),
  reverses: z.string().nullable(),
  reversed_by: z.string().nullable(),
  /** Why it cannot be reversed; null: it can. */
  not_reversible: z.string().nullable(),
});
export type ActivationChange = z.output<typeof change>;

const history = z.object({ total_changes: z.int(), page: z.int(), changes: z.array(change) });

const changeId = z.string({ error: "Name the change." }).regex(/^(job:[0-9a-f-]{36}|call:\d{1,15})$/, {
  error: "This is no change of the history.",
});

export const listActivations = operation({
  ...own,
  ...calls.listActivations,
  summary: "What was switched in the duplicate check, newest first.",
  /**
   * `id`: that change alone, however many came after it. `values`: of each selector only the first values, which is
   * usual, or all.
   */
  query: z.object({
    account_id: accountId,
    page: pageQuery.page,
    id: changeId.optional(),
    values: z.enum(["first", "all"], { error: "values must be first or all." }).optional(),
  }),
  body: noBody,
  response: { status: 200, schema: history },
  reply: history,
  errors: [400, 403],
});

export const reverseActivation = operation({
  ...own,
  ...calls.reverseActivation,
  summary: "Start reversing exactly what a change changed, where nobody has changed it since.",
  query: noQuery,
  body: words.object("The body", {
    account_id: accountId,
    id: changeId,
  }),
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403, 404],
});

/* Looking somebody up */

const seen = z.object({
  survey_number: z.string(),
  survey_name: z.string().nullable(),
  session_id: z.string(),
  recorded_at: z.iso.datetime().nullable(),
  /** Null where the service does not say, or the value is gone. */
  identifiers: z.object({
    IP_Address: z.string().nullable(),
    Cookie: z.string().nullable(),
    Panel_Id: z.string().nullable(),
    Hashed_Email: z.string().nullable(),
    User_Agent: z.string().nullable(),
  }),
  active: z.object({ search: z.boolean().nullable(), predupes: z.boolean().nullable() }),
  /** Empty: it is what was asked for; else what it shares with that. */
  matched_on: z.array(z.enum(matchedOn)),
  changed: z.array(z.object({ route: z.string(), who: z.string(), at: z.iso.datetime() })),
});
export type Seen = z.output<typeof seen>;

const found = z.object({
  /** Newest first, 200 at most. */
  records: z.array(seen).max(MOST_SEEN),
  more: z.boolean(),
  /** What the service cannot look for, in a sentence; null: nothing. */
  not_looked_for: z.string().nullable(),
});
export type LookedUp = z.output<typeof found>;

export const lookUpPerson = operation({
  ...own,
  ...calls.lookUpPerson,
  summary: "The sessions of a person by any identifier, and where else he was seen.",
  query: noQuery,
  body: withSelectors({ account_id: accountId }, (selectors) =>
    Object.keys(selectors).length > 0 ? null : "Give at least one identifier to look for.",
  ),
  response: { status: 200, schema: found },
  reply: found,
  errors: [400, 403],
});

/* Survey numbers that differ from survey ids, where the interfaces are different services */

const link = z.object({
  survey_id: z.string(),
  survey_name: z.string().nullable(),
  survey_number: z.string(),
  who: z.string(),
  at: z.iso.datetime(),
});
export type SurveyLink = z.output<typeof link>;

/** Read as the selector of that name is, of which it becomes an entry. */
const surveyNumber = words
  .text("Survey number", 100)
  .transform(tidyNumber)
  .refine((text) => !/[\s,]/u.test(text), { error: "A survey number has no comma and no blank in it." });

const links = z.object({
  /** Null: this connection's numbers are its survey ids, and nothing is to be linked. */
  links: z.array(link).nullable(),
});

export const listSurveyLinks = operation({
  ...own,
  ...calls.listSurveyLinks,
  summary: "Which survey numbers of the duplicate check stand for which surveys.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: links },
  reply: links,
  errors: [400, 403],
});

export const linkSurvey = operation({
  ...own,
  ...calls.linkSurvey,
  summary: "Say by which survey number the duplicate check knows a survey; without a number, forget it.",
  query: noQuery,
  body: words.object("The body", {
    survey_id: words.text("Survey id", 200),
    survey_number: surveyNumber.nullable(),
  }),
  response: { status: 201, schema: links },
  reply: links,
  errors: [400, 403, 404],
});
