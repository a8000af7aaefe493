import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { backoff } from "@/lib/start/backoff";
import {
  adopt,
  checkReachable,
  databaseOwner,
  initialiseDatabase,
  type Owner,
  postgresBinary,
} from "@/lib/start/database-files";
import { clearDatabaseLeftBehind } from "@/lib/start/database-left-behind";
import { freePort } from "@/lib/start/free-port";
import { endProcess, identify } from "@/lib/start/process-identity";
import { StartError, say } from "@/lib/start/say";

const DATABASE = "fieldwork";
/** Nothing of ours, secrets least of all. Next's typing of an environment insists on NODE_ENV. */
const POSTGRES_ENVIRONMENT = { LC_ALL: "C", PATH: "/usr/bin:/bin", NODE_ENV: "production" as const };
const START_PATIENCE_MS = 10_000;

type Server = { directory: string; binary: string; owner: Owner; port: number };

/** The postmaster from the moment it is made: a stop may come before it is ready. */
type Running = { stopping: boolean; postmaster?: ChildProcess };

/** Spawns one postmaster and resolves when it accepts connections; rejects with the end of its log when it does not. */
function spawnPostmaster({ directory, binary, owner, port }: Server, running: Running): Promise<ChildProcess> {
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "timezone=UTC", "log_timezone=UTC"];
  const child = spawn(binary, ["-D", directory, "-p", String(port), ...settings.flatMap((one) => ["-c", one])], {
    ...owner,
    cwd: directory,
    env: POSTGRES_ENVIRONMENT,
    // A process group of its own: Ctrl-C in the terminal reaches us, and the database goes last.
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.postmaster = child;
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-4000);
      if (text.includes("ready to accept connections")) resolve(child);
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(log.trim().split("\n").slice(-20).join("\n"))));
  });
}

const dataAreMissing = (directory: string) =>
  `PostgreSQL cannot be started: its data directory ${directory} is missing. Put it back (was its disk unmounted?), or stop and start with another DATA_DIR.`;

/**
 * Starts over for a few seconds: for a moment after a kill the old processes still hold the directory or the port.
 * Until somebody holds the URL, a port that another program took meanwhile is exchanged for a free one.
 */
async function startPostmaster(server: Server, running: Running, portIsKnown: boolean): Promise<ChildProcess> {
  const deadline = Date.now() + START_PATIENCE_MS;
  for (;;) {
    if (!existsSync(server.directory)) throw new StartError(dataAreMissing(server.directory));
    await clearDatabaseLeftBehind(server.directory);
    if (running.stopping) throw new StartError("PostgreSQL is not started: the start was given up.");
    try {
      return await spawnPostmaster(server, running);
    } catch (error) {
      if (running.stopping) throw error;
      if (Date.now() > deadline) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new StartError(`PostgreSQL could not be started with the data in ${server.directory}.\n${reason}`);
      }
      await sleep(200);
      if (!portIsKnown) server.port = await freePort();
    }
  }
}

async function createDatabaseIfMissing(serverUrl: string): Promise<void> {
  const sql = postgres(`${serverUrl}/postgres`, { max: 1, onnotice: () => {} });
  try {
    const [present] = await sql`select 1 from pg_database where datname = ${DATABASE}`;
    if (!present) await sql.unsafe(`create database ${DATABASE}`);
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === "28P01") {
      throw new StartError(
        "The database refuses the password in secrets.json: that file and the directory postgres beside it belong to different installations. Restore the secrets.json that was made with this data.",
      );
    }
    throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

export type EmbeddedDatabase = {
  /** How it is reached, once it is up. */
  started: Promise<{
    /** Connects as the owner. */
    url: string;
    /** Connects as another role. */
    urlAs: (role: string, password: string) => string;
  }>;
  /** Ends it at any time, also while it is being started. */
  stop: (patienceMs: number) => Promise<void>;
};

/**
 * PostgreSQL with its data in `DATA_DIR/postgres`, on a loopback port chosen once. When its postmaster dies it is
 * started again on the same port, so that everyone who holds the URL finds it again.
 */
export function startEmbeddedDatabase(dataDir: string, password: string): EmbeddedDatabase {
  const running: Running = { stopping: false };
  return { started: bringUp(dataDir, password, running), stop: (patienceMs) => end(running, patienceMs) };
}

async function bringUp(dataDir: string, password: string, running: Running) {
  const directory = join(dataDir, "postgres");
  const binary = postgresBinary();
  checkReachable(databaseOwner(), dataDir, binary);
  await initialiseDatabase(directory, password);
  const owner = databaseOwner();
  adopt(owner, directory);
  const server = { directory, binary, owner, port: await freePort() };
  keepUp(await startPostmaster(server, running, false), server, running);
  try {
    const serverUrl = (role: string, ofRole: string) => `postgres://${role}:${ofRole}@127.0.0.1:${server.port}`;
    const urlAs = (role: string, ofRole: string) => `${serverUrl(role, ofRole)}/${DATABASE}`;
    await createDatabaseIfMissing(serverUrl("postgres", password));
    return { url: urlAs("postgres", password), urlAs };
  } catch (error) {
    await end(running, 3000);
    throw error;
  }
}

/** Starts a postmaster that ends, and each that follows it, again. */
function keepUp(first: ChildProcess, server: Server, running: Running): void {
  const pause = backoff();
  const watch = (child: ChildProcess) => {
    const since = Date.now();
    child.once("exit", async (code, signal) => {
      if (running.stopping) return;
      say(`PostgreSQL stopped (${signal ?? `exit code ${code}`}); starting it again.`);
      await sleep(pause.after(Date.now() - since));
      await startAgain();
    });
  };
  const startAgain = async () => {
    while (!running.stopping) {
      try {
        watch(await startPostmaster(server, running, true));
        return;
      } catch (error) {
        if (!running.stopping) say(error instanceof Error ? error.message : String(error));
        // Some failures come at once: without a pause this loop would let nothing else run, a stop least of all.
        await sleep(pause.after(0));
      }
    }
  };
  watch(first);
}

async function end(running: Running, patienceMs: number): Promise<void> {
  running.stopping = true;
  const { postmaster } = running;
  if (!postmaster?.pid || postmaster.exitCode !== null || postmaster.signalCode !== null) return;
  await endProcess(identify(postmaster.pid), [
    ["SIGINT", patienceMs],
    ["SIGQUIT", 500],
    ["SIGKILL", 500],
  ]);
}
