import * as z from "zod";
import { isInCalendar } from "../calendar/days";
import * as calls from "../calls/audit";
import { noBody, operation, searchText } from "../operation";
import { auditOutcomes } from "../terms/audit";

/** What is ours: who did what, and how it ended. Entries are only ever added. */
const text = (name: string) =>
  z
    .string()
    .max(200, { error: `${name} must have at most 200 characters.` })
    .refine((value) => !value.includes("\u0000"), { error: `${name} contains a character that no text has.` });

const cursor = (name: string) => {
  const error = `${name} must be the number of an entry.`;
  return z
    .string()
    .regex(/^\d{1,15}$/, { error })
    .transform(Number);
};

/** A day, as a whole in UTC, or an instant. */
const moment = (name: string) => {
  const error = `${name} must be a date such as 2026-01-31, or an instant such as 2026-01-31T09:00:00Z.`;
  return z.union([z.iso.date(), z.iso.datetime({ offset: true })], { error }).refine(isInCalendar, { error });
};

const entrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  who: z.string(),
  origin: z.enum(["page", "service", "job", "system"]),
  action: z.string(),
  /** "surveys", "projects", "responses", "users", "accounts". */
  thing: z.string(),
  thing_id: z.string().nullable(),
  thing_name: z.string().nullable(),
  outcome: z.enum(auditOutcomes),
  detail: z.string().nullable(),
  request_id: z.string(),
  /** What the thing was and what it became, reduced to the members that differ; null where there is no such state. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.output<typeof entrySchema>;

/** One thing that an entry changed, in words; null: it did not exist. */
export type EntryChange = { key: string; label: string; before: string | null; after: string | null };

const page = z.object({
  /** Newest first. */
  entries: z.array(entrySchema),
  /** For `before` and `after`: null where nothing lies on that side. */
  older: z.int().nullable(),
  newer: z.int().nullable(),
});
export type AuditPage = z.output<typeof page>;

export const AUDIT_PAGE_SIZE = 50;

export const listAudit = operation({
  ...calls.listAudit,
  summary: "Who did what, newest first: pages lie before or after an entry, so that they stay while entries are added.",
  authentication: "token",
  query: z.object({
    /** Entries older, or newer, than this one. */
    before: cursor("before").optional(),
    after: cursor("after").optional(),
    limit: z
      .string()
      .regex(/^\d{1,3}$/, { error: "limit must be a whole number from 1 to 200." })
      .transform(Number)
      .refine((value) => value >= 1 && value <= 200, { error: "limit must be a whole number from 1 to 200." })
      .optional(),
    /** Part of a person's e-mail address. */
    who: text("who").optional(),
    /** One thing's own history. */
    thing: text("thing").optional(),
    id: text("id").optional(),
    /** An id, or part of a survey's or project's name. */
    search: searchText.optional(),
    action: text("action").optional(),
    outcome: z.enum(auditOutcomes, { error: `outcome must be one of ${auditOutcomes.join(", ")}.` }).optional(),
    from: moment("from").optional(),
    to: moment("to").optional(),
  }),
  body: noBody,
  response: { status: 200, schema: page },
  reply: page,
  errors: [400, 403],
  rate: { bucket: "audit", limit: 10, windowMs: 1000 },
});
