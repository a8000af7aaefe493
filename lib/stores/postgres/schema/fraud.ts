import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, smallint, text, uniqueIndex } from "drizzle-orm/pg-core";
import {
  type CheckResult,
  DEFAULT_THRESHOLD,
  type FailureReason,
  type FraudCheck,
  type ReviewScores,
} from "@/lib/contracts/terms/fraud";
import { activationAccounts, activationRecords } from "./activation";
import { bytes, instant } from "./columns";

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
 * a row is complete by itself.
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
