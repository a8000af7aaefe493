import "server-only";
import { AppError } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { dropStaged, dropTables } from "@/lib/stores/clickhouse/answer-rows";
import { type AnswerRevision, failRevision, findRevision } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";

const leftForClearing = (error: unknown) => logger.warn({ err: error }, "what was written aside was not removed");

/**
 * Gives a revision up that could not be written, for the reason given. Never fails, so that the reason is what is told:
 * what was written aside goes at once where it can, and what cannot be reached now is cleared later.
 */
export async function abandonRevision({ id, tableName }: AnswerRevision, error: unknown): Promise<void> {
  const problem = error instanceof AppError ? error.message : "It was interrupted.";
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
