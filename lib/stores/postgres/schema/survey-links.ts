import { pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Survey numbers by which a remote duplicate check knows surveys whose ids it does not have. */
export const surveyLinks = pgTable(
  "survey_links",
  {
    connection: text("connection").notNull(),
    surveyId: text("survey_id").notNull(),
    surveyNumber: text("survey_number").notNull(),
    /** E-mail of the admin who made it. */
    who: text("who").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.connection, table.surveyId] }),
    uniqueIndex("survey_links_by_number").on(table.connection, table.surveyNumber),
  ],
);
