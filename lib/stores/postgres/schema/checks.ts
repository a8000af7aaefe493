import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { CheckKind, WhenUnanswered } from "@/lib/contracts/terms/checks";
import { instant } from "./columns";

/* Checks that people make: of any connection's service */

/** The reply of a service to a check that a person made of a respondent. The reply and the evidence leave with the identifiers. */
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
    read: jsonb("read").notNull(),
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
