import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import type { InterfaceName } from "@/lib/contracts/interface-list";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { InterfaceView } from "@/lib/contracts/ours/settings";
import { findActivity } from "@/lib/gateway/activation";
import { call, connectionOf, type SignedInContext } from "@/lib/gateway/call";
import { addressOf, serviceOf } from "@/lib/gateway/connections";
import { tooSlow } from "@/lib/gateway/errors";
import { before } from "@/lib/gateway/join";
import { ownAccounts } from "@/lib/gateway/own-account";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { processWide } from "@/lib/process-wide";
import { isClickhouseUp } from "@/lib/stores/clickhouse/client";
import { db, isUp } from "@/lib/stores/postgres/client";

type Health = NonNullable<InterfaceView["health"]>;

/** A service is probed at most about once in this time for each person, however often they load a page. */
const KEPT_MS = 5000;
const ANSWER_WITHIN_MS = 5000;
const MOST_KEPT = 500;

type Kept = { until: number; health: Promise<Health> };
const kept = () => processWide("settings.health", () => new Map<string, Kept>());

/** Whether the demand service responds to the viewer now: reads one row of their accounts. */
export const demandHealth = (context: SignedInContext): Promise<Health> =>
  remembered(context, "demand", () =>
    call(context, demand.listAccounts, {
      query: { page_size: 1 },
      deadline: Date.now() + ANSWER_WITHIN_MS,
      alone: true,
    }),
  );

/** Whether the duplicate check responds: the built-in one by its database, a remote one by looking for a session. */
export const activationHealth = (context: SignedInContext): Promise<Health> =>
  remembered(context, "activation", async () => {
    if (addressOf(connectionOf(context.viewer), "activation") === null) return isUp(db());
    const [account] = await ownAccounts(context);
    if (account) await findActivity({ context, account }, { selectors: { Session_Id: ["health"] } });
  });

/** Whether answers can be read: built in, by both databases. A remote service cannot be probed without a project. */
export const answersHealth = async (context: SignedInContext, of: "analysis" | "pivot"): Promise<Health | null> =>
  addressOf(connectionOf(context.viewer), of) === null
    ? remembered(context, of, () => Promise.all([isUp(db()), isClickhouseUp()]))
    : null;

function remembered(context: SignedInContext, of: InterfaceName, ask: () => Promise<unknown>): Promise<Health> {
  const key = `${of} ${credentialOf(context.viewer)}`;
  const present = kept().get(key);
  if (present && Date.now() < present.until) return present.health;
  if (kept().size >= MOST_KEPT) kept().clear();
  const entry: Kept = {
    until: Number.POSITIVE_INFINITY,
    health: probe(ask, () => tooSlow(serviceOf(connectionOf(context.viewer), of))),
  };
  kept().set(key, entry);
  // Callers share a probe that is running; its result lasts from when it ends.
  void entry.health.finally(() => {
    entry.until = Date.now() + KEPT_MS;
  });
  return entry.health;
}

async function probe(ask: () => Promise<unknown>, late: () => Error): Promise<Health> {
  const began = Date.now();
  const problem = await before(began + ANSWER_WITHIN_MS, ask(), late).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.message : UNEXPECTED),
  );
  const ended = Date.now();
  return {
    state: problem === null ? "ok" : "down",
    checked_at: new Date(ended).toISOString(),
    took_ms: ended - began,
    problem,
  };
}
