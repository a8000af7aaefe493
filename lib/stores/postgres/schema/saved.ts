import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, id, instant, now } from "./columns";
import { people } from "./people";

/* What people keep: drafts, views, and what views show */

/** Unsaved edits: one row a person and thing, written as they are typed. */
export const drafts = pgTable(
  "drafts",
  {
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** "surveys", "projects". */
    thing: text("thing").notNull(),
    /** The thing's id; "new" for one that does not exist yet. */
    thingId: text("thing_id").notNull(),
    /** The state that was being edited, for the three-way view; null for a new thing. */
    base: jsonb("base"),
    draft: jsonb("draft").notNull(),
    /** Which open page wrote it last; another one asks before it writes over that. */
    writer: uuid("writer").notNull(),
    /** Counts writes: a write names the one it follows. */
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.thing, table.thingId] })],
);

/** Filters, columns, sort and page of a list under a name; shared ones are their account's. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: id(),
    connection: text("connection").notNull(),
    /** The account it is shared with; null: the person's alone. */
    accountId: text("account_id"),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** Which list: "surveys", "projects", "responses", "audit". */
    list: text("list").notNull(),
    name: text("name").notNull(),
    /** The list's address query, without the leading `?`. */
    query: text("query").notNull(),
    createdAt: now(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("saved_views_of_list").on(table.connection, table.list, table.accountId, table.personId)],
);

/** The figures of a view's table as they were when it was saved; reached through the view alone. */
export const tableRecordings = pgTable("table_recordings", {
  viewId: uuid("view_id")
    .primaryKey()
    .references(() => savedViews.id, { onDelete: "cascade" }),
  /** What was asked, the table, and the names in it: JSON, compressed. */
  content: bytes("content").notNull(),
  /** Name of the person who recorded it. */
  who: text("who").notNull(),
  recordedAt: instant("recorded_at").notNull().defaultNow(),
  /** Since when these figures are shown instead of live ones; null: they are compared with them. */
  frozenAt: instant("frozen_at"),
});

/** The view that a list's plain address opens for a person; without a row the product decides. */
export const defaultViews = pgTable(
  "default_views",
  {
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    /** As in `saved_views`. */
    list: text("list").notNull(),
    /** A saved view's id, or a built-in view's name. */
    viewId: text("view_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.list] })],
);

/** Why a response was accepted or rejected by a person: the interface has no place for it. */
export const reconciliationReasons = pgTable(
  "reconciliation_reasons",
  {
    connection: text("connection").notNull(),
    surveyId: text("survey_id").notNull(),
    rdud: text("rdud").notNull(),
    status: text("status").$type<"Accepted" | "Rejected">().notNull(),
    reason: text("reason").notNull(),
    /** E-mail of the person who gave it. */
    who: text("who").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.surveyId, table.rdud] })],
);
