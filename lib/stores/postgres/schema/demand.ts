import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { accounts, users } from "./accounts";
import { alphabetical, id, instant, now } from "./columns";

/* The built-in survey demand service */

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
 * What a survey's responses add up to. A trigger on `responses` raises `changes`; a reader who finds that
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
    /** By quota id (`countsOfQuota`); a quota without responses is missing. */
    quotas: jsonb("quotas").$type<Record<string, number[]>>().notNull().default({}),
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
