import { encodeSurvey, type Survey } from "../interfaces/survey-codec";
import { editableFieldNames } from "../interfaces/survey-fields";
import { canonicalJsonInTurns } from "./canonical-json";

/**
 * Identifies a state of what people decide about a survey: lower-case hex SHA-256 of its canonical flat JSON
 * (keys sorted) without the members that the service assigns. Counts that move don't change it.
 */
export async function surveyRevision(survey: Survey): Promise<string> {
  const bytes = new TextEncoder().encode(await canonicalJsonInTurns(decidedIn(survey)));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function decidedIn(survey: Survey): object {
  const wire = encodeSurvey(survey, "flat");
  return Object.fromEntries([...editableFieldNames, "id" as const].map((name) => [name, decidedOf(name, wire[name])]));
}

const decidedOfQuota = new Set(["quota_id", "quota_name", "quota", "qualifications"]);

/** Of a quota what people decide: its counts move, and a service may count under names that we don't know. */
function decidedOf(name: string, value: unknown): unknown {
  if (name !== "respondent_attributes" || !Array.isArray(value)) return value;
  return value.map((quota) =>
    Object.fromEntries(Object.entries(quota).filter(([member]) => decidedOfQuota.has(member))),
  );
}
