import "server-only";
import { redirect } from "next/navigation";
import type { ParserMap, SearchParams } from "nuqs/server";
import type { SessionViewer } from "@/lib/auth/viewer";
import { EVERYTHING, type ViewList } from "@/lib/contracts/views";
import type { SignedInContext } from "@/lib/gateway/call";
import { isPlain, readParams } from "./address";
import { resolve } from "./resolve";
import { listViews } from "./saved-views";

/** The state that a page of a list opens with. A plain address leads on to the viewer's default view. */
export async function openList<P extends ParserMap>(
  context: SignedInContext<SessionViewer>,
  list: ViewList,
  parsers: P,
  search: SearchParams,
) {
  const views = await listViews(context, list);
  const given = new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) => [value].flat().map((each) => [key, each ?? ""])),
  );
  const viewId = given.get("view") || null;
  const address = readParams(given, Object.keys(parsers));
  if (isPlain(address, viewId) && views.default_view !== EVERYTHING) {
    given.set("view", views.default_view);
    redirect(`/${list}?${given}`);
  }
  return { views, ...resolve(list, parsers, views, { viewId, address }) };
}
