import "server-only";
import { timingSafeEqual } from "node:crypto";
import { type Authentication, byAuthentication, interfaces, type KeyedInterface } from "@/lib/contracts/interface-list";
import { demoKeyRefused } from "@/lib/env";
import { unauthorized } from "@/lib/http/problem";
import { findKey, hashKey, touchKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import type { Beside, Caller } from "./service";

/**
 * Who calls an interface of keys. The account that a request acts for: by the key in its header or path, or as the gateway
 * has proven it. A key may do whatever the interface offers, and sees its own account only.
 */
export const byKey =
  (of: KeyedInterface) =>
  async (request: Request, { params, inProcess }: Beside): Promise<Caller> => {
    if (!inProcess) return holderOf(presentedKey(interfaces[of].authentication, request, params), of);
    if (!inProcess.caller) throw new Error("The gateway called an interface of keys without saying for whom.");
    return inProcess.caller;
  };

/** The key that a request carries; empty: none. */
export const presentedKey = (
  authentication: Authentication,
  request: Request,
  params: Record<string, string>,
): string =>
  byAuthentication(authentication, {
    token: () => "",
    key: ({ header }) => request.headers.get(header) ?? "",
    "path keys": ({ parts }) => parts.map((part) => params[part]).find(Boolean) ?? "",
  });

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
