import "server-only";
import type { Operation } from "@/lib/contracts/operation";
import { isNotResponding, type ServiceFacts, SLOW_MS } from "@/lib/contracts/rules/service-state";
import { env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { processWide } from "@/lib/process-wide";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/service-health";
import { addressOf, type Connection } from "./connections";
import { type Asked, ReplyLost, ServiceDown } from "./errors";

/**
 * What calls tell about a remote service, kept for all processes: after failures in a row its calls fail at once
 * ("the circuit is open") while the worker probes it, until it answers again. The built-in service is not watched.
 */
type Watched = { connection: Connection; of: Operation["interface"] };
type Known = Omit<ServiceFacts, "limitedUntil">;

/** How old the stored health may be on which a call is let go. */
const KNOWN_FOR_MS = 1000;
/** A reply that changes nothing is noted this often. */
const REPLY_NOTED_EVERY_MS = 5000;
export const PROBE_EVERY_MS = 5000 / env.WORKER_SPEED;

type State = {
  read: Map<string, { at: number; health: Promise<Map<string, Known>> }>;
  notedReplyAt: Map<string, number>;
};
const state = () => processWide<State>("gateway.service-health", () => ({ read: new Map(), notedReplyAt: new Map() }));

const keyOf = ({ connection, of }: Watched): store.ServiceKey => ({ connection: connection.name, interface: of });
const isRemote = ({ connection, of }: Watched) => addressOf(connection, of) !== null;

/** The health of a connection's services by interface, at most a second old. */
function knownHealth(connection: string): Promise<Map<string, Known>> {
  const { read } = state();
  const present = read.get(connection);
  if (present && Date.now() - present.at < KNOWN_FOR_MS) return present.health;
  const health = store.readServiceHealth(db(), connection).catch((error: unknown) => {
    // What cannot be known keeps no call back.
    logger.warn({ err: error, connection }, "the health of services could not be read");
    return new Map<string, Known>();
  });
  read.set(connection, { at: Date.now(), health });
  return health;
}

/** @throws ServiceDown while the service does not respond: nothing is sent. */
export async function refuseWhileDown(service: Watched, asked: Asked): Promise<void> {
  if (!isRemote(service)) return;
  const health = (await knownHealth(service.connection.name)).get(service.of);
  if (health && isNotResponding(health)) throw new ServiceDown(asked);
}

/** Notes a call that fails, repeats included, as one failure. A call that its caller gave up tells nothing. */
export async function countingFailures<T>(service: Watched, call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const isOfService = error instanceof ReplyLost && !error.isOfCall;
    if (isOfService && !signal?.aborted && isRemote(service)) void noteFailure(service);
    throw error;
  }
}

/** Notes a request that waits for long while it waits; gives how long it took beside the answer. */
export async function timed<T>(service: Watched, send: () => Promise<T>): Promise<{ answer: T; isSlow: boolean }> {
  const began = Date.now();
  const slow = isRemote(service) ? setTimeout(() => note(service, store.noteWait), SLOW_MS) : undefined;
  try {
    return { answer: await send(), isSlow: Date.now() - began > SLOW_MS };
  } finally {
    clearTimeout(slow);
  }
}

/** What a proxy says for a service that is away; any other status the service has given itself. */
export const isDown = (status: number): boolean => status === 502 || status === 503 || status === 504;

export const noteFailure = (service: Watched): Promise<void> => {
  state().notedReplyAt.delete(JSON.stringify(keyOf(service)));
  return note(service, (connection, key) => store.noteFailure(connection, key, PROBE_EVERY_MS));
};

/** The service has answered, with whatever. */
export async function noteReply(service: Watched, isSlow: boolean): Promise<void> {
  if (!isRemote(service)) return;
  const { notedReplyAt } = state();
  const key = JSON.stringify(keyOf(service));
  if (!isSlow && Date.now() - (notedReplyAt.get(key) ?? 0) < REPLY_NOTED_EVERY_MS) return;
  notedReplyAt.set(key, Date.now());
  await note(service, (connection, of) => store.noteReply(connection, of, isSlow));
}

/** A probe was answered. Always stored: another process may have noted an outage since this one's last reply. */
export function noteRecovery(service: Watched): Promise<void> {
  state().notedReplyAt.delete(JSON.stringify(keyOf(service)));
  return noteReply(service, false);
}

/** Never rejects. A call does not wait for it; a probe does, so that whoever asked for it sees what it found. */
function note(
  service: Watched,
  write: (connection: ReturnType<typeof db>, key: store.ServiceKey) => Promise<void>,
): Promise<void> {
  return write(db(), keyOf(service)).then(
    () => void state().read.delete(service.connection.name),
    (error: unknown) => logger.warn({ err: error, ...keyOf(service) }, "the health of a service could not be noted"),
  );
}
