import { createHash } from "node:crypto";
import { readOutOfField } from "@/lib/contracts/calendar/out-of-field";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";

/** A row of `survey_copies` as JSON that the database reads: what is sorted and added up beside the survey itself. */
export type CopyRow = {
  survey_id: string;
  position: number;
  project_id: string | null;
  name: string | null;
  status: string | null;
  respondents: number | null;
  survey_completes: number | null;
  total_cost: number | null;
  offered_price_per_complete: number | null;
  length_of_interview: number | null;
  incidence_rate: number | null;
  out_of_field_at: string | null;
  last_complete_at: string | null;
  survey: Survey;
  hash: string;
};

/** Identifies a copied survey at its position; a refresh passes over what has the same. */
export const copyHash = (survey: Survey, position: number): string =>
  createHash("sha1")
    .update(`${position}\n${JSON.stringify(survey)}`)
    .digest("base64url");

export function copyRow(survey: Survey, position: number, hash: string): CopyRow {
  const details = survey.field_details;
  return {
    survey_id: survey.id,
    position,
    project_id: survey.project_id ?? null,
    name: survey.name ?? null,
    status: survey.status ?? null,
    respondents: survey.respondents ?? null,
    survey_completes: details?.survey_completes ?? null,
    total_cost: details?.total_cost ?? null,
    offered_price_per_complete: survey.offered_price_per_complete ?? null,
    length_of_interview: survey.length_of_interview ?? null,
    incidence_rate: survey.incidence_rate ?? null,
    out_of_field_at: outOfFieldAt(survey),
    last_complete_at: instantOf(details?.last_complete_at ?? null),
    survey,
    hash,
  };
}

/** Null also when the zone is one that nobody knows: then the moment is unknown. */
function outOfFieldAt({ out_of_field_date: date, out_of_field_timezone: zone }: Survey): string | null {
  const read = date && zone ? readOutOfField(date, zone) : null;
  return read && "instant" in read ? read.instant.toISOString() : null;
}

/** A service may write any text for an instant; the database takes the years 1 to 9999. */
function instantOf(text: string | null): string | null {
  const instant = new Date(text ?? "");
  const year = instant.getUTCFullYear();
  return year >= 1 && year <= 9999 ? instant.toISOString() : null;
}

/**
 * Rows as JSON text that PostgreSQL can hold: it has no NUL and no half of a surrogate pair, which would make every
 * row beside an odd one unreadable. Each becomes the replacement character.
 */
export function copyRowsJson(rows: CopyRow[]): string {
  return JSON.stringify(rows).replace(/(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g, "$1\ufffd");
}
