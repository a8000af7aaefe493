import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import * as demandCalls from "@/lib/contracts/calls/demand";
import type * as Demand from "@/lib/contracts/interfaces/demand";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";

const demand = contract<typeof Demand>(demandCalls);

const FOUND = 20;

/** The first surveys that have a text in their name, or it as their id. */
export const surveysFoundQuery = (text: string) =>
  queryOptions({
    queryKey: ["surveys", "found", text],
    queryFn: async ({ signal }) => {
      const query = {
        page_size: FOUND,
        fields: ["name", "country_code"],
        sort: "-created" as const,
        ...(text && { search: text }),
      };
      return (await api(demand.listSurveys, { query, signal })).data.items;
    },
    placeholderData: keepPreviousData,
  });
