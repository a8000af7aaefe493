import { queryOptions } from "@tanstack/react-query";
import * as quotaTemplatesCalls from "@/lib/contracts/calls/quota-templates";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as Templates from "@/lib/contracts/ours/quota-templates";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const templates = contract<typeof Templates>(quotaTemplatesCalls);

/** The templates of the viewer's accounts. */
export const quotaTemplatesQuery = () =>
  queryOptions({
    queryKey: ["quota-templates", "list"],
    queryFn: async ({ signal }) => (await api(templates.listQuotaTemplates, { signal })).data,
  });

/** One template with its quotas. */
export const quotaTemplateQuery = (id: string) =>
  queryOptions({
    queryKey: ["quota-templates", "one", id],
    queryFn: async ({ signal }) => (await api(templates.getQuotaTemplate, { query: { id }, signal })).data,
  });

export const saveQuotaTemplate = async (body: BodyOf<typeof Templates.saveQuotaTemplate>) =>
  (await api(templates.saveQuotaTemplate, { body })).data;

export const renameQuotaTemplate = async (id: string, name: string) =>
  (await api(templates.renameQuotaTemplate, { body: { id, name } })).data;

export const deleteQuotaTemplate = async (id: string) =>
  (await api(templates.deleteQuotaTemplate, { body: { id } })).data;
