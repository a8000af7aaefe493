import "server-only";
import { connections } from "@/lib/gateway/connections";
import { isClickhouseUp } from "@/lib/stores/clickhouse/client";
import { db, isUp } from "@/lib/stores/postgres/client";
import { workerSeenMsAgo } from "@/lib/stores/postgres/worker-pulse";

type State = "ok" | "down";
export type Health = {
  status: State;
  stores: { postgres: State; clickhouse: State };
  worker: State;
  connections: { name: string }[];
};

const WORKER_MISSED_MS = 30_000;

/** Whether what this instance needs is there: its stores answer, and its worker has shown itself lately. */
export async function health(): Promise<Health> {
  const [postgres, clickhouse, worker] = await Promise.all([
    up(() => isUp(db())),
    up(isClickhouseUp),
    up(async () => (await workerSeenMsAgo(db())) < WORKER_MISSED_MS),
  ]);
  return {
    status: [postgres, clickhouse, worker].every((state) => state === "ok") ? "ok" : "down",
    stores: { postgres, clickhouse },
    worker,
    connections: connections().map(({ name }) => ({ name })),
  };
}

const ANSWER_WITHIN_MS = 3000;

async function up(check: () => Promise<boolean>): Promise<State> {
  const late = new Promise<boolean>((resolve) => setTimeout(resolve, ANSWER_WITHIN_MS, false));
  return (await Promise.race([check(), late]).catch(() => false)) ? "ok" : "down";
}
