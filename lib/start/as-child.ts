import { logger } from "@/lib/logger";
import { type ChildMessage, STORES_READY } from "@/lib/start/child";
import { isLostConnection } from "@/lib/stores/postgres/database-away";

/** Tells the supervisor; resolves when the message has left, so that an exit right after does not lose it. */
export function report(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (!process.send) return resolve();
    process.send(message, () => resolve());
  });
}

/** Until the stores are as this version needs them: a supervisor says so, without one they are. */
export function storesReady(): Promise<void> {
  if (!process.send) return Promise.resolve();
  return new Promise((resolve) => {
    process.on("message", (message: { type?: unknown } | null) => {
      if (message?.type === STORES_READY.type) resolve();
    });
  });
}

const ORPHANED_PATIENCE_MS = 1500;

/**
 * How a child of the supervisor lives and ends. SIGTERM stops it; Ctrl-C and a closed terminal reach it too and are
 * left to the supervisor, which decides the order. A supervisor that is gone without a word ends it quickly,
 * because its successor needs the port.
 */
export function liveAsChild(stop: () => Promise<void>): void {
  const supervised = process.send !== undefined;
  let ending = false;
  const end = async (why: string, patienceMs?: number) => {
    if (ending) return;
    ending = true;
    logger.debug({ why }, "stopping");
    if (patienceMs) setTimeout(() => process.exit(0), patienceMs).unref();
    try {
      await stop();
    } catch (error) {
      logger.error({ err: error }, "stopping failed");
    }
    process.exit(0);
  };
  process.on("SIGTERM", () => end("SIGTERM"));
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => supervised || end(signal));
  process.on("disconnect", () => end("the supervisor is gone", ORPHANED_PATIENCE_MS));
  surviveStrayErrors();
}

/**
 * A forgotten rejection concerns one request and is logged. So is a lost connection, which comes back with the
 * database. After any other uncaught exception nobody knows what state is left: the process ends and is started again.
 */
function surviveStrayErrors(): void {
  process.on("unhandledRejection", (error) => logger.error({ err: error }, "unhandled rejection"));
  process.on("uncaughtException", (error) => {
    if (isLostConnection(error)) return logger.error({ err: error }, "lost connection");
    logger.fatal({ err: error }, "uncaught exception");
    process.exit(1);
  });
}
