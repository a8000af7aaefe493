import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant, transactionNumber } from "./columns";

/* Who changed what */

/** Who did what, with what outcome. Rows are only ever added; a trigger refuses anything else. */
export const audit = pgTable(
  "audit",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
    connection: text("connection").notNull(),
    accountId: text("account_id"),
    who: text("who").notNull(),
    origin: text("origin").$type<"page" | "service" | "job" | "system">().notNull(),
    requestId: text("request_id").notNull(),
    action: text("action").notNull(),
    thing: text("thing").notNull(),
    thingId: text("thing_id"),
    before: jsonb("before"),
    after: jsonb("after"),
    outcome: text("outcome").$type<"started" | "done" | "refused" | "failed" | "uncertain">().notNull(),
    detail: text("detail"),
    /** 0: from before entries were sealed. */
    writtenBy: transactionNumber("written_by").notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index("audit_by_transaction").on(table.writtenBy, table.id),
    index("audit_of_account").on(table.connection, table.accountId, table.id),
    index("audit_of_thing").on(table.connection, table.thing, table.thingId, table.id),
  ],
);

/**
 * The seals of audit entries, a chain in the order that they were committed: each hash covers its entry and the hash
 * before it. Rows are only ever added; a trigger refuses anything else while their entry is there.
 */
export const auditSeals = pgTable("audit_seals", {
  /** From 1, without gaps. */
  place: bigint("place", { mode: "number" }).primaryKey(),
  entryId: bigint("entry_id", { mode: "number" }).notNull().unique(),
  writtenBy: transactionNumber("written_by").notNull(),
  /** HMAC-SHA-256 in hex. */
  hash: text("hash").notNull(),
  sealedAt: instant("sealed_at").notNull().default(sql`clock_timestamp()`),
});

/** How far sealed entries were handed on to each target: the place of the last one that arrived. */
export const auditExports = pgTable("audit_exports", {
  target: text("target").primaryKey(),
  place: bigint("place", { mode: "number" }).notNull(),
  at: instant("at").notNull().default(sql`clock_timestamp()`),
});

/** One row, which the owner alone writes: after how many days entries may be removed. None: never. */
export const auditRetention = pgTable("audit_retention", {
  only: boolean("only").primaryKey().default(true),
  days: integer("days").notNull(),
});
