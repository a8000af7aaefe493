import { createLoader, createSerializer, type inferParserType, type ParserMap } from "nuqs/server";
import type { Views } from "@/lib/contracts/ours/views";
import { EVERYTHING, type ViewList } from "@/lib/contracts/terms/views";
import { isModified, isPlain, overlay, type Params, PLACES, readParams } from "./address";
import { builtInView } from "./built-in";

/** What a list shows, and how that stands to the view it began with. */
export type Resolved<P extends ParserMap> = {
  state: inferParserType<P>;
  /** The keys as the address and the view spell them: where the state leaves out what makes no sense, this has it. */
  holds: Params;
  /** The view's id; one that the viewer cannot open is as good as none. */
  viewId: string;
  isModified: boolean;
  /** The address names a view that is not there for this viewer. */
  isLost: boolean;
  /** The address names a view that is not read yet. */
  isUnread: boolean;
};

/** A list's state as its address writes it, defaults left out. */
export const writeParams = <P extends ParserMap>(parsers: P, state: Partial<inferParserType<P>>): Params =>
  readParams(createSerializer<ParserMap>(parsers)(state), Object.keys(parsers));

const queryOf = (list: ViewList, views: Views | undefined, id: string) =>
  builtInView(list, id)?.query ?? views?.views.find((view) => view.id === id)?.query;

/** The view that an address begins with: a plain one with the default view, any other without a name with everything. */
export const startingView = (views: Views | undefined, viewId: string | null, address: Params) =>
  isPlain(address, viewId) ? views?.default_view : (viewId ?? EVERYTHING);

/** `viewId` as the address has it. */
export function resolve<P extends ParserMap>(
  list: ViewList,
  parsers: P,
  views: Views | undefined,
  { viewId, address }: { viewId: string | null; address: Params },
): Resolved<P> {
  const load = createLoader(parsers);
  const id = startingView(views, viewId, address);
  const query = id === undefined ? undefined : queryOf(list, views, id);
  const view = readParams(query ?? "", Object.keys(parsers));
  const holds = overlay(view, address);
  const state = load({ ...holds });
  return {
    state,
    holds,
    viewId: query === undefined || id === undefined ? EVERYTHING : id,
    isModified: isModified(writeParams(parsers, load({ ...view })), writeParams(parsers, state)),
    isLost: query === undefined && views !== undefined,
    isUnread: query === undefined && views === undefined,
  };
}

/** The view's own state, as an address would write it. */
export const viewParams = <P extends ParserMap>(list: ViewList, parsers: P, views: Views | undefined, id: string) =>
  writeParams(parsers, createLoader(parsers)({ ...readParams(queryOf(list, views, id) ?? "", Object.keys(parsers)) }));

/** A list's state as a view keeps it. */
export const writeQuery = <P extends ParserMap>(parsers: P, state: Partial<inferParserType<P>>): string =>
  new URLSearchParams(Object.entries(writeParams(parsers, state)).filter(([key]) => !PLACES.includes(key))).toString();
