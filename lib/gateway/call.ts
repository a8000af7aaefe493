import "server-only";
import { createHash } from "node:crypto";
import { encodeQuery, fillPath } from "@/lib/contracts/addresses";
import { type Context, credentialOf, type Viewer } from "@/lib/contracts/context";
import { type InterfaceName, isService, services } from "@/lib/contracts/interface-list";
import { isObject } from "@/lib/contracts/lenient";
import type { Operation, QueryOf, ReplyOf } from "@/lib/contracts/operation";
import { allOperations } from "@/lib/contracts/operations";
import { AppError } from "@/lib/http/problem";
import { writingOf } from "@/lib/http/writing";
import { logger } from "@/lib/logger";
import { countUpstreamWait, secondsSince } from "@/lib/metrics";
import type { Caller } from "@/lib/service/service";
import { db } from "@/lib/stores/postgres/client";
import { blockCalls, type Rank, rank } from "@/lib/stores/postgres/rate-limits";
import { accountKeys, addressOf, type Connection, findConnection, serviceOf, withOurs } from "./connections";
import { type Credentials, credentialsFor } from "./credentials";
import { type Asked, notUnderstood, queueTooLong, ReplyLost, refusal, retryAfterMs, tooSlow } from "./errors";
import { joinRead } from "./join";
import { type Limit, waitForTurn } from "./rate-limit";
import { personalIn, type Secrets } from "./secrets";
import { type Received, send } from "./transport";
import { countingFailures, isDown, noteReply, refuseWhileDown, timed } from "./watch-service";

/** A viewer with the token that stands for him at his connection's services. */
export type SignedIn = Viewer & { token: string };
export type SignedInContext<V extends SignedIn = SignedIn> = Context<V>;

export type Ask<O extends Operation> = {
  /** Values of the `{name}` parts of the path. */
  params?: Record<string, string>;
  query?: QueryOf<O>;
  /** The wire body. */
  body?: unknown;
  headers?: Record<string, string>;
  rank?: Rank;
  /** A read that joins no other: a write looks at what it did. */
  alone?: boolean;
  /** Epoch milliseconds; the connection's time-out from now when absent. */
  deadline?: number;
  clientAddress?: string;
  /** Gives the call up: a read that nobody waits for any more. Never on a write. */
  signal?: AbortSignal;
  /** For an interface that takes a key: the account that is called for, proven to be the viewer's. */
  account?: Account;
  /** For our own service, which may be called for several at once: all accounts that are proven to be the viewer's. */
  accounts?: readonly Account[];
  /** Our own service, whatever the connection names for this interface. */
  ours?: boolean;
};

export type Account = { id: string; name: string };

export type Reply<O extends Operation> = { data: ReplyOf<O>; etag: string | null };

export function connectionOf({ connection }: Pick<Viewer, "connection">): Connection {
  const found = findConnection(connection);
  if (found) return found;
  throw new AppError("unavailable", "The connection you signed in to is no longer configured. Sign in to another one.");
}

/** So long a person waits for one read of a service before the page says that it failed. */
export const PAGE_PATIENCE_MS = 8000;

/**
 * When a call ends. A page's read, also each page of a list that is read to its end, and a sign-in are given up while
 * somebody still waits for them; what a service has to work out, and writes with their reading back, have the
 * connection's time.
 */
function deadlineOf<O extends Operation>(
  { origin }: SignedInContext,
  { timeoutMs }: Connection,
  operation: O,
  ask: Ask<O>,
): number {
  const now = Date.now();
  const deadline = ask.deadline ?? now + timeoutMs;
  const isShort = writingOf(operation) === null && !operation.takesTime && !findsOut(ask);
  return origin === "page" && isShort ? Math.min(deadline, now + timeoutMs, now + PAGE_PATIENCE_MS) : deadline;
}

/** When a read of several pages ends that somebody waits for: it has its connection's time in all. Epoch milliseconds. */
export const readDeadline = ({ viewer }: SignedInContext): number => Date.now() + connectionOf(viewer).timeoutMs;

/**
 * Calls an operation of the viewer's connection and reads its reply. Every failure is an AppError; one that leaves
 * open whether the request was carried out is a ReplyLost. Reads are joined and repeated until the deadline;
 * writes are sent once.
 */
export async function call<O extends Operation>(
  context: SignedInContext,
  operation: O,
  ask: Ask<O> = {},
): Promise<Reply<O>> {
  const named = connectionOf(context.viewer);
  const connection = ask.ours ? withOurs(named, operation.interface) : named;
  const deadline = deadlineOf(context, connection, operation, ask);
  const query = encodeQuery(ask.query ?? {});
  const isRemote = addressOf(connection, operation.interface) !== null;
  const signal = ask.signal ?? (isRemote && !ask.alone ? context.signal : undefined);
  const one: OneCall<O> = { context, connection, operation, ask, query, deadline, signal };
  if (!isRepeatable(operation) || ask.alone) return perform(one);
  const credential = credentialOf(context.viewer);
  const { interface: of, name } = operation;
  const { params = {}, headers = {} } = ask;
  const key = JSON.stringify([context.viewer.token, ask.account?.id, of, name, params, query, headers, rankOf(one)]);
  const read = (givenUp: AbortSignal) => perform({ ...one, signal: isRemote ? givenUp : undefined });
  return joinRead(credential, key, { deadline, read, late: () => tooSlow(serviceOf(connection, of)), signal });
}

/** A single-use token is used up by the first call, whatever became of its reply. */
const isRepeatable = ({ method, needsToken }: Operation) => method === "GET" && !needsToken;

/** A write looks at what it did. What it reads before it is sent has the write's rank. */
const findsOut = ({ alone, rank }: Pick<Ask<Operation>, "alone" | "rank">) => alone === true && rank === undefined;

/** A call with its repeats. While the service does not respond nothing is sent, but that a write finds out what it did. */
async function perform<O extends Operation>(one: OneCall<O>): Promise<Reply<O>> {
  const { connection, operation, ask } = one;
  const service = { connection, of: operation.interface };
  if (!findsOut(ask)) await refuseWhileDown(service, askedOf(one));
  const carryOut = () => (isRepeatable(operation) ? repeat(one) : attempt(one));
  return countingFailures(service, carryOut, one.signal);
}

/** Writes go before people's reads, and both before what nobody is waiting for. */
function rankOf({ context, operation, ask }: Pick<OneCall<Operation>, "context" | "operation" | "ask">): Rank {
  if (ask.rank !== undefined) return ask.rank;
  if (context.origin === "job") return rank.job;
  return operation.method === "GET" ? rank.read : rank.write;
}

type OneCall<O extends Operation> = {
  context: SignedInContext;
  connection: Connection;
  operation: O;
  ask: Ask<O>;
  query: string;
  deadline: number;
  /** Aborted when nobody waits for it any more. */
  signal: AbortSignal | undefined;
};

const MAX_ATTEMPTS = 5;
/** What a try takes at least on a busy machine. */
const LEAST_MS = 200;

/** Repeats a read while it fails in a way that may pass, with growing, jittered pauses, until the deadline. */
async function repeat<O extends Operation>(one: OneCall<O>): Promise<Reply<O>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(one);
    } catch (error) {
      const pauseMs = Math.random() * 200 * 2 ** tries;
      // The rate limit's row makes a call after a 429 wait; there is no number of those to run out of.
      const hopeful = error instanceof Passing && (error.status === 429 || tries < MAX_ATTEMPTS);
      // A try that its deadline would cut short could only say less than this one.
      const hasTime = Date.now() + pauseMs + LEAST_MS < one.deadline;
      if (!hopeful || !hasTime) throw error instanceof Passing ? error.refusal : error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      one.signal?.throwIfAborted();
    }
  }
}

/** A failure that may pass by itself; carries what to say when it doesn't. */
class Passing extends Error {
  constructor(
    readonly status: number | null,
    readonly refusal: AppError,
  ) {
    super(refusal.message);
  }
}

const PASSING_STATUSES = new Set([429, 502, 503, 504]);

async function attempt<O extends Operation>(one: OneCall<O>): Promise<Reply<O>> {
  const { connection, operation, deadline } = one;
  const limit = limitOf(one);
  const isRead = isRepeatable(operation);
  const service = { connection, of: operation.interface };
  if (limit) {
    const late = (waitMs: number | null) => queueTooLong(askedOf(one), waitMs);
    const since = performance.now();
    await waitForTurn(limit, rankOf(one), deadline, late, one.signal);
    countUpstreamWait(operation.interface, secondsSince(since));
  }
  const { answer: received, isSlow } = await timed(service, () => sendOnce(one)).catch((error: unknown) => {
    if (isRead && error instanceof ReplyLost && error.mayPass && Date.now() < deadline) throw new Passing(null, error);
    throw error;
  });
  if (received.status < 200 || received.status > 299) {
    if (!isDown(received.status)) void noteReply(service, isSlow);
    const problem = refusalOf(one, received);
    if (received.status === 429 && limit) await pushOn(limit, retryAfterMs(received.headers));
    if (isRead && PASSING_STATUSES.has(received.status)) throw new Passing(received.status, problem);
    throw problem;
  }
  const data = readReply(connection, operation, received.body);
  void noteReply(service, isSlow);
  return { data, etag: received.headers.get("etag") };
}

const askedOf = <O extends Operation>(one: OneCall<O>): Asked => ({
  service: serviceOf(one.connection, one.operation.interface),
  secrets: secretsOf(one),
  writing: writingOf(one.operation),
  isSignIn: one.operation.authentication === "none",
});

/** A key is the installation's: signing in again would change nothing about one that is refused. */
function refusalOf<O extends Operation>(one: OneCall<O>, received: Received): AppError {
  const { connection, operation, ask } = one;
  const service = serviceOf(connection, operation.interface);
  if (received.status !== 401) return refusal(received, askedOf(one));
  if (operation.authentication === "token") {
    return new AppError("unauthenticated", `${service} no longer takes your sign-in. Sign in again.`);
  }
  if (operation.authentication === "none") return refusal(received, askedOf(one));
  const whose = ask.account?.name ?? "this account";
  const sentence = `${service} does not accept our key for ${whose}. Ask who runs this installation.`;
  return new AppError("forbidden", sentence, { byService: true });
}

async function sendOnce<O extends Operation>(one: OneCall<O>): Promise<Received> {
  const { context, connection, operation, ask, query, deadline } = one;
  const body = ask.body === undefined ? undefined : JSON.stringify(ask.body);
  const credentials = credentialsOf(one);
  const headers = {
    accept: "application/json",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...credentials.headers,
    ...ask.headers,
  };
  const path = `${fillPath(operation.path, { ...ask.params, ...credentials.params })}${query}`;
  const sent = { path, method: operation.method, headers, body, signal: one.signal };
  const { requestId, origin } = context;
  const beside = {
    ...{ requestId, origin },
    ...(ask.clientAddress && { clientAddress: ask.clientAddress }),
    ...(operation.authentication === "key" && { caller: callerOf(one) }),
  };
  return send(connection, operation, sent, beside, deadline);
}

/** What proves who calls: a person's token, or the keys of the account that is called for. */
function credentialsOf<O extends Operation>({ context, connection, operation, ask }: OneCall<O>): Credentials {
  const { authentication, interface: of } = operation;
  if (authentication === "none") return {};
  return credentialsFor(isService(of) ? services[of].authentication : { by: "token" }, {
    token: context.viewer.token,
    keys: accountKeys(connection, of, ask.account),
    isOurs: addressOf(connection, of) === null,
    service: serviceOf(connection, of),
    account: ask.account?.name ?? "this account",
    path: operation.path,
  });
}

/** A UUID that is always the same for what a connection knows by this name. */
export function stableId(connection: string, name: string): string {
  const hex = createHash("sha256")
    .update(JSON.stringify([connection, name]))
    .digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}

/** For our own service: the viewer, acting for accounts that are proven to be theirs. */
function callerOf<O extends Operation>({ context, ask }: OneCall<O>): Caller {
  const accounts = ask.accounts ?? (ask.account ? [ask.account] : []);
  const [first] = accounts;
  if (!first) throw new Error("A service of keys was called without saying for which account.");
  const { connection, email, name, role } = context.viewer;
  return {
    connection,
    email,
    name,
    role,
    // Everybody who calls for an account is one caller to our own service.
    userId: stableId(connection, first.id),
    accounts: accounts.map((account) => ({ ...account, replyShape: "flat" })),
  };
}

/** What no message may repeat, even when a service does. */
function secretsOf<O extends Operation>(one: OneCall<O>): Secrets {
  const { context, operation, ask } = one;
  const body = isObject(ask.body) ? ask.body : {};
  const keys = accountKeys(one.connection, operation.interface, ask.account) ?? [];
  const ofAccount = typeof keys === "string" ? [keys] : Object.values(keys);
  const held = [context.viewer.token, ...ofAccount, ask.headers?.token, body.password];
  const proofs = held.filter((secret) => typeof secret === "string");
  return {
    // A key in a path may come back as the address has it.
    proofs: [...proofs, ...proofs.map(encodeURIComponent)],
    personal: personalIn(operation.interface, { ...ask.query, ...body }),
  };
}

/** A row that cannot be pushed on costs a further 429, which is no reason to hide this one. */
async function pushOn({ key }: Limit, forMs: number): Promise<void> {
  try {
    await blockCalls(db(), key, forMs);
  } catch (error) {
    logger.warn({ err: error }, "a rate limit was not pushed on");
  }
}

/** The rate that a remote service keeps for this credential; our own service, in-process, keeps none for us. */
function limitOf<O extends Operation>({ connection, operation, context, ask }: OneCall<O>): Limit | null {
  if (addressOf(connection, operation.interface) === null) return null;
  const { bucket, limit, windowMs } = operation.rate;
  const allowed =
    bucket === "surveys" ? { limit: connection.demand.requestsPerSecond, windowMs: 1000 } : { limit, windowMs };
  // Everybody who calls for an account does so with the same key.
  const credential = ask.account ? `${connection.name}:account ${ask.account.id}` : credentialOf(context.viewer);
  return { key: rateKey(operation.interface, bucket, credential), ...allowed };
}

/** The keys of the rates that an interface keeps for the viewer's own calls. */
export function rateKeys(viewer: SignedIn, of: InterfaceName): string[] {
  const buckets = new Set(allOperations.filter((one) => one.interface === of).map(({ rate }) => rate.bucket));
  const credentials = [credentialOf(viewer), ...viewer.accounts.map(({ id }) => `${viewer.connection}:account ${id}`)];
  return credentials.flatMap((credential) => [...buckets].map((bucket) => rateKey(of, bucket, credential)));
}

const rateKey = (of: string, bucket: string, credential: string) => `gateway:${of}:${bucket}:${credential}`;

function readReply<O extends Operation>(connection: Connection, operation: O, body: unknown): ReplyOf<O> {
  const result = operation.reply.safeParse(body);
  if (result.success) return result.data as ReplyOf<O>;
  logger.warn({ operation: operation.name, connection: connection.name }, "unreadable reply");
  throw notUnderstood(
    serviceOf(connection, operation.interface),
    result.error.issues[0]?.message ?? "its shape is unknown",
  );
}
