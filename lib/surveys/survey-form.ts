import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, Resolver } from "react-hook-form";
import * as z from "zod";
import { instantOf, readOutOfField } from "@/lib/contracts/calendar/out-of-field";
import type { Definitions } from "@/lib/contracts/interfaces/demand-replies";
import { newQuotaSchema, newSurveySchema } from "@/lib/contracts/interfaces/survey";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { surveyStatuses } from "@/lib/contracts/interfaces/survey-fields";
import { entryLinkProblem } from "@/lib/contracts/rules/entry-link";
import { liveProblems, placeProblems, spelling, statusProblem } from "@/lib/contracts/rules/survey-rules";
import { MAX_QUOTAS } from "@/lib/contracts/terms/demand";
import {
  type DraftField,
  draftOf,
  formerQuotas,
  type QuotaDraft,
  quotaMembers,
  quotasProblem,
  type SurveyDraft,
  sameField,
  sameMember,
  withNumbers,
} from "./draft";
import { countsStarts } from "./progress";

/**
 * The editor's validation: the contract's own schema and rules, field by field. What a survey already has is not
 * held against the person who edits something else: a problem counts only where a value was changed.
 */
const presentSchema = newSurveySchema.extend({
  respondent_attributes: z
    .array(newQuotaSchema.extend({ quota_id: z.string().nullable() }))
    .max(MAX_QUOTAS, { error: `A survey can have at most ${MAX_QUOTAS.toLocaleString("en")} quotas.` }),
});

const orUnset = <T extends z.ZodType>(schema: T) => z.preprocess((value) => (value === "" ? undefined : value), schema);

/** Only a new survey may leave its price and status to the service; a value that is there cannot be taken away. */
const newSchema = presentSchema.extend({
  status: orUnset(newSurveySchema.shape.status),
  offered_price_per_complete: orUnset(newSurveySchema.shape.offered_price_per_complete),
});

const requiredSchema = presentSchema.required({ status: true, offered_price_per_complete: true });

/** A schema of drafts: it judges every member itself, so the cast hides nothing. */
const ofDrafts = (schema: z.ZodType) => zodResolver(schema as z.ZodType<SurveyDraft, SurveyDraft>);

type Rules = {
  definitions: Definitions;
  /** The survey as it stands; null: a new one. */
  present: Survey | null;
  /** Our own service's rules on status, places and dates hold; a remote service has its own and says so itself. */
  ownRules: boolean;
};

type Errors = FieldErrors<SurveyDraft>;

/** A sentence at a field, which counts when one of `causes` was changed. */
type Problem = { field: DraftField; message: string; causes: readonly DraftField[] };

export function surveyResolver(rules: Rules): Resolver<SurveyDraft> {
  const { present } = rules;
  const bySchema = ofDrafts(present ? requiredSchema : newSchema);
  const before = present && draftOf(present);
  return async (typed, context, options) => {
    const values = withNumbers(typed);
    const isChanged = (field: DraftField) => before === null || !sameField(field, before, values);
    const checked: Errors = (await bySchema(values, context, options)).errors;
    const errors: Errors = Object.fromEntries(
      Object.entries(checked).filter(([field]) => isChanged(field as DraftField)),
    );
    if (errors.respondent_attributes) {
      const held = heldQuotaErrors(errors.respondent_attributes, before, values);
      if (held) errors.respondent_attributes = held;
      else delete errors.respondent_attributes;
    }
    for (const { field, message, causes } of ruleProblems(values, rules, isChanged)) {
      if (!causes.some(isChanged)) continue;
      if (field === "respondent_attributes") errors[field] = withRoot(errors[field], message);
      else errors[field] ??= { type: "rule", message } as never;
    }
    // Values go on as typed: what is sent is worked out from the draft, not from the schema's reading of it.
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}

type QuotasError = NonNullable<Errors["respondent_attributes"]>;
type QuotaError = { [member in keyof QuotaDraft]?: unknown };

/** A sentence about the list as a whole, beside what is wrong with its quotas. */
const withRoot = (found: QuotasError | undefined, message: string): QuotasError =>
  Object.assign(Array.isArray(found) ? [...found] : [], { root: { type: "rule", message } }) as unknown as QuotasError;

/** Errors of the list as a whole and of the members that were changed. What qualifications lack is said for the list. */
function heldQuotaErrors(found: QuotasError, before: SurveyDraft | null, values: SurveyDraft): QuotasError | null {
  if (!Array.isArray(found)) return found;
  const quotas = values.respondent_attributes;
  const former = formerQuotas(before?.respondent_attributes ?? [], quotas);
  const held: QuotaError[] = [];
  let root: unknown = (found as { root?: unknown }).root;
  quotas.forEach((quota, index) => {
    const error = found[index] as QuotaError | undefined;
    const was = former.get(quota);
    const members = quotaMembers.filter((member) => error?.[member] && !(was && sameMember(member, was, quota)));
    if (members.length === 0) return;
    held[index] = Object.fromEntries(members.map((member) => [member, error?.[member]]));
    const message = members.includes("qualifications") && firstMessage(error?.qualifications);
    if (message) root ??= { type: "rule", message: `${quota.quota_name || `Quota ${index + 1}`}: ${message}` };
  });
  if (held.length === 0 && !root) return null;
  return Object.assign(held, root ? { root } : {}) as unknown as QuotasError;
}

function firstMessage(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  if ("message" in error && typeof error.message === "string") return error.message;
  for (const member of Object.values(error)) {
    const message = firstMessage(member);
    if (message) return message;
  }
  return null;
}

type IsChanged = (field: DraftField) => boolean;

/** Problems by field; each counts when its field, or one of those it follows from, was changed. */
const problemsAt = (problems: Record<string, string>, follows: Partial<Record<DraftField, DraftField[]>> = {}) =>
  Object.entries(problems).map(([name, message]): Problem => {
    const field = name as DraftField;
    return { field, message, causes: [field, ...(follows[field] ?? [])] };
  });

function ruleProblems(draft: SurveyDraft, rules: Rules, isChanged: IsChanged): Problem[] {
  const { definitions, present, ownRules } = rules;
  const quotas = present ? quotasProblem(present) : draft.respondent_attributes.length === 0 && NEEDS_QUOTA;
  const link = draft.entry_link && entryLinkProblem(draft.entry_link);
  const problems = problemsAt({ ...(quotas && { respondent_attributes: quotas }), ...(link && { entry_link: link }) });
  if (!ownRules) return problems;
  if (draft.country_code && draft.language_code)
    problems.push(...problemsAt(placeProblems(draft, definitions), { language_code: ["country_code"] }));
  if (draft.out_of_field_date && draft.out_of_field_timezone) {
    const read = readOutOfField(draft.out_of_field_date, draft.out_of_field_timezone);
    if ("problem" in read) problems.push(...problemsAt({ [read.field]: read.problem }));
  }
  const [from, to] = [knownStatus(present?.status), knownStatus(draft.status)];
  const unreachable = from && to ? problemsAt(statusProblem(from, to)) : [];
  problems.push(...unreachable);
  if (to === "Live" && unreachable.length === 0) problems.push(...unreadiness(draft, present, isChanged));
  return problems;
}

const NEEDS_QUOTA = "A survey needs at least one quota.";

const knownStatus = (status: string | null | undefined) =>
  surveyStatuses.find((known) => spelling([known], status ?? "") !== undefined);

/** What a survey lacks to be live: at the field that was changed, or together at the status when only that was. */
function unreadiness(draft: SurveyDraft, present: Survey | null, isChanged: IsChanged): Problem[] {
  const at = readOutOfField(draft.out_of_field_date, draft.out_of_field_timezone);
  if ("problem" in at || typeof draft.respondents !== "number") return [];
  const byStarts = countsStarts(draft.calculation_type);
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
        counted: quota_id === null ? 0 : (counts.get(quota_id) ?? 0),
      })),
      outOfFieldAt: instantOf(at.local, at.zone).getTime(),
      entryLink: draft.entry_link,
    },
    Date.now(),
  );
  const found = problemsAt(problems, {
    respondents: ["calculation_type"],
    respondent_attributes: ["calculation_type"],
    out_of_field_date: ["out_of_field_timezone"],
  });
  const ofTheWhole = found.filter(({ causes }) => !causes.some(isChanged)).map(({ message }) => message);
  return [...found, ...(ofTheWhole.length > 0 ? problemsAt({ status: ofTheWhole.join(" ") }) : [])];
}
