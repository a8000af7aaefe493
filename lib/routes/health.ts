import "server-only";
import { requireViewer } from "@/lib/auth/viewer";
import { connections } from "@/lib/gateway/connections";
import { processWide } from "@/lib/process-wide";
import { isClickhouseUp } from "@/lib/stores/clickhouse/client";
import { db, isUp } from "@/lib/stores/postgres/client";
import { countWorkers } from "@/lib/stores/postgres/worker-pulse";

type State = "ok" | "down";
export type Health = {
  status: State;
  stores: { postgres: State; clickhouse: State };
  worker: State;
  /** Named to signed-in admins alone: they tell with whom this installation works. */
  connections?: { name: string }[];
};

const WORKER_MISSED_MS = 30_000;

/**
 * Whether what this instance needs is there: its stores answer, and a worker has shown itself lately. `sessionId`: of
 * whoever asks, if anybody has signed in.
 */
export async function health(sessionId: string | undefined): Promise<Health> {
  const [states, isAdmin] = await Promise.all([
    sharedProbe(),
    within(async () => (await requireViewer(sessionId)).role === "admin"),
  ]);
  return { ...states, ...(isAdmin && { connections: connections().map(({ name }) => ({ name })) }) };
}

const PROBE_SHARED_MS = 1000;

type States = Omit<Health, "connections">;
type Probe = { states: Promise<States>; startedAtMs: number };

/**
 * Anybody may ask as often as they like: a process starts one probe a second at most. Its age counts from its start,
 * so that a slow probe is not given for longer than a quick one.
 */
function sharedProbe(): Promise<States> {
  const latest = processWide<{ probe: Probe | null }>("routes.health", () => ({ probe: null }));
  const nowMs = performance.now();
  if (!latest.probe || nowMs - latest.probe.startedAtMs >= PROBE_SHARED_MS) {
    latest.probe = { states: probe(), startedAtMs: nowMs };
  }
  return latest.probe.states;
}

async function probe(): Promise<States> {
  const [postgres, clickhouse, worker] = await Promise.all([
    up(() => isUp(db())),
    up(isClickhouseUp),
    up(async () => (await countWorkers(db(), WORKER_MISSED_MS)) > 0),
  ]);
  const isOk = [postgres, clickhouse, worker].every((state) => state === "ok");
  return { status: isOk ? "ok" : "down", stores: { postgres, clickhouse }, worker };
}

const ANSWER_WITHIN_MS = 3000;

const up = async (check: () => Promise<boolean>): Promise<State> => ((await within(check)) ? "ok" : "down");

/** False also when the check fails or takes longer than whoever watches would wait. */
function within(check: () => Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, false));
  return Promise.race([check(), late]).catch(() => false);
}
