import * as demand from "@/lib/contracts/demand";
import { api } from "@/lib/http/client";
import { readEverything } from "@/lib/http/every-page";

/** Screening questions offered in a country, or anywhere, all of them: services differ in how many they give at once. */
export function readQuestions(country: string, signal: AbortSignal): Promise<demand.Question[]> {
  const asked = country ? { country_code: country } : {};
  return readEverything(
    async (paging) => (await api(demand.listQualifications, { query: { ...asked, ...paging }, signal })).data,
  );
}
