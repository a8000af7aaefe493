import { request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { authorization, OPENED_PATH, type ServerOptions, writeConfiguration } from "./configuration";
import { loadLibrary } from "./library";
import { parkDetached } from "./parked";

export type EngineServer = {
  /** Stops what runs, and then this process. */
  stop: () => Promise<never>;
};

/** Opens the HTTP server, then waits in a statement that has no end of its own. */
const OPEN = `SYSTEM START LISTEN HTTP;
SELECT sleepEachRow(3000000) FROM system.numbers FORMAT Null
SETTINGS max_block_size = 1, function_sleep_max_microseconds_per_block = 0, max_execution_time = 0`;

const ASK_AGAIN_MS = 10;
const STOP_MS = 700;

/**
 * Opens ClickHouse's own HTTP server inside this process, on loopback. Resolves when it answers; rejects when it ends
 * before that, having written its reason to stderr.
 */
export async function openServer(options: Omit<ServerOptions, "token">): Promise<EngineServer> {
  const token = crypto.randomUUID();
  const library = loadLibrary();
  parkDetached(options.directories.data);
  const file = writeConfiguration({ ...options, token });
  process.once("exit", library.exit);
  const ended = library.runLocal(["clickhouse", `--config-file=${file}`, "--multiquery", "--query", OPEN]);
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  while (!(await isOpened(options.port, token))) {
    if (hasEnded) throw new Error(`${options.directories.data} cannot be opened; the reason stands above.`);
    await sleep(ASK_AGAIN_MS);
  }
  void ended.then(() => process.exit(1)); // without a server this process is of no use
  await run(options, `CREATE DATABASE IF NOT EXISTS ${options.database}`); // nobody has to wait for another to make it
  return {
    async stop() {
      // ClickHouse's own end would wait for seconds for callers who stay connected. All that it told is on disk.
      const killed = run(options, "KILL QUERY WHERE user = currentUser() SYNC FORMAT Null");
      await Promise.race([killed, sleep(STOP_MS)]);
      process.exit(0);
    },
  };
}

type Asked = Pick<ServerOptions, "port"> & { path?: string; headers?: Record<string, string>; statement?: string };

/** Not by `fetch`, and not by the store's client: to load either takes a good part of what a start takes. */
function ask({ port, path = "/", headers, statement = "" }: Asked): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { port, path, headers: { ...headers, connection: "close" }, method: "POST" };
    const asked = request({ host: "127.0.0.1", ...options }, (reply) => {
      text(reply).then((body) => (reply.statusCode === 200 ? resolve(body) : reject(new Error(body))), reject);
    });
    asked.once("error", reject);
    asked.end(statement);
  });
}

const run = ({ port, credentials }: Pick<ServerOptions, "port" | "credentials">, statement: string) =>
  ask({ port, headers: { authorization: authorization(credentials) }, statement });

async function isOpened(port: number, token: string): Promise<boolean> {
  try {
    return (await ask({ port, path: OPENED_PATH })) === token;
  } catch {
    return false;
  }
}
