"use client";

import { createContext, useContext } from "react";
import { encodeQuery } from "@/lib/contracts/addresses";

/** What a list shows: the query that finds it, and its columns in their order. Null query: nothing can match. */
type ShownList = { query: Record<string, unknown> | null; columns: readonly { id: string }[] };

const ListContext = createContext<ShownList | null>(null);

/** Tells what a page has put into a list's toolbar what the list shows. */
export const ShownListProvider = ListContext;

/** The list around, its query as the texts of an address; null: there is none, or nothing can match. */
export function useShownList(): { query: Record<string, string>; columns: string[] } | null {
  const shown = useContext(ListContext);
  if (!shown?.query) return null;
  const query = Object.fromEntries(new URLSearchParams(encodeQuery(shown.query)));
  return { query, columns: shown.columns.map(({ id }) => id) };
}
