import { sql } from "drizzle-orm";
import { integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { id, instant, now } from "./columns";

/* Quota templates */

/** Quotas under a name, for the surveys of one account. */
export const quotaTemplates = pgTable(
  "quota_templates",
  {
    id: id(),
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    name: text("name").notNull(),
    /** Where its options are from; null: any country. */
    countryCode: text("country_code"),
    quotas: jsonb("quotas").$type<StoredTemplateQuota[]>().notNull(),
    /** Stored, so that a list of templates reads none of their quotas. */
    quotaCount: integer("quota_count").generatedAlwaysAs(sql`jsonb_array_length(quotas)`).notNull(),
    /** E-mail of the person who saved it last. */
    who: text("who").notNull(),
    createdAt: now(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("quota_templates_by_name").on(table.connection, table.accountId, sql`lower(${table.name})`)],
);

export type StoredTemplateQuota = {
  quota_name: string;
  quota: number;
  qualifications: { question_id: number | string; allowed_option_ids: (number | string)[] }[];
};
