import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "./columns";

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
 * the personal ones are removed; otherwise they never change. Its states are in `activation_states`: a change of 500 rewrites narrow rows that lie beside each other, not every
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
