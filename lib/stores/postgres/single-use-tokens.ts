import { lt, sql } from "drizzle-orm";
import type { Connection } from "./client";
import { singleUseTokens } from "./schema/keys";

/** Keeps a token by its hash; those that have run out are forgotten on the way. */
export async function keepToken(
  connection: Connection,
  token: { tokenHash: string; account: number; expiresAt: Date },
): Promise<void> {
  await connection.delete(singleUseTokens).where(lt(singleUseTokens.expiresAt, sql`clock_timestamp()`));
  await connection.insert(singleUseTokens).values(token);
}
