import "server-only";
import * as z from "zod";
import { interfaces } from "@/lib/contracts/interface-list";
import * as contract from "@/lib/contracts/interfaces/fraud-account";
import { MOST_IN_QUERY, reviewFromBody, reviewFromServer } from "@/lib/contracts/interfaces/fraud-review";
import { searchFromServer } from "@/lib/contracts/interfaces/fraud-search";
import { isObject, type JsonObject } from "@/lib/contracts/lenient";
import type { Operation, QueryOf } from "@/lib/contracts/operation";
import type { AuditAction } from "@/lib/contracts/terms/audit";
import { rank } from "@/lib/stores/postgres/rate-limits";
import { audited } from "./audited";
import { type Account, call, connectionOf, type SignedInContext } from "./call";
import { accountKeys, addressOf, serviceOf } from "./connections";
import { notUnderstood, ReplyLost, writeLost } from "./errors";
import { openSealedReply } from "./sealed-reply";

/**
 * Calls of the fraud checks for one account, which is proven to be the viewer's. Keys and single-use tokens are added
 * here and stand in no message, log or audit row.
 */
export type For = { context: SignedInContext; account: Account };

export const isBuiltIn = ({ viewer }: SignedInContext): boolean => addressOf(connectionOf(viewer), "fraud") === null;

/** Whether platforms, encryption and the age of lists can be asked for. */
export const isExtended = ({ viewer }: SignedInContext): boolean => connectionOf(viewer).fraud.extended;

/** The operation with its reply as it came, once it is known to be one. */
const untouched = <O extends Operation>(operation: O) => ({
  ...operation,
  reply: z.unknown().transform((json, context): JsonObject => {
    const read = operation.reply.safeParse(json);
    if (read.success && isObject(json)) return json;
    const message = read.error?.issues[0]?.message ?? "The reply is not an object.";
    context.issues.push({ code: "custom", message, input: json });
    return z.NEVER;
  }),
});

const searchAsServer = untouched(searchFromServer);
const reviewAsServer = untouched(reviewFromServer);
const newToken = untouched(contract.getSingleUseToken);
const reviewLongText = untouched(reviewFromBody);

/** When a call ends that somebody waits for no longer: epoch milliseconds. */
type Until = { deadline?: number };

/** What a server's call needs beside its key. Our own service, in process, knows who calls. */
async function tokenHeader({ context, account }: For, until: Until = {}): Promise<Record<string, string>> {
  if (isBuiltIn(context)) return {};
  // It has the rank of a read, which is refused while the service does not respond.
  const { data } = await call(context, contract.getSingleUseToken, { account, alone: true, rank: rank.read, ...until });
  return { token: data.token };
}

/** A token for one call of a server, for who makes calls beside this product. */
export const getToken = async ({ context, account }: For): Promise<JsonObject> =>
  (await call(context, newToken, { account, alone: true, rank: rank.read })).data;

const isSealed = (reply: JsonObject): reply is { data: string } => typeof reply.data === "string";

/** A reply that is encrypted for the account, by its key that the connection has. */
function opened({ context, account }: For, operation: Operation, reply: JsonObject): JsonObject {
  if (!isSealed(reply)) return reply;
  const connection = connectionOf(context.viewer);
  const refuse = (fault: string) => notUnderstood(serviceOf(connection, "fraud"), fault);
  const keys = accountKeys(connection, "fraud", account);
  const key = typeof keys === "object" ? keys[interfaces.fraud.authentication.replyKey] : undefined;
  if (!key) throw refuse("it is encrypted, and the connection has no encryption_key for this account");
  let json: unknown;
  try {
    json = openSealedReply(reply.data, key);
  } catch {
    throw refuse("it is encrypted with another key than the connection has for this account");
  }
  const { data, success } = operation.reply.safeParse(json);
  if (success && isObject(data) && !isSealed(data)) return data;
  throw refuse("what is encrypted in it is not a reply");
}

type SearchQuery = Omit<QueryOf<typeof searchFromServer>, "encrypt">;
type ReviewQuery = Omit<QueryOf<typeof reviewFromServer>, "encrypt">;

/** Searches for a respondent, which records the session at the service. The reply is as it came. */
export async function search(of: For, query: SearchQuery, until: Until = {}): Promise<JsonObject> {
  const headers = await tokenHeader(of, until);
  const { data } = await call(of.context, searchAsServer, { account: of.account, query, headers, ...until });
  return opened(of, searchAsServer, data);
}

/** Addresses longer than this are refused by many a proxy on the way. */
const MOST_IN_ADDRESS = 4000;

/** Reviews an open text, whatever its length. The reply is as it came. */
export async function review(of: For, asked: ReviewQuery): Promise<JsonObject> {
  const { context, account } = of;
  const long = [asked.text ?? "", asked.c_text ?? ""];
  const isShort = long.every((text) => text.length <= MOST_IN_QUERY);
  if (isShort && encodeURIComponent(long.join("")).length <= MOST_IN_ADDRESS && long[0] !== "") {
    const headers = await tokenHeader(of);
    const { data } = await call(context, reviewAsServer, { account, query: asked, headers });
    return opened(of, reviewAsServer, data);
  }
  const { data } = await call(context, reviewLongText, { account, body: asked });
  return opened(of, reviewLongText, data);
}

export const listPlatforms = async ({ context, account }: For): Promise<contract.Platform[]> =>
  (await call(context, contract.listPlatforms, { account })).data;

const ofAccount = ({ account }: For, action: AuditAction) =>
  ({ of: "fraud", action, thing: "accounts", thingId: account.id, accountId: account.id }) as const;

/** Sets the whole list. A lost reply is looked for: the list as it is then says what happened. */
export async function setPlatforms(of: For, platforms: contract.Platform[]): Promise<contract.Platform[]> {
  const { context, account } = of;
  const kept = (now: contract.Platform[]): { id?: string; platforms: contract.Platform[] } => ({ platforms: now });
  const write = { ...ofAccount(of, "setPlatforms"), sent: { platforms }, leaves: kept };
  const body = { results: platforms };
  return audited(context, write, async () => {
    try {
      return (await call(context, contract.setPlatforms, { account, body })).data;
    } catch (lost) {
      if (!(lost instanceof ReplyLost)) throw lost;
      const now = await call(context, contract.listPlatforms, { account, alone: true }).catch(() => null);
      if (now && JSON.stringify(now.data) === JSON.stringify(platforms)) return now.data;
      const isOpen = now ? lost.mayStillHappen : !lost.neverArrived;
      throw writeLost(lost, isOpen ? (now ? "pending" : "unknown") : "none", { noun: "list", act: "change" });
    }
  });
}

export const encryptionSince = async ({ context, account }: For): Promise<string | null> =>
  (await call(context, contract.getEncryption, { account })).data.created_at;

/** Creates the account's key for encrypted replies, which takes the place of the last. The audit keeps none of it. */
export async function createEncryptionKey(of: For): Promise<{ key: string; created_at: string }> {
  const { context, account } = of;
  const write = { ...ofAccount(of, "createEncryptionKey"), sent: {}, leaves: () => ({}) };
  return audited(context, write, async () => {
    try {
      return (await call(context, contract.createEncryptionKey, { account, body: {} })).data;
    } catch (lost) {
      if (!(lost instanceof ReplyLost)) throw lost;
      throw writeLost(lost, lost.neverArrived ? "none" : "unknown", { noun: "key", act: "create" });
    }
  });
}

export const findThreshold = async ({ context, account }: For): Promise<number> =>
  (await call(context, contract.getThreshold, { account })).data.threshold;

/** Sets from which score respondents fail. Sent again it changes no more, so that a lost reply is looked for by reading. */
export async function setThreshold(of: For, threshold: number): Promise<number> {
  const { context, account } = of;
  const write = { ...ofAccount(of, "setFraudThreshold"), sent: { threshold } };
  const { threshold: now } = await audited(context, write, async () => {
    try {
      return (await call(context, contract.setThreshold, { account, body: { threshold } })).data;
    } catch (lost) {
      if (!(lost instanceof ReplyLost)) throw lost;
      const read = await call(context, contract.getThreshold, { account, alone: true }).catch(() => null);
      if (read?.data.threshold === threshold) return read.data;
      const isOpen = read ? lost.mayStillHappen : !lost.neverArrived;
      throw writeLost(lost, isOpen ? (read ? "pending" : "unknown") : "none", { noun: "threshold", act: "change" });
    }
  });
  return now;
}

type DryRunQuery = QueryOf<typeof contract.dryRunThreshold>;

/** Which completes of the last days a threshold would have stopped. */
export const tryThreshold = async ({ context, account }: For, query: DryRunQuery): Promise<contract.DryRun> =>
  (await call(context, contract.dryRunThreshold, { account, query })).data;

export const listLists = async ({ context, account }: For): Promise<contract.ListState[]> =>
  (await call(context, contract.listLists, { account })).data.lists;
