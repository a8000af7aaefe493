import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as auditCalls from "@/lib/contracts/calls/audit";
import type * as Audit from "@/lib/contracts/ours/audit";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { AppError } from "@/lib/http/problem";
import { type AuditListState, auditListQuery } from "./list-state";

const audit = contract<typeof Audit>(auditCalls);

export const auditQuery = (state: AuditListState) =>
  queryOptions({
    queryKey: ["audit", "list", auditListQuery(state)],
    queryFn: async ({ signal }) => (await api(audit.listAudit, { query: auditListQuery(state), signal })).data,
    placeholderData: keepPreviousData,
  });

/** The newest entries about one thing. */
export const historyQuery = (thing: string, id: string) =>
  queryOptions({
    queryKey: ["audit", "history", thing, id],
    queryFn: async ({ signal }) => (await api(audit.listAudit, { query: { thing, id, limit: 20 }, signal })).data,
    // Whoever opens it asks what happened until now.
    staleTime: 0,
  });

/** One entry, wherever in the list it stands. */
export const auditEntryQuery = (entry: number) =>
  queryOptions({
    queryKey: ["audit", "entry", entry],
    queryFn: async ({ signal }) => {
      const { data } = await api(audit.listAudit, { query: { before: entry + 1, limit: 1 }, signal });
      const [found] = data.entries;
      if (found?.id !== entry) throw new AppError("not_found", "There is no such entry among those you may read.");
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY, // entries stay as they were written
  });
