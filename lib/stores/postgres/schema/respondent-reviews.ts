import { sql } from "drizzle-orm";
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ExclusionThresholds } from "@/lib/contracts/rules/exclusion";
import type { ReviewDecision } from "@/lib/contracts/terms/respondents";
import { instant } from "./columns";

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
    /** E-mail of the person who decided. */
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

/** Saved thresholds of a survey; a survey without a row has the usual ones. */
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
    /** E-mail of the person who deletes. */
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index("respondent_deletions_of_survey").on(table.connection, table.accountId, table.surveyId)],
);
