import { sql } from "drizzle-orm";
import { bigint, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/* Copies of the surveys of remote services */

/**
 * Surveys of a remote service as one credential last saw them: answers search, sort and sums, which remote
 * services lack. Refreshed within the rate; its age is always shown. What is searched, sorted and added up is
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
