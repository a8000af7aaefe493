import * as z from "zod";
import { isObject, readBoolean, readNumber, readText } from "../lenient";
import { noBody, operation } from "../operation";
import { thingReply } from "../replies";
import { checkStates, failureReasons, fraudCheckNames, potentials } from "../terms/fraud";
import * as words from "../words";
import { isEmailHash, normalizeIp } from "./duplicate-selectors";
import {
  acts,
  described,
  encrypt,
  encrypted,
  flag,
  forPages,
  nullable,
  optional,
  required,
  score,
  surveyNumber,
  tidied,
  wholeNumber,
} from "./fraud-members";

/** Respondents searched for: by their browsers, or by a server that says what it knows of them. */

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

/** (ours) Of a respondent whom a server speaks of; a browser's own request says both. */
const fromServer = { rt_ip_address: address, rt_user_agent: optional("rt_user_agent", 2000) };

const browserSearch = words.object("The body", { ...searched, ...signals, ...encrypt });
const serverSearch = words.object("The query", { ...searched, ...signals, ...fromServer, ...encrypt });
export type SearchRequest = z.output<typeof serverSearch>;

const describedSearch = {
  sy_nr: described,
  sn_ud: described,
  ...Object.fromEntries(
    Object.keys({ ...searched, ...signals, ...encrypt })
      .filter((name) => name !== "sy_nr" && name !== "sn_ud")
      .map((name) => [name, described.optional()]),
  ),
};

const describedServerSearch = {
  ...describedSearch,
  rt_ip_address: described.optional(),
  rt_user_agent: described.optional(),
};

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
  described: { query: z.object({ encrypt: described.optional() }), body: z.object(describedSearch) },
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
