import * as z from "zod";
import { isObject, readBoolean, readNumber, readText } from "../lenient";
import { noBody, noQuery, operation } from "../operation";
import { thingReply } from "../replies";
import { checkStates, failureReasons, fraudCheckNames, fraudListNames, potentials } from "../terms/fraud";
import * as words from "../words";
import { isEmailHash, normalizeIp, tidyNumber } from "./duplicate-selectors";

/**
 * The fraud checks (4.6 of the specification): respondents searched for, open texts reviewed, single-use tokens and
 * destination platforms. An account's key stands in the path: a publishable one where a respondent's browser calls, a
 * private one where a server does. What is ours is marked so; a reader works without it.
 */
const own = { interface: "fraud", authentication: "key" } as const;
const acts = { ...own, permission: "duplicates:act", errors: [400] } as const;

/** What respondents' browsers call: each network at this rate, and all with one key of the account at the operation's. */
const forPages = (what: string, limit = 10) => ({
  cors: { ratePerNetwork: { bucket: `${what} of a network`, limit, windowMs: 1000 } },
});

/* What requests have: the same members in a query and in a body */

/** Numbers are read as their digits, blank text as absent. */
const tidied = (value: unknown) => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() === "" ? undefined : text;
};
const required = (label: string, most: number) => z.preprocess(tidied, words.text(label, most));
const optional = (label: string, most: number) => z.preprocess(tidied, words.text(label, most).optional());

const surveyNumber = required("sy_nr", 100)
  .transform(tidyNumber)
  .refine((number) => !/[\s,]/u.test(number), { error: "sy_nr names one survey, without blanks or commas." });

/** `1`, `true`, `0` or `false`, as text or not. */
const flag = (label: string) =>
  z.preprocess((value) => {
    const text = tidied(value);
    if (text === true || text === "1" || text === "true") return true;
    return text === false || text === "0" || text === "false" ? false : text;
  }, z.boolean({ error: `${label} must be 1 or 0.` }).optional());

const TIMES = "must be a number of milliseconds since 1970, or an instant such as 2030-01-31T12:00:00.000Z";
const LAST_MOMENT = 8.64e15;

/** A moment, as milliseconds since 1970. */
const moment = (label: string) =>
  z.preprocess(
    (value) => {
      const text = tidied(value);
      if (typeof text !== "string") return text;
      if (/^\d{1,16}(\.\d+)?$/.test(text)) return Number(text);
      return z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : text;
    },
    z
      .number({ error: `${label} ${TIMES}.` })
      .min(0, { error: `${label} ${TIMES}.` })
      .max(LAST_MOMENT, { error: `${label} ${TIMES}.` })
      .optional(),
  );

const wholeNumber = (label: string, most: number) =>
  z.preprocess((value) => {
    const text = tidied(value);
    return typeof text === "string" && /^\d{1,9}$/.test(text) ? Number(text) : text;
  }, words.integer(label, 0, most).optional());

const country = z.preprocess(
  (value) => (typeof value === "string" ? tidied(value.trim().toUpperCase()) : value),
  z
    .string({ error: "rt_cy_ce must be text." })
    .regex(/^[A-Z]{2}$/, { error: "rt_cy_ce must be a country code of two letters, such as US." })
    .optional(),
);

const emailHash = optional("rt_hd_el", 200)
  .transform((text) => text?.trim().toLowerCase())
  .refine((text) => text === undefined || isEmailHash(text), {
    error: "rt_hd_el must be a hash in hex, of 32, 40, 64 or 128 digits: never the e-mail itself.",
  });

const address = optional("rt_ip_address", 100).transform((text, context) => {
  if (text === undefined) return undefined;
  const normalized = normalizeIp(text);
  if (normalized !== null) return normalized;
  const message = "rt_ip_address must be an IPv4 or IPv6 address, such as 203.0.113.7 or 2001:db8::7.";
  context.issues.push({ code: "custom", message, input: text });
  return z.NEVER;
});

/** Whether the reply is encrypted with the account's key. */
const encrypt = { encrypt: flag("encrypt") };

const searched = {
  sy_nr: surveyNumber,
  sn_ud: required("sn_ud", 200),
  /** Panel id. */
  rt_sr_pd: optional("rt_sr_pd", 200),
  /** The country that the respondent says they are in. */
  rt_cy_ce: country,
  /** The destination platform that the respondent goes on to. */
  pm_sr_id: optional("pm_sr_id", 100),
  /** (ours) What a cookie, or the storage of the page, says of the device. */
  rt_ce_ud: optional("rt_ce_ud", 500),
  /** (ours) */
  rt_hd_el: emailHash,
};

/** (ours) What a page says of the browser that it is shown in. */
const signals = {
  pg_webdriver: flag("pg_webdriver"),
  pg_developer_tools: flag("pg_developer_tools"),
  pg_platform: optional("pg_platform", 100),
  pg_touch_points: wholeNumber("pg_touch_points", 256),
};
export type PageSignals = { [Name in keyof typeof signals]?: z.output<(typeof signals)[Name]> };

/** (ours) Of a respondent whom a server speaks of; a browser's own request says both. */
const fromServer = { rt_ip_address: address, rt_user_agent: optional("rt_user_agent", 2000) };

const browserSearch = words.object("The body", { ...searched, ...signals, ...encrypt });
const serverSearch = words.object("The query", { ...searched, ...signals, ...fromServer, ...encrypt });
export type SearchRequest = z.output<typeof serverSearch>;

/** What a query holds in an address; a body may hold more. */
export const MOST_IN_QUERY = 2000;
export const MOST_IN_BODY = 20_000;

const reviewed = (most: number) => ({
  q_id: required("q_id", 200),
  /** It may be empty: nobody has to answer. */
  text: z
    .string({ error: ({ input }) => (input === undefined ? "text is required." : "text must be text.") })
    .max(most, { error: `text must have at most ${most.toLocaleString("en")} characters.` })
    .refine(words.isStorable, { error: "text contains a character that cannot be stored." }),
  sn_ud: required("sn_ud", 200),
  sy_nr: surveyNumber,
  /** When the question was shown, the text was begun, and it was sent. */
  t_page_load: moment("t_page_load"),
  t_text_typed: moment("t_text_typed"),
  t_submit: moment("t_submit"),
  /** How many characters were typed by keys. */
  s_text_length: wholeNumber("s_text_length", 1_000_000),
  /** What was pasted. */
  c_text: z
    .string({ error: "c_text must be text." })
    .max(most, { error: `c_text must have at most ${most.toLocaleString("en")} characters.` })
    .refine(words.isStorable, { error: "c_text contains a character that cannot be stored." })
    .optional(),
});

const reviewQuery = words.object("The query", { ...reviewed(MOST_IN_QUERY), ...encrypt });
const reviewBody = words.object("The body", { ...reviewed(MOST_IN_BODY), ...encrypt });
export type ReviewRequest = z.output<typeof reviewBody>;

/* How requests are described: each member as the text that it is in a query */

const text = z.string();
const describedSearch = {
  sy_nr: text,
  sn_ud: text,
  ...Object.fromEntries(
    Object.keys({ ...searched, ...signals, ...encrypt })
      .filter((name) => name !== "sy_nr" && name !== "sn_ud")
      .map((name) => [name, text.optional()]),
  ),
};
const describedServerSearch = { ...describedSearch, rt_ip_address: text.optional(), rt_user_agent: text.optional() };
const describedReview = {
  q_id: text,
  text,
  sn_ud: text,
  sy_nr: text,
  ...Object.fromEntries(
    ["t_page_load", "t_text_typed", "t_submit", "s_text_length", "c_text", "encrypt"].map((name) => [
      name,
      text.optional(),
    ]),
  ),
};

/* What is answered */

const score = z.int().min(0).max(100);
const potential = z.enum(potentials);

const respondent = z
  .object({
    /** Of the address; null: no list of countries knows it. */
    country_code: z.string().nullable(),
    country: z.string().nullable(),
    threat_potential: potential,
    threat_potential_score: score,
    /** The same for all sessions that share a cookie, e-mail or panel id, one after another. */
    respondent_ud: z.string(),
    /** Of duplicates and threats together. */
    respondent_risk: score,
  })
  .meta({ id: "RespondentVerdict" });

const surveyVerdict = z
  .object({
    survey_number: z.string(),
    sn_ud: z.string(),
    duplicate_potential: potential,
    duplicate_score: score,
    /** The first session that it is a duplicate of. */
    duplicate_initial_ud: z.string().nullable(),
    failure_reason: z.enum(failureReasons),
    /** Whether the respondent fails. */
    flag: z.boolean(),
    /** Null: the country that was said, or that of the address, is not known. */
    country_mismatch: z.boolean().nullable(),
    /** The name of the destination platform; null: none was named, or the account lists none of that id. */
    destination: z.string().nullable(),
  })
  .meta({ id: "SurveyVerdict" });

/** (ours) How each check went. */
const checks = z.partialRecord(z.enum(fraudCheckNames), z.enum(checkStates));

/** (ours) What was found, in words. Servers alone see it: a browser's reply is read by the respondent. */
const evidence = z.array(z.object({ check: z.enum(fraudCheckNames), score, evidence: z.string() }));

const searchReply = z
  .object({
    Respondent: respondent,
    Surveys: z.array(surveyVerdict),
    /** Milliseconds that the search took. */
    exec: z.number(),
    Checks: checks,
    Evidence: evidence.optional(),
  })
  .meta({ id: "SearchResult" });
export type SearchReply = z.output<typeof searchReply>;

/** A reply that was asked for with `encrypt=1`. */
const encrypted = z.object({ data: z.string() }).meta({ id: "Encrypted" });

const reviewScore = z
  .object({
    /** Of all below: high is bad. */
    composite_score: score,
    /** How alike the survey's most similar earlier text to the question is, in percent. */
    similarity_text: score,
    profanity_check: z.boolean(),
    profanity_check_score: score,
    garbage_words: z.boolean(),
    garbage_words_score: score,
    /** Null: the page did not say what was typed and pasted. */
    pasted_response: z.boolean().nullable(),
    pasted_response_score: score.nullable(),
    /** ISO 639-1 in capitals; null: it cannot be told. */
    language_detected: z.string().nullable(),
    language_detected_score: score,
    /** High is good; null: the page said nothing of times or keys. */
    engagement_score: score.nullable(),
    /** Seconds; null: not known, or the clock ran backwards. */
    page_view_time: z.number().nullable(),
    typed_response_time: z.number().nullable(),
  })
  .meta({ id: "ReviewScore" });

const reviewReply = z
  .object({ results: z.array(z.object({ input: z.string(), score: reviewScore })) })
  .meta({ id: "Review" });

const nullable = <T>(value: T | undefined): T | null => value ?? null;

/** Leniently: a verdict without a reason is none. */
const readSearchReply = thingReply("result of a search", (json) => {
  if (!isObject(json)) return null;
  if (typeof json.data === "string") return { data: json.data };
  if (!isObject(json.Respondent) && !Array.isArray(json.Surveys)) return null;
  const of = isObject(json.Respondent) ? json.Respondent : {};
  const surveys = Array.isArray(json.Surveys) ? json.Surveys.filter(isObject) : [];
  return {
    respondent: {
      country_code: nullable(readText(of.country_code)),
      threat_potential: nullable(readText(of.threat_potential)),
      threat_potential_score: nullable(readNumber(of.threat_potential_score)),
      respondent_ud: nullable(readText(of.respondent_ud)),
      respondent_risk: nullable(readNumber(of.respondent_risk)),
    },
    surveys: surveys.map((survey) => ({
      survey_number: nullable(readText(survey.survey_number)),
      sn_ud: nullable(readText(survey.sn_ud)),
      duplicate_potential: nullable(readText(survey.duplicate_potential)),
      duplicate_score: nullable(readNumber(survey.duplicate_score)),
      duplicate_initial_ud: nullable(readText(survey.duplicate_initial_ud)),
      failure_reason: nullable(readText(survey.failure_reason)),
      flag: nullable(readBoolean(survey.flag)),
      country_mismatch: nullable(readBoolean(survey.country_mismatch)),
      destination: nullable(readText(survey.destination)),
    })),
  };
});

const readReviewReply = thingReply("review", (json) => {
  if (!isObject(json)) return null;
  if (typeof json.data === "string") return { data: json.data };
  if (!Array.isArray(json.results)) return null;
  return {
    results: json.results.filter(isObject).map(({ input, score }) => ({
      input: nullable(readText(input)),
      score: isObject(score) ? score : {},
    })),
  };
});

/* Search */

const search = {
  ...acts,
  response: { status: 200, schema: z.union([searchReply, encrypted]) },
  reply: readSearchReply,
} as const;
const bySearchers = { ...search, ...forPages("search"), path: "/api/v4/respondents/search/{publishable_key}" } as const;
const searchRate = { bucket: "search", limit: 300, windowMs: 1000 };

export const searchFromQuery = operation({
  ...bySearchers,
  name: "searchFromQuery",
  method: "GET",
  summary: "Record the respondent whose browser calls, and say whether they were seen before and what is suspicious.",
  query: browserSearch,
  body: noBody,
  described: { query: z.object(describedSearch) },
  rate: searchRate,
});

export const searchFromBody = operation({
  ...bySearchers,
  name: "searchFromBody",
  method: "POST",
  summary: "The same with a JSON body.",
  query: words.object("The query", encrypt),
  body: browserSearch,
  described: { query: z.object({ encrypt: text.optional() }), body: z.object(describedSearch) },
  rate: searchRate,
});

export const searchFromServer = operation({
  ...search,
  needsToken: true,
  path: "/api/v3/respondents/search/{private_key}",
  name: "searchFromServer",
  method: "GET",
  summary: "The same for a server that says where the respondent is, with the evidence in words.",
  query: serverSearch,
  body: noBody,
  described: { query: z.object(describedServerSearch) },
  rate: searchRate,
});

/* Review */

const review = {
  ...acts,
  response: { status: 200, schema: z.union([reviewReply, encrypted]) },
  reply: readReviewReply,
} as const;
const byReviewers = { ...review, ...forPages("review"), path: "/api/v4/respondents/review/{publishable_key}" } as const;
const reviewRate = { bucket: "review", limit: 100, windowMs: 1000 };

export const reviewFromQuery = operation({
  ...byReviewers,
  name: "reviewFromQuery",
  method: "GET",
  summary: `Review an open text of at most ${MOST_IN_QUERY.toLocaleString("en")} characters, and how it was typed.`,
  query: reviewQuery,
  body: noBody,
  described: { query: z.object(describedReview) },
  rate: reviewRate,
});

export const reviewFromBody = operation({
  ...byReviewers,
  name: "reviewFromBody",
  method: "POST",
  summary: `The same with a JSON body and at most ${MOST_IN_BODY.toLocaleString("en")} characters.`,
  query: words.object("The query", encrypt),
  body: reviewBody,
  described: { query: z.object({ encrypt: text.optional() }), body: z.object(describedReview) },
  rate: reviewRate,
});

export const reviewFromServer = operation({
  ...review,
  needsToken: true,
  path: "/api/v3/respondents/review/{private_key}",
  name: "reviewFromServer",
  method: "GET",
  summary: "The same for a server.",
  query: reviewQuery,
  body: noBody,
  described: { query: z.object(describedReview) },
  rate: reviewRate,
});

/* Tokens */

const tokenReply = z
  .object({
    /** `timestamp`: when it was made. `expiration` is ours. */
    results: z.array(
      z.object({ message: z.string(), token: z.string(), timestamp: z.iso.datetime(), expiration: z.iso.datetime() }),
    ),
  })
  .meta({ id: "SingleUseTokenResult" });

export const getSingleUseToken = operation({
  ...acts,
  // A server needs one for each search, and all of its calls are one network's.
  ...forPages("token", 100),
  path: "/api/v3/respondents/get_token/{publishable_key}",
  name: "getSingleUseToken",
  method: "GET",
  summary: "A token for one call of a server within five minutes.",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: tokenReply },
  reply: thingReply("token", (json) => {
    const results = isObject(json) && Array.isArray(json.results) ? json.results : [];
    const token = results.filter(isObject).map((result) => readText(result.token))[0];
    return token ? { token } : null;
  }),
  errors: [],
  rate: { bucket: "token", limit: 300, windowMs: 1000 },
});

/* Destination platforms */

const platform = words
  .object("A destination platform", { id: words.text("id", 100), name: words.text("name", 200) })
  .meta({ id: "Platform" });
export type Platform = z.output<typeof platform>;

const MOST_PLATFORMS = 500;

const platformReply = z.object({ results: z.array(platform) }).meta({ id: "PlatformList" });
const settingsRate = { bucket: "settings", limit: 10, windowMs: 1000 };
const byAccount = { ...own, rate: settingsRate } as const;

const platforms = {
  ...byAccount,
  path: "/api/v3/respondents/destination_platforms/{private_key}",
  response: { status: 200, schema: platformReply },
  reply: thingReply("list of destination platforms", (json) => {
    if (!isObject(json) || !Array.isArray(json.results)) return null;
    return json.results
      .filter(isObject)
      .map(({ id, name }) => ({ id: readText(id) ?? "", name: readText(name) ?? "" }));
  }),
} as const;

export const listPlatforms = operation({
  ...platforms,
  name: "listPlatforms",
  method: "GET",
  summary: "The account's destination platforms.",
  permission: "duplicates:read",
  query: noQuery,
  body: noBody,
  errors: [],
});

export const setPlatforms = operation({
  ...platforms,
  name: "setPlatforms",
  method: "PATCH",
  summary: "(ours) Set the account's destination platforms: the whole list.",
  permission: "duplicates:act",
  query: noQuery,
  body: words.object("The body", {
    results: words
      .list("Destination platforms", platform, MOST_PLATFORMS)
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, {
        error: "Each destination platform has an id of its own.",
      }),
  }),
  errors: [400],
});

/* (ours) The key that replies are encrypted with */

const encryptionState = z
  .object({
    /** When the key in use was created; null: there is none. */
    created_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "EncryptionState" });

const encryptionPath = "/api/v3/respondents/encryption_key/{private_key}";

export const getEncryption = operation({
  ...byAccount,
  path: encryptionPath,
  name: "getEncryption",
  method: "GET",
  summary: "(ours) Whether the account has a key for encrypted replies, and since when.",
  permission: "duplicates:read",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: encryptionState },
  reply: encryptionState,
  errors: [],
});

const newEncryptionKey = z.object({ key: z.string(), created_at: z.iso.datetime() }).meta({ id: "NewEncryptionKey" });

export const createEncryptionKey = operation({
  ...byAccount,
  path: encryptionPath,
  name: "createEncryptionKey",
  method: "POST",
  summary:
    "(ours) Create the account's key for encrypted replies, 32 bytes in base64, shown once. It replaces the last.",
  permission: "duplicates:act",
  query: noQuery,
  body: words.object("The body", {}),
  response: { status: 200, schema: newEncryptionKey },
  reply: newEncryptionKey,
  errors: [400],
});

/* (ours) From which score respondents fail, and what another one would have done */

const threshold = words.integer("threshold", 1, 100);
const thresholdState = z
  .object({
    /** Of scores from 0 to 100; a survey may have its own. */
    threshold: z.int(),
  })
  .meta({ id: "Threshold" });
const thresholdPath = "/api/v3/respondents/threshold/{private_key}";

export const getThreshold = operation({
  ...byAccount,
  path: thresholdPath,
  name: "getThreshold",
  method: "GET",
  summary: "(ours) From which score respondents fail.",
  permission: "duplicates:read",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: thresholdState },
  reply: thresholdState,
  errors: [],
});

export const setThreshold = operation({
  ...byAccount,
  path: thresholdPath,
  name: "setThreshold",
  method: "PATCH",
  summary: "(ours) Set from which score respondents fail; verdicts that are kept stay as they are.",
  permission: "duplicates:act",
  query: noQuery,
  body: words.object("The body", { threshold }),
  response: { status: 200, schema: thresholdState },
  reply: thresholdState,
  errors: [400],
});

export const DRY_RUN_DAYS = 30;

const dryRun = z
  .object({
    /** Completes of the last thirty days, those of them that were searched for, and those that would have been stopped. */
    completes: z.int(),
    checked: z.int(),
    stopped: z.int(),
    reasons: z.array(z.object({ failure_reason: z.enum(failureReasons), completes: z.int() })),
    /** There were more completes than are looked at; the newest surveys come first. */
    more: z.boolean(),
  })
  .meta({ id: "ThresholdDryRun" });
export type DryRun = z.output<typeof dryRun>;

export const dryRunThreshold = operation({
  ...byAccount,
  path: "/api/v3/respondents/dry_run/{private_key}",
  name: "dryRunThreshold",
  method: "GET",
  summary: `(ours) Which completes of the last ${DRY_RUN_DAYS} days a threshold would have stopped. Nothing is changed.`,
  permission: "duplicates:read",
  query: words.object("The query", {
    threshold: z.preprocess(
      (value) => (typeof value === "string" && /^\d{1,3}$/.test(value) ? Number(value) : value),
      threshold,
    ),
    /** Left out: all surveys of the account. */
    sy_nr: z.preprocess(tidied, words.text("sy_nr", 100).transform(tidyNumber).optional()),
  }),
  body: noBody,
  described: { query: z.object({ threshold: text, sy_nr: text.optional() }) },
  takesTime: true,
  response: { status: 200, schema: dryRun },
  reply: dryRun,
  errors: [400, 404],
});

/* (ours) The lists of addresses */

const listState = z
  .object({
    name: z.enum([...fraudListNames, "countries"]),
    /** Networks in it; null: there is no such list, and nothing is checked by it. */
    entries: z.int().min(0).nullable(),
    /** When the file in use was last changed, and when it was read. */
    changed_at: z.iso.datetime().nullable(),
    read_at: z.iso.datetime().nullable(),
    /** Why a newer file is not used; null: there is none. */
    problem: z.string().nullable(),
  })
  .meta({ id: "AddressListState" });
const listStates = z.object({ lists: z.array(listState) }).meta({ id: "AddressListStates" });
export type ListState = z.output<typeof listState>;

export const listLists = operation({
  ...byAccount,
  path: "/api/v3/respondents/lists/{private_key}",
  name: "listLists",
  method: "GET",
  summary: "(ours) The lists of addresses that respondents are checked by, and how old they are.",
  permission: "duplicates:read",
  query: noQuery,
  body: noBody,
  response: { status: 200, schema: listStates },
  reply: listStates,
  errors: [],
});

export const fraudOperations = [
  searchFromQuery,
  searchFromBody,
  searchFromServer,
  reviewFromQuery,
  reviewFromBody,
  reviewFromServer,
  getSingleUseToken,
  listPlatforms,
  setPlatforms,
  getEncryption,
  createEncryptionKey,
  getThreshold,
  setThreshold,
  dryRunThreshold,
  listLists,
] as const;
