import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as searchCalls from "@/lib/contracts/calls/search";
import type * as Search from "@/lib/contracts/ours/search";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const search = contract<typeof Search>(searchCalls);

/** What a text finds; earlier results stay until those of a longer text are there. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: ["search", text],
    queryFn: async ({ signal }) => (await api(search.search, { query: { text }, signal })).data,
    placeholderData: keepPreviousData,
    enabled: text !== "",
    staleTime: 10_000,
    gcTime: 30_000,
  });
