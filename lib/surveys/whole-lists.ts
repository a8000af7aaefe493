import * as demandCalls from "@/lib/contracts/calls/demand";
import type * as Demand from "@/lib/contracts/interfaces/demand";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import { api } from "@/lib/http/client";
import { contract } from "@/lib/http/contract";
import { readEverything } from "@/lib/http/every-page";

const demand = contract<typeof Demand>(demandCalls);

/** Screening questions offered in a country, or anywhere, all of them: services differ in how many they give at once. */
export function readQuestions(country: string, signal: AbortSignal): Promise<Question[]> {
  const asked = country ? { country_code: country } : {};
  return readEverything(
    async (paging) => (await api(demand.listQualifications, { query: { ...asked, ...paging }, signal })).data,
  );
}
