import "server-only";
import type { ParserMap, SearchParams } from "nuqs/server";
import { orSignIn, type SessionViewer } from "@/lib/auth/viewer";
import type { ViewList } from "@/lib/contracts/terms/views";
import type { SignedInContext } from "@/lib/gateway/call";
import { readParams } from "./address";
import { openedViewQuery } from "./queries";
import { resolve } from "./resolve";
import { openedView } from "./saved-views";

/** The state that a page of a list opens with, and the view that it begins with as the browser's query has it. */
export async function openList<P extends ParserMap>(
  context: SignedInContext<SessionViewer>,
  list: ViewList,
  parsers: P,
  search: SearchParams,
) {
  const given = new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) => [value].flat().map((each) => [key, each ?? ""])),
  );
  const viewId = given.get("view") || null;
  const views = await orSignIn(context, openedView(context, list, viewId));
  const address = readParams(given, Object.keys(parsers));
  const opened = { queryKey: openedViewQuery(list, viewId).queryKey, read: async () => views };
  const resolved = resolve(list, parsers, views, { viewId, address });
  return { opened, isSavedView: views.views.some(({ id }) => id === resolved.viewId), ...resolved };
}
