import * as z from "zod";
import { noQuery, operation, pageQuery } from "../operation";
import * as words from "../words";

/** Responses of a project that its figures leave out for quality, at `/api/respondents/exclusions`. */
const own = {
  interface: "respondents",
  authentication: "token",
  rate: { bucket: "own exclusions", limit: 20, windowMs: 1000 },
} as const;

const projectId = words.text("project_id", 200);
const count = z.int().min(0);

/** Responses of one change. */
const MOST_CHANGED = 10_000;
const MOST_REASON = 500;

const exclusion = z.object({
  response_id: z.string(),
  reason: z.string(),
  /** E-mail of whoever excluded it. */
  by: z.string(),
  at: z.iso.datetime(),
});

const exclusionList = z.object({
  total: count,
  page: count,
  page_size: count,
  /** In the order of their ids. */
  exclusions: z.array(exclusion),
});

export const listExclusions = operation({
  ...own,
  name: "listExclusions",
  method: "GET",
  path: "/exclusions",
  summary: "The responses that a project's figures leave out for quality, with who excluded them, when and why.",
  permission: "answers:read",
  query: z.object({ project_id: projectId, ...pageQuery }),
  body: z.undefined(),
  response: { status: 200, schema: exclusionList },
  reply: exclusionList,
  errors: [400, 404],
});

const changed = z.object({
  /** Whose exclusion this changed: sent back the other way round, they undo exactly this. */
  changed: z.array(z.string()),
});

export const changeExclusions = operation({
  ...own,
  name: "changeExclusions",
  method: "POST",
  path: "/exclusions",
  summary: "Leave responses out of a project's figures, or count them again.",
  permission: "quality:review",
  query: noQuery,
  body: words.object("The body", {
    project_id: projectId,
    response_ids: words
      .list("response_ids", words.text("A response's id", 1000), {
        most: MOST_CHANGED,
        tooMany: `response_ids can have at most ${MOST_CHANGED.toLocaleString("en")} responses.`,
      })
      .min(1, { error: "response_ids needs at least one." }),
    is_excluded: words.boolean("is_excluded"),
    reason: words.text("reason", MOST_REASON).transform((text) => text.trim()),
  }),
  response: { status: 200, schema: changed },
  reply: changed,
  errors: [400, 403, 404],
});
