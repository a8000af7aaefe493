import { queryOptions } from "@tanstack/react-query";
import { fetchData, fetchSpecs, type PivotRequest } from "@/lib/contracts/pivot";
import { api } from "@/lib/http/client";

export const specsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["pivots", "specs", projectId],
    queryFn: async ({ signal }) => (await api(fetchSpecs, { body: { projectId }, signal })).data,
    staleTime: 300_000,
  });

export const tableQuery = (asked: PivotRequest) =>
  queryOptions({
    queryKey: ["pivots", "table", asked],
    queryFn: async ({ signal }) => (await api(fetchData, { body: asked, signal })).data,
    staleTime: 60_000,
  });
