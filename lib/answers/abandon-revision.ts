import "server-only";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { dropStaged, dropTables } from "@/lib/stores/clickhouse/answer-rows";
import {
  type AnswerRevision,
  failRevision,
  findRevision,
  holdRevision,
  INTERRUPTED,
} from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";

const leftForClearing = (error: unknown) => logger.warn({ err: error }, "what was written aside was not removed");

/**
 * Gives a revision up that could not be written, for the reason given. Never fails, so that the reason is what is told:
 * what was written aside goes at once where it can, and what cannot be reached now is cleared later.
 */
async function abandonRevision({ id, tableName }: AnswerRevision, error: unknown): Promise<void> {
  const problem = error instanceof AppError ? error.message : INTERRUPTED;
  try {
    await failRevision(db(), id, problem);
    if ((await findRevision(db(), id))?.state === "failed") await dropTables(tableName);
  } catch (failure) {
    leftForClearing(failure);
  }
}

/** Removes what waits beside the table of a revision that is visible; what cannot be reached now is cleared later. */
export async function dropStagedOf({ tableName }: AnswerRevision): Promise<void> {
  if (tableName !== "") await dropStaged(tableName).catch(leftForClearing);
}

/** Writes a revision, which is given up when that fails. */
export async function orAbandoned<T>(begun: AnswerRevision, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    await abandonRevision(begun, error);
    throw error;
  }
}

const HOLD_EVERY_MS = 5000;

/**
 * Writes a revision that was begun as held, and says meanwhile that it is being written; it is given up when that fails.
 * Should the process end, others see that nobody says so any more.
 */
export async function whileHeld<T>(
  begun: AnswerRevision,
  write: () => Promise<T>,
  everyMs = HOLD_EVERY_MS,
): Promise<T> {
  // A database that cannot be told now is told the next time.
  const holding = setInterval(() => void holdRevision(db(), begun.id).catch(() => {}), everyMs);
  try {
    return await orAbandoned(begun, write);
  } finally {
    clearInterval(holding);
  }
}
