import type { PivotRequest, PivotTable } from "@/lib/contracts/interfaces/pivot";
import { AppError } from "@/lib/http/problem";
import { readTogether } from "@/lib/tables/read-together";
import type { PivotState } from "./address";
import { bannerRefusal, bannerRequests, isBanner } from "./banner";
import { isOfItems, itemRequests, MOST_ITEMS } from "./items";
import { leftOutRequests } from "./items-left-out";
import { showsOptions } from "./nets";

/** What makes a table of several of the service's. */
export type Composed = Pick<PivotState, "banner" | "columns" | "rows" | "nets" | "items" | "values">;

/** All that the service is asked for: the tables of a banner; for nets with their options each once more without nets. */
export function requestsOf(asked: PivotRequest, state: Composed): PivotRequest[] {
  // Items of a scale are asked for their means too: the address says so by its values.
  if (isOfItems(state)) {
    const hasMean = state.values.some(({ show }) => show === "mean");
    return [...itemRequests(asked, hasMean), ...leftOutRequests(asked)];
  }
  const across = isBanner(state) ? bannerRequests(asked) : [asked];
  return showsOptions(state) ? [...across, ...across.map((each) => ({ ...each, rows: each.rows.slice(1) }))] : across;
}

/** The tables of a state; refused in a sentence where it is too large or its answers changed meanwhile. */
export async function readTables(
  asked: PivotRequest,
  state: Composed,
  read: (request: PivotRequest) => Promise<PivotTable>,
): Promise<PivotTable[]> {
  const refusal = composedRefusal(asked, state);
  if (refusal) throw new AppError("invalid", refusal);
  return readTogether(requestsOf(asked, state), read);
}

/** Why such a table is not asked for; null: it can be. */
export function composedRefusal(asked: PivotRequest, state: Composed): string | null {
  const { rows, columns } = asked;
  if (!isOfItems(state)) return isBanner(state) ? bannerRefusal(asked) : null;
  if (rows.length > MOST_ITEMS) return `A table of a grid can have at most ${MOST_ITEMS} items. Take some out.`;
  const both = rows.find((id) => columns.includes(id));
  if (both !== undefined) return `“${both}” is in the table twice. An item of the rows cannot be in the columns.`;
  return bannerRefusal({ ...asked, rows: rows.slice(0, 1) });
}

/** The questions that a stacked chart is of: nets stand beside their options, a banner beside the items of a grid. */
export function stackedDimensions(state: Pick<Composed, "rows" | "columns" | "nets" | "items">): string[] {
  if (isOfItems(state)) return state.rows;
  return [...(showsOptions(state) ? state.rows.slice(1) : state.rows), ...state.columns];
}
