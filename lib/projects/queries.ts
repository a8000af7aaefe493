import { queryOptions } from "@tanstack/react-query";
import * as demand from "@/lib/contracts/demand";
import { api } from "@/lib/http/client";

/** Names of all projects, for pickers and columns. */
export const projectsQuery = () =>
  queryOptions({
    queryKey: ["projects", "names"],
    queryFn: async ({ signal }) => (await api(demand.listProjects, { query: { page_size: 500 }, signal })).data,
    staleTime: 60_000,
  });
