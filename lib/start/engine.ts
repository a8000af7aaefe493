import { resolve } from "node:path";
import { env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { liveAsChild, report } from "@/lib/start/as-child";
import { clearEngineLeftBehind } from "@/lib/start/engine-left-behind";
import { freePort } from "@/lib/start/free-port";
import { noteEnginePort } from "@/lib/start/running-engine";
import { engineDirectories } from "@/lib/stores/clickhouse/engine/directory";
import { openServer } from "@/lib/stores/clickhouse/engine/server";

/**
 * The embedded ClickHouse: its own server on `DATA_DIR/clickhouse`, inside this process, at CLICKHOUSE_URL, which names
 * a loopback port, or port 0 for any. Only who has CLICKHOUSE_USER and CLICKHOUSE_PASSWORD is answered.
 */
async function open() {
  if (!env.CLICKHOUSE_PASSWORD) throw new Error("CLICKHOUSE_PASSWORD is missing; `npm start` makes one.");
  const dataDir = resolve(env.DATA_DIR);
  const directories = engineDirectories(dataDir);
  if (await clearEngineLeftBehind(directories.data)) {
    logger.warn("ended an engine that was left running on this directory");
  }
  const port = Number(new URL(env.CLICKHOUSE_URL ?? "http://127.0.0.1:0").port) || (await freePort());
  const server = await openServer({
    directories,
    port,
    credentials: { user: env.CLICKHOUSE_USER, password: env.CLICKHOUSE_PASSWORD },
    database: env.CLICKHOUSE_DATABASE,
    queries: env.CLICKHOUSE_QUERIES,
    memoryBytes: env.CLICKHOUSE_MEMORY_MB * 1024 * 1024,
  });
  noteEnginePort(dataDir, port);
  await report({ type: "listening", port });
  return server;
}

async function fail(error: unknown): Promise<never> {
  const reason = error instanceof Error ? error.message : String(error);
  await report({ type: "failed", reason: `The embedded ClickHouse cannot be started: ${reason}` });
  if (!process.send) logger.fatal({ err: error }, "the engine cannot be started");
  process.exit(1);
}

const opened = open();
liveAsChild(async () => (await opened).stop());

try {
  await opened;
  logger.info("engine ready");
  await report({ type: "ready" });
} catch (error) {
  await fail(error);
}
