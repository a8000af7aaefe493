import * as z from "zod";
import * as calls from "../calls/demo-data";
import { noBody, noQuery, operation } from "../operation";
import * as words from "../words";
import { jobSchema } from "./jobs";

/** The data that the first start makes to try the product with, and its removal. */
const own = {
  authentication: "token",
  rate: { bucket: "demo data", limit: 10, windowMs: 1000 },
} as const;

const count = z.int().min(0);

const demoData = z.object({
  /** Why the viewer cannot remove them; null: they can. */
  refused: z.string().nullable(),
  /** What would be removed. */
  goes: z.object({
    surveys: count,
    /** Of those surveys, tests too. */
    sessions: count,
    projects: count,
    /** Responses of the projects' answers, and the weights and views on them. */
    answers: count,
    weights: count,
    views: count,
  }),
  /** What stays with all that is in it, because somebody made or changed something of it. */
  stays: z.object({ surveys: count, projects: count }),
  /** The demo's users that would be disabled, because the installation has an admin of its own; else none. */
  users: z.array(z.string()),
});
export type DemoData = z.output<typeof demoData>;

export const getDemoData = operation({
  ...own,
  ...calls.getDemoData,
  summary: "How much of the demo data there is, and what would stay if they were removed.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: demoData },
  reply: demoData,
  errors: [403],
});

export const removeDemoData = operation({
  ...own,
  ...calls.removeDemoData,
  summary: "Start removing the demo data; what a person made or changed stays.",
  query: noQuery,
  body: words.object("The body", { request_id: z.uuid({ error: "The request's id must be a UUID." }) }),
  response: { status: 201, schema: jobSchema },
  reply: jobSchema,
  errors: [400, 403],
});
