import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { HashAlgorithm } from "@/lib/contracts/terms/fielding";
import type { LinkPurpose } from "@/lib/contracts/terms/settings";
import { bytes, id, instant, now } from "./columns";

/* The accounts of the built-in services, and who may sign in to them */

export const accounts = pgTable("accounts", {
  id: id(),
  name: text("name").notNull().unique(),
  /** Wire shape of replies where a request names none. */
  replyShape: text("reply_shape").$type<"flat" | "grouped">().notNull().default("flat"),
  /** By which its completes are signed where a survey has hashing enabled. */
  hashAlgorithm: text("hash_algorithm").$type<HashAlgorithm>().notNull().default("SHA-256"),
  /** Sealed; null: the key that follows from the installation's secret. */
  hashKey: bytes("hash_key"),
  createdAt: now(),
});

export const users = pgTable("users", {
  id: id(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  name: text("name").notNull(),
  /** See `passwords.ts`; `none`: no password is set. */
  passwordHash: text("password_hash").notNull(),
  /** Represents the password in its tokens after it was hashed again; null: it follows from the hash. */
  passwordMark: text("password_mark"),
  disabledAt: instant("disabled_at"),
  createdAt: now(),
});

/** Links by which a user sets a password, each once; the text of a link is nowhere. */
export const passwordLinks = pgTable(
  "password_links",
  {
    /** SHA-256 of its random text. */
    linkHash: text("link_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    purpose: text("purpose").$type<LinkPurpose>().notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: now(),
  },
  (table) => [index("password_links_of_user").on(table.userId), index("password_links_expired").on(table.expiresAt)],
);

export const memberships = pgTable(
  "memberships",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.accountId] })],
);
