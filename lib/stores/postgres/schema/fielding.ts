import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { FraudCheckMode, HashAlgorithm, Outcome, Refusal } from "@/lib/contracts/terms/fielding";
import { accounts } from "./accounts";
import { bytes, id, instant, now } from "./columns";
import { surveys } from "./demand";

/* Sessions of respondents, the places that they take, and who sends them */

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

/** Places of a quota. Rows of removed quotas stay and are not read. */
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
