import "server-only";
import { AppError } from "@/lib/http/problem";
import { activationAccount, TooManyRecords } from "@/lib/stores/postgres/activation-accounts";
import { db } from "@/lib/stores/postgres/client";
import type { Caller } from "../service";

/** The number of the one account that a caller of an interface of keys acts for. */
export async function accountOf({ connection, accounts }: Caller): Promise<number> {
  const [account] = accounts;
  if (!account) throw new Error("A caller of an interface of keys has no account.");
  return activationAccount(db(), { connection, accountId: account.id });
}

/** Says what to do where a question was ended for taking too long. */
export async function answeredInTime<T>(ask: Promise<T>): Promise<T> {
  try {
    return await ask;
  } catch (error) {
    if (!(error instanceof TooManyRecords)) throw error;
    throw new AppError("invalid", "Too many records match to go through them. Name surveys or another selector too.");
  }
}
