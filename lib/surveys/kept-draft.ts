import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { surveyFields } from "@/lib/contracts/interfaces/survey-fields";
import { whenNeeded } from "@/lib/http/when-needed";
import { describeQuota, describeValue, type Names } from "./changes";
import { draftFields, draftOf, type SurveyDraft, sameField } from "./draft";

type Base = { survey: Survey; revision: string };
/** What the editor keeps as a draft, with what it began with; null: a new survey. */
export type KeptSurvey = { base: Base | null; draft: SurveyDraft };

/** The fields in which a draft differs from what it began with. */
export const changedFields = (initial: SurveyDraft, draft: SurveyDraft) =>
  draftFields.filter((field) => !sameField(field, initial, draft));

/** What a draft changes, a line a field, to read and to copy. */
export function keptSurveyText({ base, draft }: KeptSurvey, initial: SurveyDraft | null, names: Names): string {
  const before = base ? draftOf(base.survey) : initial;
  const fields = before ? changedFields(before, draft) : draftFields;
  return fields
    .flatMap((field) => {
      if (field !== "respondent_attributes")
        return [`${surveyFields[field].label}: ${describeValue(field, draft, names)}`];
      const quotas = draft.respondent_attributes.map(
        (quota) =>
          `- ${quota.quota_name || "Quota without a name"}: ${quota.quota === "" ? "no target" : quota.quota}, ${describeQuota(quota, names.questions, Number.POSITIVE_INFINITY)}`,
      );
      return [`${surveyFields[field].label}:`, ...quotas];
    })
    .join("\n");
}

/** Reads kept drafts back, by schemas that a page without a draft does not load. */
export const loadDraftReader = whenNeeded(() => import("./read-kept-draft"));
