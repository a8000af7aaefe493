import { sql } from "drizzle-orm";
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
import type { JobItemState, JobState } from "@/lib/contracts/jobs";
import type { NumberFormat } from "@/lib/tables/format";

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
const id = () => uuid("id").primaryKey().default(sql`uuidv7()`);
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const now = () => instant("created_at").notNull().defaultNow();

/* The built-in survey demand service */

export const accounts = pgTable("accounts", {
  id: id(),
  name: text("name").notNull().unique(),
  /** Wire shape of replies where a request names none. */
  replyShape: text("reply_shape").$type<"flat" | "grouped">().notNull().default("flat"),
  createdAt: now(),
});

export const users = pgTable("users", {
  id: id(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  name: text("name").notNull(),
  /** scrypt, see `lib/passwords.ts`. */
  passwordHash: text("password_hash").notNull(),
  disabledAt: instant("disabled_at"),
  createdAt: now(),
});

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
    index("surveys_by_name").on(table.accountId, table.status, table.name, table.id),
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

/** A respondent's session in a survey: one row from entering the client survey on. */
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
    /** Counts as a complete: accepted, or complete and not rejected. */
    counted: boolean("counted").generatedAlwaysAs(
      sql`reconciliation_status is not distinct from 'Accepted' or (status = 'complete' and reconciliation_status is distinct from 'Rejected')`,
    ),
  },
  (table) => [index("responses_of_survey").on(table.surveyId, table.startedAt, table.rdud)],
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
    /** IANA name of the zone that times are shown in; null: the usual one. */
    timeZone: text("time_zone"),
    numberFormat: text("number_format").$type<NumberFormat>(),
    /** When a session of this person was last used; kept when the session ends. */
    lastSeenAt: instant("last_seen_at"),
    createdAt: now(),
  },
  (table) => [uniqueIndex("people_by_email").on(table.connection, table.email)],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the random id in the cookie: whoever reads this table cannot sign in with it. */
    idHash: text("id_hash").primaryKey(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    accounts: jsonb("accounts").$type<{ id: string; name: string }[]>().notNull(),
    /** The upstream token, encrypted. */
    token: bytes("token").notNull(),
    /** As the browser names itself, and from where it signed in; null: a session from before these were kept. */
    userAgent: text("user_agent"),
    clientAddress: text("client_address"),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [index("sessions_of_person").on(table.personId)],
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

/** One row: when a worker last showed itself. */
export const workerPulse = pgTable("worker_pulse", {
  only: boolean("only").primaryKey().default(true),
  at: instant("at").notNull().defaultNow(),
});

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
  },
  (table) => [
    index("audit_of_account").on(table.connection, table.accountId, table.id),
    index("audit_of_thing").on(table.connection, table.thing, table.thingId, table.id),
  ],
);

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
