import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as duplicatesCalls from "@/lib/contracts/calls/duplicates";
import type { SelectorName } from "@/lib/contracts/interfaces/duplicate-selectors";
import type * as Duplicates from "@/lib/contracts/ours/duplicates";
import type { ExportFormat } from "@/lib/contracts/ours/exports";
import { HISTORY_PAGE_SIZE } from "@/lib/contracts/terms/duplicates";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import type { SwitchBody } from "./switch-form";

const duplicates = contract<typeof Duplicates>(duplicatesCalls);

export const DUPLICATES_KEY = ["duplicates"];

type Account = string | undefined;
const ofAccount = (account: Account) => (account === undefined ? {} : { account_id: account });

/** What a paste names. Blank text names nothing, and is not asked about. */
export const resolvedQuery = (account: Account, text: string) =>
  queryOptions({
    queryKey: [...DUPLICATES_KEY, "resolved", account, text],
    queryFn: async ({ signal }) =>
      (await api(duplicates.resolveSurveys, { body: { ...ofAccount(account), text }, signal })).data,
    enabled: text.trim() !== "",
    // A paste may be long: only the last one is kept.
    gcTime: 0,
  });

/** `key` stands for the body, which may hold thousands of numbers and personal values. */
export const previewQuery = (key: string, body: SwitchBody) =>
  queryOptions({
    queryKey: [...DUPLICATES_KEY, "preview", key],
    queryFn: async ({ signal }) => (await api(duplicates.previewActivation, { body, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const startActivation = async (body: SwitchBody & { request_id: string }) =>
  (await api(duplicates.startActivation, { body })).data;

export const historyQuery = (account: Account, page: number) =>
  queryOptions({
    queryKey: [...DUPLICATES_KEY, "history", account, page],
    queryFn: async ({ signal }) =>
      (await api(duplicates.listActivations, { query: { ...ofAccount(account), page }, signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** One work as the history has it, however many changes came after it. */
export const workChangeQuery = (account: Account, job: string) =>
  queryOptions({
    queryKey: [...DUPLICATES_KEY, "history", account, "work", job],
    queryFn: async ({ signal }) => {
      const query = { ...ofAccount(account), id: `job:${job}` };
      return (await api(duplicates.listActivations, { query, signal })).data.changes[0] ?? null;
    },
    staleTime: 0,
  });

/**
 * All pages, each change once: new ones push the others to later pages meanwhile. Only a file of full values has all
 * values of each change.
 */
export async function wholeHistory(account: Account, form: ExportFormat): Promise<Duplicates.ActivationChange[]> {
  const values = form === "csv-full" ? "all" : "first";
  const found = new Map<string, Duplicates.ActivationChange>();
  for (let page = 1; ; page += 1) {
    const { data } = await api(duplicates.listActivations, { query: { ...ofAccount(account), page, values } });
    for (const change of data.changes) found.set(change.id, change);
    if (data.changes.length === 0 || page * HISTORY_PAGE_SIZE >= data.total_changes) break;
  }
  return [...found.values()];
}

export const reverseActivation = async (account: Account, id: string) =>
  (await api(duplicates.reverseActivation, { body: { ...ofAccount(account), id } })).data;

export type Asked = { kind: SelectorName; value: string };

export const personQuery = (account: Account, asked: Asked | null) =>
  queryOptions({
    queryKey: [...DUPLICATES_KEY, "person", account, asked],
    queryFn: async ({ signal }) => {
      const named = asked ? { [asked.kind]: asked.value } : {};
      return (await api(duplicates.lookUpPerson, { body: { ...ofAccount(account), ...named }, signal })).data;
    },
    enabled: asked !== null,
    gcTime: 0,
  });

/** Null: numbers are survey ids here, and nothing is to be linked. */
export const linksQuery = () =>
  queryOptions({
    queryKey: [...DUPLICATES_KEY, "links"],
    queryFn: async ({ signal }) => (await api(duplicates.listSurveyLinks, { signal })).data.links,
  });

export const linkSurvey = async (survey_id: string, survey_number: string | null) =>
  (await api(duplicates.linkSurvey, { body: { survey_id, survey_number } })).data.links;
