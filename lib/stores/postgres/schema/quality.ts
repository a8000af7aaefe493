import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import type { QualityVersion, RespondentScores } from "@/lib/contracts/terms/quality";
import { accounts } from "./accounts";
import { id, instant, now } from "./columns";

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
