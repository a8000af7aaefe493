import * as z from "zod";
import { isObject, type JsonObject, readBoolean, readNumber, readText } from "../lenient";
import { checkStates, failureReasons, fraudCheckNames, NO_FAILURE } from "../terms/fraud";

/** What replies of any service of fraud checks say, read leniently: what a service does not say is null. */

const number = z.number().nullable();
const text = z.string().nullable();

/** A verdict on one session. */
export const verdictSchema = z.object({
  /** Null: a number that nobody declared, or none. */
  failure_reason: z.enum(failureReasons).nullable(),
  fails: z.boolean(),
  /** Scores from 0 to 100: high is bad. */
  risk: number,
  duplicate_score: number,
  threat_score: number,
  country_code: text,
  country_mismatch: z.boolean().nullable(),
  /** The session that it is a duplicate of. */
  initial_session: text,
  destination: text,
  /** How each check went; null: the service does not say. */
  checks: z.partialRecord(z.enum(fraudCheckNames), z.enum(checkStates)).nullable(),
  findings: z.array(z.object({ check: z.enum(fraudCheckNames), score: z.number(), evidence: z.string() })).nullable(),
});

export type ReadVerdict = z.output<typeof verdictSchema>;

/** What a review says of a text: high is bad, except for engagement. */
export const textScoresSchema = z.object({
  composite: number,
  similarity: number,
  profanity: number,
  garbage: number,
  pasted: number,
  language: text,
  engagement: number,
  page_seconds: number,
  typed_seconds: number,
});

export type ReadTextScores = z.output<typeof textScoresSchema>;

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | null => {
  const given = readText(value);
  return values.find((each) => each === given) ?? null;
};

const objects = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** "2" and "02" are one reason. */
const readReason = (value: unknown) =>
  oneOf(failureReasons, (readText(value) ?? readNumber(value)?.toString())?.padStart(2, "0"));

function readChecks(value: unknown): ReadVerdict["checks"] {
  if (!isObject(value)) return null;
  const states = fraudCheckNames.map((check) => [check, oneOf(checkStates, value[check])] as const);
  return Object.fromEntries(states.filter(([, state]) => state !== null));
}

function readFindings(value: unknown): ReadVerdict["findings"] {
  if (!Array.isArray(value)) return null;
  return objects(value).flatMap(({ check, score, evidence }) => {
    const [name, words] = [oneOf(fraudCheckNames, check), readText(evidence)];
    return name && words ? [{ check: name, score: readNumber(score) ?? 0, evidence: words }] : [];
  });
}

/** What a search says of this session; null: nothing. A session that it names otherwise is the one that was asked for. */
export function readVerdict(reply: JsonObject, sessionId: string): ReadVerdict | null {
  const surveys = objects(reply.Surveys);
  const survey = surveys.find(({ sn_ud }) => readText(sn_ud) === sessionId) ?? surveys[0];
  if (!survey) return null;
  const respondent = isObject(reply.Respondent) ? reply.Respondent : {};
  const reason = readReason(survey.failure_reason);
  return {
    failure_reason: reason,
    fails: readBoolean(survey.flag) ?? (reason !== null && reason !== NO_FAILURE),
    risk: readNumber(respondent.respondent_risk) ?? null,
    duplicate_score: readNumber(survey.duplicate_score) ?? null,
    threat_score: readNumber(respondent.threat_potential_score) ?? null,
    country_code: readText(respondent.country_code) ?? null,
    country_mismatch: readBoolean(survey.country_mismatch) ?? null,
    initial_session: readText(survey.duplicate_initial_ud) ?? null,
    destination: readText(survey.destination) ?? null,
    checks: readChecks(reply.Checks),
    findings: readFindings(reply.Evidence),
  };
}

/** What a review says; null: nothing of any text. */
export function readTextScores(reply: JsonObject): ReadTextScores | null {
  const [result] = objects(reply.results);
  if (!result || !isObject(result.score)) return null;
  const { score } = result;
  const figure = (name: string) => readNumber(score[name]) ?? null;
  return {
    composite: figure("composite_score"),
    similarity: figure("similarity_text"),
    profanity: figure("profanity_check_score"),
    garbage: figure("garbage_words_score"),
    pasted: figure("pasted_response_score"),
    language: readText(score.language_detected) ?? null,
    engagement: figure("engagement_score"),
    page_seconds: figure("page_view_time"),
    typed_seconds: figure("typed_response_time"),
  };
}
