import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { instant, now } from "./columns";

/* What the processes of an installation share */

/** One row per limited caller: when its last calls were allowed to go, and who is waiting (`rate-limits.ts`). */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  /** Moments of past and reserved calls, and how many went at each, oldest first. */
  moments: timestamp("moments", { withTimezone: true, precision: 6 }).array().notNull().default(sql`'{}'`),
  counts: integer("counts").array().notNull().default(sql`'{}'`),
  blockedUntil: instant("blocked_until"),
  waitingRank: smallint("waiting_rank"),
  waitingUntil: instant("waiting_until"),
});

/** One row, written by workers of the former version, which may still run during an upgrade. */
export const workerPulse = pgTable("worker_pulse", {
  only: boolean("only").primaryKey().default(true),
  at: instant("at").notNull().defaultNow(),
});

/** A row for each worker: when it last showed itself. */
export const workerPulses = pgTable("worker_pulses", {
  workerId: uuid("worker_id").primaryKey(),
  at: instant("at").notNull().default(sql`clock_timestamp()`),
});

/** Who asks the answer store for figures at this moment, or waits for it, on all instances; see `shared-turns.ts`. */
export const figureTurns = pgTable("figure_turns", {
  id: uuid("id").primaryKey(),
  holder: uuid("holder").notNull(),
  who: text("who").notNull(),
  isUnderWay: boolean("is_under_way").notNull(),
  askedAt: timestamp("asked_at", { withTimezone: true, precision: 6 }).notNull(),
  leaseUntil: timestamp("lease_until", { withTimezone: true, precision: 6 }).notNull(),
});

/** When a write of a credential last ended: no read that began before is shared with a later one, on any instance. */
export const credentialWrites = pgTable("credential_writes", {
  credential: text("credential").primaryKey(),
  endedAt: timestamp("ended_at", { withTimezone: true, precision: 6 }).notNull(),
});

/** What all instances on this database have to share. One row, written by the first of them. */
export const installation = pgTable("installation", {
  only: boolean("only").primaryKey().default(true),
  /** Of `APP_SECRET`, which cannot be found from it: see `installation.ts`. */
  secretFingerprint: text("secret_fingerprint").notNull(),
  /** When a person removed the demo data, which then never come back by themselves; null: not removed. */
  demoRemovedAt: instant("demo_removed_at"),
  createdAt: now(),
});

/** Rows that the demo made, so that removing it takes them and nothing else. */
export const demoThings = pgTable(
  "demo_things",
  {
    thing: text("thing").$type<DemoThing>().notNull(),
    thingId: uuid("thing_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.thing, table.thingId] })],
);

export type DemoThing = "surveys" | "projects" | "views";

/** How each remote service of a connection answers, learned from the calls that are made anyway. All processes share it. */
export const serviceHealth = pgTable(
  "service_health",
  {
    connection: text("connection").notNull(),
    interface: text("interface").notNull(),
    /** Failed calls since the last that was answered. */
    failures: integer("failures").notNull().default(0),
    /** When the first of them failed; null: the last call was answered. */
    failingSince: instant("failing_since"),
    lastReplyAt: instant("last_reply_at"),
    /** When a call last took long. */
    slowAt: instant("slow_at"),
    /** While it does not respond: when the next probe is due. */
    probeAt: instant("probe_at"),
  },
  (table) => [primaryKey({ columns: [table.connection, table.interface] })],
);

/** What a credential last read from a remote service, for pages that are opened while the service is slow or away. */
export const lastReads = pgTable(
  "last_reads",
  {
    connection: text("connection").notNull(),
    credential: text("credential").notNull(),
    key: text("key").notNull(),
    value: jsonb("value").notNull(),
    readAt: instant("read_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.credential, table.key] }),
    index("last_reads_by_age").on(table.readAt),
  ],
);
