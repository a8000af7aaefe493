import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { liveAsChild, report } from "@/lib/start/as-child";
import { clearEngineLeftBehind } from "@/lib/start/engine-left-behind";
import { noteEnginePort } from "@/lib/start/running-engine";
import { engineDirectories } from "@/lib/stores/clickhouse/engine/directory";
import { openEngine } from "@/lib/stores/clickhouse/engine/engine";
import { engineServer, type Parts } from "@/lib/stores/clickhouse/engine/server";
import { openSpool } from "@/lib/stores/clickhouse/engine/spool";
import { readQuery } from "@/lib/stores/clickhouse/engine/statement";

/**
 * The embedded ClickHouse: chDB on `DATA_DIR/clickhouse`, answering as a server would at CLICKHOUSE_URL, which names a
 * loopback port, or port 0 for any. Only who has CLICKHOUSE_USER and CLICKHOUSE_PASSWORD is answered.
 */
const FINISH_MS = 300; // who asks us has been stopped before

async function listen(server: Server): Promise<number> {
  const wanted = Number(new URL(env.CLICKHOUSE_URL ?? "http://127.0.0.1:0").port);
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(wanted, "127.0.0.1", done);
  });
  return (server.address() as AddressInfo).port;
}

/** Also makes the product's database: no other process then has to wait for us before it can start. */
async function open(): Promise<Parts> {
  if (!env.CLICKHOUSE_PASSWORD) throw new Error("CLICKHOUSE_PASSWORD is missing; `npm start` makes one.");
  const { data, spool } = engineDirectories(resolve(env.DATA_DIR));
  if (await clearEngineLeftBehind(data)) logger.warn("ended an engine that was left running on this directory");
  const engine = openEngine({
    directory: data,
    queries: env.CLICKHOUSE_QUERIES,
    memoryBytes: env.CLICKHOUSE_MEMORY_MB * 1024 * 1024,
  });
  const statement = `CREATE DATABASE IF NOT EXISTS ${env.CLICKHOUSE_DATABASE}`;
  await engine.run(readQuery(new URLSearchParams(), statement), new AbortController().signal);
  const credentials = { user: env.CLICKHOUSE_USER, password: env.CLICKHOUSE_PASSWORD };
  return { engine, spool: openSpool(spool), credentials };
}

async function fail(error: unknown): Promise<never> {
  const reason = error instanceof Error ? error.message : String(error);
  await report({ type: "failed", reason: `The embedded ClickHouse cannot be started: ${reason}` });
  if (!process.send) logger.fatal({ err: error }, "the engine cannot be started");
  process.exit(1);
}

const server = engineServer(() => opened);
const opened: Promise<Parts> = listen(server).then(async (port) => {
  noteEnginePort(resolve(env.DATA_DIR), port);
  await report({ type: "listening", port }); // others may start now; what they ask waits until all is open
  return open();
});

liveAsChild(async () => {
  const closed = new Promise((done) => server.close(done));
  server.closeIdleConnections();
  await Promise.race([closed, sleep(FINISH_MS)]);
  server.closeAllConnections(); // each caller that goes away has his query stopped
  await (await opened).engine.close();
});

try {
  await opened;
  logger.info("engine ready");
  await report({ type: "ready" });
} catch (error) {
  await fail(error);
}
