import "server-only";
import { fillPath } from "@/lib/contracts/addresses";
import { type InterfaceName, isInterface } from "@/lib/contracts/interface-list";
import { findActivity } from "@/lib/contracts/interfaces/activation";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import { getDefinitions } from "@/lib/contracts/interfaces/demand";
import { listPlatforms } from "@/lib/contracts/interfaces/fraud-account";
import { fetchSpecs } from "@/lib/contracts/interfaces/pivot";
import { versionOperations } from "@/lib/contracts/interfaces/quality";
import type { Operation } from "@/lib/contracts/operation";
import { FAILURES_TO_OPEN } from "@/lib/contracts/rules/service-state";
import { db } from "@/lib/stores/postgres/client";
import { type ServiceKey, takeDueProbes } from "@/lib/stores/postgres/service-health";
import { type Connection, findConnection } from "./connections";
import { send } from "./transport";
import { isDown, noteFailure, noteRecovery, PROBE_EVERY_MS } from "./watch-service";

/** What each interface is asked to find out whether it responds: without credentials, so that a refusal is a reply. */
const probes: Record<InterfaceName, Operation> = {
  demand: getDefinitions,
  activation: findActivity,
  analysis: getTrend,
  pivot: fetchSpecs,
  quality: versionOperations.v3.getRespondent,
  fraud: listPlatforms,
};

/** A call that is let through waits no longer than this. */
const ANSWER_WITHIN_MS = 4000;

/**
 * Asks every service that does not respond and whose probe is due; one that answers takes calls again. `of`: all of
 * this connection that do not respond, due or not, because a person asks for it.
 */
export async function probeServices({ of = null }: { of?: string | null } = {}): Promise<void> {
  const due = await takeDueProbes(db(), { failures: FAILURES_TO_OPEN, everyMs: PROBE_EVERY_MS, of });
  await Promise.all(due.map(probe));
}

async function probe({ connection: name, interface: of }: ServiceKey): Promise<void> {
  const connection = findConnection(name);
  // Of a connection that is configured no more.
  if (!connection || !isInterface(of)) return;
  if (await responds(connection, of)) await noteRecovery({ connection, of });
  else await noteFailure({ connection, of });
}

async function responds(connection: Connection, of: InterfaceName): Promise<boolean> {
  const { method, path } = probes[of];
  const params = Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, part = ""]) => [part, "-"]));
  const body = method === "GET" ? undefined : "{}";
  const headers = { accept: "application/json", ...(body && { "content-type": "application/json" }) };
  const sent = { method, path: fillPath(path, params), headers, body };
  const context = { requestId: crypto.randomUUID(), origin: "system" as const };
  try {
    const { status, body: said } = await send(connection, probes[of], sent, context, Date.now() + ANSWER_WITHIN_MS);
    return !isDown(status) && (said !== null || REFUSALS.has(status));
  } catch {
    return false;
  }
}

/** These say by themselves that a service is there; with any other status a web page may be a proxy's. */
const REFUSALS = new Set([400, 401, 403]);
