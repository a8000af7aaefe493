import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { env } from "@/lib/env";
import { StartError } from "@/lib/start/say";
import { readOrMakeSecrets } from "@/lib/start/secrets";

/** Where the embedded engine notes its port for commands: it takes any that is free. */
const portFile = (dataDir: string) => join(dataDir, "engine.port");

export function noteEnginePort(dataDir: string, port: number): void {
  writeFileSync(portFile(dataDir), String(port), { mode: 0o600 });
}

/** Makes the process use the answer store of this installation: the one configured, or the engine that runs now. */
export function useRunningEngine(user: string): void {
  if (env.CLICKHOUSE_URL) return;
  const dataDir = resolve(env.DATA_DIR);
  let port: number;
  try {
    port = Number(readFileSync(portFile(dataDir), "utf8"));
  } catch {
    throw new StartError(
      `Nothing runs on ${dataDir}. Start the product first with \`npm start\`, or set CLICKHOUSE_URL to its store.`,
    );
  }
  env.CLICKHOUSE_URL = `http://127.0.0.1:${port}`;
  env.CLICKHOUSE_USER = user;
  env.CLICKHOUSE_PASSWORD = readOrMakeSecrets(dataDir).engineKey;
}
