import "server-only";
import * as demand from "@/lib/contracts/demand";
import type { InterfaceView } from "@/lib/contracts/settings";
import { call, credentialOf, type SignedInContext } from "@/lib/gateway/call";
import { AppError, UNEXPECTED } from "@/lib/http/problem";
import { processWide } from "@/lib/process-wide";

type Health = NonNullable<InterfaceView["health"]>;

/** However often a page is opened or loaded again, a service is asked about once in this time for each person. */
const KEPT_MS = 5000;
const ANSWER_WITHIN_MS = 5000;
const MOST_KEPT = 500;

type Kept = { until: number; health: Promise<Health> };
const kept = () => processWide("settings.health", () => new Map<string, Kept>());

/** Whether the demand service answers the viewer now: his own accounts are asked for, one row of them. */
export function demandHealth(context: SignedInContext): Promise<Health> {
  const credential = credentialOf(context.viewer);
  const present = kept().get(credential);
  if (present && Date.now() < present.until) return present.health;
  if (kept().size >= MOST_KEPT) kept().clear();
  const entry: Kept = { until: Number.POSITIVE_INFINITY, health: probe(context) };
  kept().set(credential, entry);
  // A probe under way is everybody's; its time begins when it is over.
  void entry.health.finally(() => {
    entry.until = Date.now() + KEPT_MS;
  });
  return entry.health;
}

async function probe(context: SignedInContext): Promise<Health> {
  const began = Date.now();
  const problem = await call(context, demand.listAccounts, {
    query: { page_size: 1 },
    deadline: began + ANSWER_WITHIN_MS,
    alone: true,
  }).then(
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
