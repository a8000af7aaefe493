import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { NumberFormat } from "@/lib/tables/format";
import { bytes, id, instant, now } from "./columns";

/* People who have signed in, of any connection, and their sessions */

export const people = pgTable(
  "people",
  {
    id: id(),
    connection: text("connection").notNull(),
    /** Lower case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    /** Null: ADMIN_EMAILS decides, else analyst. */
    role: text("role").$type<"manager" | "analyst" | "admin">(),
    /** The identity provider whose groups decide the role; null: a person or a command gave it. */
    roleIssuer: text("role_issuer"),
    /** IANA name of the zone that times are shown in; null: the usual one. */
    timeZone: text("time_zone"),
    numberFormat: text("number_format").$type<NumberFormat>(),
    /** The demand interface's id of the project whose answers this person opened last. */
    lastProjectId: text("last_project_id"),
    /** When a session of this person was last used; kept when the session ends. */
    lastSeenAt: instant("last_seen_at"),
    createdAt: now(),
  },
  (table) => [uniqueIndex("people_by_email").on(table.connection, table.email)],
);

/** Who people are at identity providers: found by issuer and subject, which never change hands as addresses do. */
export const identities = pgTable(
  "identities",
  {
    id: id(),
    connection: text("connection").notNull(),
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** Lower case, as the provider last told it; null: it did not. */
    email: text("email"),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("identities_by_subject").on(table.connection, table.issuer, table.subject),
    // An address that now belongs to another person does not add a second subject of the same provider.
    uniqueIndex("identities_of_person").on(table.personId, table.issuer),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the random id in the cookie: a reader of this table cannot sign in with it. */
    idHash: text("id_hash").primaryKey(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** The identity that signed in; the session ends with it. Null: a password did. */
    identityId: uuid("identity_id").references(() => identities.id, { onDelete: "cascade" }),
    accounts: jsonb("accounts").$type<{ id: string; name: string }[]>().notNull(),
    /** The upstream token, encrypted. */
    token: bytes("token").notNull(),
    /** When an identity provider's token ends, if that is before the session does; the next two are sealed. */
    tokenExpiresAt: instant("token_expires_at"),
    refreshToken: bytes("refresh_token"),
    /** With which the provider's own session is ended at sign-out. */
    idToken: bytes("id_token"),
    /** As the browser names itself, and from where it signed in; null: a session from before these were kept. */
    userAgent: text("user_agent"),
    clientAddress: text("client_address"),
    expiresAt: instant("expires_at").notNull(),
    lastUsedAt: instant("last_used_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [index("sessions_of_person").on(table.personId), index("sessions_of_identity").on(table.identityId)],
);

/** Sign-ins by SAML under way: begun in one browser, answered by the provider, finished in the same browser. */
export const samlSignIns = pgTable(
  "saml_sign_ins",
  {
    /** SHA-256 of the relay state, which the provider hands back. */
    relayHash: text("relay_hash").primaryKey(),
    provider: text("provider").notNull(),
    /** The id of our request, to which the answer refers. */
    requestId: text("request_id").notNull(),
    /** SHA-256 of what a cookie of the browser holds that began it. */
    browserHash: text("browser_hash").notNull(),
    /** Where it leads on to. */
    next: text("next").notNull(),
    /** Null: not answered yet; an answer is used once. */
    answeredAt: instant("answered_at"),
    /** SHA-256 of the ticket that finishes it. */
    ticketHash: text("ticket_hash"),
    /** Sealed: whom the answer proved. */
    proven: bytes("proven"),
    expiresAt: instant("expires_at").notNull(),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex("saml_sign_ins_by_ticket").on(table.ticketHash),
    index("saml_sign_ins_ending").on(table.expiresAt),
  ],
);

/** Assertions that were taken, until they would have ended anyway: each counts once. */
export const samlAssertions = pgTable(
  "saml_assertions",
  {
    issuer: text("issuer").notNull(),
    assertionId: text("assertion_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.assertionId] }),
    index("saml_assertions_ending").on(table.expiresAt),
  ],
);

/** Upstream tokens by credential, reused while they last: services limit how many may be issued in an hour. */
export const upstreamTokens = pgTable(
  "upstream_tokens",
  {
    connection: text("connection").notNull(),
    email: text("email").notNull(),
    passwordHash: text("password_hash").notNull(),
    token: bytes("token").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.email] })],
);
