import * as z from "zod";
import { isDay } from "../calendar/days";
import { isObject, readId, readNumber, readText } from "../lenient";
import { noBody, noQuery, operation, pageQuery } from "../operation";
import { thingReply } from "../replies";
import { activationTypes, builtInRoutes, DEFAULT_ROUTE } from "../terms/activation";
import type { Selectors } from "./duplicate-selectors";
import { selectorShape, withSelectors } from "./selector-schemas";

/**
 * The duplicate-check interface: activation, pre-check, activity and single-use tokens. It has a production and a
 * stage address, which a connection names both. What is ours beside it is marked so; a reader works without it.
 */
const own = {
  interface: "activation",
  authentication: "key",
} as const;

const typeField = z.enum(activationTypes, {
  error: ({ input }) =>
    input === undefined
      ? "Type is required: “1” deactivates, “2” activates."
      : "Type must be the text “1” (deactivate) or “2” (activate).",
});

const routeField = z
  .string({ error: "Route must be text." })
  .max(100, { error: "Route must have at most 100 characters." })
  .transform((text) => text.trim() || DEFAULT_ROUTE)
  .default(DEFAULT_ROUTE);

/** (ours) Changes by their ids, separated by commas: only records that nobody has changed since match. */
const changeField = z
  .string({ error: "Change must be text." })
  .regex(/^\s*\d{1,15}(\s*,\s*\d{1,15})*\s*$/, { error: "Change takes ids of changes, separated by commas." })
  .transform((text) => text.split(",").map(Number))
  .optional();

const NO_SELECTOR = `Give at least one selector, such as Survey_Number: a call without any would match every record.`;

const given = (selectors: Selectors) => Object.keys(selectors).length > 0;

/** A change of ours names its records itself; any other call needs one of the seven. */
const activationBody = withSelectors(
  { Type: typeField, Route: routeField, Change: changeField },
  (selectors, others) => (given(selectors) || others.Change ? null : NO_SELECTOR),
);

const describedActivation = z
  .object({
    Type: z.enum(activationTypes),
    Route: z.enum(builtInRoutes).optional(),
    ...selectorShape,
    Change: z.string().optional(),
  })
  .meta({ id: "ActivationRequest" });

const activationReply = z
  .object({
    Action: z.enum(["Deactivated", "Activated"]),
    Message: z.string(),
    /** (ours) Names what this call changed, for the call that reverses it; null when it changed nothing. */
    Change: z.string().nullable(),
  })
  .meta({ id: "Activation" });

/** The first whole number of a text; null when it has none. */
export const firstInteger = (text: string): number | null => {
  const digits = /\d+/.exec(text)?.[0];
  return digits === undefined ? null : Number(digits);
};

export type Activated = { action: string; message: string; records: number | null; change: string | null };

export const activate = operation({
  ...own,
  name: "activate",
  method: "POST",
  path: "/activation",
  summary: "Deactivate or activate records in the duplicate check: at most 500 a call, oldest first.",
  permission: "duplicates:act",
  query: noQuery,
  body: activationBody,
  described: { body: describedActivation },
  response: { status: 200, schema: activationReply },
  reply: thingReply("confirmation of an activation", (json): Activated | null => {
    if (!isObject(json)) return null;
    const [action, message] = [readText(json.Action), readText(json.Message)];
    if (action === undefined && message === undefined) return null;
    const records = message === undefined ? null : firstInteger(message);
    return { action: action ?? "", message: message ?? "", records, change: readId(json.Change) };
  }),
  errors: [400, 403],
  rate: { bucket: "activation", limit: 10, windowMs: 1000 },
  takesHeaders: ["Idempotency-Key"],
});

/* (ours) What a call would match, counted without changing anything. */

const surveyCount = z
  .object({
    Survey_Number: z.string(),
    /** Records that match. */
    Records: z.int(),
    /** Those that are not in the state asked for. */
    To_Change: z.int(),
    /** Whether sessions recorded later start active on this route. */
    Active: z.boolean(),
  })
  .meta({ id: "SurveyActivationCount" });

const countReply = z
  .object({ Records: z.int(), To_Change: z.int(), Surveys: z.array(surveyCount) })
  .meta({ id: "ActivationCount" });
export type ActivationCount = z.output<typeof countReply>;

export const countActivation = operation({
  ...own,
  name: "countActivation",
  method: "POST",
  path: "/activation/count",
  summary: "(ours) How many records a call of /activation would match, by survey, without changing any.",
  permission: "duplicates:act",
  query: noQuery,
  body: activationBody,
  described: { body: describedActivation },
  response: { status: 200, schema: countReply },
  reply: countReply,
  errors: [400, 403],
  rate: { bucket: "activation count", limit: 10, windowMs: 1000 },
});

/* The pre-check of one entrant */

export const matchedOn = ["Cookie", "Panel_Id", "Hashed_Email", "IP_Address and User_Agent"] as const;

const match = z
  .object({
    Survey_Number: z.string(),
    Session_Id: z.string(),
    Matched_On: z.array(z.enum(matchedOn)),
  })
  .meta({ id: "DuplicateMatch" });

const predupesReply = z.object({ Duplicate: z.boolean(), Matches: z.array(match) }).meta({ id: "PreCheck" });

const oneSession = ({ Session_Id }: Selectors) =>
  Session_Id?.length === 1 ? null : "Session_Id is required and names one session: the entrant's own.";

export const preCheck = operation({
  ...own,
  name: "preCheck",
  method: "POST",
  path: "/predupes",
  summary: "Whether an entrant shares an identifier with a session recorded earlier; records the entrant.",
  permission: "duplicates:act",
  query: noQuery,
  body: withSelectors({}, oneSession),
  described: { body: z.object(selectorShape) },
  response: { status: 200, schema: predupesReply },
  reply: thingReply("pre-check", (json) => {
    if (!isObject(json)) return null;
    const matches = Array.isArray(json.Matches) ? json.Matches : [];
    return {
      Duplicate: json.Duplicate === true || matches.length > 0,
      Matches: matches.filter(isObject).map((item) => ({
        Survey_Number: readText(item.Survey_Number) ?? "",
        Session_Id: readText(item.Session_Id) ?? "",
        Matched_On: Array.isArray(item.Matched_On) ? item.Matched_On.map(String) : [],
      })),
    };
  }),
  errors: [400, 403],
  rate: { bucket: "predupes", limit: 100, windowMs: 1000 },
});

/* Activity */

const activitySelectors = ["Survey_Number", "Session_Id", "Panel_Id", "Hashed_Email"] as const;

const RANGE = "Range must be two days, YYYY-MM-DD,YYYY-MM-DD, the first not after the second.";

/** Whole UTC days, both in: from the first one's beginning to the end of the second. */
const rangeField = z
  .string({ error: "Range must be text." })
  .transform((text, context) => {
    const [from = "", to = "", ...more] = text.split(",").map((day) => day.trim());
    if (text.trim() === "") return undefined;
    if (more.length === 0 && isDay(from) && isDay(to) && from <= to) return { from, to };
    context.issues.push({ code: "custom", message: RANGE, input: text });
    return z.NEVER;
  })
  .optional();

const { page } = pageQuery;
const describedActivity = z
  .object({
    Survey_Number: selectorShape.Survey_Number,
    Session_Id: selectorShape.Session_Id,
    Panel_Id: selectorShape.Panel_Id,
    Hashed_Email: selectorShape.Hashed_Email,
    Range: z.string().optional(),
    Page: page,
  })
  .meta({ id: "ActivityRequest" });

const pageText = z
  .union([z.string(), z.int()], { error: "Page must be a whole number of 1 or more." })
  .transform(String);
const activityInput = withSelectors(
  { Range: rangeField, Page: pageText.pipe(page.unwrap()).optional() },
  undefined,
  activitySelectors,
);

const activityRecord = z
  .object({
    Survey_Number: z.string(),
    Session_Id: z.string(),
    Panel_Id: z.string().nullable(),
    /** (ours) */
    Recorded_At: z.iso.datetime(),
    /** (ours) Whether it is active, by route. */
    Active: z.object({ search: z.boolean(), predupes: z.boolean() }),
  })
  .meta({ id: "ActivityRecord" });

const activityReply = z.object({ Records: z.array(activityRecord), Total: z.int() }).meta({ id: "ActivityList" });

export const ACTIVITY_PAGE_SIZE = 500;

export type Activity = {
  total: number | null;
  records: {
    survey_number: string;
    session_id: string;
    panel_id: string | null;
    recorded_at: string | null;
    active: { search: boolean | null; predupes: boolean | null };
  }[];
};

const flag = (value: unknown) => (typeof value === "boolean" ? value : null);

const readActivity = thingReply("list of activity", (json): Activity | null => {
  const list = isObject(json) ? json.Records : json;
  if (!Array.isArray(list)) return null;
  const records = list.filter(isObject).map((item) => {
    const active = isObject(item.Active) ? item.Active : {};
    return {
      survey_number: readText(item.Survey_Number) ?? "",
      session_id: readText(item.Session_Id) ?? "",
      panel_id: readText(item.Panel_Id) ?? null,
      recorded_at: readText(item.Recorded_At) ?? null,
      active: { search: flag(active.search), predupes: flag(active.predupes) },
    };
  });
  return { total: (isObject(json) ? readNumber(json.Total) : undefined) ?? null, records };
});

const activity = {
  ...own,
  path: "/activity",
  summary: "Sessions recorded, newest first, 500 a page.",
  permission: "duplicates:read",
  response: { status: 200, schema: activityReply },
  reply: readActivity,
  errors: [400, 403],
  rate: { bucket: "activity", limit: 10, windowMs: 1000 },
} as const;

export const getActivity = operation({
  ...activity,
  name: "getActivity",
  method: "GET",
  query: activityInput,
  body: noBody,
  described: { query: describedActivity },
});

export const findActivity = operation({
  ...activity,
  name: "findActivity",
  method: "POST",
  query: noQuery,
  body: activityInput,
  described: { body: describedActivity },
});

/* (ours) Who is this: sessions by any identifier, and where else they were seen */

const seenRecord = activityRecord
  .extend({
    IP_Address: z.string().nullable(),
    Cookie: z.string().nullable(),
    Hashed_Email: z.string().nullable(),
    User_Agent: z.string().nullable(),
    /** Empty: it matches the selectors itself; else what it shares with a record that does. */
    Matched_On: z.array(z.enum(matchedOn)),
    /** The last change on each route: who made it and when; null: as it was recorded. */
    Changed: z.object({
      search: z.object({ who: z.string(), at: z.iso.datetime() }).nullable(),
      predupes: z.object({ who: z.string(), at: z.iso.datetime() }).nullable(),
    }),
  })
  .meta({ id: "SeenRecord" });

const lookUpReply = z
  .object({
    /** Newest first. */
    Records: z.array(seenRecord),
    /** There are more than those. */
    More: z.boolean(),
  })
  .meta({ id: "SeenRecordList" });
export type SeenRecord = z.output<typeof seenRecord>;

/** Records of a person that are shown at most: somebody with more shares an identifier with many. */
export const MOST_SEEN = 200;

export const lookUp = operation({
  ...own,
  name: "lookUp",
  method: "POST",
  path: "/look-up",
  summary: "(ours) Sessions by any identifier, and others that share one with them. Personal values are masked.",
  permission: "duplicates:read",
  query: noQuery,
  body: withSelectors({}, (selectors) => (given(selectors) ? null : "Give at least one identifier to look for.")),
  described: { body: z.object(selectorShape) },
  response: { status: 200, schema: lookUpReply },
  reply: lookUpReply,
  errors: [400, 403],
  rate: { bucket: "look-up", limit: 10, windowMs: 1000 },
});

/* Tokens for the server-to-server operations of the fraud checks */

const singleUseToken = z.object({ token: z.string(), expiration: z.iso.datetime() }).meta({ id: "SingleUseToken" });

export const getToken = operation({
  ...own,
  name: "getToken",
  method: "GET",
  path: "/token",
  summary: "A token for one server-to-server call within five minutes.",
  permission: "duplicates:act",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: singleUseToken },
  reply: thingReply("token", (json) => {
    const token = isObject(json) ? readText(json.token) : undefined;
    return token ? { token, expiration: (isObject(json) && readText(json.expiration)) || null } : null;
  }),
  errors: [403],
  rate: { bucket: "token", limit: 10, windowMs: 1000 },
});

export const activationOperations = [
  activate,
  countActivation,
  preCheck,
  getActivity,
  findActivity,
  lookUp,
  getToken,
] as const;
