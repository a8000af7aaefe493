import * as z from "zod";
import { isDay } from "../calendar/days";
import * as calls from "../calls/checks";
import * as contract from "../interfaces/fraud-account";
import { textScoresSchema, verdictSchema } from "../interfaces/fraud-replies";
import { reviewFromBody } from "../interfaces/fraud-review";
import { searchFromServer } from "../interfaces/fraud-search";
import { noBody, noQuery, operation } from "../operation";
import { checkKinds, MOST_DAYS, MOST_SESSIONS, whenUnanswered } from "../terms/checks";
import { failureReasons } from "../terms/fraud";
import * as words from "../words";

/** Checks of respondents that people make and explain: what `/api/checks` answers, on top of the fraud checks. */
const own = {
  authentication: "token",
  rate: { bucket: "checks", limit: 20, windowMs: 1000 },
} as const;

/** Whose respondents; may be left out by who has one account. */
const accountId = words.text("account_id", 200).optional();

/* One respondent */

const { sy_nr, sn_ud, rt_sr_pd, rt_cy_ce, pm_sr_id, rt_ce_ud, rt_hd_el, rt_ip_address, rt_user_agent } =
  searchFromServer.query.shape;
const { q_id, text, t_page_load, t_text_typed, t_submit, s_text_length, c_text } = reviewFromBody.body.shape;

const personSession = z.object({
  survey_number: z.string(),
  /** Null: no survey has this number. */
  survey_name: z.string().nullable(),
  session_id: z.string(),
  at: z.iso.datetime(),
  /** Null: it was not checked. */
  failure_reason: z.enum(failureReasons).nullable(),
  supplier: z.string().nullable(),
});
export type PersonSession = z.output<typeof personSession>;

const unansweredCheck = z.object({ problem: z.string(), respondent: z.enum(whenUnanswered) });

const checkedRespondent = z.object({
  survey_number: z.string(),
  survey_name: z.string().nullable(),
  session_id: z.string(),
  /** Null: the session was not searched for. */
  verdict: verdictSchema.nullable(),
  checked_at: z.iso.datetime().nullable(),
  reviews: z.array(z.object({ question_id: z.string(), scores: textScoresSchema, at: z.iso.datetime() })),
  /** The person's sessions and this one, oldest first; null: the service does not tell them. */
  sessions: z.array(personSession).max(MOST_SESSIONS).nullable(),
  /** What the service answered, as it came; null: it was removed with the identifiers. */
  replies: z.array(
    z.object({
      kind: z.enum(checkKinds),
      question_id: z.string(),
      reply: z.record(z.string(), z.unknown()).nullable(),
      who: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  /** Why a check that was asked for just now was not answered, and what becomes of the respondent; null: it was. */
  unanswered: unansweredCheck.nullable(),
  /** The same of the check at entry, by which the respondent was let in or turned away; null: it was answered. */
  unanswered_at_entry: unansweredCheck.extend({ at: z.iso.datetime() }).nullable(),
});
export type CheckedRespondent = z.output<typeof checkedRespondent>;

export const findCheck = operation({
  ...own,
  ...calls.findCheck,
  summary: "What is known of a respondent from earlier checks. Nothing is recorded.",
  query: words.object("The query", { account_id: accountId, sy_nr, sn_ud }),
  body: noBody,
  response: { status: 200, schema: checkedRespondent },
  reply: checkedRespondent,
  errors: [400, 403, 404],
});

export const createCheck = operation({
  ...own,
  ...calls.createCheck,
  summary: "Check a respondent, which records the session, and an open answer of theirs where one is given.",
  query: noQuery,
  body: words.object("The body", {
    account_id: accountId,
    ...{ sy_nr, sn_ud, rt_sr_pd, rt_cy_ce, pm_sr_id, rt_ce_ud, rt_hd_el, rt_ip_address, rt_user_agent },
    answer: words
      .object("The answer", { q_id, text, t_page_load, t_text_typed, t_submit, s_text_length, c_text })
      .optional(),
  }),
  response: { status: 201, schema: checkedRespondent },
  reply: checkedRespondent,
  errors: [400, 403, 404],
});

/* Reasons by supplier and day */

const reasonCount = z.object({
  /** By UTC. */
  day: z.string(),
  /** Null: a session that no supplier sent. */
  supplier: z.string().nullable(),
  reason: z.enum(failureReasons),
  sessions: z.int(),
});
export type ReasonCount = z.output<typeof reasonCount>;

const reasonCounts = z.object({
  /** Null: the service does not tell them. */
  counts: z.array(reasonCount).nullable(),
});

const day = (label: string) =>
  words.text(label, 10).refine(isDay, { error: `${label} must be a date such as 2031-02-28.` });

export const listReasons = operation({
  ...own,
  ...calls.listReasons,
  summary: "How many checked sessions failed, by UTC day, supplier and reason.",
  query: words
    .object("The query", { account_id: accountId, from: day("from"), to: day("to") })
    .refine(({ from, to }) => from <= to, { error: "from must not be after to.", path: ["from"] })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DAYS * 86_400_000, {
      error: `Choose at most ${MOST_DAYS} days.`,
      path: ["from"],
    }),
  body: noBody,
  response: { status: 200, schema: reasonCounts },
  reply: reasonCounts,
  errors: [400, 403],
});

/* What an account sets, and what its respondents are checked by */

const checkSettings = z.object({
  account: z.object({ id: z.string(), name: z.string() }),
  when_unanswered: z.enum(whenUnanswered),
  /** Who decided it and when; null: nobody did. */
  decided: z.object({ who: z.string(), at: z.iso.datetime() }).nullable(),
  /** Of the last days, how many respondents entered surveys without an answer of another service; null: ours checks. */
  unanswered_at_entry: z
    .object({ let_in: z.int(), turned_away: z.int(), last_at: z.iso.datetime().nullable() })
    .nullable(),
  /** Why nothing that the service holds is here, in a sentence; null: it answered. */
  problem: z.string().nullable(),
  /** Null: the service did not answer. */
  platforms: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
  /** Null: the service did not answer, or is not known to have it set from here. */
  extended: z
    .object({
      encryption_key_at: z.iso.datetime().nullable(),
      lists: contract.listLists.reply.shape.lists,
      /** From which score respondents fail. */
      threshold: contract.getThreshold.reply.shape.threshold,
    })
    .nullable(),
});
export type CheckSettings = z.output<typeof checkSettings>;

export const getCheckSettings = operation({
  ...own,
  ...calls.getCheckSettings,
  summary: "What an account decided about its checks, and the lists that respondents are checked by.",
  query: words.object("The query", { account_id: accountId }),
  body: noBody,
  response: { status: 200, schema: checkSettings },
  reply: checkSettings,
  errors: [400, 403],
});

export const updateCheckSettings = operation({
  ...own,
  ...calls.updateCheckSettings,
  summary: "Change what becomes of respondents who are not answered for, or the list of destination platforms.",
  query: noQuery,
  body: words
    .object("The body", {
      account_id: accountId,
      when_unanswered: z
        .enum(whenUnanswered, { error: `when_unanswered must be one of ${whenUnanswered.join(", ")}.` })
        .optional(),
      platforms: contract.setPlatforms.body.shape.results.optional(),
      threshold: contract.setThreshold.body.shape.threshold.optional(),
    })
    .refine(({ account_id: _, ...change }) => Object.values(change).some((value) => value !== undefined), {
      error: "Say what to change: when_unanswered, platforms or threshold.",
    }),
  response: { status: 200, schema: checkSettings },
  reply: checkSettings,
  errors: [400, 403],
});

const dryRun = contract.dryRunThreshold.reply;
export type DryRun = z.output<typeof dryRun>;

export const previewThreshold = operation({
  ...own,
  ...calls.previewThreshold,
  summary: "Which completes of the last days a threshold would have stopped. Nothing is changed.",
  query: words.object("The query", { account_id: accountId, ...contract.dryRunThreshold.query.shape }),
  body: noBody,
  takesTime: true,
  response: { status: 200, schema: dryRun },
  reply: dryRun,
  errors: [400, 403, 404],
});

const newKey = contract.createEncryptionKey.reply;

export const createReplyKey = operation({
  ...own,
  ...calls.createReplyKey,
  summary: "Create the account's key for encrypted replies. It is shown once and takes the place of the last.",
  query: noQuery,
  body: words.object("The body", { account_id: accountId }),
  response: { status: 201, schema: newKey },
  reply: newKey,
  errors: [400, 403],
});
