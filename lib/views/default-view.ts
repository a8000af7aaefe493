import "server-only";
import { EVERYTHING, MINE, type ViewList } from "@/lib/contracts/terms/views";
import type { SignedInContext } from "@/lib/gateway/call";
import { listProjects } from "@/lib/gateway/demand-reads";
import { ownUser } from "@/lib/gateway/own-account";
import { everyPage } from "@/lib/http/every-page";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";

/** The view that opens for whoever has chosen none: his own surveys, if he manages any project. */
export async function usualView(context: SignedInContext, list: ViewList): Promise<string> {
  if (list !== "surveys") return EVERYTHING;
  try {
    return (await managesAny(context)) ? MINE : EVERYTHING;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") throw error;
    // A list opens whatever else fails.
    logger.warn({ err: error, requestId: context.requestId }, "whose projects these are could not be read");
    return EVERYTHING;
  }
}

async function managesAny(context: SignedInContext): Promise<boolean> {
  const me = await ownUser(context);
  if (!me) return false;
  const readPage = (paging: { page: number; page_size: number }) =>
    listProjects(context, { project_manager_ids: [me.id], ...paging });
  // A service that does not know the filter answers with everything.
  for await (const { items } of everyPage(readPage)) {
    if (items.some((project) => project.project_manager_id === me.id)) return true;
  }
  return false;
}
