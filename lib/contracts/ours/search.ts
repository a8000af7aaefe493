import * as z from "zod";
import * as calls from "../calls/search";
import { noBody, operation } from "../operation";
import { MAX_SEARCH_TEXT } from "../terms/search";

/** What is ours: surveys, projects and people by a part of their name or a whole id, best match first. */
const foundSurvey = z.object({
  id: z.string(),
  name: z.string(),
  /** Null: the service did not say. */
  status: z.string().nullable(),
  project_name: z.string().nullable(),
  country_code: z.string().nullable(),
  language_code: z.string().nullable(),
});
export type FoundSurvey = z.output<typeof foundSurvey>;

const foundProject = z.object({
  id: z.string(),
  name: z.string(),
  number: z.string().nullable(),
  manager_name: z.string().nullable(),
});
export type FoundProject = z.output<typeof foundProject>;

const foundPerson = z.object({ id: z.string(), name: z.string(), email: z.string().nullable() });
export type FoundPerson = z.output<typeof foundPerson>;

const found = z.object({
  surveys: z.array(foundSurvey),
  projects: z.array(foundProject),
  people: z.array(foundPerson),
  /** What could not be looked through, a sentence each. */
  missing: z.array(z.string()),
});
export type Found = z.output<typeof found>;

/** How many of each kind are given at most. */
export const FOUND_OF_EACH = 6;
export const search = operation({
  ...calls.search,
  summary: "Surveys, projects and people of the viewer's accounts by a part of their name or a whole id.",
  authentication: "token",
  query: z.object({
    text: z
      .string({ error: "text is missing: say what to look for." })
      .refine((text) => !text.includes("\u0000"), { error: "text contains a character that no text has." })
      .transform((text) => text.trim())
      .refine((text) => text.length >= 1 && text.length <= MAX_SEARCH_TEXT, {
        error: `text must have 1 to ${MAX_SEARCH_TEXT} characters.`,
      }),
  }),
  body: noBody,
  response: { status: 200, schema: found },
  reply: found,
  errors: [400, 403],
  rate: { bucket: "search", limit: 50, windowMs: 1000 },
});
