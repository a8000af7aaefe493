import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "./columns";
import { people } from "./people";

/* Decks of slides */

/** What an account's slides look like: logo, fonts and colours of a PowerPoint file. */
export const slideTemplates = pgTable(
  "slide_templates",
  {
    connection: text("connection").notNull(),
    accountId: text("account_id").notNull(),
    /** Of the file. */
    name: text("name").notNull(),
    look: jsonb("look").notNull(),
    who: text("who").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.connection, table.accountId] })],
);

/** Slides that a person has chosen from the pages of a project, which become one presentation. */
export const deckSlides = pgTable(
  "deck_slides",
  {
    id: id(),
    personId: uuid("person_id")
      .notNull()
      .references(() => people.id),
    accountId: text("account_id").notNull(),
    projectId: text("project_id").notNull(),
    /** Ascending in the order of the slides, with gaps. */
    place: integer("place").notNull(),
    /** The title of the slide. */
    name: text("name").notNull(),
    /** Its content with the figures, and the size of that as JSON, in bytes. */
    content: jsonb("content").notNull(),
    bytes: integer("bytes").notNull(),
    /** Ids of the questions that it shows, as far as the project had them when it was added. */
    questions: text("questions").array().notNull(),
    addedAt: instant("added_at").notNull().defaultNow(),
  },
  (table) => [index("deck_slides_of_person").on(table.personId, table.projectId, table.place)],
);
