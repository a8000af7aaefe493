import { sql } from "drizzle-orm";
import { index, jsonb, numeric, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytes, id, instant, now } from "./columns";
import { people } from "./people";

/* Soft launches */

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
 * A survey that was taken live at a share of its targets. The full targets are here, since the survey itself holds
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
    /** The upstream token of the person who started it, sealed; kept until it ends. */
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
