import "server-only";
import { byAuthentication, isService, type KeyKind, services } from "@/lib/contracts/interface-list";
import type { Operation } from "@/lib/contracts/operation";
import { AppError } from "@/lib/http/problem";
import { db } from "@/lib/stores/postgres/client";
import { enforceRate } from "@/lib/stores/postgres/enforce-rate";
import { isPageOrigin, isPageOriginOf } from "@/lib/stores/postgres/page-origins";
import type { Caller } from "./service";

type Asked = { operation: Operation; caller: Caller; network: string };

/** Everything but a private key is read by whoever sees the page. */
const mayStandInPage = (kind: KeyKind | undefined) => kind !== undefined && kind !== "private";

const NOT_LISTED = "Pages of this site may not call. An admin of the account can list its origin in Settings.";

/**
 * The headers by which a browser hands every reply to the page that called with a key that may stand in it: of an origin
 * that the key's account lists. Whoever sends no origin is no page.
 */
export async function admitPage(
  { headers }: Request,
  { operation, caller }: Omit<Asked, "network">,
): Promise<Record<string, string>> {
  const origin = headers.get("origin");
  if (!operation.cors || !mayStandInPage(caller.keyKind) || origin === null) return {};
  const [account] = caller.accounts;
  const place = { connection: caller.connection, accountId: account?.id ?? "" };
  if (!(await isPageOriginOf(db(), place, origin))) throw new AppError("forbidden", NOT_LISTED);
  return readableBy(origin);
}

/** Each network has a rate of its own with such a key: nobody uses up what all the pages have together. */
export async function enforcePageRate({ operation, caller, network }: Asked): Promise<void> {
  const { cors, interface: of } = operation;
  if (!cors || !mayStandInPage(caller.keyKind)) return;
  const credential = `${caller.userId}:${network}`;
  await enforceRate(db(), cors.ratePerNetwork, { of: `service:${of}`, credential, maxWaitMs: 0 });
}

const readableBy = (origin: string) => ({
  "access-control-allow-origin": origin,
  "access-control-expose-headers": "x-request-id, retry-after",
  vary: "origin",
});

/** For so long a browser does not ask again. */
const ASKED_SECONDS = 600;
const PREFLIGHT_RATE = { bucket: "preflight", limit: 20, windowMs: 1000 };

/**
 * What a browser asks before a page calls. It sends no key with it, so that an origin passes here which any account
 * lists; the call itself is held against the key's account.
 */
export async function answerPreflight(
  { headers }: Request,
  { operations, network }: { operations: readonly Operation[]; network: string },
): Promise<Record<string, string> | null> {
  const [first] = operations;
  const origin = headers.get("origin");
  if (!first || origin === null || !headers.has("access-control-request-method")) return null;
  await enforceRate(db(), PREFLIGHT_RATE, { of: "service", credential: network, maxWaitMs: 0 });
  if (!(await isPageOrigin(db(), origin))) throw new AppError("forbidden", NOT_LISTED);
  return {
    ...readableBy(origin),
    "access-control-allow-methods": [...new Set(operations.map(({ method }) => method))].join(", "),
    "access-control-allow-headers": ["content-type", ...keyHeadersOf(first)].join(", "),
    "access-control-max-age": String(ASKED_SECONDS),
  };
}

const keyHeadersOf = ({ interface: of }: Operation): string[] =>
  isService(of)
    ? byAuthentication<string[]>(services[of].authentication, {
        token: () => [],
        key: ({ header }) => [header],
        "path keys": () => [],
      })
    : [];
