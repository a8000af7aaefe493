import { AppError } from "@/lib/http/problem";

/** Codes of the system, of the driver and of PostgreSQL (SQLSTATE): a connection is lost or could not be made. */
const LOST_CONNECTION = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["CONNECTION_CLOSED", "CONNECTION_DESTROYED", "CONNECTION_ENDED", "CONNECT_TIMEOUT"],
  ...["57P01", "57P02", "57P03"], // PostgreSQL is shutting down, was killed, is starting
]);

export const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && "code" in error && LOST_CONNECTION.has(String(error.code));

/** Services and mail servers lose connections too: of the database's, the driver notes the query. */
function isOfDatabase(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (isLostConnection(at) && "query" in at) return true;
  return false;
}

export const databaseDown = (cause: unknown) =>
  new AppError("unavailable", "Our own database cannot be reached at the moment. Try again in a moment.", { cause });

const databaseLost = (cause: unknown) =>
  new AppError("unavailable", "The connection to our own database was lost. Check what was saved, then try again.", {
    cause,
  });

/** The problem that a caller is told of when the database went away; null for any other error. */
export function databaseProblem(error: unknown, { onlyReads }: { onlyReads: boolean }): AppError | null {
  if (!isOfDatabase(error)) return null;
  return onlyReads ? databaseDown(error) : databaseLost(error);
}
