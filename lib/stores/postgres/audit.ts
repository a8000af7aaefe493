import type { Context } from "@/lib/contracts/context";
import type { Connection } from "./client";
import { audit } from "./schema";

type Entry = {
  accountId: string | null;
  action: string;
  thing: string;
  thingId: string | null;
  before?: unknown;
  after?: unknown;
  outcome: (typeof audit.$inferInsert)["outcome"];
  detail?: string;
};

/** Adds one audit row. Pass the transaction of the write itself, so that neither exists without the other. */
export async function addAudit(connection: Connection, context: Context, entry: Entry): Promise<void> {
  await connection.insert(audit).values({
    connection: context.viewer.connection,
    who: context.viewer.email,
    origin: context.origin,
    requestId: context.requestId,
    ...entry,
  });
}
