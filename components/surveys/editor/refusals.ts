import type { UseFormSetError } from "react-hook-form";
import type { AppError } from "@/lib/http/problem";
import type { QuotaDraft, SurveyDraft } from "@/lib/surveys/draft";
import type { QuotaList } from "@/lib/surveys/quotas/quota-list";
import { problemsOfService } from "@/lib/surveys/quotas/quota-problems";

/** Where a service's refusals are shown. */
export type Refusals = { setError: UseFormSetError<SurveyDraft>; list: QuotaList };

/** Puts a refusal's sentences at the fields and quotas they are about; `sent`: the quotas as they were sent. */
export function showFieldProblems(error: AppError, { setError, list }: Refusals, sent: readonly QuotaDraft[]): void {
  const fields = error.fields ?? {};
  list.refuse(problemsOfService(fields, sent, list.quotas()));
  for (const [field, message] of Object.entries(fields)) {
    if (field.startsWith("respondent_attributes")) continue;
    setError(field as keyof SurveyDraft, { type: "service", message });
  }
}
