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
  return {
    async stop() {
      // ClickHouse's own end would wait for seconds for callers who stay connected. All that it told is on disk.
      await Promise.race([killAll(options), sleep(STOP_MS)]);
      process.exit(0);
    },
  };
}

async function isOpened(port: number, token: string): Promise<boolean> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}${OPENED_PATH}`, { headers: { connection: "close" } });
    return (await reply.text()) === token;
  } catch {
    return false;
  }
}

/** Resolves when what runs has ended. */
async function killAll({ port, credentials }: Pick<ServerOptions, "port" | "credentials">): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/`, {
    method: "POST",
    headers: { authorization: authorization(credentials), connection: "close" },
    body: "KILL QUERY WHERE user = currentUser() SYNC FORMAT Null",
  });
  await reply.arrayBuffer();
}
