import type { PivotRequest } from "@/lib/contracts/interfaces/pivot";
import type { PivotState } from "./address";
import { bannerRequests, isBanner } from "./banner";
import { showsOptions } from "./nets";

/** What makes a table of several of the service's. */
export type Composed = Pick<PivotState, "banner" | "columns" | "rows" | "nets">;

/** Whether a table is put together of several. */
export const isComposed = (state: Composed): boolean => isBanner(state) || showsOptions(state);

/** All that the service is asked for: the tables of a banner; for nets with their options each once more without nets. */
export function requestsOf(asked: PivotRequest, state: Composed): PivotRequest[] {
  const across = isBanner(state) ? bannerRequests(asked) : [asked];
  return showsOptions(state) ? [...across, ...across.map((each) => ({ ...each, rows: each.rows.slice(1) }))] : across;
}
