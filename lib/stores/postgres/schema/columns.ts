import { type SQLWrapper, sql } from "drizzle-orm";
import { customType, timestamp, uuid } from "drizzle-orm/pg-core";

/* Kinds of columns */

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const id = () => uuid("id").primaryKey().default(sql`uuidv7()`);

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** The number of a transaction, in the order that transactions began to write. */
export const transactionNumber = customType<{ data: string }>({ dataType: () => "xid8" });

export const now = () => instant("created_at").notNull().defaultNow();

/** As a person looks names up, whatever the database's own order: a before B, and Ä beside A. */
export const alphabetical = (name: SQLWrapper) => sql`(${name} collate "und-x-icu")`;
