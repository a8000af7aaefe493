import "server-only";
import { AppError } from "@/lib/http/problem";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { connectionOf, type SignedInContext } from "./call";

type Write = {
  action: string;
  thing: string;
  thingId: string | null;
  accountId: string | null;
  before?: unknown;
  sent: unknown;
};

/**
 * Runs a write and leaves its trace. Our own service adds its audit row in the write's own transaction; a remote
 * one cannot, so the call is recorded before it is made and again when it is known how it ended.
 */
export async function audited<T>(context: SignedInContext, write: Write, run: () => Promise<T>): Promise<T> {
  if (connectionOf(context.viewer).demand.url === null) return run();
  const { sent, before, ...entry } = write;
  await addAudit(db(), context, { ...entry, before, after: sent, outcome: "started" });
  try {
    const result = await run();
    await addAudit(db(), context, { ...entry, before, after: result, outcome: "done" });
    return result;
  } catch (error) {
    const outcome = error instanceof AppError ? outcomeOf(error) : "uncertain";
    const detail = error instanceof Error ? error.message : String(error);
    await addAudit(db(), context, { ...entry, before, after: sent, outcome, detail });
    throw error;
  }
}

function outcomeOf({ code }: AppError) {
  if (code === "uncertain") return "uncertain" as const;
  return code === "unavailable" ? ("failed" as const) : ("refused" as const);
}
