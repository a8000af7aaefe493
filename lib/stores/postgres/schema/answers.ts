import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ImportBrought, ImportPlan, LeftQuestion, Question, Weight } from "@/lib/contracts/interfaces/answers";
import type { FeedMapping } from "@/lib/contracts/ours/scoring-feed";
import type { RevisionMode } from "@/lib/contracts/terms/answers";
import { bytes, id, instant, now } from "./columns";

/* Answers: what the tables of the other store hold, and how they came there */

/** Uploaded files of answers and lists of refused rows, which every instance reads; see `answer-files.ts`. */
export const answerFiles = pgTable(
  "answer_files",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").$type<"upload" | "problems">().notNull(),
    /** In the order that they were begun. */
    place: bigint("place", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    state: text("state").$type<"writing" | "whole">().notNull().default("writing"),
    /** Of an upload its own id, of a list what it belongs to: a job or a dry run. */
    key: uuid("key").notNull(),
    /** Who sent it, or whose dry run it is; null: everyone who may see the job. */
    personId: text("person_id"),
    /** Account of the project, under its connection. */
    account: text("account"),
    projectId: text("project_id"),
    name: text("name").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
    /** What reading all of it found out, as JSON; text, because it may contain characters that jsonb refuses. */
    scan: text("scan"),
    createdAt: now(),
    /** While it is written: when its writer last showed itself. */
    seenAt: instant("seen_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    index("answer_files_by_key").on(table.key),
    index("answer_files_by_person").on(table.personId),
    index("answer_files_by_account").on(table.account),
  ],
);

export const answerFileChunks = pgTable(
  "answer_file_chunks",
  {
    fileId: uuid("file_id")
      .notNull()
      .references(() => answerFiles.id, { onDelete: "cascade" }),
    place: integer("place").notNull(),
    content: bytes("content").notNull(),
  },
  (table) => [primaryKey({ columns: [table.fileId, table.place] })],
);

/** The answers of one project: its questions, and the revision that everybody reads. */
export const answerSets = pgTable(
  "answer_sets",
  {
    id: id(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    /** The demand interface's id of the project. */
    projectId: text("project_id").notNull(),
    questions: jsonb("questions").$type<Question[]>().notNull().default([]),
    weights: jsonb("weights").$type<Weight[]>().notNull().default([]),
    /** The revision whose table is read; null: none yet. */
    revision: bigint("revision", { mode: "number" }),
    /** Counts columns given out, so that none is given twice. */
    columnsGiven: integer("columns_given").notNull().default(0),
    /** Whether the project's completed sessions are imported by themselves. */
    keepsSessions: boolean("keeps_sessions").notNull().default(false),
    /** Why they could not be at the last try; null: they could, or there was none. */
    sessionsProblem: text("sessions_problem"),
    /** When its table was last read or written, to the hour; unused ones are detached. */
    usedAt: instant("used_at").notNull().defaultNow(),
    createdAt: now(),
  },
  (table) => [uniqueIndex("answer_sets_of_project").on(table.connection, table.accountId, table.projectId)],
);

/**
 * One import: a table of its own, written aside, that becomes the one to read in one step. Undone by going back to
 * the one before.
 */
export const answerRevisions = pgTable(
  "answer_revisions",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    answerSet: uuid("answer_set")
      .notNull()
      .references(() => answerSets.id),
    /** The revision that it was made from; null: the first. */
    previous: bigint("previous", { mode: "number" }),
    mode: text("mode").$type<RevisionMode>().notNull(),
    /** `superseded`: another automatic import took its place. */
    state: text("state").$type<"writing" | "visible" | "undone" | "failed" | "superseded">().notNull(),
    /** In the other store. */
    tableName: text("table_name").notNull(),
    fileName: text("file_name").notNull(),
    plan: jsonb("plan").$type<ImportPlan>().notNull(),
    /** As they are once it is visible. */
    questions: jsonb("questions").$type<Question[]>().notNull(),
    weights: jsonb("weights").$type<Weight[]>().notNull(),
    /** Rows of the file: kept and refused, and the blank ones that `brought` counts, add up to them. */
    rows: integer("rows").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    /** Responses of the table: an id counts once. */
    responses: integer("responses").notNull().default(0),
    /** The revision that last replaced everything, which begins without exclusions; null: itself; 0: none has. */
    exclusionsSince: bigint("exclusions_since", { mode: "number" }).default(0),
    /** What it did to the answers and questions before it; null: not yet, or not known. */
    brought: jsonb("brought").$type<ImportBrought>(),
    /** Questions that a change of set-up touched, as it left them, for undoing it. Null: an import. */
    changed: jsonb("changed").$type<LeftQuestion[]>(),
    problem: text("problem"),
    /** E-mail of the person who started it. */
    who: text("who").notNull(),
    /** What the project's sessions were when they were imported, as one text; null: an import of something else. */
    sessionsState: text("sessions_state"),
    /** The product started it: it is not counted among the imports that can be undone. */
    isAutomatic: boolean("is_automatic").notNull().default(false),
    createdAt: now(),
    /**
     * When the process that is writing it last said so, with whose end it is lost; null: work of the worker, which takes
     * up again what it left.
     */
    heldAt: instant("held_at"),
    visibleAt: instant("visible_at"),
    /** When its table was last detached; used since, it may be attached again. */
    detachedAt: instant("detached_at"),
  },
  (table) => [index("answer_revisions_of_set").on(table.answerSet, table.id)],
);

/** Responses that a project's figures leave out for quality: one row a project, which counts the changes. */
export const exclusionLists = pgTable(
  "exclusion_lists",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    /** Of the last change. */
    version: integer("version").notNull().default(0),
  },
  (table) => [uniqueIndex("exclusion_lists_of_project").on(table.connection, table.accountId, table.projectId)],
);

/** The last decision about a response: excluded, or included again. */
export const responseExclusions = pgTable(
  "response_exclusions",
  {
    list: bigint("list", { mode: "number" })
      .notNull()
      .references(() => exclusionLists.id),
    /** The revision of answers from which on it holds (`answerRevisions.exclusionsSince`); 0: from the first. */
    since: bigint("since", { mode: "number" }).notNull(),
    responseId: text("response_id").notNull(),
    isExcluded: boolean("is_excluded").notNull(),
    /** The list's, which this decision made. */
    version: integer("version").notNull(),
    reason: text("reason").notNull(),
    /** E-mail of the person who decided. */
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.list, table.since, table.responseId] }),
    index("response_exclusions_by_version").on(table.list, table.since, table.version),
  ],
);

/** Which questions of a project are given to which check of quality, one row a project. */
export const scoringFeeds = pgTable(
  "scoring_feeds",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    mapping: jsonb("mapping").$type<FeedMapping>().notNull(),
    /** E-mail of the person who saved it last. */
    who: text("who").notNull(),
    at: instant("at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.connection, table.accountId, table.projectId] })],
);

/** Notes on dates of a project's trends. */
export const trendNotes = pgTable(
  "trend_notes",
  {
    id: id(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    /** YYYY-MM-DD, the day that it is about. */
    day: text("day").notNull(),
    text: text("text").notNull(),
    who: text("who").notNull(),
    createdAt: now(),
  },
  (table) => [index("trend_notes_of_project").on(table.connection, table.accountId, table.projectId, table.day)],
);

/** What new tables of a project begin with. */
export const tableDefaults = pgTable(
  "table_defaults",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    /** As an address of the page says it. */
    query: text("query").notNull(),
    who: text("who").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.accountId, table.projectId] })],
);
