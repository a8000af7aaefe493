import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** As under npm: an instance whose starter is gone, killed test run included, ends too. */
const STARTED_BY_NPM = { npm_lifecycle_event: "start" };

const root = fileURLToPath(new URL("..", import.meta.url));
const MAIN = ["--conditions", "react-server", "lib/start/launch.mjs"];
/** Room for a build, in case there is none. */
const START_PATIENCE_MS = 600_000;
const STOP_PATIENCE_MS = 15_000;

/** Settings of the person at the keyboard that must not reach an instance under test. */
const FOREIGN = [
  "DATABASE_URL",
  "MIGRATION_DATABASE_URL",
  "DIRECT_DATABASE_URL",
  "DATABASE_POOLER",
  "DATABASE_CONNECTIONS",
  "CLICKHOUSE_URL",
  "CLICKHOUSE_USER",
  "CLICKHOUSE_PASSWORD",
  "CLICKHOUSE_DATABASE",
  "CLICKHOUSE_CONNECTIONS",
  "CLICKHOUSE_QUERIES",
  "APP_SECRET",
  "PUBLIC_URL",
  "CONNECTIONS",
  "IDENTITY_PROVIDERS",
  "ADMIN_EMAILS",
  "TRUSTED_PROXIES",
  "PROCESSES",
  "WORKER_PORT",
  "METRICS_KEY",
  "TRACES_URL",
  "DRAIN_SECONDS",
  "FINISH_SECONDS",
  "DEMO",
  "SMTP_URL",
  "MAIL_FROM",
];

export type Instance = {
  url: string;
  dataDir: string;
  /** The supervisor. */
  pid: number;
  /** The processes under it, as they are now. */
  pids: () => { web?: number; worker?: number; engine?: number; postgres?: number };
  /** Everything it has printed. */
  logs: () => string;
  /** Ends it with SIGTERM and removes its data, unless the caller brought the directory. Resolves to the exit code. */
  stop: () => Promise<number | null>;
  /** Kills the supervisor, and it alone, without a word. */
  kill: () => Promise<void>;
};

export type InstanceOptions = {
  env?: Record<string, string>;
  dataDir?: string;
  /** The binary that runs it; this test's own if missing. */
  node?: string;
};

/** Starts the product as `npm start` does, on a free loopback port with its own data, and waits until it is ready. */
export async function startInstance(options: InstanceOptions = {}): Promise<Instance> {
  const { env = {}, dataDir, node = process.execPath } = options;
  const directory = dataDir ?? makeDataDir();
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.includes(name)));
  const child = spawn(node, MAIN, {
    cwd: root,
    env: {
      ...inherited,
      ...STARTED_BY_NPM,
      ENV_FILE: "",
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: "0",
      WORKER_SPEED: "5",
      ...env,
      DATA_DIR: directory,
    },
    // A process group of its own: Ctrl-C in the terminal reaches the test run, which then stops this.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      log += text;
    });
  }
  const exited = new Promise<number | null>((done) => child.once("close", done));
  const signal = async (name: NodeJS.Signals, patienceMs: number) => {
    child.kill(name);
    return Promise.race([exited.then(() => true), sleep(patienceMs, false, { ref: false })]);
  };
  const removeData = () => {
    if (!dataDir) rmSync(directory, { recursive: true, force: true });
  };
  const stop = async () => {
    if (!(await signal("SIGTERM", STOP_PATIENCE_MS))) await signal("SIGKILL", 5000);
    removeData();
    return exited;
  };
  try {
    const url = await waitUntilReady(child, () => log);
    return {
      url,
      dataDir: directory,
      pid: child.pid ?? 0,
      pids: () => readPids(directory),
      logs: () => log,
      stop,
      kill: async () => {
        await signal("SIGKILL", 5000);
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Under the system's temporary directory, which user postgres can reach when the tests run as root. */
export function makeDataDir(): string {
  const directory = mkdtempSync(join(tmpdir(), "fieldwork-"));
  chmodSync(directory, 0o711);
  return directory;
}

async function waitUntilReady(child: ChildProcess, log: () => string): Promise<string> {
  const deadline = Date.now() + START_PATIENCE_MS;
  for (;;) {
    const url = /^Ready: (\S+)/m.exec(log())?.[1];
    if (url) return url;
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The instance did not start.\n${log()}`);
    if (Date.now() > deadline) throw new Error(`The instance was not ready in time.\n${log()}`);
    await sleep(25);
  }
}

function readPids(dataDir: string): ReturnType<Instance["pids"]> {
  const processes = readOr(join(dataDir, "processes.json"), "{}");
  const { web, worker, engine } = JSON.parse(processes) as Record<
    "web" | "worker" | "engine",
    { pid: number } | undefined
  >;
  const postmaster = Number.parseInt(readOr(join(dataDir, "postgres", "postmaster.pid"), ""), 10);
  return { web: web?.pid, worker: worker?.pid, engine: engine?.pid, postgres: postmaster > 0 ? postmaster : undefined };
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}
