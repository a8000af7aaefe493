import type { Definitions } from "@/lib/contracts/interfaces/demand-replies";
import { spelling } from "@/lib/contracts/rules/survey-rules";
import { draftOf, emptyQuota, type SurveyDraft } from "./draft";

const FIELD_DAYS = 14;
const DAY_MS = 86_400_000;

/** What a new survey begins as: everything that has a sensible beginning is filled in, in the service's spellings. */
export function newSurveyDraft(definitions: Definitions, project: string | null, now: Date): SurveyDraft {
  const [country] = definitions.countries;
  const end = new Date(now.getTime() + FIELD_DAYS * DAY_MS).toISOString().slice(0, 10);
  const utc = definitions.time_zones.find((zone) => /coordinated universal time$/i.test(zone));
  return {
    ...draftOf({ id: "" }),
    project_id: project ?? "",
    status: spelling(definitions.statuses, "Draft") ?? definitions.statuses[0] ?? "",
    country_code: country?.code ?? "",
    language_code: country?.language_options[0]?.code ?? "",
    out_of_field_date: `${end} 23:59:59`,
    out_of_field_timezone: utc ?? definitions.time_zones[0] ?? "",
    device_compatibilities: [...definitions.device_compatibilities],
    calculation_type: spelling(definitions.calculation_types, "Completes") ?? definitions.calculation_types[0] ?? "",
    traffic_control_limit_type:
      spelling(definitions.traffic_control_limits, "None") ?? definitions.traffic_control_limits[0] ?? "",
    respondent_attributes: [{ ...emptyQuota(), quota_name: "Everyone" }],
  };
}
