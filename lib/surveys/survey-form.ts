import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, Resolver } from "react-hook-form";
import { z } from "zod";
import type { Definitions } from "@/lib/contracts/demand";
import { entryLinkProblem } from "@/lib/contracts/entry-link";
import { instantOf, readOutOfField } from "@/lib/contracts/out-of-field";
import { newQuotaSchema, newSurveySchema } from "@/lib/contracts/survey";
import type { Survey } from "@/lib/contracts/survey-codec";
import type { SurveyStatus } from "@/lib/contracts/survey-fields";
import { liveProblems, placeProblems, statusProblem } from "@/lib/contracts/survey-rules";
import { draftOf, type SurveyDraft, sameField } from "./draft";

/**
 * The editor's validation: the contract's own schema and rules, field by field. What a survey already has is not
 * held against the person who edits something else: a problem counts only where a value was changed.
 */
const orUnset = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === "" ? undefined : value), schema);

const draftSchema = newSurveySchema.extend({
  offered_price_per_complete: orUnset(newSurveySchema.shape.offered_price_per_complete),
  respondent_attributes: z.array(newQuotaSchema.extend({ quota_id: z.string().nullable() })),
});

type Rules = {
  definitions: Definitions;
  /** The survey as it stands; null: a new one. */
  present: Survey | null;
  /** Our own service's rules on status, places and dates hold; a remote service has its own and says so itself. */
  ownRules: boolean;
};

type Errors = FieldErrors<SurveyDraft>;

export function surveyResolver(rules: Rules): Resolver<SurveyDraft> {
  const bySchema = zodResolver(draftSchema as unknown as z.ZodType<SurveyDraft, SurveyDraft>);
  const before = rules.present && draftOf(rules.present);
  return async (values, context, options) => {
    const checked = await bySchema(values, context, options);
    const errors: Errors = { ...checked.errors };
    for (const [field, message] of Object.entries(ruleProblems(values, rules))) {
      const name = field as keyof SurveyDraft;
      errors[name] ??= (
        name === "respondent_attributes" ? { root: { type: "rule", message } } : { type: "rule", message }
      ) as never;
    }
    const held = before
      ? (Object.entries(errors).filter(([field]) => !sameField(field as keyof SurveyDraft, before, values)) as [
          string,
          never,
        ][])
      : Object.entries(errors);
    // Values go on as typed: what is sent is worked out from the draft, not from the schema's reading of it.
    return held.length > 0 ? { values: {}, errors: Object.fromEntries(held) as Errors } : { values, errors: {} };
  };
}

function ruleProblems(draft: SurveyDraft, { definitions, present, ownRules }: Rules): Record<string, string> {
  const problems: Record<string, string> = {};
  const linkProblem = draft.entry_link ? entryLinkProblem(draft.entry_link) : null;
  if (linkProblem) problems.entry_link = linkProblem;
  if (!present && draft.respondent_attributes.length === 0)
    problems.respondent_attributes = "A survey needs at least one quota.";
  if (!ownRules) return problems;
  if (draft.country_code && draft.language_code) Object.assign(problems, placeProblems(draft, definitions));
  if (draft.out_of_field_date && draft.out_of_field_timezone) {
    const read = readOutOfField(draft.out_of_field_date, draft.out_of_field_timezone);
    if ("problem" in read) problems[read.field] = read.problem;
  }
  if (present?.status)
    Object.assign(problems, statusProblem(present.status as SurveyStatus, draft.status as SurveyStatus));
  if (draft.status === "Live" && !problems.status) Object.assign(problems, unreadiness(draft, present));
  return problems;
}

/** What a survey lacks to be live; problems of the whole stand at the status when their own field was not touched. */
function unreadiness(draft: SurveyDraft, present: Survey | null): Record<string, string> {
  const at = readOutOfField(draft.out_of_field_date, draft.out_of_field_timezone);
  if ("problem" in at || draft.respondents === "") return {};
  const byStarts = draft.calculation_type === "Survey Starts";
  const details = present?.field_details;
  const counts = new Map(
    present?.respondent_attributes?.map((quota) => [
      quota.quota_id,
      (byStarts ? quota.survey_starts : quota.survey_completes) ?? 0,
    ]),
  );
  const problems = liveProblems(
    {
      respondents: draft.respondents,
      counted: (byStarts ? details?.survey_starts : details?.survey_completes) ?? 0,
      quotas: draft.respondent_attributes.map(({ quota_id, quota }) => ({
        quota: quota || 0,
        counted: counts.get(quota_id) ?? 0,
      })),
      outOfFieldAt: instantOf(at.local, at.zone).getTime(),
      entryLink: draft.entry_link,
    },
    Date.now(),
  );
  const sentences = Object.values(problems);
  return sentences.length > 0 ? { ...problems, status: sentences.join(" ") } : {};
}
