import { queryOptions } from "@tanstack/react-query";
import { type CellRequest, fetchData, fetchResponses, fetchSpecs, type PivotRequest } from "@/lib/contracts/pivot";
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

/** The responses of a cell; of none without one. */
export const responsesQuery = (asked: CellRequest | null) =>
  queryOptions({
    queryKey: ["pivots", "responses", asked],
    queryFn: async ({ signal }) =>
      asked === null ? { total: 0, responses: [] } : (await api(fetchResponses, { body: asked, signal })).data,
    staleTime: 60_000,
  });
