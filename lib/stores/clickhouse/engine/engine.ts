import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { logger } from "@/lib/logger";
import { type Chdb, type ChdbConnection, type ChdbResult, loadChdb } from "./chdb";
import { parkDetached, unpark } from "./parked";
import { statementSlots } from "./slots";
import { literal, preludeOf, type Query, writesRows } from "./statement";

export type EngineOptions = {
  directory: string;
  /** How many statements run at once; the others wait. */
  queries: number;
  /** What all of them together may use. */
  memoryBytes: number;
};

export type Engine = {
  /** Runs one statement; an aborted signal takes it out of the queue, or stops it. Rejects with ClickHouse's error text. */
  run: (query: Query, signal: AbortSignal) => Promise<ChdbResult>;
  /** Waits for what runs: ended under a running statement, the process would hang or crash. */
  close: () => Promise<void>;
};

const KILL_AGAIN_MS = 100;

/** What holds for a statement whose caller asked for nothing else; a server has the like in its profile. */
function defaultSettings(memoryBytes: number): Record<string, string> {
  return {
    implicit_select: "0", // chDB would take any word for a SELECT
    max_execution_time: "60",
    max_memory_usage: String(Math.floor(memoryBytes / 2)),
    max_result_bytes: String(64 * 1024 * 1024), // a result is held in memory; 0 sends it through a file instead
  };
}

/**
 * A statement gets a second thread only where a gigabyte is free for each, which is all that the engine has. What reads
 * has its own limit of memory; what writes rows takes more the more threads it has, and keeps to one.
 */
const EVERY_THREAD = { max_threads_min_free_memory_per_thread: "0" };

/**
 * chDB on one directory. Every statement gets a connection of its own, made in a tenth of a millisecond: on one that
 * is used again, settings and parameters would stay and change the next statement.
 */
export function openEngine({ directory, queries, memoryBytes }: EngineOptions): Engine {
  const chdb = loadChdb();
  const anchor = openFirst(chdb, directory, memoryBytes);
  const running = new Set<Promise<unknown>>();
  const takeSlot = statementSlots(queries);
  const defaults = defaultSettings(memoryBytes);

  const onConnection = async <T>(use: (connection: ChdbConnection) => Promise<T>): Promise<T> => {
    const connection = chdb.CreateConnection(directory);
    try {
      return await use(connection);
    } finally {
      chdb.CloseConnection(connection);
    }
  };

  /** Needs no slot, or a full engine could not be relieved. */
  const kill = (tag: string) => {
    const statement = `KILL QUERY WHERE startsWith(Settings['log_comment'], ${literal(tag)}) ASYNC FORMAT Null`;
    return onConnection((connection) => chdb.QueryAsyncConnection(connection, statement, "Null"));
  };

  /** Again and again until it has ended: a statement that was just handed over may not be known yet. */
  const killUntil = async (isOver: () => boolean, tag: string) => {
    while (!isOver()) {
      await kill(tag).catch((error: unknown) => logger.error({ err: error }, "a query could not be killed"));
      await sleep(KILL_AGAIN_MS);
    }
  };

  const runNow = async (query: Query, signal: AbortSignal): Promise<ChdbResult> => {
    const isWrite = writesRows(query.statement);
    const release = await takeSlot(isWrite, signal);
    const tag = randomUUID();
    let isOver = false;
    const stop = () => void killUntil(() => isOver, tag);
    try {
      return await onConnection(async (connection) => {
        const comment = `${tag} ${query.settings.log_comment ?? ""}`;
        const threads = isWrite ? {} : EVERY_THREAD;
        const settings = { ...defaults, ...threads, ...query.settings, log_comment: comment };
        await chdb.QueryAsyncConnection(connection, preludeOf({ ...query, settings }), "Null");
        signal.throwIfAborted();
        signal.addEventListener("abort", stop, { once: true });
        return await chdb.QueryAsyncConnection(connection, query.statement, query.format);
      });
    } finally {
      isOver = true;
      signal.removeEventListener("abort", stop);
      release();
    }
  };

  return {
    async run(query, signal) {
      const unparked = unpark(directory, query);
      const result = runNow(unparked ? { ...query, statement: unparked.statement } : query, signal);
      running.add(result);
      try {
        const found = await result;
        unparked?.forget();
        return found;
      } finally {
        running.delete(result);
      }
    },
    async close() {
      await Promise.allSettled(running);
      chdb.CloseConnection(anchor);
    },
  };
}

/** Keeps the directory open between statements. */
function openFirst(chdb: Chdb, directory: string, memoryBytes: number): ChdbConnection {
  try {
    parkDetached(directory);
    return chdb.CreateConnection(directory, [
      `--max_server_memory_usage=${memoryBytes}`,
      "--database_catalog_unused_dir_cleanup_period_sec=0", // data of a parked table belong to none that it knows
    ]);
  } catch (error) {
    throw new Error(
      `${directory} cannot be opened; the reason stands above. If another process uses it, stop that one first.`,
      { cause: error },
    );
  }
}
