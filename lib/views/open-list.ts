import "server-only";
import type { ParserMap, SearchParams } from "nuqs/server";
import { orSignIn, type SessionViewer } from "@/lib/auth/viewer";
import type { ViewList } from "@/lib/contracts/terms/views";
import type { SignedInContext } from "@/lib/gateway/call";
import { readParams } from "./address";
import { resolve } from "./resolve";
import { listViews } from "./saved-views";

/** The state that a page of a list opens with, and the views that the viewer has there. */
export async function openList<P extends ParserMap>(
  context: SignedInContext<SessionViewer>,
  list: ViewList,
  parsers: P,
  search: SearchParams,
) {
  const views = await orSignIn(context, listViews(context, list));
  const given = new URLSearchParams(
    Object.entries(search).flatMap(([key, value]) => [value].flat().map((each) => [key, each ?? ""])),
  );
  const viewId = given.get("view") || null;
  const address = readParams(given, Object.keys(parsers));
  return { views, ...resolve(list, parsers, views, { viewId, address }) };
}
