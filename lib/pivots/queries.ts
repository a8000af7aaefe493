import { queryOptions } from "@tanstack/react-query";
import * as pivotCalls from "@/lib/contracts/calls/pivot";
import * as pivotsCalls from "@/lib/contracts/calls/pivots";
import type * as Pivot from "@/lib/contracts/interfaces/pivot";
import type { CellRequest, PivotRequest } from "@/lib/contracts/interfaces/pivot";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as Pivots from "@/lib/contracts/ours/pivots";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { isBanner } from "./banner";
import { type Composed, readTables } from "./composed";
import { isOfItems } from "./items";
import { showsOptions } from "./nets";

const pivot = contract<typeof Pivot>(pivotCalls);
const ours = contract<typeof Pivots>(pivotsCalls);

export const specsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["pivots", "specs", projectId],
    queryFn: async ({ signal }) => (await api(pivot.fetchSpecs, { body: { projectId }, signal })).data,
    staleTime: 300_000,
  });

/** What a table is made of: itself, or the tables of a banner. */
export const tablesQuery = (asked: PivotRequest, state: Composed) =>
  queryOptions({
    queryKey: ["pivots", "table", asked, isBanner(state), showsOptions(state), isOfItems(state)],
    queryFn: ({ signal }) =>
      readTables(asked, state, async (body) => (await api(pivot.fetchData, { body, signal })).data),
    staleTime: 60_000,
  });

/** What new tables of a project begin with. */
export const tableDefaultsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ["pivots", "defaults", projectId],
    queryFn: async ({ signal }) =>
      (await api(ours.getTableDefaults, { query: { project_id: projectId }, signal })).data,
    staleTime: 60_000,
  });

export const saveTableDefaults = async (body: BodyOf<typeof Pivots.saveTableDefaults>) =>
  (await api(ours.saveTableDefaults, { body })).data;

/** The address that makes a table of a question, or of the first one, by the defaults of its project. */
export const newTableHref = (project: string, question: string | null = null) =>
  `/pivots/new?${new URLSearchParams({ project, ...(question !== null && { question }) })}`;

/** The responses of a cell; of none without one. */
export const responsesQuery = (asked: CellRequest | null) =>
  queryOptions({
    queryKey: ["pivots", "responses", asked] as const,
    queryFn: async ({ signal }) =>
      asked === null ? { total: 0, responses: [] } : (await api(pivot.fetchResponses, { body: asked, signal })).data,
    staleTime: 60_000,
  });
