import { execFileSync } from "node:child_process";
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { initialiseDatabase } from "@/lib/start/database-files";
import { readOrMakeSecrets } from "@/lib/start/secrets";
import { type Instance, makeDataDir, startInstance } from "./instance";
import { ownerUrlOf } from "./remote/store";

/** An instance that a whole run shares. `dataDir`: made by one of the functions below; it is removed at the end. */
export async function startSharedInstance(dataDir: string, env: Record<string, string> = {}): Promise<Instance> {
  const instance = await startInstance({ dataDir, env });
  const stop = async () => {
    const code = await instance.stop();
    rmSync(dataDir, { recursive: true, force: true });
    return code;
  };
  return { ...instance, stop };
}

/**
 * A directory with an empty database that answers before its files are on the disk: whoever waits for that waits longer
 * than for all else, and only a loss of power would tell the difference.
 */
export async function makeUnsyncedDataDir(): Promise<string> {
  const dataDir = makeDataDir();
  const directory = join(dataDir, "postgres");
  await initialiseDatabase(directory, readOrMakeSecrets(dataDir).databasePassword);
  const settings = ["fsync", "full_page_writes", "synchronous_commit"].map((name) => `${name} = off\n`);
  appendFileSync(join(directory, "postgresql.auto.conf"), settings.join(""));
  return dataDir;
}

/** With owners and rights. A file that vanishes on the way, as temporary ones do, has it begun once more. */
function copy(from: string, to: string, triesLeft = 2): void {
  try {
    execFileSync("cp", ["-a", from, to], { stdio: "pipe" });
  } catch (error) {
    if (triesLeft === 0) throw error;
    rmSync(to, { recursive: true, force: true });
    copy(from, to, triesLeft - 1);
  }
}

/** A copy of a running instance's database and secrets, for another instance that need not make the demo's data again. */
export async function copyDataDir(of: string): Promise<string> {
  const dataDir = makeDataDir();
  const [from, to] = [join(of, "postgres"), join(dataDir, "postgres")];
  const sql = postgres(ownerUrlOf(of), { max: 1, onnotice: () => {} });
  try {
    await sql`select pg_backup_start('copy', fast => true)`;
    copy(from, to);
    const [end] = await sql<{ labelfile: string }[]>`select labelfile from pg_backup_stop()`;
    const [label, owner] = [join(to, "backup_label"), statSync(to)];
    writeFileSync(label, end?.labelfile ?? "");
    chownSync(label, owner.uid, owner.gid);
  } finally {
    await sql.end({ timeout: 1 });
  }
  rmSync(join(to, "pg_wal"), { recursive: true });
  copy(join(from, "pg_wal"), join(to, "pg_wal"));
  rmSync(join(to, "postmaster.pid"));
  copy(join(of, "secrets.json"), join(dataDir, "secrets.json"));
  return dataDir;
}
