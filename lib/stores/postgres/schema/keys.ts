import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { KeyKind, KeyScope } from "@/lib/contracts/interface-list";
import type { Role } from "@/lib/contracts/rules/permissions";
import { activationAccounts } from "./activation";
import { id, instant, now } from "./columns";

/* Keys and tokens of the built-in services */

/** Tokens for one server-to-server call of the fraud checks, by the SHA-256 of their text. */
export const singleUseTokens = pgTable(
  "single_use_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    account: integer("account")
      .notNull()
      .references(() => activationAccounts.id),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("single_use_tokens_expired").on(table.expiresAt)],
);

/** Keys of other clients of the built-in services; the text itself is nowhere. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    interface: text("interface").$type<KeyScope>().notNull(),
    kind: text("kind").$type<KeyKind>().notNull().default("private"),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    accountName: text("account_name").notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the key, which is random and long: nothing slower would make it harder to guess. */
    keyHash: text("key_hash").notNull().unique(),
    /** Its first characters. */
    begins: text("begins").notNull(),
    /** E-mail of the person who created it. */
    who: text("who").notNull(),
    /** What a service account may do; null: its interface asks for no role. */
    role: text("role").$type<Role>(),
    /** Calls that it may make in a minute, of whatever kind; null: each operation's own rate is all. */
    mostPerMinute: integer("most_per_minute"),
    createdAt: now(),
    lastUsedAt: instant("last_used_at"),
    /** Null: never. */
    expiresAt: instant("expires_at"),
    revokedAt: instant("ended_at"),
  },
  (table) => [index("api_keys_of_account").on(table.connection, table.accountId, table.createdAt)],
);

/** Sites whose pages may call the built-in services with a key of the account that is written in the page. */
export const pageOrigins = pgTable(
  "page_origins",
  {
    /** As a browser sends it: `https://shop.example`. */
    origin: text("origin").notNull(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    createdAt: now(),
  },
  (table) => [
    primaryKey({ columns: [table.origin, table.connection, table.accountId] }),
    index("page_origins_of_account").on(table.connection, table.accountId),
  ],
);
