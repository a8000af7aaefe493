"use client";

import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { type Resolver, type UseFormHandleSubmit, useForm } from "react-hook-form";
import type { ConnectionView } from "@/lib/contracts/context";
import type { Definitions } from "@/lib/contracts/interfaces/demand-replies";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { whenNeeded } from "@/lib/http/when-needed";
import { draftOf, type SurveyDraft } from "@/lib/surveys/draft";
import { changedFields } from "@/lib/surveys/kept-draft";
import { QuotaList, type QuotaListState } from "@/lib/surveys/quotas/quota-list";

const loadRules = whenNeeded(() => import("@/lib/surveys/survey-form"));

export type Loaded = { survey: Survey; revision: string };

/** What an editor holds at a moment, with the steps of its list. */
export type Held = { base: Loaded | null; fields: SurveyDraft; list: QuotaListState };

type Given = { latest: Loaded | null; blank: SurveyDraft; connection: ConnectionView; definitions: Definitions };

/**
 * What an open editor holds: its fields in a form and its quotas in a list of their own, together one draft. `base` is
 * the survey that the draft began with, null for a new one.
 */
export function useSurveyForm({ latest, blank, connection, definitions }: Given) {
  const [base, setBase] = useState(latest);
  const present = base?.survey ?? null;
  const initial = useMemo(() => (present ? draftOf(present) : blank), [present, blank]);
  const [list] = useState(() => new QuotaList(initial.respondent_attributes));
  const resolver = useMemo<Resolver<SurveyDraft>>(() => {
    const rules = { definitions, present, ownRules: connection.environment === "built-in" };
    return withQuotas(async (...typed) => (await loadRules()).surveyResolver(rules)(...typed), list);
  }, [definitions, present, connection, list]);
  const form = useForm<SurveyDraft>({ defaultValues: withoutQuotas(initial), resolver, mode: "onTouched" });
  const isUntouched = useRef(true);
  const { quotas, showNow } = useQuotasAfterPaint(list, isUntouched);
  const ofDraft = useMemo(() => [...quotas], [quotas]);
  const draft: SurveyDraft = { ...form.watch(), respondent_attributes: ofDraft };
  const load = useCallback(
    (next: SurveyDraft) => {
      form.reset(withoutQuotas(next));
      list.begin(next.respondent_attributes);
    },
    [form, list],
  );
  const hold = (): Held => ({ base, fields: { ...form.getValues() }, list: list.state() });
  const restore = (held: Held) => {
    setBase(held.base);
    form.reset(held.fields);
    list.restore(held.list);
  };
  const changed = changedFields(initial, draft);
  useLayoutEffect(() => {
    isUntouched.current = changed.length === 0;
  });
  const handleSubmit: UseFormHandleSubmit<SurveyDraft> = (onValid, onInvalid) =>
    form.handleSubmit((values, event) => {
      showNow();
      return onValid(values, event);
    }, onInvalid);
  return { base, setBase, present, initial, form, handleSubmit, list, draft, changed, load, hold, restore };
}

const withoutQuotas = (draft: SurveyDraft): SurveyDraft => ({ ...draft, respondent_attributes: [] });

/** Fields and quotas are judged together: some rules are about both. */
const withQuotas =
  (resolver: Resolver<SurveyDraft>, list: QuotaList): Resolver<SurveyDraft> =>
  (typed, context, options) =>
    resolver({ ...typed, respondent_attributes: [...list.quotas()] }, context, options);

/**
 * The quotas as the rest of the page follows them: the grid paints what was typed first. Two things are followed at
 * once: another list (a save, a draft taken up, changes discarded or taken back), since the form changes with it, and the
 * first edit, so that a changed survey never counts as unchanged. `showNow` makes the page's next rendering hold the last
 * edit.
 */
function useQuotasAfterPaint(list: QuotaList, isUntouched: RefObject<boolean>) {
  const [quotas, setQuotas] = useState(list.quotas);
  const showNow = useCallback(() => setQuotas(list.quotas()), [list]);
  useEffect(() => {
    let followed = 0;
    const follow = () => {
      const { begun } = list.state();
      if (begun !== followed || isUntouched.current) showNow();
      else startTransition(showNow);
      followed = begun;
    };
    follow();
    return list.subscribe(follow);
  }, [list, isUntouched, showNow]);
  return { quotas, showNow };
}
