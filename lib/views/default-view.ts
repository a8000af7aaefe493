import "server-only";
import * as z from "zod";
import { EVERYTHING, MINE, type ViewList } from "@/lib/contracts/terms/views";
import { shared } from "@/lib/gateway/believed";
import type { SignedInContext } from "@/lib/gateway/call";
import { listProjects } from "@/lib/gateway/demand-reads";
import { keptWhole } from "@/lib/gateway/last-reads";
import { FIRST_PAINT_MS, orFormer, ownUser } from "@/lib/gateway/own-account";
import { everyPage } from "@/lib/http/every-page";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";

/** The view that opens for whoever has chosen none: their own surveys, if they manage any project. */
export async function usualView(context: SignedInContext, list: ViewList): Promise<string> {
  if (list !== "surveys") return EVERYTHING;
  try {
    return (await isManager(context)) ? MINE : EVERYTHING;
  } catch (error) {
    if (error instanceof AppError && error.code === "unauthenticated") throw error;
    // A list opens whatever else fails.
    logger.warn({ err: error, requestId: context.requestId }, "whose projects these are could not be read");
    return EVERYTHING;
  }
}

/** As the service says it soon, else as it last said it: a list does not wait for the view that it opens with. */
async function isManager(context: SignedInContext): Promise<boolean> {
  const kept = keptWhole(context, ["views", "manages any project"], z.boolean());
  const readAt = new Date();
  const reading = managesAny(shared(context));
  if (!kept) return reading;
  const keeping = reading.then((manages) => kept.keep(manages, readAt));
  keeping.catch((error: unknown) => logger.debug({ err: error }, "whose projects these are was not kept"));
  const former = (await kept.find().catch(() => null))?.value ?? false;
  return orFormer(reading, former, FIRST_PAINT_MS);
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
