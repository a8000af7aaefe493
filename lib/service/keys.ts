import "server-only";
import {
  type Authentication,
  acceptedKeyKinds,
  byAuthentication,
  type KeyedService,
  type KeyKind,
  type KeyScope,
  services,
} from "@/lib/contracts/interface-list";
import { demoKeyRefused } from "@/lib/env";
import { AppError, unauthorized } from "@/lib/http/problem";
import { presentKey, touchKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import type { Beside, Caller } from "./service";

/**
 * Who calls an interface of keys. The account that a request acts for: by the key in its header or path, or as the gateway
 * has proven it. A key may call the operations that accept its kind, and sees its own account only.
 */
export const byKey =
  (of: KeyedService) =>
  async (request: Request, { operation, params, inProcess }: Beside): Promise<Caller> => {
    const { authentication } = services[of];
    if (!inProcess) {
      const accepted = acceptedKeyKinds(authentication, operation);
      return holderOf(presentedKey(authentication, request, params), of, (kind) => {
        if (!accepted.includes(kind)) throw notAccepted(authentication, kind);
      });
    }
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
    "path keys": ({ parts }) =>
      Object.keys(parts)
        .map((part) => params[part])
        .find(Boolean) ?? "",
  });

/** Of a header, a key of another kind is known but may not do this; of a path, it stands in the wrong place. */
const notAccepted = (authentication: Authentication, kind: KeyKind): AppError =>
  byAuthentication<AppError>(authentication, {
    token: () => unauthorized(),
    key: () => new AppError("forbidden", `A ${kind} key may not call this operation.`),
    "path keys": () => unauthorized(),
  });

/** Service accounts are called as their keys begin: no token of a person does. */
export const isServiceAccount = (credential: string): boolean => credential.startsWith("fw_demand_");

/** Whose key of a service account this is: no person, but a caller with the role and the account of the key. */
export const serviceAccount = (key: string): Promise<Caller> => holderOf(key, "demand", () => {});

async function holderOf(key: string, of: KeyScope, requireAccepted: (kind: KeyKind) => void): Promise<Caller> {
  const found = demoKeyRefused(key) ? null : await presentKey(db(), of, key);
  if (!found) throw unauthorized();
  requireAccepted(found.kind);
  await touchKey(db(), found);
  return {
    connection: found.connection,
    userId: found.id,
    email: `key “${found.name}”`,
    name: found.name,
    role: found.role ?? "admin",
    keyKind: found.kind,
    mostPerMinute: found.mostPerMinute,
    accounts: [{ id: found.accountId, name: found.accountName, replyShape: "flat" }],
  };
}
