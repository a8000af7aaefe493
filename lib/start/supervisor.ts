import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { demoAllowed, env, ownerAddress } from "@/lib/env";
import { buildWhenStale, deploymentOf } from "@/lib/start/build";
import { superviseChild } from "@/lib/start/child";
import { requireUsableDatabase } from "@/lib/start/configured-database";
import { startEmbeddedDatabase } from "@/lib/start/database";
import { makeDataDir } from "@/lib/start/database-files";
import { startEmbeddedEngine } from "@/lib/start/embedded-engine";
import { requireFreeSpace } from "@/lib/start/free-space";
import { type HandedOver, handOver, localUrl } from "@/lib/start/hand-over";
import { endLeftBehind, processList } from "@/lib/start/left-behind";
import { requireFreePort } from "@/lib/start/listen-error";
import { takeLock } from "@/lib/start/lock";
import type { ProcessId } from "@/lib/start/process-identity";
import { processArguments } from "@/lib/start/processes";
import { requireNoHalfRestore } from "@/lib/start/restore-mark";
import { couldChangeAudit, RESTRICTED_ROLE, restrictRole, roleOfUrl } from "@/lib/start/restricted-role";
import { runOnce } from "@/lib/start/run-once";
import { StartError, say } from "@/lib/start/say";
import { readOrMakeSecrets, type Secrets } from "@/lib/start/secrets";
import { hasUsers, storesInWords } from "@/lib/start/stores-in-words";
import { requireUsableConnections } from "@/lib/start/usable-connections";

const root = fileURLToPath(new URL("../..", import.meta.url));

const FINISH_MS = env.FINISH_SECONDS * 1000 + 500;
/** How long each may take to end; then it is killed. */
const PATIENCE_MS = {
  web: env.DRAIN_SECONDS * 1000 + FINISH_MS,
  worker: FINISH_MS,
  engine: 1500,
  database: 2000,
  lock: 0,
};
type Part = keyof typeof PATIENCE_MS;
/** What is stopped together, one after the other: stores go last. */
const STOP_ORDER: readonly Part[][] = [["web", "worker"], ["engine"], ["database"], ["lock"]];
type Stops = Partial<Record<Part, (patienceMs: number) => Promise<void> | void>>;

/** `isFresh`: the launcher has found that the build was made from these sources, so that it need not be checked again. */
type Options = { dev: boolean; isFresh: boolean };

/** Starts everything, says when pages are served, and returns when the worker is ready too. A signal, or a step that fails, stops what runs by then. */
export async function start(options: Options): Promise<void> {
  const stops: Stops = {};
  const abort = new AbortController();
  let stopped: Promise<void> | undefined;

  const stopAll = async () => {
    for (const parts of STOP_ORDER) await Promise.all(parts.map((part) => stops[part]?.(PATIENCE_MS[part])));
  };
  const starting = startAll(options, stops, abort.signal);

  const stop = () => {
    stopped ??= (async () => {
      say("Stopping…");
      abort.abort();
      // A step that is under way may still bring up a process, which must be known before it can be stopped.
      await Promise.race([starting.catch(() => {}), sleep(3000)]);
      await stopAll();
      process.exit(0);
    })();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  whenNpmIsGone(stop);
  try {
    await starting;
  } catch (error) {
    if (stopped) return; // what failed after the signal failed because of it, and the signal's handler ends the process
    await stopAll();
    throw error;
  }
}

/** A signal sent to npm ends npm and its shell but never arrives here; that they are gone is all we see of it. */
function whenNpmIsGone(stop: () => void): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop(), 250).unref();
}

async function startAll({ dev, isFresh }: Options, stops: Stops, signal: AbortSignal): Promise<void> {
  const dataDir = resolve(env.DATA_DIR);
  makeDataDir(dataDir);
  requireFreeSpace(dataDir, !(env.DATABASE_URL && env.CLICKHOUSE_URL));
  stops.lock = lockDataDir(dataDir);
  const listFile = join(dataDir, "processes.json");
  requireNoHalfRestore(dataDir);
  const leftBehind = await endLeftBehind(listFile);
  if (leftBehind.length > 0) say(`Ended what a killed start had left running: ${leftBehind.join(", ")}.`);
  const running = processList(listFile);

  // Before anything slow.
  await requireUsableConnections(env);
  const runs = (name: "web" | "worker") => env.PROCESSES.includes(name);
  if (runs("web")) await requireFreePort(env.HOST, env.PORT);
  if (runs("worker") && env.WORKER_PORT) await requireFreePort(env.HOST, env.WORKER_PORT, "WORKER_PORT");
  for (const line of storesInWords(dataDir)) say(line);
  await requireUsableStores(signal);
  if (!dev && !isFresh) await buildWhenStale(root, signal);
  signal.throwIfAborted();

  const { appSecret, engineKey, ...passwords } = settleSecrets(dataDir);
  const mode = dev ? "development" : "production";
  const startEngine = () =>
    startEmbeddedEngine({
      root,
      dataDir,
      key: engineKey,
      mode,
      environment: process.env,
      onStart: (id) => running.add("engine", id),
    });
  const engine = env.CLICKHOUSE_URL ? undefined : startEngine();
  stops.engine = engine?.stop;
  const database = env.DATABASE_URL
    ? configuredDatabase(env.DATABASE_URL)
    : await embeddedDatabase(dataDir, passwords, stops, signal);
  signal.throwIfAborted();

  const settled: HandedOver = {
    mode,
    dataDir,
    port: env.PORT,
    appSecret,
    databaseUrl: database.ownerUrl,
    clickhouse: await unlessAborted(Promise.resolve(engine?.address), signal),
  };
  const environment = () => childEnvironment(settled);
  say("Bringing the database up to date…");
  const prepared = runOnce({ args: processArguments("prepare", mode), root, environment: environment(), signal });
  const storesReady = prepared.then(database.restrict);
  settled.databaseUrl = database.restrictedUrl;

  // They load their code while the database is brought up to date, and wait for that before they use it.
  const child = (name: "web" | "worker") => {
    const args = processArguments(name, mode);
    const onStart = (id: ProcessId) => running.add(name, id);
    const supervised = superviseChild({ name, args, root, environment, onStart, storesReady });
    stops[name] = supervised.stop;
    return supervised;
  };
  const web = runs("web") ? child("web") : undefined;
  const settlePort = async () => {
    if (web && settled.port === 0) settled.port = await web.listening;
  };
  const startWorker = async () => {
    await settlePort(); // links that the worker writes name the port
    signal.throwIfAborted();
    return child("worker").ready;
  };
  const worker = runs("worker") ? startWorker() : undefined;
  worker?.catch(() => {}); // told where it is waited for
  const serving = [storesReady, settlePort(), web ? web.ready : worker, engine?.ready];
  await unlessAborted(Promise.all(serving), signal);

  say(`Ready: ${web ? localUrl(env.HOST, settled.port) : "background jobs"}`);
  if (!(await hasUsers(database.ownerUrl))) {
    say("There are no users yet. Add the first: npm run user -- add EMAIL --role admin --account NAME");
  } else if (demoAllowed())
    say("Demo accounts: manager@demo.test, analyst@demo.test, admin@demo.test (password fieldwork-demo)");
  await unlessAborted(Promise.resolve(worker), signal);
}

/** Two starts on one DATA_DIR would destroy each other's data. Returns how to let go. */
function lockDataDir(dataDir: string): () => void {
  const lock = takeLock(join(dataDir, "start.lock"));
  if (lock.taken) return lock.release;
  throw new StartError(
    `Already running on ${dataDir} (process ${lock.holder.pid}). Stop that one first, or set DATA_DIR to another directory.`,
  );
}

/** Everything of ours but the owner's address of the database, which prepare alone gets, under the usual name. */
function childEnvironment(settled: HandedOver): NodeJS.ProcessEnv {
  const { MIGRATION_DATABASE_URL: _, ...rest } = process.env;
  const deployment = settled.mode === "production" ? deploymentOf(root) : {};
  return { ...rest, ...deployment, ...handOver(settled) };
}

function settleSecrets(dataDir: string): Secrets {
  if (env.APP_SECRET && env.DATABASE_URL && env.CLICKHOUSE_URL) {
    return { appSecret: env.APP_SECRET, databasePassword: "", restrictedPassword: "", engineKey: "" };
  }
  const made = readOrMakeSecrets(dataDir);
  return { ...made, appSecret: env.APP_SECRET ?? made.appSecret };
}

/** `restrict` follows the migrations: from then on web and worker, by their own address, may not change audit entries. */
type SettledDatabase = { ownerUrl: string; restrictedUrl: string; restrict: () => Promise<void> };

async function embeddedDatabase(
  dataDir: string,
  { databasePassword, restrictedPassword }: Pick<Secrets, "databasePassword" | "restrictedPassword">,
  stops: Stops,
  signal: AbortSignal,
): Promise<SettledDatabase> {
  say("Starting PostgreSQL…");
  const database = startEmbeddedDatabase(dataDir, databasePassword);
  stops.database = database.stop;
  const { url, urlAs } = await unlessAborted(database.started, signal);
  const restrictedUrl = urlAs(RESTRICTED_ROLE, restrictedPassword);
  const restrict = () => restrictRole(url, RESTRICTED_ROLE, restrictedPassword);
  return { ownerUrl: url, restrictedUrl, restrict };
}

const NEEDS_SESSION =
  "DATABASE_POOLER=transaction needs an address of the same database past the pooler, for migrations: set DIRECT_DATABASE_URL or MIGRATION_DATABASE_URL.";

/** Of servers of one's own, before anything is built or started: what is wrong with them is told in a sentence. */
async function requireUsableStores(signal: AbortSignal): Promise<void> {
  const { DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrl, DIRECT_DATABASE_URL: directUrl } = env;
  if (url && env.DATABASE_POOLER === "transaction" && !ownerUrl && !directUrl) throw new StartError(NEEDS_SESSION);
  if (env.CLICKHOUSE_URL) await requireUsableClickhouse(signal);
  if (url) await requireUsableDatabase({ url, ownerUrl, directUrl }, signal);
}

function configuredDatabase(url: string): SettledDatabase {
  const ownerUrl = ownerAddress() ?? url;
  const restrict = async () => {
    const [role, owner] = [await roleOfUrl(url), await roleOfUrl(ownerUrl)];
    if (role !== owner) await restrictRole(ownerUrl, role);
    if (await couldChangeAudit(url)) {
      say(
        `Only a trigger keeps audit entries from being changed: ${role}, the role of DATABASE_URL, could put it aside. See MIGRATION_DATABASE_URL in the README.`,
      );
    }
  };
  return { ownerUrl, restrictedUrl: url, restrict };
}

/** Imported when needed: most starts have their own engine. */
async function requireUsableClickhouse(signal: AbortSignal): Promise<void> {
  const { createAnswerDatabase } = await import("@/lib/stores/clickhouse/prepare");
  const onWait = (place: string, why: string) => say(`Waiting for ClickHouse at ${place} (${why})…`);
  try {
    await createAnswerDatabase({ onWait, signal });
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    promise.then(done, fail);
    signal.addEventListener("abort", () => fail(signal.reason), { once: true });
  });
}
