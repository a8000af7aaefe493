import "server-only";
import { interfaceNames, interfaces } from "@/lib/contracts/interface-list";
import type { ServiceHealth } from "@/lib/contracts/ours/settings";
import { serviceState } from "@/lib/contracts/rules/service-state";
import { connectionOf, rateKeys, type SignedInContext } from "@/lib/gateway/call";
import { probeServices } from "@/lib/gateway/probe-services";
import { copyStateOf } from "@/lib/gateway/survey-copy-state";
import { db } from "@/lib/stores/postgres/client";
import { readBlocks, readServiceHealth } from "@/lib/stores/postgres/service-health";

const NEVER_CALLED = { failures: 0, failingSince: null, lastReplyAt: null, slowAt: null };

/** How the remote services of the viewer's connection respond. Asks our own database alone. */
export async function readServices(context: SignedInContext): Promise<ServiceHealth> {
  const connection = connectionOf(context.viewer);
  const remote = interfaceNames.filter((name) => connection[name].url !== null);
  if (remote.length === 0) return { services: [], copy: null };
  const keys = new Map(remote.map((name) => [name, rateKeys(context.viewer, name)]));
  const [health, blocks, copy] = await Promise.all([
    readServiceHealth(db(), connection.name),
    readBlocks(db(), [...keys.values()].flat()),
    copyStateOf(context),
  ]);
  const now = new Date();
  const services = remote.map((name) => {
    const facts = health.get(name) ?? NEVER_CALLED;
    const until = latest((keys.get(name) ?? []).flatMap((key) => blocks.get(key) ?? []));
    const { state, since } = serviceState({ ...facts, limitedUntil: until }, now);
    return {
      name,
      title: interfaces[name].title,
      state,
      since: since?.toISOString() ?? null,
      until: state === "limited" ? (until?.toISOString() ?? null) : null,
      last_reply_at: facts.lastReplyAt?.toISOString() ?? null,
    };
  });
  return { services, copy };
}

const latest = (dates: readonly Date[]): Date | null =>
  dates.reduce<Date | null>((last, date) => (last && last >= date ? last : date), null);

/** Asks the services of the viewer's connection that do not respond again now. */
export async function checkServices(context: SignedInContext): Promise<ServiceHealth> {
  await probeServices({ of: connectionOf(context.viewer).name });
  return readServices(context);
}
