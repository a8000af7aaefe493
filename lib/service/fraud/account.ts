import "server-only";
import { activationAccount } from "@/lib/stores/postgres/activation-accounts";
import { db } from "@/lib/stores/postgres/client";
import type { Caller } from "../service";

/** The one account that a caller acts for, with its short number. */
export async function accountOf({ connection, accounts }: Caller): Promise<{ id: string; number: number }> {
  const [account] = accounts;
  if (!account) throw new Error("A caller of an interface of keys has no account.");
  return { id: account.id, number: await activationAccount(db(), { connection, accountId: account.id }) };
}
