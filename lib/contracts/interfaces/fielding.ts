import * as z from "zod";
import * as calls from "../calls/fielding";
import { commaList, listOf, noBody, noQuery, operation, pageQuery, searchText } from "../operation";
import { webLinkProblem } from "../rules/entry-link";
import { responseStatuses } from "../terms/demand";
import { DIRECT, fraudCheckModes, hashAlgorithms, outcomes, reasons, refusals } from "../terms/fielding";
import * as words from "../words";
import { reconciliationStatuses } from "./demand";

/**
 * (ours) The fielding of surveys: sessions from entry to outcome, the suppliers that send respondents, what respondents
 * are checked for, and tests. Respondents themselves come by `/enter` and `/return`, which are pages.
 */
const own = { authentication: "key" } as const;
const reads = { ...own, errors: [400, 403, 404] } as const;
const writes = { ...own, errors: [400, 403, 404] } as const;

const surveyId = words.text("survey_id", 200);
const count = z.int().min(0);

/* Sessions */

const fieldSession = z
  .object({
    rid: z.string(),
    survey_id: z.string(),
    /** The supplier's code, and its own id of the respondent; null: from before suppliers were kept. */
    supplier: z.string().nullable(),
    respondent: z.string().nullable(),
    test: z.boolean(),
    status: z.enum(responseStatuses),
    /** Why it has its outcome, with a detail behind a colon (`not_qualified:1`); null: it is open. */
    reason: z.string().nullable(),
    reconciliation_status: z.enum(reconciliationStatuses).nullable(),
    /** Whether the respondent got to the entry link. */
    reached: z.boolean(),
    device: z.string().nullable(),
    /** How the hash of its complete was found; null: none was due. */
    hash: z.enum(["valid"]).nullable(),
    /** US dollars, the price when it started. */
    price: z.number(),
    qualification_attributes: z.array(z.object({ question_id: z.int(), option_ids: z.array(z.int()) })),
    quota_attributes: z.array(z.string()),
    started_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
    /** Returns that changed nothing. */
    refused_returns: count,
  })
  .meta({ id: "FieldSession" });
export type FieldSession = z.output<typeof fieldSession>;

const sessionFilter = {
  survey_id: surveyId,
  /** Reasons, without their details; `open`: sessions under way. */
  reasons: listOf(["open", ...reasons])
    .refine((items) => (items ?? []).every((item) => item === "open" || reasons.some((reason) => reason === item)), {
      error: `Reasons are open, ${reasons.join(", ")}.`,
    })
    .optional(),
  suppliers: commaList
    .refine((codes) => !codes?.some((code) => code.includes("\u0000")), {
      error: "Suppliers are named by their codes.",
    })
    .optional(),
  /** `only`: tests alone; `with`: beside the others. Left out: none. */
  tests: z.enum(["only", "with"], { error: "tests must be only or with." }).optional(),
  /** A session id or a supplier's id of a respondent, whole. */
  search: searchText.optional(),
};

const sessionList = z
  .object({
    total_sessions: count,
    page: count,
    page_size: count,
    sessions: z.array(fieldSession),
  })
  .meta({ id: "FieldSessionList" });

export const listSessions = operation({
  ...reads,
  ...calls.listSessions,
  summary: "Sessions of a survey, newest first.",
  query: z.object({ ...sessionFilter, ...pageQuery }),
  body: noBody,
  response: { status: 200, schema: sessionList },
  reply: sessionList,
  rate: { bucket: "sessions", limit: 10, windowMs: 1000 },
});

const refusedReturn = z
  .object({
    outcome: z.enum(outcomes),
    refusal: z.enum(refusals),
    at: z.iso.datetime(),
  })
  .meta({ id: "RefusedReturn" });
export type RefusedReturn = z.output<typeof refusedReturn>;

const sessionHistory = fieldSession.extend({ returns: z.array(refusedReturn) }).meta({ id: "FieldSessionHistory" });
export type SessionHistory = z.output<typeof sessionHistory>;

export const getSession = operation({
  ...reads,
  ...calls.getSession,
  summary: "One session with the returns that changed nothing, oldest first.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: sessionHistory },
  reply: sessionHistory,
  rate: { bucket: "sessions", limit: 10, windowMs: 1000 },
});

const summaryQuery = z.object({ survey_id: surveyId });

const sessionSummary = z
  .object({
    /** One for each reason and supplier that occurs; `reason` null: open. Tests are not among them. */
    groups: z.array(
      z.object({
        reason: z.enum(reasons).nullable(),
        status: z.enum(responseStatuses),
        supplier: z.string().nullable(),
        sessions: count,
        /** Those that got to the entry link. */
        starts: count,
        cost: z.number(),
      }),
    ),
    refused_returns: z.array(z.object({ refusal: z.enum(refusals), returns: count })),
    tests: count,
    /** Responses accepted by reconciliation whose own outcome was another. */
    accepted: count,
    /** The hour of pacing under way, 60 minutes each since going live; null: it has never been live. */
    hour: z
      .object({
        started_at: z.iso.datetime(),
        /** Counted before it began. */
        starts_before: count,
        completes_before: count,
        /** Who has taken a place in it and has not been terminated. */
        admitted: count,
      })
      .nullable(),
  })
  .meta({ id: "FieldSessionSummary" });
export type SessionSummary = z.output<typeof sessionSummary>;

export const summarizeSessions = operation({
  ...reads,
  ...calls.summarizeSessions,
  summary: "How many sessions of a survey ended for which reason, which returns were refused, and the hour of pacing.",
  query: summaryQuery,
  body: noBody,
  response: { status: 200, schema: sessionSummary },
  reply: sessionSummary,
  rate: { bucket: "sessions", limit: 10, windowMs: 1000 },
});

export const returnSession = operation({
  ...writes,
  ...calls.returnSession,
  summary: "End a session with its outcome, server to server; 409 when it has ended already.",
  query: noQuery,
  body: words.object("The body", {
    outcome: z.enum(outcomes, { error: `Outcome must be one of ${outcomes.join(", ")}.` }),
  }),
  response: { status: 200, schema: fieldSession },
  reply: fieldSession,
  errors: [400, 403, 404, 409],
  rate: { bucket: "returns", limit: 200, windowMs: 1000 },
});

/* Suppliers */

const MAX_KEY = 500;
const code = z
  .string({ error: "Code is required." })
  .regex(/^[A-Za-z0-9_-]{1,40}$/, { error: "Code must have 1 to 40 letters, digits, hyphens and underscores." });

/** Whoever names a respondent would otherwise choose the host that they are sent to. */
const hostProblem = (label: string, link: string): string | null =>
  /^https?:\/\/[^/?#]*\[%/i.test(link) ? `${label} must not have a placeholder before its path.` : null;

const endLink = (label: string) =>
  z
    .string({ error: `${label} must be text.` })
    .transform((text) => text.trim())
    .superRefine((text, context) => {
      const problem = text === "" ? null : (webLinkProblem(label, text) ?? hostProblem(label, text));
      if (problem) context.addIssue({ code: "custom", message: problem });
    })
    .optional();

const endLinks = words
  .object("End links", {
    complete: endLink("The link for completes"),
    standard_termination: endLink("The link for standard terminations"),
    quality_termination: endLink("The link for quality terminations"),
    security_termination: endLink("The link for security terminations"),
    overquota_termination: endLink("The link for over-quota terminations"),
  })
  .meta({ id: "EndLinks" });

const hashParameter = z.string({ error: "The hash parameter is required." }).regex(/^[A-Za-z0-9_.~-]{1,40}$/, {
  error: "The hash parameter must have 1 to 40 letters, digits, dots, hyphens, underscores and tildes.",
});

const supplierHash = z.object({
  algorithm: z.enum(hashAlgorithms, { error: `Algorithm must be ${hashAlgorithms.join(" or ")}.` }),
  parameter: hashParameter,
});

const supplier = z
  .object({
    id: z.uuid(),
    account: z.object({ id: z.string(), name: z.string() }),
    code: z.string(),
    name: z.string(),
    end_links: z.partialRecord(z.enum(outcomes), z.string()),
    /** Its key is never shown; null: links are not signed. */
    hash: supplierHash.nullable(),
    /** Sessions that it sent. */
    sessions: count,
  })
  .meta({ id: "Supplier" });
export type Supplier = z.output<typeof supplier>;

const supplierList = z.object({ suppliers: z.array(supplier) }).meta({ id: "SupplierList" });

export const listSuppliers = operation({
  ...reads,
  ...calls.listSuppliers,
  summary: "The suppliers of the caller's accounts, by name.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: supplierList },
  reply: supplierList,
  rate: { bucket: "suppliers", limit: 10, windowMs: 1000 },
});

/** Null: links are not signed. A key that is left out stays as it is. */
const supplierHashInput = supplierHash.extend({ key: words.text("Key", MAX_KEY).optional() });

const supplierInput = {
  name: words.text("Name", 200),
  end_links: endLinks.default({}),
  hash: supplierHashInput.nullable().default(null),
};

export const createSupplier = operation({
  ...writes,
  ...calls.createSupplier,
  summary: "Add a supplier.",
  query: noQuery,
  body: words
    .object("The body", {
      ...supplierInput,
      code,
      /** May be left out by who has one account. */
      account_id: words.text("account_id", 200).optional(),
    })
    .refine(({ hash }) => hash === null || hash.key !== undefined, {
      error: "Key is required: it is what links are signed with.",
      path: ["hash", "key"],
    })
    .meta({ id: "NewSupplier" }),
  response: { status: 201, schema: supplier },
  reply: supplier,
  rate: { bucket: "suppliers", limit: 10, windowMs: 1000 },
});

export const updateSupplier = operation({
  ...writes,
  ...calls.updateSupplier,
  summary: "Change what is sent of a supplier; its code stays.",
  query: noQuery,
  body: words
    .object("The body", {
      id: z.uuid({ error: "Name the supplier." }),
      name: supplierInput.name.optional(),
      end_links: endLinks.optional(),
      hash: supplierHashInput.nullable().optional(),
    })
    .meta({ id: "SupplierPatch" }),
  response: { status: 200, schema: supplier },
  reply: supplier,
  rate: { bucket: "suppliers", limit: 10, windowMs: 1000 },
});

const removed = z.object({ removed: count }).meta({ id: "Removed" });

export const removeSupplier = operation({
  ...writes,
  ...calls.removeSupplier,
  summary: "Remove a supplier that has sent nobody.",
  query: noQuery,
  body: words.object("The body", { id: z.uuid({ error: "Name the supplier." }) }),
  response: { status: 200, schema: removed },
  reply: removed,
  rate: { bucket: "suppliers", limit: 10, windowMs: 1000 },
});

/* What respondents of a survey are checked for */

const checks = z
  .object({
    survey_id: z.string(),
    checks_duplicates: z.boolean(),
    fraud_check: z.enum(fraudCheckModes),
    /** Of the fraud check's scores; null: the account's. */
    fraud_threshold: z.int().nullable(),
  })
  .meta({ id: "SurveyChecks" });

export const getSurveyChecks = operation({
  ...reads,
  ...calls.getSurveyChecks,
  summary: "What respondents of a survey are checked for beside its qualifications and quotas.",
  query: summaryQuery,
  body: noBody,
  response: { status: 200, schema: checks },
  reply: checks,
  rate: { bucket: "checks", limit: 10, windowMs: 1000 },
});

export const updateSurveyChecks = operation({
  ...writes,
  ...calls.updateSurveyChecks,
  summary: "Change what respondents of a survey are checked for at entry; what is left out stays.",
  query: noQuery,
  body: words
    .object("The body", {
      survey_id: surveyId,
      checks_duplicates: words.boolean("Duplicate check at entry").optional(),
      fraud_check: z
        .enum(fraudCheckModes, { error: `fraud_check must be one of ${fraudCheckModes.join(", ")}.` })
        .optional(),
      fraud_threshold: words.integer("fraud_threshold", 1, 100).nullable().optional(),
    })
    .refine(({ survey_id: _, ...checks }) => Object.values(checks).some((value) => value !== undefined), {
      error: "Say what to change: checks_duplicates, fraud_check or fraud_threshold.",
    }),
  response: { status: 200, schema: checks },
  reply: checks,
  rate: { bucket: "checks", limit: 10, windowMs: 1000 },
});

/* Tests */

const testLink = z.object({ url: z.string(), expires_at: z.iso.datetime() }).meta({ id: "TestLink" });

export const createTestLink = operation({
  ...writes,
  ...calls.createTestLink,
  summary: "An entry address whose sessions are tests: they see what a respondent sees and count in nothing.",
  query: noQuery,
  body: words.object("The body", { survey_id: surveyId, supplier: code.default(DIRECT) }),
  response: { status: 201, schema: testLink },
  reply: testLink,
  rate: { bucket: "tests", limit: 10, windowMs: 1000 },
});

export const removeTestSessions = operation({
  ...writes,
  ...calls.removeTestSessions,
  summary: "Remove the test sessions of a survey.",
  query: noQuery,
  body: words.object("The body", { survey_id: surveyId }),
  response: { status: 200, schema: removed },
  reply: removed,
  rate: { bucket: "tests", limit: 10, windowMs: 1000 },
});

/* How completes are signed */

const hashing = z
  .object({
    account: z.object({ id: z.string(), name: z.string() }),
    algorithm: z.enum(hashAlgorithms),
    /** The key itself: buyers sign with it. */
    key: z.string(),
  })
  .meta({ id: "AccountHashing" });
export type AccountHashing = z.output<typeof hashing>;

const hashingList = z.object({ accounts: z.array(hashing) }).meta({ id: "AccountHashingList" });

export const listHashing = operation({
  ...own,
  ...calls.listHashing,
  summary: "The algorithm and key by which the completes of each account are signed.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: hashingList },
  reply: hashingList,
  errors: [403],
  rate: { bucket: "hashing", limit: 10, windowMs: 1000 },
});

export const updateHashing = operation({
  ...own,
  ...calls.updateHashing,
  summary: "Change the algorithm or the key of an account; completes signed with the former key are refused at once.",
  query: noQuery,
  body: words.object("The body", {
    account_id: words.text("account_id", 200),
    algorithm: z.enum(hashAlgorithms, { error: `Algorithm must be ${hashAlgorithms.join(" or ")}.` }),
    /** Left out: it stays. */
    key: words.text("Key", MAX_KEY).optional(),
  }),
  response: { status: 200, schema: hashing },
  reply: hashing,
  errors: [400, 403, 404],
  rate: { bucket: "hashing", limit: 10, windowMs: 1000 },
});

export const fieldingOperations = [
  listSessions,
  getSession,
  summarizeSessions,
  returnSession,
  listSuppliers,
  createSupplier,
  updateSupplier,
  removeSupplier,
  getSurveyChecks,
  updateSurveyChecks,
  createTestLink,
  removeTestSessions,
  listHashing,
  updateHashing,
] as const;
