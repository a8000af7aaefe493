import "server-only";
import type * as demand from "@/lib/contracts/interfaces/demand";
import type { QueryOf } from "@/lib/contracts/operation";
import { readEverything } from "@/lib/http/every-page";
import { listSurveyIds } from "@/lib/service/demand/list-surveys";
import { listProjectIds } from "@/lib/service/demand/projects";
import { listResponseIds } from "@/lib/service/demand/responses";
import { connectionOf, type SignedInContext } from "./call";
import { identifiedResponses, listProjects } from "./demand-reads";
import { listSurveys } from "./list-surveys";
import { withOwnAccounts } from "./own-account";
import { copiesInOrder } from "./survey-copy";

/**
 * The ids of everything that a list finds, in its order. Our own service and a copy answer in one statement, so that
 * nothing that changes meanwhile is there twice or not at all; of any other service the pages are read one after the
 * other, oldest first where it can be, because what is added then comes after what was read.
 */
export async function surveyIdsInOrder(
  context: SignedInContext,
  { page: _page, page_size: _size, fields: _fields, ...query }: QueryOf<typeof demand.listSurveys>,
): Promise<string[]> {
  const { url, searches } = connectionOf(context.viewer).demand;
  if (url === null) return listSurveyIds((await withOwnAccounts(context)).viewer, query);
  const { sort = "created", search, ...passing } = query;
  const isPlain = !search?.trim() && (sort === "created" || sort === "-created");
  if (!isPlain && !searches) return copiesInOrder(context, query);
  const asked = isPlain ? passing : query;
  const read = await readEverything((paging) => listSurveys(context, { ...asked, ...paging, fields: ["name"] }));
  const ids = read.map(({ id }) => id);
  return isPlain && sort === "-created" ? ids.reverse() : ids;
}

export async function responseIdsInOrder(
  context: SignedInContext,
  { survey_id, rduds, statuses }: { survey_id: string } & QueryOf<typeof demand.listResponses>,
): Promise<string[]> {
  const query = { survey_id, rduds, statuses };
  if (connectionOf(context.viewer).demand.url === null)
    return listResponseIds((await withOwnAccounts(context)).viewer, query);
  const read = await readEverything((paging) => identifiedResponses(context, { ...query, ...paging }));
  return read.map(({ id }) => id);
}

export async function projectIdsInOrder(
  context: SignedInContext,
  { page: _page, page_size: _size, sums: _sums, ...query }: QueryOf<typeof demand.listProjects>,
): Promise<string[]> {
  if (connectionOf(context.viewer).demand.url === null)
    return listProjectIds((await withOwnAccounts(context)).viewer, query);
  return (await readEverything((paging) => listProjects(context, { ...query, ...paging }))).map(({ id }) => id);
}
