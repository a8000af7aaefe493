import "server-only";
import { requireViewer } from "@/lib/auth/viewer";
import { connections } from "@/lib/gateway/connections";
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
  const [postgres, clickhouse, worker, isAdmin] = await Promise.all([
    up(() => isUp(db())),
    up(isClickhouseUp),
    up(async () => (await countWorkers(db(), WORKER_MISSED_MS)) > 0),
    within(async () => (await requireViewer(sessionId)).role === "admin"),
  ]);
  return {
    status: [postgres, clickhouse, worker].every((state) => state === "ok") ? "ok" : "down",
    stores: { postgres, clickhouse },
    worker,
    ...(isAdmin && { connections: connections().map(({ name }) => ({ name })) }),
  };
}

const ANSWER_WITHIN_MS = 3000;

const up = async (check: () => Promise<boolean>): Promise<State> => ((await within(check)) ? "ok" : "down");

/** False also when the check fails or takes longer than whoever watches would wait. */
function within(check: () => Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, false));
  return Promise.race([check(), late]).catch(() => false);
}
