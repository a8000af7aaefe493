import "server-only";
import * as fielding from "@/lib/contracts/interfaces/fielding";
import type { BodyOf, Operation, QueryOf, ReplyOf } from "@/lib/contracts/operation";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { sessionLines, supplierNames } from "@/lib/service/fielding/session-facts";
import * as service from "@/lib/service/fielding/sessions";
import { type Ask, call, connectionOf, type SignedIn, type SignedInContext } from "./call";
import { addressOf } from "./connections";
import { ownAccounts, withOwnAccounts } from "./own-account";

/**
 * Why sessions and suppliers of a connection's surveys are not here, as a sentence; null: they are. Surveys of a remote
 * connection are fielded by its own service, which says nothing of its sessions.
 */
export function fieldedElsewhere(viewer: SignedIn): string | null {
  const connection = connectionOf(viewer);
  if (addressOf(connection, "demand") === null) return null;
  return `${connection.title} fields its surveys itself: their sessions and suppliers are kept there.`;
}

/** How another service checks respondents of our own surveys at entry, as a sentence; null: our own fraud checks do. */
export function checkedElsewhere(viewer: SignedIn): string | null {
  const { fraud } = connectionOf(viewer);
  if (fraud.url === null || fieldedElsewhere(viewer) !== null) return null;
  const seconds = (fraud.entryTimeoutMs / 1000).toLocaleString("en");
  return `Another service checks respondents, by a threshold that is set there. They wait for it at most ${seconds} s.`;
}

function refuseElsewhere({ viewer }: SignedInContext): void {
  const sentence = fieldedElsewhere(viewer);
  if (sentence !== null) throw new AppError("not_found", sentence);
}

/** Calls our own fielding service for all accounts that are proven to be the viewer's. */
export async function callFielding<O extends Operation>(
  context: SignedInContext,
  operation: O,
  ask: Pick<Ask<O>, "params" | "query" | "body"> = {},
): Promise<ReplyOf<O>> {
  refuseElsewhere(context);
  return (await call(context, operation, { ...ask, accounts: await ownAccounts(context) })).data;
}

/** Changes what respondents of a survey are checked for. Another service knows no threshold of a survey. */
export async function updateSurveyChecks(
  context: SignedInContext,
  body: BodyOf<typeof fielding.updateSurveyChecks>,
): Promise<ReplyOf<typeof fielding.updateSurveyChecks>> {
  const elsewhere = checkedElsewhere(context.viewer);
  if (elsewhere !== null && typeof body.fraud_threshold === "number") throw invalid({ fraud_threshold: elsewhere });
  return callFielding(context, fielding.updateSurveyChecks, { body });
}

/** The ids of all sessions that a list finds, in its order and in one statement. */
export async function sessionIdsInOrder(
  context: SignedInContext,
  { page: _page, page_size: _size, ...query }: QueryOf<typeof fielding.listSessions> & { survey_id: string },
): Promise<string[]> {
  refuseElsewhere(context);
  return service.listSessionIds((await withOwnAccounts(context)).viewer, query);
}

export async function sessionsById(
  context: SignedInContext,
  surveyId: string,
  rids: readonly string[],
): Promise<fielding.FieldSession[]> {
  refuseElsewhere(context);
  return service.sessionsById((await withOwnAccounts(context)).viewer, surveyId, rids);
}

/** What the sessions of a survey say of its respondents, and its suppliers' names; null: another service fields it. */
export async function sessionsOfSurvey(context: SignedInContext, surveyId: string) {
  if (fieldedElsewhere(context.viewer) !== null) return null;
  const { viewer } = await withOwnAccounts(context);
  return { lines: sessionLines(viewer, surveyId), suppliers: await supplierNames(viewer) };
}

/** The names of the viewer's suppliers by code. */
export const supplierNamesOf = async (context: SignedInContext): Promise<Map<string, string>> =>
  supplierNames((await withOwnAccounts(context)).viewer);
