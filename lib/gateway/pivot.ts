import "server-only";
import * as pivot from "@/lib/contracts/interfaces/pivot";
import type { ReplyOf } from "@/lib/contracts/operation";
import { AppError } from "@/lib/http/problem";
import * as service from "@/lib/service/pivot/one-response";
import { call, connectionOf, type SignedInContext } from "./call";
import { addressOf } from "./connections";
import { accountOfProject } from "./own-project";

type Asked = {
  body: unknown;
  projectId: string;
  /** Ends when nobody waits for the answer any more. */
  signal?: AbortSignal;
};

/** What a table of a project can be made of; the project is proven to be the viewer's first. */
export async function fetchSpecs(context: SignedInContext, asked: Asked): Promise<pivot.PivotSpecs> {
  return (await call(context, pivot.fetchSpecs, await askOf(context, asked))).data;
}

/**
 * The table. A service that does not compute tables (404 or 405, without a word of the project) leaves it to ours, of the
 * answers imported here.
 */
export const fetchData = (context: SignedInContext, asked: Asked): Promise<pivot.PivotTable> =>
  theirsOrOurs(context, pivot.fetchData, asked);

/** The responses behind a cell, in the same way. */
export const fetchResponses = (context: SignedInContext, asked: Asked): Promise<pivot.CellResponses> =>
  theirsOrOurs(context, pivot.fetchResponses, asked);

async function theirsOrOurs<O extends typeof pivot.fetchData | typeof pivot.fetchResponses>(
  context: SignedInContext,
  operation: O,
  asked: Asked,
): Promise<ReplyOf<O>> {
  const ask = await askOf(context, asked);
  try {
    return (await call(context, operation, ask)).data;
  } catch (error) {
    if (!isNotOffered(context, error)) throw error;
    return (await call(context, operation, { ...ask, ours: true }).catch(missingHere(context))).data;
  }
}

const PATH = /\/\S*/g;

/** A 404 that names the project, not only in a path, is about that project, whichever operation there is. */
function isNotOffered({ viewer }: SignedInContext, error: unknown): boolean {
  const connection = connectionOf(viewer);
  if (addressOf(connection, "pivot") === null || !(error instanceof AppError)) return false;
  const said = error.message.replaceAll(connection.title, "").replace(PATH, "");
  return error.status === 405 || (error.status === 404 && !/project/i.test(said));
}

/** Ours needs the answers here: what it says is missing is why there is no table at all. */
const missingHere = (context: SignedInContext) => (error: unknown) => {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const { title } = connectionOf(context.viewer);
  throw new AppError(error.code, `${title} does not compute tables, and none can be made here: ${error.message}`);
};

async function askOf(context: SignedInContext, { body, projectId, signal }: Asked) {
  return { account: await accountOfProject(context, projectId), body, ...(signal && { signal }) };
}

/** What one response of a project answers; null: the answers imported here have none of this id. The project is proven. */
export async function answersOfResponse(context: SignedInContext, projectId: string, responseId: string) {
  const { id: accountId } = await accountOfProject(context, projectId);
  return service.answersOfResponse({ connection: context.viewer.connection, accountId, projectId }, responseId);
}
