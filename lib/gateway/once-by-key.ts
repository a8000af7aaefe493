import "server-only";
import { isObject, readId } from "@/lib/contracts/lenient";
import { digestOf } from "@/lib/http/digest";
import { repeatFailure } from "@/lib/http/failures";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { usedForAnother } from "@/lib/service/idempotently";
import { db } from "@/lib/stores/postgres/client";
import { claimKey, keepReply, releaseKey } from "@/lib/stores/postgres/idempotency";
import { connectionOf, type SignedInContext, stableId } from "./call";
import { repeatsByKey } from "./write-time";

type Creation<T> = {
  operation: string;
  /** The same for every try of one creation; without one each try is a creation of its own. */
  key: string | undefined;
  body: unknown;
  noun: string;
  /** Says when it is about to send: what fails before has created nothing. */
  create: (onSend: () => void) => Promise<T>;
  idOf: (created: T) => string;
  /** What was created, as it is now. */
  read: (id: string) => Promise<T>;
};

/** Reading what there is, sending, and reading back have their connection's time each; this leaves room beside them. */
const LONGEST_IN_TIMEOUTS = 5;

/**
 * Creates once for a key, also where the service takes no notice of keys: the key is written down before the service
 * is asked and kept for a day with the id of what came of it. A repeat is answered by that; where it is not known how
 * the first one ended, nothing is sent. Our own service keeps keys itself, and a job finds out what became of its steps.
 */
export async function onceByKey<T>(context: SignedInContext, creation: Creation<T>): Promise<T> {
  const { operation, key, body, noun, create, idOf, read } = creation;
  if (key === undefined || context.origin === "job" || repeatsByKey(context)) return create(() => {});
  const { connection, email } = context.viewer;
  const claim = { userId: stableId(connection, email), operation, key };
  const bodyHash = await digestOf(body);
  const earlier = await claimKey(db(), claim, bodyHash);
  if (earlier) {
    if (earlier.bodyHash !== bodyHash) throw usedForAnother();
    const id = isObject(earlier.reply) ? readId(earlier.reply.id) : null;
    if (id !== null) return read(id);
    const isUnderWay =
      earlier.status === 0 && earlier.ageMs < connectionOf(context.viewer).timeoutMs * LONGEST_IN_TIMEOUTS;
    if (isUnderWay) throw new AppError("unavailable", repeatFailure("running", noun));
    throw new AppError("uncertain", repeatFailure("unknown", noun));
  }
  let isSent = false;
  const onSend = () => {
    isSent = true;
  };
  const created = await create(onSend).catch(async (error: unknown) => {
    // Never sent, refused, or certain not to have happened.
    const isFree = !isSent || (error instanceof AppError && error.code !== "uncertain");
    await (isFree ? releaseKey(db(), claim) : keepReply(db(), claim, 502, null));
    throw error;
  });
  // The thing is there whether its id is kept or not; without it a repeat is told that the end is not known.
  await keepReply(db(), claim, 201, { id: idOf(created) }).catch((error: unknown) => {
    logger.error({ err: error, requestId: context.requestId }, "the id of a creation was not kept");
  });
  return created;
}
