import "server-only";
import { timingSafeEqual } from "node:crypto";
import type { KeyedInterface } from "@/lib/contracts/api-keys";
import { keyHeader } from "@/lib/contracts/operation";
import { demoKeyRefused } from "@/lib/env";
import { unauthorized } from "@/lib/http/problem";
import { findKey, hashKey, touchKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import type { Caller, InProcess } from "./service";

/**
 * Who calls an interface of keys. The account that a request acts for: by the key in its header, or as the gateway has
 * proven it. A key may do whatever the interface offers, and sees its own account only.
 */
export const byKey =
  (of: KeyedInterface) =>
  async (request: Request, inProcess?: InProcess): Promise<Caller> => {
    if (!inProcess) return holderOf(request.headers.get(keyHeader[of] ?? "") ?? "", of);
    if (!inProcess.caller) throw new Error("The gateway called an interface of keys without saying for whom.");
    return inProcess.caller;
  };

async function holderOf(key: string, of: KeyedInterface): Promise<Caller> {
  if (key === "" || demoKeyRefused(key)) throw unauthorized();
  const hash = hashKey(key);
  const found = await findKey(db(), of, hash);
  if (!found || !timingSafeEqual(Buffer.from(found.keyHash), Buffer.from(hash))) throw unauthorized();
  await touchKey(db(), found);
  return {
    connection: found.connection,
    userId: found.id,
    email: `key “${found.name}”`,
    name: found.name,
    role: "admin",
    accounts: [{ id: found.accountId, name: found.accountName, replyShape: "flat" }],
  };
}
