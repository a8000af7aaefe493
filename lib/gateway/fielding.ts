import "server-only";
import type { Operation, ReplyOf } from "@/lib/contracts/operation";
import { AppError } from "@/lib/http/problem";
import { type Ask, call, connectionOf, type SignedInContext } from "./call";
import { addressOf } from "./connections";
import { ownAccounts } from "./own-account";

/**
 * Calls our own fielding service for all accounts that are proven to be the viewer's. Surveys of a remote connection are
 * fielded by its own service, which says nothing of its sessions.
 */
export async function callFielding<O extends Operation>(
  context: SignedInContext,
  operation: O,
  ask: Pick<Ask<O>, "params" | "query" | "body"> = {},
): Promise<ReplyOf<O>> {
  const connection = connectionOf(context.viewer);
  if (addressOf(connection, "demand") !== null) {
    const sentence = `${connection.title} fields its surveys itself: their sessions and suppliers are kept there.`;
    throw new AppError("not_found", sentence);
  }
  return (await call(context, operation, { ...ask, accounts: await ownAccounts(context) })).data;
}
