import { type SQLWrapper, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { KeyKind, KeyScope } from "@/lib/contracts/interface-list";
import type { ImportBrought, ImportPlan, LeftQuestion, Question, Weight } from "@/lib/contracts/interfaces/answers";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import type { ReadTextScores, ReadVerdict } from "@/lib/contracts/interfaces/fraud-replies";
import type { FeedMapping } from "@/lib/contracts/ours/scoring-feed";
import type { ExclusionThresholds } from "@/lib/contracts/rules/exclusion";
import type { Role } from "@/lib/contracts/rules/permissions";
import type { RevisionMode } from "@/lib/contracts/terms/answers";
import type { CheckKind, WhenUnanswered } from "@/lib/contracts/terms/checks";
import type { FraudCheckMode, HashAlgorithm, Outcome, Refusal } from "@/lib/contracts/terms/fielding";
import {
  type CheckResult,
  DEFAULT_THRESHOLD,
  type FailureReason,
  type FraudCheck,
  type ReviewScores,
} from "@/lib/contracts/terms/fraud";
import type { JobItemState, JobState } from "@/lib/contracts/terms/jobs";
import type { QualityVersion, RespondentScores } from "@/lib/contracts/terms/quality";
import type { ReviewDecision } from "@/lib/contracts/terms/respondents";
import type { LinkPurpose } from "@/lib/contracts/terms/settings";
import type { NumberFormat } from "@/lib/tables/format";

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const id = () => uuid("id").primaryKey().default(sql`uuidv7()`);
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
/** The number of a transaction, in the order that transactions began to write. */
const transactionNumber = customType<{ data: string }>({ dataType: () => "xid8" });
const now = () => instant("created_at").notNull().defaultNow();

/** As a person looks names up, whatever the database's own order: a before B, and Ä beside A. */
export const alphabetical = (name: SQLWrapper) => sql`(${name} collate "und-x-icu")`;

/* The built-in survey demand service */

export const accounts = pgTable("accounts", {
  id: id(),
  name: text("name").notNull().unique(),
  /** Wire shape of replies where a request names none. */
  replyShape: text("reply_shape").$type<"flat" | "grouped">().notNull().default("flat"),
  /** By which its completes are signed where a survey has hashing enabled. */
  hashAlgorithm: text("hash_algorithm").$type<HashAlgorithm>().notNull().default("SHA-256"),
  /** Sealed; null: the key that follows from the installation's secret. */
  hashKey: bytes("hash_key"),
  createdAt: now(),
});

export const users = pgTable("users", {
  id: id(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  name: text("name").notNull(),
  /** See `passwords.ts`; `none`: no password is set. */
  passwordHash: text("password_hash").notNull(),
  /** What stands for the password in its tokens, once it was hashed anew; null: it follows from the hash. */
  passwordMark: text("password_mark"),
  disabledAt: instant("disabled_at"),
  createdAt: now(),
});

/** Links by which a user sets a password, each once; the text of a link is nowhere. */
export const passwordLinks = pgTable(
  "password_links",
  {
    /** SHA-256 of its random text. */
    linkHash: text("link_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    purpose: text("purpose").$type<LinkPurpose>().notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: now(),
  },
  (table) => [index("password_links_of_user").on(table.userId), index("password_links_expired").on(table.expiresAt)],
);

export const memberships = pgTable(
  "memberships",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.accountId] })],
);

export const projects = pgTable(
  "projects",
  {
    id: id(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    projectManagerId: uuid("project_manager_id")
      .notNull()
      .references(() => users.id),
    projectName: text("project_name").notNull(),
    projectNumber: text("project_number").notNull(),
    sessionExclusions: text("session_exclusions").array().notNull().default(sql`'{}'`),
    businessUnit: text("business_unit"),
    createdAt: now(),
  },
  (table) => [
    index("projects_in_order").on(table.accountId, table.createdAt, table.id),
    index("projects_name_trigrams").using(
      "gin",
      sql`${table.projectName} gin_trgm_ops`,
      sql`${table.projectNumber} gin_trgm_ops`,
    ),
  ],
);

export const surveys = pgTable(
  "surveys",
  {
    id: id(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    projectId: uuid("project_id")
      .notNull()
      .references(() => projects.id),
    name: text("name").notNull(),
    status: text("status").$type<"Draft" | "Live" | "Paused" | "Complete">().notNull(),
    respondents: integer("respondents").notNull(),
    countryCode: text("country_code").notNull(),
    languageCode: text("language_code").notNull(),
    lengthOfInterview: integer("length_of_interview").notNull(),
    incidenceRate: smallint("incidence_rate").notNull(),
    collectsPii: boolean("collects_pii").notNull(),
    hashingEnabled: boolean("hashing_enabled").notNull(),
    /** Wall clock in the zone, `YYYY-MM-DD HH:mm:ss`, as a person set it; the instant beside it follows from both. */
    outOfFieldDate: text("out_of_field_date").notNull(),
    outOfFieldTimezone: text("out_of_field_timezone").notNull(),
    outOfFieldAt: instant("out_of_field_at").notNull(),
    deviceCompatibilities: text("device_compatibilities").array().notNull(),
    calculationType: text("calculation_type").$type<"Completes" | "Survey Starts">().notNull(),
    trafficControlLimitType: text("traffic_control_limit_type").notNull(),
    entryLink: text("entry_link").notNull(),
    offeredPricePerComplete: numeric("offered_price_per_complete", {
      precision: 12,
      scale: 2,
      mode: "number",
    }).notNull(),
    /** Pacing counts from here; null until the survey first goes live. */
    wentLiveAt: instant("went_live_at"),
    createdAt: now(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    index("surveys_in_order").on(table.accountId, table.createdAt, table.id),
    index("surveys_by_status").on(table.accountId, table.status, table.createdAt, table.id),
    index("surveys_by_project").on(table.projectId, table.createdAt, table.id),
    // One for each order of a list, see `mergedPage`.
    index("surveys_in_status").on(table.accountId, table.status, table.id),
    index("surveys_by_name").on(table.accountId, table.status, alphabetical(table.name), table.id),
    index("surveys_by_respondents").on(table.accountId, table.status, table.respondents, table.id),
    index("surveys_by_price").on(table.accountId, table.status, table.offeredPricePerComplete, table.id),
    index("surveys_by_length").on(table.accountId, table.status, table.lengthOfInterview, table.id),
    index("surveys_by_incidence").on(table.accountId, table.status, table.incidenceRate, table.id),
    index("surveys_by_end").on(table.accountId, table.status, table.outOfFieldAt, table.id),
    index("surveys_ending").on(table.outOfFieldAt).where(sql`status = 'Live'`),
    index("surveys_name_trigrams").using("gin", sql`${table.name} gin_trgm_ops`),
  ],
);

export type StoredQualification = { question_id: number; allowed_option_ids: number[] };

export const quotas = pgTable(
  "quotas",
  {
    id: id(),
    surveyId: uuid("survey_id")
      .notNull()
      .references(() => surveys.id),
    position: integer("position").notNull(),
    name: text("name").notNull(),
    quota: integer("quota").notNull(),
    qualifications: jsonb("qualifications").$type<StoredQualification[]>().notNull(),
  },
  (table) => [index("quotas_of_survey").on(table.surveyId, table.position)],
);

/**
 * A respondent's session in a survey: one row from their entry on, also of who is turned away before the entry link.
 * It is open while `reason` is null; one that expired stays in progress and has that reason.
 */
export const responses = pgTable(
  "responses",
  {
    rdud: text("rdud").primaryKey(),
    surveyId: uuid("survey_id")
      .notNull()
      .references(() => surveys.id),
    status: text("status").notNull(),
    reconciliationStatus: text("reconciliation_status").$type<"Accepted" | "Rejected">(),
    /** US dollars, the price when the session started. */
    buyerCpi: numeric("buyer_cpi", { precision: 12, scale: 2, mode: "number" }).notNull(),
    qualificationAttributes: jsonb("qualification_attributes")
      .$type<{ question_id: number; option_ids: number[] }[]>()
      .notNull(),
    quotaIds: uuid("quota_ids").array().notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    /** Code of the supplier that sent them, and its own id of the respondent; null: from before there was an entry. */
    supplier: text("supplier"),
    respondent: text("respondent"),
    /** Begun with the link tester: counts in nothing. */
    test: boolean("test").notNull().default(false),
    /** Got to the entry link: a start. */
    reached: boolean("reached").notNull().default(true),
    /** Why it has its outcome (`terms/fielding.ts`), with a detail behind a colon; null: it is open. */
    reason: text("reason"),
    expiresAt: instant("expires_at"),
    device: text("device"),
    /** How the hash of its complete was found; null: none was due. */
    hashResult: text("hash_result").$type<"valid">(),
    /** Counts as a complete: accepted, or complete and not rejected. */
    counted: boolean("counted").generatedAlwaysAs(
      sql`reconciliation_status is not distinct from 'Accepted' or (status = 'complete' and reconciliation_status is distinct from 'Rejected')`,
    ),
  },
  (table) => [
    index("responses_of_survey").on(table.surveyId, table.startedAt, table.rdud),
    // One session for a supplier's respondent, whatever arrives at once.
    uniqueIndex("responses_of_respondent")
      .on(table.surveyId, table.supplier, table.respondent)
      .where(sql`respondent is not null`),
    index("responses_expiring").on(table.surveyId, table.expiresAt).where(sql`reason is null`),
  ],
);

/**
 * What a survey's own writer decides by, kept by a trigger on `responses` in the statement that changes them: starts,
 * counted completes, and open sessions. Tests are not in it.
 */
const places = {
  starts: integer("starts").notNull().default(0),
  completes: integer("completes").notNull().default(0),
  open: integer("open").notNull().default(0),
};

/** Places of a survey as a whole, with its hour of pacing and what respondents are checked for. */
export const surveyPlaces = pgTable("survey_places", {
  surveyId: uuid("survey_id")
    .primaryKey()
    .references(() => surveys.id),
  ...places,
  /** The hour of pacing that the two figures behind it are of; null: none has been counted. */
  hourStartedAt: instant("hour_started_at"),
  countedBefore: integer("counted_before").notNull().default(0),
  admitted: integer("admitted").notNull().default(0),
  checksDuplicates: boolean("checks_duplicates").notNull().default(true),
  fraudCheck: text("fraud_check").$type<FraudCheckMode>().notNull().default("off"),
  /** Of the fraud check's scores; null: the account's. */
  fraudThreshold: smallint("fraud_threshold"),
});

/** Places of a quota. Rows of removed quotas stay and are read by nobody. */
export const quotaPlaces = pgTable("quota_places", { quotaId: uuid("quota_id").primaryKey(), ...places });

/** Who sends respondents, by account. */
export const suppliers = pgTable(
  "suppliers",
  {
    id: id(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    /** As entries name it; never changes. */
    code: text("code").notNull(),
    name: text("name").notNull(),
    endLinks: jsonb("end_links").$type<Partial<Record<Outcome, string>>>().notNull(),
    hashAlgorithm: text("hash_algorithm").$type<HashAlgorithm>(),
    /** The parameter of an end link that takes the hash. */
    hashParameter: text("hash_parameter"),
    /** Sealed. */
    hashKey: bytes("hash_key"),
    createdAt: now(),
  },
  (table) => [uniqueIndex("suppliers_by_code").on(table.accountId, table.code)],
);

/** Returns that changed nothing, and why. Without a survey: no session has the id that came. */
export const refusedReturns = pgTable(
  "refused_returns",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    surveyId: uuid("survey_id").references(() => surveys.id),
    rdud: text("rdud"),
    outcome: text("outcome").$type<Outcome>().notNull(),
    refusal: text("refusal").$type<Refusal>().notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index("refused_returns_of_survey").on(table.surveyId, table.rdud, table.id),
    index("refused_returns_by_age").on(table.at),
  ],
);

/**
 * What a survey's responses add up to. A trigger on `responses` raises `changes`; whoever reads and finds that
 * `computed` lags behind adds the responses up again (`counts.ts`). So counts always come from response rows, and
 * reading them costs the same however many there are.
 */
export const surveyCounts = pgTable(
  "survey_counts",
  {
    surveyId: uuid("survey_id")
      .primaryKey()
      .references(() => surveys.id),
    changes: bigint("changes", { mode: "number" }).notNull().default(0),
    computed: bigint("computed", { mode: "number" }).notNull().default(0),
    starts: integer("starts").notNull().default(0),
    completes: integer("completes").notNull().default(0),
    standardTerminations: integer("standard_terminations").notNull().default(0),
    qualityTerminations: integer("quality_terminations").notNull().default(0),
    securityTerminations: integer("security_terminations").notNull().default(0),
    overquotaTerminations: integer("overquota_terminations").notNull().default(0),
    totalCost: numeric("total_cost", { precision: 14, scale: 2, mode: "number" }).notNull().default(0),
    actualLengthOfInterview: numeric("actual_length_of_interview", { precision: 10, scale: 1, mode: "number" }),
    actualIncidenceRate: numeric("actual_incidence_rate", { precision: 5, scale: 1, mode: "number" }),
    lastCompleteAt: instant("last_complete_at"),
    /** Quota id to [starts, completes]; a quota without responses is missing. */
    quotas: jsonb("quotas").$type<Record<string, [number, number]>>().notNull().default({}),
  },
  (table) => [
    index("survey_counts_stale").on(table.surveyId).where(sql`changes <> computed`),
    index("survey_counts_by_completes").on(table.completes, table.surveyId),
    index("survey_counts_by_last_complete").on(
      table.lastCompleteAt.desc().nullsLast(),
      table.surveyId.desc().nullsFirst(),
    ),
  ],
);

/** How many surveys an account has in each status, kept by a trigger: the total of a list without counting it. */
export const surveyTotals = pgTable(
  "survey_totals",
  {
    accountId: uuid("account_id").notNull(),
    status: text("status").notNull(),
    surveys: integer("surveys").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.status] })],
);

/** Replies to writes that carried an `Idempotency-Key`, so that a repeated request gets the first one's reply. */
export const idempotentReplies = pgTable(
  "idempotent_replies",
  {
    userId: uuid("user_id").notNull(),
    operation: text("operation").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the request body: the same key with another body is refused. */
    bodyHash: text("body_hash").notNull(),
    status: smallint("status").notNull(),
    reply: jsonb("reply"),
    createdAt: now(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.operation, table.key] })],
);

/* People and sessions */

export const people = pgTable(
  "people",
  {
    id: id(),
    connection: text("connection").notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** Null: ADMIN_EMAILS decides, else analyst. */
    role: text("role").$type<"manager" | "analyst" | "admin">(),
    /** The identity provider whose groups decide the role; null: a person or a command gave it. */
    roleIssuer: text("role_issuer"),
    /** IANA name of the zone that times are shown in; null: the usual one. */
    timeZone: text("time_zone"),
    numberFormat: text("number_format").$type<NumberFormat>(),
    /** The demand interface's id of the project whose answers this person opened last. */
    lastProjectId: text("last_project_id"),
    /** When a session of this person was last used; kept when the session ends. */
    lastSeenAt: instant("last_seen_at"),
    createdAt: now(),
  },
  (table) => [uniqueIndex("people_by_email").on(table.connection, table.email)],
);

/** Who people are at identity providers: found by issuer and subject, which never change hands as addresses do. */
export const identities = pgTable(
  "identities",
  {
    id: id(),
    connection: text("connection").notNull(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** Lower case, as the provider last told it; null: it did not. */
    email: text("email"),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("identities_by_subject").on(table.connection, table.issuer, table.subject),
    // An address that was given to somebody else does not add a second subject of the same provider.
    uniqueIndex("identities_of_person").on(table.personId, table.issuer),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the random id in the cookie: whoever reads this table cannot sign in with it. */
    idHash: text("id_hash").primaryKey(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** The identity that signed in; the session ends with it. Null: a password did. */
    identityId: uuid("identity_id").references(() => identities.id, { onDelete: "cascade" }),
    accounts: jsonb("accounts").$type<{ id: string; name: string }[]>().notNull(),
    /** The upstream token, encrypted. */
    token: bytes("token").notNull(),
    /** When an identity provider's token ends, if that is before the session does; the next two are sealed. */
    tokenExpiresAt: instant("token_expires_at"),
    refreshToken: bytes("refresh_token"),
    /** With which the provider's own session is ended at sign-out. */
    idToken: bytes("id_token"),
    /** As the browser names itself, and from where it signed in; null: a session from before these were kept. */
    userAgent: text("user_agent"),
    clientAddress: text("client_address"),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [index("sessions_of_person").on(table.personId), index("sessions_of_identity").on(table.identityId)],
);

/** Sign-ins by SAML under way: begun in one browser, answered by the provider, finished in the same browser. */
export const samlSignIns = pgTable(
  "saml_sign_ins",
  {
    /** SHA-256 of the relay state, which the provider hands back. */
    relayHash: text("relay_hash").primaryKey(),
    provider: text("provider").notNull(),
    /** The id of our request, to which the answer refers. */
    requestId: text("request_id").notNull(),
    /** SHA-256 of what a cookie of the browser holds that began it. */
    browserHash: text("browser_hash").notNull(),
    /** Where it leads on to. */
    next: text("next").notNull(),
    /** Null: nobody has answered yet; an answer is taken once. */
    answeredAt: instant("answered_at"),
    /** SHA-256 of the ticket that finishes it. */
    ticketHash: text("ticket_hash"),
    /** Sealed: whom the answer proved. */
    proven: bytes("proven"),
    expiresAt: instant("expires_at").notNull(),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("saml_sign_ins_by_ticket").on(table.ticketHash),
    index("saml_sign_ins_ending").on(table.expiresAt),
  ],
);

/** Assertions that were taken, until they would have ended anyway: each counts once. */
export const samlAssertions = pgTable(
  "saml_assertions",
  {
    issuer: text("issuer").notNull(),
    assertionId: text("assertion_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.assertionId] }),
    index("saml_assertions_ending").on(table.expiresAt),
  ],
);

/** Upstream tokens by credential, reused while they last: services limit how many may be issued in an hour. */
export const upstreamTokens = pgTable(
  "upstream_tokens",
  {
    connection: text("connection").notNull(),
    email: text("email").notNull(),
    passwordHash: text("password_hash").notNull(),
    token: bytes("token").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.email] })],
);

/* Mechanisms */

/** One row per limited caller: when its last calls were allowed to go, and who is waiting (`rate-limits.ts`). */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  /** Moments of past and reserved calls, and how many went at each, oldest first. */
  moments: timestamp("moments", { withTimezone: true, precision: 6 }).array().notNull().default(sql`'{}'`),
  counts: integer("counts").array().notNull().default(sql`'{}'`),
  blockedUntil: instant("blocked_until"),
  waitingRank: smallint("waiting_rank"),
  waitingUntil: instant("waiting_until"),
});

/** One row, written by workers of the former version, which may still run during an upgrade. */
export const workerPulse = pgTable("worker_pulse", {
  only: boolean("only").primaryKey().default(true),
  at: instant("at").notNull().defaultNow(),
});

/** A row for each worker: when it last showed itself. */
export const workerPulses = pgTable("worker_pulses", {
  workerId: uuid("worker_id").primaryKey(),
  at: instant("at").notNull().default(sql`clock_timestamp()`),
});

/** Who asks the answer store for figures at this moment, or waits for it, on all instances; see `shared-turns.ts`. */
export const figureTurns = pgTable("figure_turns", {
  id: uuid("id").primaryKey(),
  holder: uuid("holder").notNull(),
  who: text("who").notNull(),
  isUnderWay: boolean("is_under_way").notNull(),
  askedAt: timestamp("asked_at", { withTimezone: true, precision: 6 }).notNull(),
  leaseUntil: timestamp("lease_until", { withTimezone: true, precision: 6 }).notNull(),
});

/** When a write of a credential last ended: no read that began before is shared with a later one, on any instance. */
export const credentialWrites = pgTable("credential_writes", {
  credential: text("credential").primaryKey(),
  endedAt: timestamp("ended_at", { withTimezone: true, precision: 6 }).notNull(),
});

/** Uploaded files of answers and lists of refused rows, which every instance reads; see `answer-files.ts`. */
export const answerFiles = pgTable(
  "answer_files",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").$type<"upload" | "problems">().notNull(),
    /** In the order that they were begun. */
    place: bigint("place", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    state: text("state").$type<"writing" | "whole">().notNull().default("writing"),
    /** Of an upload its own id, of a list what it belongs to: a job or a dry run. */
    key: uuid("key").notNull(),
    /** Who sent it, or whose dry run it is; null: whoever may see the job. */
    personId: text("person_id"),
    /** Account of the project, under its connection. */
    account: text("account"),
    projectId: text("project_id"),
    name: text("name").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    /** What reading all of it found out, as JSON; text, because it may contain characters that jsonb refuses. */
    scan: text("scan"),
    createdAt: now(),
    /** While it is written: when its writer last showed itself. */
    seenAt: instant("seen_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index("answer_files_by_key").on(table.key),
    index("answer_files_by_person").on(table.personId),
    index("answer_files_by_account").on(table.account),
  ],
);

export const answerFileChunks = pgTable(
  "answer_file_chunks",
  {
    fileId: uuid("file_id")
      .notNull()
      .references(() => answerFiles.id, { onDelete: "cascade" }),
    place: integer("place").notNull(),
    content: bytes("content").notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.place] })],
);

/** What all instances on this database have to share. One row, written by the first of them. */
export const installation = pgTable("installation", {
  only: boolean("only").primaryKey().default(true),
  /** Of `APP_SECRET`, which cannot be found from it: see `installation.ts`. */
  secretFingerprint: text("secret_fingerprint").notNull(),
  /** When somebody removed the demo data, which then do not come back by themselves; null: nobody has. */
  demoRemovedAt: instant("demo_removed_at"),
  createdAt: now(),
});

/** Rows that the demo made, so that removing it takes them and nothing else. */
export const demoThings = pgTable(
  "demo_things",
  {
    thing: text("thing").$type<DemoThing>().notNull(),
    thingId: uuid("thing_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.thing, table.thingId] })],
);
export type DemoThing = "surveys" | "projects" | "views";

/** Who did what, with what outcome. Rows are only ever added; a trigger refuses anything else. */
export const audit = pgTable(
  "audit",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    connection: text("connection").notNull(),
    accountId: text("account_id"),
    who: text("who").notNull(),
    origin: text("origin").$type<"page" | "service" | "job" | "system">().notNull(),
    requestId: text("request_id").notNull(),
    action: text("action").notNull(),
    thing: text("thing").notNull(),
    thingId: text("thing_id"),
    before: jsonb("before"),
    after: jsonb("after"),
    outcome: text("outcome").$type<"started" | "done" | "refused" | "failed" | "uncertain">().notNull(),
    detail: text("detail"),
    /** 0: from before entries were sealed. */
    writtenBy: transactionNumber("written_by").notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index("audit_by_transaction").on(table.writtenBy, table.id),
    index("audit_of_account").on(table.connection, table.accountId, table.id),
    index("audit_of_thing").on(table.connection, table.thing, table.thingId, table.id),
  ],
);

/**
 * The seals of audit entries, a chain in the order that they were committed: each hash covers its entry and the hash
 * before it. Rows are only ever added; a trigger refuses anything else while their entry is there.
 */
export const auditSeals = pgTable("audit_seals", {
  /** From 1, without gaps. */
  place: bigint("place", { mode: "number" }).primaryKey(),
  entryId: bigint("entry_id", { mode: "number" }).notNull().unique(),
  writtenBy: transactionNumber("written_by").notNull(),
  /** HMAC-SHA-256 in hex. */
  hash: text("hash").notNull(),
  sealedAt: instant("sealed_at").notNull().default(sql`clock_timestamp()`),
});

/** How far sealed entries were handed on to each target: the place of the last one that arrived. */
export const auditExports = pgTable("audit_exports", {
  target: text("target").primaryKey(),
  place: bigint("place", { mode: "number" }).notNull(),
  at: instant("at").notNull().default(sql`clock_timestamp()`),
});

/** One row, which the owner alone writes: after how many days entries may be removed. None: never. */
export const auditRetention = pgTable("audit_retention", {
  only: boolean("only").primaryKey().default(true),
  days: integer("days").notNull(),
});

/**
 * Surveys of a remote service as one credential last saw them: answers search, sort and sums, which remote
 * services lack. Refreshed within the rate; its age is always shown. What is searched, sorted and added up stands
 * in columns of its own; null: unknown.
 */
export const surveyCopies = pgTable(
  "survey_copies",
  {
    connection: text("connection").notNull(),
    /** The e-mail whose token the service was read with. */
    credential: text("credential").notNull(),
    surveyId: text("survey_id").notNull(),
    /** Place in the service's own order. */
    position: integer("position").notNull(),
    projectId: text("project_id"),
    name: text("name"),
    status: text("status"),
    respondents: doublePrecision("respondents"),
    surveyCompletes: doublePrecision("survey_completes"),
    totalCost: doublePrecision("total_cost"),
    offeredPricePerComplete: doublePrecision("offered_price_per_complete"),
    lengthOfInterview: doublePrecision("length_of_interview"),
    incidenceRate: doublePrecision("incidence_rate"),
    outOfFieldAt: instant("out_of_field_at"),
    lastCompleteAt: instant("last_complete_at"),
    /** The survey as decoded. */
    survey: jsonb("survey").notNull(),
    /** Of the survey and its position: a refresh writes only what differs. */
    hash: text("hash").notNull().default(""),
    /** When a write of ours last put it here; a refresh begun before that leaves it alone. */
    writtenAt: instant("written_at"),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.credential, table.surveyId] }),
    index("survey_copies_in_order").on(table.connection, table.credential, table.position),
    index("survey_copies_by_project").on(table.connection, table.credential, table.projectId),
    index("survey_copies_name_trigrams").using("gin", sql`${table.name} gin_trgm_ops`),
  ],
);

/** One row per copy; also the queue of refreshes: due is a row asked for since it was last begun. */
export const surveyCopyRuns = pgTable(
  "survey_copy_runs",
  {
    connection: text("connection").notNull(),
    credential: text("credential").notNull(),
    /** Counts refreshes begun: one that lost its lease to another finds that it is not the newest any more. */
    generation: bigint("generation", { mode: "number" }).notNull().default(0),
    /** When the newest complete copy was begun; null: none yet. */
    asOf: instant("as_of"),
    askedAt: instant("asked_at"),
    begunAt: instant("begun_at"),
    /** The lease of the refresh under way; one that was killed leaves it to run out. */
    runningUntil: instant("running_until"),
    read: integer("read").notNull().default(0),
    total: integer("total"),
    /** Why the last refresh failed, in a sentence for people. */
    problem: text("problem"),
  },
  (table) => [primaryKey({ columns: [table.connection, table.credential] })],
);

/** How each remote service of a connection answers, learned from the calls that are made anyway. All processes share it. */
export const serviceHealth = pgTable(
  "service_health",
  {
    connection: text("connection").notNull(),
    interface: text("interface").notNull(),
    /** Failed calls since the last that was answered. */
    failures: integer("failures").notNull().default(0),
    /** When the first of them failed; null: the last call was answered. */
    failingSince: instant("failing_since"),
    lastReplyAt: instant("last_reply_at"),
    /** When a call last took long. */
    slowAt: instant("slow_at"),
    /** While it does not respond: when the next probe is due. */
    probeAt: instant("probe_at"),
  },
  (table) => [primaryKey({ columns: [table.connection, table.interface] })],
);

/** What a credential last read from a remote service, for pages that are opened while the service is slow or away. */
export const lastReads = pgTable(
  "last_reads",
  {
    connection: text("connection").notNull(),
    credential: text("credential").notNull(),
    key: text("key").notNull(),
    value: jsonb("value").notNull(),
    readAt: instant("read_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.credential, table.key] }),
    index("last_reads_by_age").on(table.readAt),
  ],
);

/* What is ours: work, and what people keep */

/** Long work that somebody started: its steps are `job_items`, carried out one by one in the worker. */
export const jobs = pgTable(
  "jobs",
  {
    id: id(),
    connection: text("connection").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** Names the code that carries out a step, see `lib/jobs/kinds.ts`. */
    kind: text("kind").notNull(),
    /** What it does, as a person reads it in the tray. */
    title: text("title").notNull(),
    input: jsonb("input").notNull(),
    state: text("state").$type<JobState>().notNull().default("waiting"),
    /** The starter's upstream token, sealed; kept until the job ends. */
    token: bytes("token"),
    undoOf: uuid("undo_of"),
    createdAt: now(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    /** The worker that carries it out holds it until then, and renews; a killed one lets it run out. */
    leaseUntil: instant("lease_until"),
    leaseHolder: uuid("lease_holder"),
  },
  (table) => [
    index("jobs_of_person").on(table.personId, table.createdAt),
    index("jobs_unfinished").on(table.createdAt).where(sql`finished_at is null`),
    index("jobs_of_account").on(table.connection, sql`(input ->> 'account_id')`, table.kind, table.createdAt),
  ],
);

/** One step of a job, done at most once: `running` is written before it is begun, its outcome after. */
export const jobItems = pgTable(
  "job_items",
  {
    jobId: uuid("job_id")
      .notNull()
      .references(() => jobs.id, { onDelete: "cascade" }),
    /** What the step is about, unique in its job: a survey's id, a response's. */
    key: text("key").notNull(),
    position: integer("position").notNull(),
    label: text("label").notNull(),
    input: jsonb("input"),
    state: text("state").$type<JobItemState>().notNull().default("waiting"),
    /** What it changed, for undo and for the result file. */
    before: jsonb("before"),
    after: jsonb("after"),
    message: text("message"),
    attempts: integer("attempts").notNull().default(0),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.key] }),
    index("job_items_in_order").on(table.jobId, table.position),
    index("job_items_by_state").on(table.jobId, table.state, table.position),
  ],
);

/** Unsaved edits: one row a person and thing, written as they are typed. */
export const drafts = pgTable(
  "drafts",
  {
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** "surveys", "projects". */
    thing: text("thing").notNull(),
    /** The thing's id; "new" for one that does not exist yet. */
    thingId: text("thing_id").notNull(),
    /** The state that was being edited, for the three-way view; null for a new thing. */
    base: jsonb("base"),
    draft: jsonb("draft").notNull(),
    /** Which open page wrote it last; another one asks before it writes over that. */
    writer: uuid("writer").notNull(),
    /** Counts writes: a write names the one it follows. */
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.thing, table.thingId] })],
);

/** Filters, columns, sort and page of a list under a name; shared ones are their account's. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: id(),
    connection: text("connection").notNull(),
    /** The account it is shared with; null: the person's alone. */
    accountId: text("account_id"),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** Which list: "surveys", "projects", "responses", "audit". */
    list: text("list").notNull(),
    name: text("name").notNull(),
    /** The list's address query, without the leading `?`. */
    query: text("query").notNull(),
    createdAt: now(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("saved_views_of_list").on(table.connection, table.list, table.accountId, table.personId)],
);

/** The figures of a view's table as they were when it was saved; reached through the view alone. */
export const tableRecordings = pgTable("table_recordings", {
  viewId: uuid("view_id")
    .primaryKey()
    .references(() => savedViews.id, { onDelete: "cascade" }),
  /** What was asked, the table, and the names in it: JSON, compressed. */
  content: bytes("content").notNull(),
  /** Name of whoever recorded it. */
  who: text("who").notNull(),
  recordedAt: instant("recorded_at").notNull().defaultNow(),
  /** Since when these figures are shown instead of live ones; null: they are compared with them. */
  frozenAt: instant("frozen_at"),
});

/** The view that a list's plain address opens for a person; without a row the product decides. */
export const defaultViews = pgTable(
  "default_views",
  {
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** As in `saved_views`. */
    list: text("list").notNull(),
    /** A saved view's id, or a built-in view's name. */
    viewId: text("view_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.list] })],
);

/** Why a response was accepted or rejected by a person: the interface has no place for it. */
export const reconciliationReasons = pgTable(
  "reconciliation_reasons",
  {
    connection: text("connection").notNull(),
    surveyId: text("survey_id").notNull(),
    rdud: text("rdud").notNull(),
    status: text("status").$type<"Accepted" | "Rejected">().notNull(),
    reason: text("reason").notNull(),
    /** E-mail of whoever gave it. */
    who: text("who").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.surveyId, table.rdud] })],
);

/** Quotas under a name, for the surveys of one account. */
export const quotaTemplates = pgTable(
  "quota_templates",
  {
    id: id(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    name: text("name").notNull(),
    /** Where its options are from; null: any country. */
    countryCode: text("country_code"),
    quotas: jsonb("quotas").$type<StoredTemplateQuota[]>().notNull(),
    /** Stored, so that a list of templates reads none of their quotas. */
    quotaCount: integer("quota_count").generatedAlwaysAs(sql`jsonb_array_length(quotas)`).notNull(),
    /** E-mail of whoever saved it last. */
    who: text("who").notNull(),
    createdAt: now(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("quota_templates_by_name").on(table.connection, table.accountId, sql`lower(${table.name})`)],
);

export type StoredTemplateQuota = {
  quota_name: string;
  quota: number;
  qualifications: { question_id: number | string; allowed_option_ids: (number | string)[] }[];
};

/** Quota id to its target; the survey's own under "". */
type StoredTargets = Record<string, number>;

/** `writing`: a change under way, and what the soft launch is once the survey has it. */
export type SetTargets = {
  at: StoredTargets;
  /** The share before it was extended. */
  from?: number | null;
  writing?: {
    at: StoredTargets;
    from: number | null;
    full: StoredTargets;
    share: number;
    state: "running" | "reached" | "launched" | "stopped";
    /** The survey's status then. */
    status: string | null;
  };
};

/**
 * A survey that was taken live at a share of its targets. The full targets stand here, since the survey itself holds
 * the reduced ones; one row a survey, the newest.
 */
export const softLaunches = pgTable(
  "soft_launches",
  {
    id: id(),
    connection: text("connection").notNull(),
    surveyId: text("survey_id").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** Percent of each full target that is collected first. */
    share: numeric("share", { precision: 5, scale: 2, mode: "number" }).notNull(),
    /** Quota id to its full target; the survey's own under "". */
    fullTargets: jsonb("full_targets").$type<Record<string, number>>().notNull(),
    /** What was set at the survey: what differs there was changed elsewhere. */
    setTargets: jsonb("set_targets").$type<SetTargets>().notNull(),
    /** What was expected at the start: `{incidence_rate, length_of_interview}`. */
    expected: jsonb("expected")
      .$type<{ incidence_rate: number | null; length_of_interview: number | null }>()
      .notNull(),
    state: text("state").$type<"running" | "reached" | "launched" | "stopped">().notNull().default("running"),
    /** The upstream token of whoever started it, sealed; kept until it ends. */
    token: bytes("token"),
    /** Why the last look at the survey failed, in a sentence for people. */
    problem: text("problem"),
    checkedAt: instant("checked_at"),
    reachedAt: instant("reached_at"),
    createdAt: now(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("soft_launches_of_survey").on(table.connection, table.surveyId),
    index("soft_launches_running").on(table.checkedAt).where(sql`state = 'running'`),
  ],
);

/* The built-in duplicate check */

/** An account of any connection, by a short number: every index of the duplicate check begins with it. */
export const activationAccounts = pgTable(
  "activation_accounts",
  {
    id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
  },
  (table) => [uniqueIndex("activation_accounts_by_name").on(table.connection, table.accountId)],
);

/** A survey number of an account, and the survey's own state by route: sessions recorded later start in it. */
export const activationSurveys = pgTable(
  "activation_surveys",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    account: integer("account")
      .notNull()
      .references(() => activationAccounts.id),
    /** Empty for entrants checked without a survey. */
    surveyNumber: text("survey_number").notNull(),
    search: boolean("search").notNull().default(true),
    predupes: boolean("predupes").notNull().default(true),
    /** The changes that set these states last; null: as they were at first. */
    searchChange: bigint("search_change", { mode: "number" }),
    predupesChange: bigint("predupes_change", { mode: "number" }),
  },
  (table) => [uniqueIndex("activation_surveys_by_number").on(table.account, table.surveyNumber)],
);

/**
 * One respondent session with its identifiers. What is missing of them comes with a later search of the session, and
 * the personal ones are removed; otherwise they never change. Its states stand in `activation_states`: a change of 500 rewrites narrow rows that lie beside each other, not every
 * identifier's index.
 */
export const activationRecords = pgTable(
  "activation_records",
  {
    /** In the order of recording. */
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    account: integer("account").notNull(),
    survey: bigint("survey", { mode: "number" })
      .notNull()
      .references(() => activationSurveys.id),
    sessionId: text("session_id").notNull(),
    ipAddress: text("ip_address"),
    cookie: text("cookie"),
    panelId: text("panel_id"),
    hashedEmail: text("hashed_email"),
    userAgent: text("user_agent"),
    /** Agents may be longer than an index takes. */
    userAgentHash: bigint("user_agent_hash", { mode: "bigint" }).generatedAlwaysAs(
      sql`hashtextextended(user_agent, 0)`,
    ),
    recordedAt: instant("recorded_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex("activation_records_by_session").on(table.account, table.sessionId, table.survey),
    index("activation_records_of_survey").on(table.survey, table.recordedAt, table.id),
    index("activation_records_by_ip")
      .on(table.account, table.ipAddress, table.userAgentHash, table.id)
      .where(sql`ip_address is not null`),
    index("activation_records_by_cookie").on(table.account, table.cookie, table.id).where(sql`cookie is not null`),
    index("activation_records_by_panel").on(table.account, table.panelId, table.id).where(sql`panel_id is not null`),
    index("activation_records_by_email")
      .on(table.account, table.hashedEmail, table.id)
      .where(sql`hashed_email is not null`),
    index("activation_records_by_agent")
      .on(table.account, table.userAgentHash, table.id)
      .where(sql`user_agent_hash is not null`),
    index("activation_records_in_order").on(table.account, table.recordedAt, table.id),
    index("activation_records_personal")
      .on(table.recordedAt)
      .where(sql`ip_address is not null or cookie is not null or hashed_email is not null or user_agent is not null`),
  ],
);

/** Whether a record is active, by route, and the change that last said so; null: as it was recorded. */
export const activationStates = pgTable(
  "activation_states",
  {
    survey: bigint("survey", { mode: "number" }).notNull(),
    record: bigint("record", { mode: "number" }).notNull(),
    search: boolean("search").notNull(),
    predupes: boolean("predupes").notNull(),
    searchChange: bigint("search_change", { mode: "number" }),
    predupesChange: bigint("predupes_change", { mode: "number" }),
  },
  (table) => [
    // By survey first, as changes go: every index of a change's rows is touched in one place.
    primaryKey({ columns: [table.survey, table.record] }),
    index("activation_states_search").on(table.survey, table.search, table.record),
    index("activation_states_predupes").on(table.survey, table.predupes, table.record),
  ],
);

/** One call that changed something: who, what was asked for, and how many records it moved. */
export const activationChanges = pgTable(
  "activation_changes",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    account: integer("account")
      .notNull()
      .references(() => activationAccounts.id),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    who: text("who").notNull(),
    origin: text("origin").$type<"page" | "service" | "job" | "system">().notNull(),
    requestId: text("request_id").notNull(),
    type: text("type").$type<"1" | "2">().notNull(),
    route: text("route").$type<"search" | "predupes">().notNull(),
    /** As the interface spells them, what is personal masked. */
    selectors: jsonb("selectors").$type<Partial<Record<string, string>>>().notNull(),
    records: integer("records").notNull(),
    /** How many surveys' own states it changed. */
    surveys: integer("surveys").notNull(),
    /** Surveys of the records it moved, by their ids: where a reversal looks. */
    touched: bigint("touched", { mode: "number" }).array().notNull().default(sql`'{}'`),
  },
  (table) => [index("activation_changes_beside_jobs").on(table.account, table.at).where(sql`origin <> 'job'`)],
);

/** Tokens for one server-to-server call of the fraud checks, by the SHA-256 of their text. */
export const singleUseTokens = pgTable(
  "single_use_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    account: integer("account")
      .notNull()
      .references(() => activationAccounts.id),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("single_use_tokens_expired").on(table.expiresAt)],
);

/** Keys of other clients of the built-in services; the text itself is nowhere. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    interface: text("interface").$type<KeyScope>().notNull(),
    kind: text("kind").$type<KeyKind>().notNull().default("private"),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    accountName: text("account_name").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the key, which is random and long: nothing slower would make it harder to guess. */
    keyHash: text("key_hash").notNull().unique(),
    /** Its first characters. */
    begins: text("begins").notNull(),
    /** E-mail of whoever created it. */
    who: text("who").notNull(),
    /** What a service account may do; null: its interface asks for no role. */
    role: text("role").$type<Role>(),
    /** Calls that it may make in a minute, of whatever kind; null: each operation's own rate is all. */
    mostPerMinute: integer("most_per_minute"),
    createdAt: now(),
    lastUsedAt: instant("last_used_at"),
    /** Null: never. */
    expiresAt: instant("expires_at"),
    revokedAt: instant("ended_at"),
  },
  (table) => [index("api_keys_of_account").on(table.connection, table.accountId, table.createdAt)],
);

/** Sites whose pages may call the built-in services with a key of the account that stands in the page. */
export const pageOrigins = pgTable(
  "page_origins",
  {
    /** As a browser sends it: `https://shop.example`. */
    origin: text("origin").notNull(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.origin, table.connection, table.accountId] }),
    index("page_origins_of_account").on(table.connection, table.accountId),
  ],
);

/** Survey numbers by which a remote duplicate check knows surveys whose ids it does not have. */
export const surveyLinks = pgTable(
  "survey_links",
  {
    connection: text("connection").notNull(),
    surveyId: text("survey_id").notNull(),
    surveyNumber: text("survey_number").notNull(),
    /** E-mail of the admin who made it. */
    who: text("who").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.surveyId] }),
    uniqueIndex("survey_links_by_number").on(table.connection, table.surveyNumber),
  ],
);

/* Answers: what the tables of the other store hold, and how they came there */

/** The answers of one project: its questions, and the revision that everybody reads. */
export const answerSets = pgTable(
  "answer_sets",
  {
    id: id(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    /** The demand interface's id of the project. */
    projectId: text("project_id").notNull(),
    questions: jsonb("questions").$type<Question[]>().notNull().default([]),
    weights: jsonb("weights").$type<Weight[]>().notNull().default([]),
    /** The revision whose table is read; null: none yet. */
    revision: bigint("revision", { mode: "number" }),
    /** Counts columns given out, so that none is given twice. */
    columnsGiven: integer("columns_given").notNull().default(0),
    /** Whether the project's completed sessions are imported by themselves. */
    keepsSessions: boolean("keeps_sessions").notNull().default(false),
    /** Why they could not be at the last try; null: they could, or there was none. */
    sessionsProblem: text("sessions_problem"),
    /** When its table was last read or written, to the hour; unused ones are detached. */
    usedAt: instant("used_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [uniqueIndex("answer_sets_of_project").on(table.connection, table.accountId, table.projectId)],
);

/**
 * One import: a table of its own, written aside, that becomes the one to read in one step. Undone by going back to
 * the one before.
 */
export const answerRevisions = pgTable(
  "answer_revisions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    answerSet: uuid("answer_set")
      .notNull()
      .references(() => answerSets.id),
    /** The revision that it was made from; null: the first. */
    previous: bigint("previous", { mode: "number" }),
    mode: text("mode").$type<RevisionMode>().notNull(),
    /** `superseded`: another automatic import took its place. */
    state: text("state").$type<"writing" | "visible" | "undone" | "failed" | "superseded">().notNull(),
    /** In the other store. */
    tableName: text("table_name").notNull(),
    fileName: text("file_name").notNull(),
    plan: jsonb("plan").$type<ImportPlan>().notNull(),
    /** As they are once it is visible. */
    questions: jsonb("questions").$type<Question[]>().notNull(),
    weights: jsonb("weights").$type<Weight[]>().notNull(),
    /** Rows of the file: kept and refused, and the blank ones that `brought` counts, add up to them. */
    rows: integer("rows").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    /** Responses of the table: an id counts once. */
    responses: integer("responses").notNull().default(0),
    /** The revision that last replaced everything, which begins without exclusions; null: itself; 0: none has. */
    exclusionsSince: bigint("exclusions_since", { mode: "number" }).default(0),
    /** What it did to the answers and questions before it; null: not yet, or not known. */
    brought: jsonb("brought").$type<ImportBrought>(),
    /** Questions that a change of set-up touched, as it left them: what undoing it takes back. Null: an import. */
    changed: jsonb("changed").$type<LeftQuestion[]>(),
    problem: text("problem"),
    /** E-mail of whoever started it. */
    who: text("who").notNull(),
    /** What the project's sessions were when they were imported, as one text; null: an import of something else. */
    sessionsState: text("sessions_state"),
    /** Nobody asked for it: it is not counted among the imports that can be undone. */
    isAutomatic: boolean("is_automatic").notNull().default(false),
    createdAt: now(),
    /**
     * When the process that is writing it last said so, with whose end it is lost; null: work of the worker, which takes
     * up again what it left.
     */
    heldAt: instant("held_at"),
    visibleAt: instant("visible_at"),
    /** When its table was last detached; used since, it may be attached again. */
    detachedAt: instant("detached_at"),
  },
  (table) => [index("answer_revisions_of_set").on(table.answerSet, table.id)],
);

/** Responses that a project's figures leave out for quality: one row a project, which counts the changes. */
export const exclusionLists = pgTable(
  "exclusion_lists",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    /** Of the last change. */
    version: integer("version").notNull().default(0),
  },
  (table) => [uniqueIndex("exclusion_lists_of_project").on(table.connection, table.accountId, table.projectId)],
);

/** The last decision about a response: excluded, or included again. */
export const responseExclusions = pgTable(
  "response_exclusions",
  {
    list: bigint("list", { mode: "number" })
      .notNull()
      .references(() => exclusionLists.id),
    /** The revision of answers from which on it holds (`answerRevisions.exclusionsSince`); 0: from the first. */
    since: bigint("since", { mode: "number" }).notNull(),
    responseId: text("response_id").notNull(),
    isExcluded: boolean("is_excluded").notNull(),
    /** The list's, which this decision made. */
    version: integer("version").notNull(),
    reason: text("reason").notNull(),
    /** E-mail of whoever decided. */
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.since, table.responseId] }),
    index("response_exclusions_by_version").on(table.list, table.since, table.version),
  ],
);

/** Which questions of a project are given to which check of quality, one row a project. */
export const scoringFeeds = pgTable(
  "scoring_feeds",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    mapping: jsonb("mapping").$type<FeedMapping>().notNull(),
    /** E-mail of whoever saved it last. */
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.connection, table.accountId, table.projectId] })],
);

/** Notes on dates of a project's trends. */
export const trendNotes = pgTable(
  "trend_notes",
  {
    id: id(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    /** YYYY-MM-DD, the day that it is about. */
    day: text("day").notNull(),
    text: text("text").notNull(),
    who: text("who").notNull(),
    createdAt: now(),
  },
  (table) => [index("trend_notes_of_project").on(table.connection, table.accountId, table.projectId, table.day)],
);

/** What new tables of a project begin with. */
export const tableDefaults = pgTable(
  "table_defaults",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    /** As an address of the page says it. */
    query: text("query").notNull(),
    who: text("who").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.accountId, table.projectId] })],
);

/** What an account's slides look like: logo, fonts and colours of a PowerPoint file. */
export const slideTemplates = pgTable(
  "slide_templates",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    /** Of the file. */
    name: text("name").notNull(),
    look: jsonb("look").notNull(),
    who: text("who").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.accountId] })],
);

/** Slides that a person has chosen from the pages of a project, which become one presentation. */
export const deckSlides = pgTable(
  "deck_slides",
  {
    id: id(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    /** Ascending in the order of the slides, with gaps. */
    place: integer("place").notNull(),
    /** The title of the slide. */
    name: text("name").notNull(),
    /** All that stands on it, with its figures, and the bytes of that as JSON. */
    content: jsonb("content").notNull(),
    bytes: integer("bytes").notNull(),
    /** Ids of the questions that it shows, as far as the project had them when it was added. */
    questions: text("questions").array().notNull(),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (table) => [index("deck_slides_of_person").on(table.personId, table.projectId, table.place)],
);

/* The review of respondents, of any connection's quality service */

/** Every decision of a reviewer, the latest of a respondent being the one in force; null: not reviewed any more. */
export const respondentReviews = pgTable(
  "respondent_reviews",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    surveyId: text("survey_id").notNull(),
    respondentId: text("respondent_id").notNull(),
    decision: text("decision").$type<ReviewDecision>(),
    note: text("note").notNull(),
    /** E-mail of whoever decided. */
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index("respondent_reviews_of_respondent").on(
      table.connection,
      table.accountId,
      table.surveyId,
      table.respondentId,
      table.id,
    ),
  ],
);

/** Thresholds of a survey that somebody saved; a survey without a row has the usual ones. */
export const qualityThresholds = pgTable(
  "quality_thresholds",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    surveyId: text("survey_id").notNull(),
    thresholds: jsonb("thresholds").$type<ExclusionThresholds>().notNull(),
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.connection, table.accountId, table.surveyId] })],
);

/**
 * Deletions that another service was asked for, until it is known how they ended: what is kept here of the respondents
 * goes once they are gone there, also where the process ends in between.
 */
export const respondentDeletions = pgTable(
  "respondent_deletions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    surveyId: text("survey_id").notNull(),
    projectId: text("project_id"),
    /** Everybody of the survey. */
    isWhole: boolean("is_whole").notNull(),
    /** Who goes; of a whole survey those whose answers were ever excluded. */
    respondentIds: text("respondent_ids").array().notNull(),
    /** E-mail of whoever deletes. */
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index("respondent_deletions_of_survey").on(table.connection, table.accountId, table.surveyId)],
);

/* Respondent quality: the built-in service's surveys and respondents */

export const qualitySurveys = pgTable(
  "quality_surveys",
  {
    id: id(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
    name: text("name").notNull(),
    /** That of the path which created it; never changes. */
    version: text("version").$type<QualityVersion>().notNull(),
    /** Takes no respondents since; null: it takes them. */
    stoppedAt: instant("stopped_at"),
    createdAt: now(),
  },
  (table) => [uniqueIndex("quality_surveys_by_name").on(table.accountId, table.name)],
);

export const qualityRespondents = pgTable(
  "quality_respondents",
  {
    /** In the order that they came. */
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    surveyId: uuid("survey_id")
      .notNull()
      .references(() => qualitySurveys.id, { onDelete: "cascade" }),
    /** As the client calls them. */
    respondentId: text("respondent_id").notNull(),
    /** As they were sent and read. */
    dataPoints: jsonb("data_points").$type<unknown[]>().notNull(),
    cleaningSettings: jsonb("cleaning_settings").$type<unknown>(),
    attributes: jsonb("attributes").$type<Record<string, string>>(),
    /** The rules may exclude them. */
    cleans: boolean("cleans").notNull().default(false),
    /** Null: they wait to be scored. */
    scores: jsonb("scores").$type<RespondentScores>(),
    /** How often scoring has failed. */
    failures: integer("failures").notNull().default(0),
    /** Why the rules exclude them; empty: they do not. */
    ruleReasons: jsonb("rule_reasons").$type<string[]>().notNull(),
    isExcluded: boolean("is_excluded").notNull(),
    /** Who decided otherwise than the rules, and when; null: it is as the rules say. */
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("quality_respondents_by_id").on(table.surveyId, table.respondentId),
    index("quality_respondents_in_order").on(table.surveyId, table.id),
    index("quality_respondents_waiting").on(table.surveyId, table.id).where(sql`scores is null`),
  ],
);

/**
 * What lists and figures need of a respondent, in one line of JSON that a trigger keeps up to date: some hundred bytes
 * beside a row of thousands, so that a survey of 100,000 is read at once.
 */
export const qualityScoreLines = pgTable(
  "quality_score_lines",
  {
    respondent: bigint("respondent", { mode: "number" })
      .primaryKey()
      .references(() => qualityRespondents.id, { onDelete: "cascade" }),
    surveyId: uuid("survey_id").notNull(),
    line: text("line").notNull(),
  },
  (table) => [index("quality_score_lines_in_order").on(table.surveyId, table.respondent)],
);

/** How long respondents took, by which others are scored. */
export const qualityDurations = pgTable(
  "quality_durations",
  {
    respondent: bigint("respondent", { mode: "number" })
      .notNull()
      .references(() => qualityRespondents.id, { onDelete: "cascade" }),
    surveyId: uuid("survey_id").notNull(),
    dataPointId: text("data_point_id").notNull(),
    durationMs: doublePrecision("duration_ms").notNull(),
  },
  (table) => [
    index("quality_durations_latest").on(table.surveyId, table.dataPointId, table.respondent),
    index("quality_durations_of_respondent").on(table.respondent),
  ],
);

/** Open answers, found again by what they have in common (`service/quality/scoring/similarity.ts`). */
export const qualityAnswers = pgTable(
  "quality_answers",
  {
    respondent: bigint("respondent", { mode: "number" })
      .notNull()
      .references(() => qualityRespondents.id, { onDelete: "cascade" }),
    surveyId: uuid("survey_id").notNull(),
    dataPointId: text("data_point_id").notNull(),
    /** Lower case, words alone. */
    words: text("words").notNull(),
    /** Hashes that similar answers to one question of a survey share; each is kept by the first answers that have it. */
    bands: bigint("bands", { mode: "bigint" }).array().notNull(),
  },
  (table) => [
    // Each answer is looked for at once: a list of what is still to be indexed would be read through every time.
    index("quality_answers_by_band").using("gin", table.bands).with({ fastupdate: false }),
    index("quality_answers_of_respondent").on(table.respondent),
    index("quality_answers_latest").on(table.surveyId, table.dataPointId, table.respondent),
  ],
);

/** What an account calls a contradiction between two answers, beside what is one for everybody. */
export const coherenceRules = pgTable("coherence_rules", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => accounts.id),
  rules: jsonb("rules").$type<CoherenceRule[]>().notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** Answers to grids, by which others are scored. */
export const qualityGrids = pgTable(
  "quality_grids",
  {
    respondent: bigint("respondent", { mode: "number" })
      .notNull()
      .references(() => qualityRespondents.id, { onDelete: "cascade" }),
    surveyId: uuid("survey_id").notNull(),
    dataPointId: text("data_point_id").notNull(),
    pattern: doublePrecision("pattern").array().notNull(),
  },
  (table) => [
    index("quality_grids_latest").on(table.surveyId, table.dataPointId, table.respondent),
    index("quality_grids_of_respondent").on(table.respondent),
  ],
);

/** The text under which a survey's question id first came. */
export const qualityQuestions = pgTable(
  "quality_questions",
  {
    surveyId: uuid("survey_id")
      .notNull()
      .references(() => qualitySurveys.id, { onDelete: "cascade" }),
    questionId: text("question_id").notNull(),
    question: text("question").notNull(),
  },
  (table) => [primaryKey({ columns: [table.surveyId, table.questionId] })],
);

/* Fraud checks: what the built-in service found of sessions that the duplicate check has recorded */

export type CheckResults = Partial<Record<FraudCheck, CheckResult>>;

export const fraudAccounts = pgTable("fraud_accounts", {
  account: integer("account")
    .primaryKey()
    .references(() => activationAccounts.id),
  platforms: jsonb("platforms").$type<{ id: string; name: string }[]>().notNull().default([]),
  /** Of scores from 0 to 100: who reaches it fails. */
  threshold: smallint("threshold").notNull().default(DEFAULT_THRESHOLD),
  /** What replies are encrypted with, sealed; null: no key was created. */
  encryptionKey: bytes("encryption_key"),
  encryptionKeyAt: instant("encryption_key_at"),
});

/** A session that was searched for: the verdict on it, from all searches of it together. */
export const fraudSessions = pgTable(
  "fraud_sessions",
  {
    record: bigint("record", { mode: "number" })
      .primaryKey()
      .references(() => activationRecords.id),
    account: integer("account").notNull(),
    survey: bigint("survey", { mode: "number" }).notNull(),
    /** Of the address; removed with the identifiers. */
    subnet: text("subnet"),
    /** Of the address, and as it was said. */
    countryCode: text("country_code"),
    saidCountryCode: text("said_country_code"),
    platformId: text("platform_id"),
    results: jsonb("results").$type<CheckResults>().notNull(),
    duplicateScore: smallint("duplicate_score").notNull(),
    threatScore: smallint("threat_score").notNull(),
    failureReason: text("failure_reason").$type<FailureReason>().notNull(),
    /** The first session of the survey, or of its group, that it is a duplicate of. */
    initialSession: text("initial_session"),
    searchedAt: instant("searched_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index("fraud_sessions_by_subnet")
      .on(table.account, table.survey, table.subnet, table.searchedAt)
      .where(sql`subnet is not null`),
    index("fraud_sessions_personal").on(table.searchedAt).where(sql`subnet is not null`),
    index("fraud_sessions_of_account").on(table.account, table.searchedAt),
  ],
);

/**
 * Which records are one person's: each points to an earlier record of the person, the first to none. A record without
 * a row stands alone.
 */
export const fraudPersonLinks = pgTable(
  "fraud_person_links",
  {
    record: bigint("record", { mode: "number" }).primaryKey(),
    earlier: bigint("earlier", { mode: "number" }).notNull(),
  },
  (table) => [index("fraud_person_links_by_earlier").on(table.earlier)],
);

/** An open text that was reviewed: the scores stay, what the text is compared by leaves with the identifiers. */
export const fraudReviews = pgTable(
  "fraud_reviews",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    account: integer("account")
      .notNull()
      .references(() => activationAccounts.id),
    surveyNumber: text("survey_number").notNull(),
    sessionId: text("session_id").notNull(),
    questionId: text("question_id").notNull(),
    scores: jsonb("scores").$type<ReviewScores>().notNull(),
    /** Lower case, words alone; null: too short to compare, or removed. */
    words: text("words"),
    /** Hashes that similar texts to one question of a survey share. */
    bands: bigint("bands", { mode: "bigint" }).array(),
    reviewedAt: instant("reviewed_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    uniqueIndex("fraud_reviews_by_session").on(table.account, table.sessionId, table.surveyNumber, table.questionId),
    index("fraud_reviews_by_band").using("gin", table.bands).with({ fastupdate: false }),
    index("fraud_reviews_personal").on(table.reviewedAt).where(sql`words is not null`),
  ],
);

/* Checks that people make: of any connection's service */

/** What a service said of a respondent whom somebody checked. The reply and the evidence leave with the identifiers. */
export const checkReplies = pgTable(
  "check_replies",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    surveyNumber: text("survey_number").notNull(),
    sessionId: text("session_id").notNull(),
    kind: text("kind").$type<CheckKind>().notNull(),
    /** Of a review; empty: a search. */
    questionId: text("question_id").notNull(),
    /** As it is read of the reply; the reader stays the same for all services. */
    read: jsonb("read").$type<ReadVerdict | ReadTextScores>().notNull(),
    /** Without the text that was reviewed; null: removed. */
    reply: jsonb("reply").$type<Record<string, unknown>>(),
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({
      name: "check_replies_pkey",
      columns: [table.connection, table.accountId, table.surveyNumber, table.sessionId, table.kind, table.questionId],
    }),
    index("check_replies_personal").on(table.at).where(sql`reply is not null`),
  ],
);

/** Checks at entry that another service did not answer, and what became of the respondent then. */
export const unansweredChecks = pgTable(
  "unanswered_checks",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    surveyNumber: text("survey_number").notNull(),
    sessionId: text("session_id").notNull(),
    /** A sentence. */
    problem: text("problem").notNull(),
    respondent: text("respondent").$type<WhenUnanswered>().notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.accountId, table.surveyNumber, table.sessionId] }),
    index("unanswered_checks_by_time").on(table.connection, table.accountId, table.at),
  ],
);

/** What an account decided about its checks. */
export const checkSettings = pgTable(
  "check_settings",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    /** What becomes of respondents while the service does not answer. */
    whenUnanswered: text("when_unanswered").$type<WhenUnanswered>().notNull(),
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.connection, table.accountId] })],
);
