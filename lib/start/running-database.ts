import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { env, ownerAddress } from "@/lib/env";
import { isAlive } from "@/lib/start/process-identity";
import { StartError } from "@/lib/start/say";
import { readOrMakeSecrets } from "@/lib/start/secrets";

/**
 * The port of a running server from its `postmaster.pid`: process id, directory, start, port, each on its line.
 * Undefined when the file tells of none.
 */
export function parsePostmaster(text: string): { pid: number; port: number } | undefined {
  const lines = text.split("\n");
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) && port > 0 ? { pid, port } : undefined;
}

/** The database of this installation, as its owner: configured, or the server that `npm start` runs on DATA_DIR right now. */
export function runningDatabaseUrl(): string {
  const configured = ownerAddress();
  if (env.DATABASE_URL && configured) return configured;
  const dataDir = resolve(env.DATA_DIR);
  const file = join(dataDir, "postgres", "postmaster.pid");
  const server = existsSync(file) ? parsePostmaster(readFileSync(file, "utf8")) : undefined;
  // Without its secrets a server is not this installation's, and making some would only hide that.
  if (!server || !isAlive(server.pid) || !existsSync(join(dataDir, "secrets.json"))) {
    throw new StartError(
      `Nothing runs on ${dataDir}. Start the product first with \`npm start\`, or set DATABASE_URL to its database.`,
    );
  }
  const { databasePassword } = readOrMakeSecrets(dataDir);
  return `postgres://postgres:${databasePassword}@127.0.0.1:${server.port}/fieldwork`;
}

/** Makes the process seal with the secret of this installation: the one configured, or the one beside its data. */
export function useRunningSecret(): void {
  const dataDir = resolve(env.DATA_DIR);
  if (!existsSync(join(dataDir, "secrets.json"))) return;
  env.APP_SECRET ??= readOrMakeSecrets(dataDir).appSecret;
}
