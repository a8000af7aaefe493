import "server-only";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { Page } from "@/lib/contracts/lenient";
import { DEFAULT_PAGE_SIZE, type QueryOf } from "@/lib/contracts/operation";
import { surveyRevision } from "@/lib/contracts/rules/revision";
import { newestFirst } from "@/lib/http/newest-first";
import { call, connectionOf, type SignedInContext } from "./call";
import { lookAtCopy, searchSurveyCopy } from "./survey-copy";

type Query = QueryOf<typeof demand.listSurveys>;

/** Surveys of the viewer's connection, and the revision when exactly one whole survey was asked for and found. */
export async function listSurveys(
  context: SignedInContext,
  query: Query,
): Promise<Page<Survey> & { revision?: string }> {
  const page = await readPage(context, query);
  const [only] = page.items;
  if (!only || query.ids?.length !== 1 || query.fields || page.as_of !== null) return page;
  return { ...page, revision: await surveyRevision(only) };
}

/**
 * A service that searches gets the query as it is. From any other, what it can answer comes from it (its own order,
 * and the newest first by reading from the end), and search and other orders come from the copy. The newest first,
 * which the list page shows by default, is taken from a copy where there is one, however old: that takes no call at
 * all, and an old copy is being refreshed from then on.
 */
async function readPage(context: SignedInContext, query: Query): Promise<Page<Survey>> {
  if (connectionOf(context.viewer).demand.searches) return read(context, query);
  const { search, sort, ...passing } = query;
  const isSearch = Boolean(search?.trim());
  if (isSearch || (sort && sort !== "created" && sort !== "-created")) return searchSurveyCopy(context, query);
  if (sort !== "-created") return read(context, passing);
  const copy = await lookAtCopy(context);
  if (copy?.asOf) return searchSurveyCopy(context, query);
  const paging = { page: query.page ?? 1, page_size: query.page_size ?? DEFAULT_PAGE_SIZE };
  return newestFirst(paging, (asked) => read(context, { ...passing, ...asked }));
}

const read = async (context: SignedInContext, query: Query) =>
  (await call(context, demand.listSurveys, { query })).data;
