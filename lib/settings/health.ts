import "server-only";
import { credentialOf } from "@/lib/contracts/context";
import type { InterfaceName } from "@/lib/contracts/interface-list";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { InterfaceView } from "@/lib/contracts/ours/settings";
import { findActivity } from "@/lib/gateway/activation";
import { shared } from "@/lib/gateway/believed";
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

/** However often a page is opened or loaded again, a service is asked about once in this time for each person. */
const KEPT_MS = 5000;
const ANSWER_WITHIN_MS = 5000;
const MOST_KEPT = 500;

type Kept = { until: number; health: Promise<Health> };
const kept = () => processWide("settings.health", () => new Map<string, Kept>());

/** Whether the demand service answers the viewer now: his own accounts are asked for, one row of them. */
export const demandHealth = (context: SignedInContext): Promise<Health> =>
  remembered(context, "demand", () =>
    call(context, demand.listAccounts, {
      query: { page_size: 1 },
      deadline: Date.now() + ANSWER_WITHIN_MS,
      alone: true,
    }),
  );

/** Whether the duplicate check answers: our own by its database, another by the activity of a session it has not. */
export const activationHealth = (context: SignedInContext): Promise<Health> =>
  remembered(context, "activation", async () => {
    if (addressOf(connectionOf(context.viewer), "activation") === null) return isUp(db());
    const [account] = await ownAccounts(context);
    if (account) await findActivity({ context: shared(context), account }, { selectors: { Session_Id: ["health"] } });
  });

/** Whether answers can be read: our own by both databases. Of another nothing can be asked without a project of it. */
export const answersHealth = async (context: SignedInContext, of: "analysis" | "pivot"): Promise<Health | null> =>
  addressOf(connectionOf(context.viewer), of) === null
    ? remembered(context, of, () => Promise.all([isUp(db()), isClickhouseUp()]))
    : null;

/** Whether our own respondent quality responds. Of another service nothing can be asked without a survey of it. */
export const qualityHealth = async (context: SignedInContext): Promise<Health | null> =>
  addressOf(connectionOf(context.viewer), "quality") === null ? remembered(context, "quality", () => isUp(db())) : null;

/** Whether our own fraud checks respond. Asking another service would record a respondent or use a token up. */
export const fraudHealth = async (context: SignedInContext): Promise<Health | null> =>
  addressOf(connectionOf(context.viewer), "fraud") === null ? remembered(context, "fraud", () => isUp(db())) : null;

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
  // A probe under way is everybody's; its time begins when it is over.
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
