import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { JobItemState, JobState } from "@/lib/contracts/terms/jobs";
import { bytes, id, instant, now } from "./columns";
import { people } from "./people";

/* Background jobs and their steps */

/** A background job: its steps are `job_items`, which the worker runs one by one. */
export const jobs = pgTable(
  "jobs",
  {
    id: id(),
    connection: text("connection").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** Names the code that carries out a step, see `lib/start/job-kinds.ts`. */
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
    index("jobs_of_account").on(table.connection, sql`(input ->> 'account_id')`, table.kind, table.createdAt),
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
