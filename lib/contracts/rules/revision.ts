import { encodeSurvey, type Survey } from "../interfaces/survey-codec";
import { editableFieldNames } from "../interfaces/survey-fields";

/**
 * Identifies a state of what people decide about a survey: lower-case hex SHA-256 of its canonical flat JSON
 * (keys sorted) without the members that the service assigns. Counts that move don't change it.
 */
export async function surveyRevision(survey: Survey): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalSurvey(survey));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function canonicalSurvey(survey: Survey): string {
  const wire = encodeSurvey(survey, "flat");
  const decided = Object.fromEntries(
    [...editableFieldNames, "id" as const].map((name) => [name, decidedOf(name, wire[name])]),
  );
  return canonicalJson(decided);
}

const decidedOfQuota = new Set(["quota_id", "quota_name", "quota", "qualifications"]);

/** Of a quota what people decide: its counts move, and a service may count under names that we don't know. */
function decidedOf(name: string, value: unknown): unknown {
  if (name !== "respondent_attributes" || !Array.isArray(value)) return value;
  return value.map((quota) =>
    Object.fromEntries(Object.entries(quota).filter(([member]) => decidedOfQuota.has(member))),
  );
}

/** JSON with the keys of every object sorted; equal values give equal text. Revisions rest on each of its letters. */
export const canonicalJson = (value: unknown): string => written(value) ?? "undefined";

/** By hand: a survey has thousands of quotas, and `JSON.stringify` asks its replacer for each of their members. */
function written(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || "toJSON" in value) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((member) => written(member) ?? "null").join(",")}]`;
  const members = sortedNames(value).flatMap((name) => {
    const text = written((value as Record<string, unknown>)[name]);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/** As an object that is made in this order lists them: names that are numbers come first, by their size. */
function sortedNames(object: object): string[] {
  const names = Object.keys(object).sort();
  return names.some((name) => /^\d/.test(name))
    ? Object.keys(Object.fromEntries(names.map((name) => [name, 0])))
    : names;
}
