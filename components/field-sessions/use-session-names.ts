"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { REMOVED_QUOTA, type SessionNames } from "@/lib/field-sessions/words";
import { suppliersQuery } from "@/lib/suppliers/queries";
import { supplierNames } from "@/lib/suppliers/supplier-names";
import { describeOptions, questionsById } from "@/lib/surveys/qualification-text";
import { questionsQuery, surveyQuery } from "@/lib/surveys/queries";

/** Stands for names while they are read: ids would be taken for them. */
const LOADING = "…";

/** The survey of a list of sessions, its suppliers, and names for the ids in its sessions. */
export function useSessionNames(surveyId: string) {
  const { data: one } = useQuery(surveyQuery(surveyId));
  const survey = one?.survey ?? null;
  const { data: suppliers } = useQuery(suppliersQuery());
  const { data: questionList, isLoading } = useQuery({
    ...questionsQuery(survey?.country_code ?? ""),
    enabled: survey !== null,
  });
  const names = useMemo((): SessionNames => {
    const questions = questionsById(questionList ?? []);
    const quotas = new Map(
      survey?.respondent_attributes?.flatMap(({ quota_id, quota_name }) =>
        quota_id ? [[quota_id, quota_name ?? quota_id] as const] : [],
      ),
    );
    return {
      question: (id) => questions.get(id)?.name ?? (isLoading ? LOADING : `Question ${id}`),
      options: (id, optionIds) => (isLoading ? LOADING : describeOptions(optionIds, questions.get(id))),
      quota: (id) => quotas.get(id) ?? REMOVED_QUOTA,
      supplier: supplierNames(suppliers ?? []),
    };
  }, [questionList, isLoading, survey, suppliers]);
  return { survey, suppliers, names };
}
