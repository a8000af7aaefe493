import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type { InterfaceName } from "@/lib/contracts/interface-list";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { logger } from "@/lib/logger";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { connectionOf, type SignedInContext } from "./call";
import { addressOf } from "./connections";
import { ReplyLost } from "./errors";
import { ownAccountsOr } from "./own-account";

type Entry = Parameters<typeof addAudit>[2];

type Write<T> = {
  /** The interface that is written to; survey demand when left out. */
  of?: InterfaceName;
  action: AuditAction;
  thing: string;
  thingId: string | null;
  accountId: string | null;
  before?: unknown;
  sent: unknown;
  /** What the write left behind, of its result; the result itself when it is that. */
  leaves?: (result: T) => { id?: string };
};

/**
 * Runs a write and leaves its trace. Our own service adds its audit row in the write's own transaction; a remote
 * one cannot, so the call is recorded before it is made, without which it is not made, and again when it is known
 * how it ended. That second row may fail to be written: the outcome then stays what it is, and "started" stands.
 */
export async function audited<T extends object>(
  context: SignedInContext,
  write: Write<T>,
  run: () => Promise<T>,
): Promise<T> {
  const { of = "demand", sent, before, leaves, ...rest } = write;
  if (addressOf(connectionOf(context.viewer), of) === null) return run();
  const entry = { ...rest, accountId: rest.accountId ?? (await onlyAccountId(context)), before };
  const end = async (ending: Pick<Entry, "after" | "outcome" | "detail"> & { thingId?: string }) => {
    try {
      await addAudit(db(), context, { ...entry, ...ending });
    } catch (error) {
      const { requestId } = context;
      logger.error({ err: error, requestId, outcome: ending.outcome }, "the end of a write was not recorded");
    }
  };
  await addAudit(db(), context, { ...entry, after: sent, outcome: "started" });
  try {
    const result = await run();
    const left = leaves?.(result);
    await end({ after: left ?? result, outcome: "done", ...(left?.id && { thingId: left.id }) });
    return result;
  } catch (error) {
    const outcome = error instanceof AppError ? outcomeOf(error) : "uncertain";
    // What is not meant for a person may name values of the call.
    const detail = error instanceof AppError ? error.message : UNEXPECTED;
    await end({ after: sent, outcome, detail });
    throw error;
  }
}

/**
 * A remote survey names no account; whoever has one only can have meant no other. Null where he has several, and where
 * a job, which begins without knowing any, is not told in time: the write does not wait for what is only its trace.
 */
async function onlyAccountId(context: SignedInContext): Promise<string | null> {
  const { accounts } = context.viewer;
  const [account, another] = accounts.length > 0 ? accounts : await ownAccountsOr(context, accounts);
  return another ? null : (account?.id ?? null);
}

function outcomeOf(error: AppError) {
  const { code } = error;
  // Whoever calls may leave a lost reply as it is, because the same call again is safe: it may have happened all the same.
  const isLost = error instanceof ReplyLost && !error.neverArrived;
  if (code === "uncertain" || isLost) return "uncertain" as const;
  return code === "unavailable" || code === "busy" ? ("failed" as const) : ("refused" as const);
}
