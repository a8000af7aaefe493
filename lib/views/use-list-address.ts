"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type inferParserType, type ParserMap, parseAsString, useQueryStates } from "nuqs";
import { useCallback, useEffect, useMemo } from "react";
import type { Views } from "@/lib/contracts/ours/views";
import { EVERYTHING, type ViewList } from "@/lib/contracts/terms/views";
import { departures, isPlain, type Params } from "./address";
import { builtInView } from "./built-in";
import { openedViewQuery, viewsQuery } from "./queries";
import { resolve, startingView, viewParams, writeParams } from "./resolve";

type Raw = Record<string, string | null>;

function readRaw({ view, ...rest }: Raw): { viewId: string | null; address: Params } {
  const given = Object.entries(rest).filter((entry): entry is [string, string] => entry[1] !== null);
  return { viewId: view || null, address: Object.fromEntries(given) };
}

/** Whether these views say all about the one that an address names; null: the one of a plain address. */
function tellsOf(list: ViewList, { views, default_view }: Views, asked: string | null): boolean {
  const id = asked ?? default_view;
  return builtInView(list, id) !== undefined || views.some((view) => view.id === id);
}

const NO_VIEWS: Views = { views: [], default_view: EVERYTHING };

/**
 * A list's state as its address and the view named there say it, and how to change it. `parsers` is one and the
 * same object at every rendering. `hasViews`: false where the list is a part of another page, which has none.
 */
export function useListAddress<P extends ParserMap>(list: ViewList, parsers: P, hasViews = true) {
  const keys = useMemo(() => Object.keys(parsers), [parsers]);
  const raws = useMemo(() => Object.fromEntries(["view", ...keys].map((key) => [key, parseAsString])), [keys]);
  const [raw, setRaw] = useQueryStates(raws, { history: "push" });
  const client = useQueryClient();
  const asked = raw.view || null;
  const {
    data: stored,
    error,
    refetch,
  } = useQuery({
    ...openedViewQuery(list, asked),
    enabled: hasViews,
    // A view that was chosen from the list of all, or the one before, is there at once.
    placeholderData: (before) =>
      [client.getQueryData(viewsQuery(list).queryKey), before].find((views) => views && tellsOf(list, views, asked)),
  });
  const views = hasViews ? stored : NO_VIEWS;
  const resolved = useMemo(() => resolve(list, parsers, views, readRaw(raw)), [list, parsers, views, raw]);
  const opensOther = views !== undefined && views.default_view !== EVERYTHING;

  /** Changes members of the state; null: as it is when nobody said anything. A step in the history unless replaced. */
  const change = useCallback(
    (patch: { [K in keyof inferParserType<P>]?: inferParserType<P>[K] | null }, options?: { history: "replace" }) =>
      void setRaw((before) => {
        const { viewId, address } = readRaw(before);
        const { state } = resolve(list, parsers, views, { viewId, address });
        const wanted = writeParams(parsers, { ...state, ...patch } as Partial<inferParserType<P>>);
        const start = startingView(views, viewId, address) ?? EVERYTHING;
        const next = departures(viewParams(list, parsers, views, start), wanted, keys);
        if (start !== EVERYTHING) return { ...next, view: start };
        const saysNothing = viewId === null && keys.every((key) => next[key] === null);
        // A plain address would open the default view instead of what is wanted.
        return saysNothing && opensOther ? { ...next, view: EVERYTHING } : next;
      }, options),
    [setRaw, list, parsers, views, keys, opensOther],
  );

  /** Opens a view as it is. */
  const open = useCallback(
    (id: string) => void setRaw({ ...Object.fromEntries(keys.map((key) => [key, null])), view: id }),
    [setRaw, keys],
  );

  const { viewId, address } = readRaw(raw);
  const opens = isPlain(address, viewId) && opensOther ? views.default_view : null;
  // A plain address names the view that it opens, so that it shows the same to whoever gets it.
  useEffect(() => {
    if (opens === null) return;
    client.setQueryData(openedViewQuery(list, opens).queryKey, (known) => known ?? views);
    void setRaw({ view: opens }, { history: "replace" });
  }, [opens, setRaw, client, list, views]);

  return { ...resolved, views, viewsError: error, readViews: refetch, change, open };
}
