import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { METRICS_TYPE, noteDepths, noteStoreLatency, secondsSince, writeMetrics } from "@/lib/metrics";
import { isClickhouseUp } from "@/lib/stores/clickhouse/client";
import { db, isUp } from "@/lib/stores/postgres/client";
import { readQueueDepths } from "@/lib/stores/postgres/queue-depths";

/** What a proxy adds: behind one everybody's socket comes from this machine. */
const PROXIED = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];
const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;

const digest = (text: string) => createHash("sha256").update(text).digest();

type Asking = { headers: IncomingHttpHeaders; remoteAddress: string | undefined };

/** Whether somebody may read the metrics: who has the key where one is set, else this machine itself. */
export function mayReadMetrics({ headers, remoteAddress = "" }: Asking, key = env.METRICS_KEY): boolean {
  if (key === undefined) return LOOPBACK.test(remoteAddress) && !PROXIED.some((name) => headers[name] !== undefined);
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(given), digest(key));
}

const ANSWER_WITHIN_MS = 3000;

/** Seconds that a store takes to answer, waiting for a free connection included; NaN: it fails, or takes too long. */
async function latencyOf(ask: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error("The store did not answer in time.")), ANSWER_WITHIN_MS).unref();
  });
  return Promise.race([ask(), late]).then(
    () => secondsSince(since),
    () => Number.NaN,
  );
}

/** What is measured when somebody reads it. A store that is away leaves the rest readable. */
async function measure(): Promise<void> {
  const [postgres, clickhouse] = await Promise.all([latencyOf(() => isUp(db())), latencyOf(isClickhouseUp)]);
  noteStoreLatency("postgres", postgres);
  noteStoreLatency("clickhouse", clickhouse);
  if (Number.isNaN(postgres)) return;
  await readQueueDepths(db()).then(noteDepths, (error: unknown) =>
    logger.warn({ err: error }, "the queues could not be measured"),
  );
}

async function send(response: ServerResponse, process: "web" | "worker"): Promise<void> {
  try {
    await measure();
    const text = await writeMetrics(process);
    response.writeHead(200, { "content-type": METRICS_TYPE, "cache-control": "no-store" }).end(text);
  } catch (error) {
    logger.error({ err: error }, "the metrics could not be written");
    response.writeHead(500).end();
  }
}

const REFUSED =
  "Metrics are read with METRICS_KEY as “Authorization: Bearer KEY”, or without a key from this machine alone.";

/** Answers `/api/metrics`; false: the address is another one. Asked before a request's headers are cleaned of proxies. */
export function answerMetrics(request: IncomingMessage, response: ServerResponse, process: "web" | "worker"): boolean {
  if (request.url?.split("?")[0] !== "/api/metrics") return false;
  if (request.method !== "GET") {
    response.writeHead(405, { allow: "GET" }).end();
  } else if (!mayReadMetrics({ headers: request.headers, remoteAddress: request.socket.remoteAddress })) {
    response.writeHead(401, { "content-type": "application/json" }).end(JSON.stringify({ message: REFUSED }));
  } else void send(response, process);
  return true;
}
