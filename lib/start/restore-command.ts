import { copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { env, ownerAddress } from "@/lib/env";
import {
  answersFile,
  chooseBackup,
  type Manifest,
  openCompressed,
  readCompressed,
  readManifest,
  requireWhole,
  secretsFile,
  tableFile,
} from "@/lib/start/backup-files";
import { requireUsableDatabase } from "@/lib/start/configured-database";
import { startEmbeddedDatabase } from "@/lib/start/database";
import { makeDataDir } from "@/lib/start/database-files";
import { startEmbeddedEngine } from "@/lib/start/embedded-engine";
import { takeLock } from "@/lib/start/lock";
import { endRestore, markRestore, requireNoHalfRestore } from "@/lib/start/restore-mark";
import { StartError, say } from "@/lib/start/say";
import { readOrMakeSecrets } from "@/lib/start/secrets";
import { copyInAnswers, dropRestored, firstAnswerTable } from "@/lib/stores/clickhouse/backup";
import { closeClickhouse } from "@/lib/stores/clickhouse/client";
import { createAnswerDatabase } from "@/lib/stores/clickhouse/prepare";
import { copyIn, firstFilledTable } from "@/lib/stores/postgres/backup";
import { lastKnownMigration, migrate } from "@/lib/stores/postgres/migrate";

const root = fileURLToPath(new URL("../..", import.meta.url));

type Stops = (() => Promise<void> | void)[];

/**
 * Restores a backup into empty stores: those of a DATA_DIR that holds nothing yet, or the databases that are configured.
 * Everything is compared with the backup; on any failure the stores are left empty.
 */
export async function restore(path: string): Promise<void> {
  const backup = chooseBackup(resolve(path));
  const manifest = readManifest(backup);
  if (manifest.migration !== lastKnownMigration()) {
    throw new StartError(
      "The backup was made by another version of Fieldwork. Restore it with that version, then start this one on it.",
    );
  }
  const dataDir = resolve(env.DATA_DIR);
  requireEmpty(dataDir);
  say(`Checking ${backup}…`);
  await requireWhole(backup, manifest);
  const stops: Stops = [];
  makeDataDir(dataDir);
  try {
    markRestore(dataDir);
    await restoreInto(dataDir, { backup, manifest, stops });
    await stopAll(stops);
    endRestore(dataDir);
  } catch (error) {
    await stopAll(stops);
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

async function stopAll(stops: Stops): Promise<void> {
  for (const stop of stops.splice(0).toReversed()) await stop();
}

function requireEmpty(dataDir: string): void {
  if (!existsSync(dataDir) || readdirSync(dataDir).length === 0) return;
  requireNoHalfRestore(dataDir);
  throw new StartError(
    `${dataDir} is not empty. Set DATA_DIR to an empty directory, or to one that does not exist yet.`,
  );
}

type Restoring = { backup: string; manifest: Manifest; stops: Stops };

async function restoreInto(dataDir: string, { backup, manifest, stops }: Restoring): Promise<void> {
  const lock = takeLock(join(dataDir, "start.lock"));
  if (!lock.taken) throw new StartError(`${dataDir} is in use (process ${lock.holder.pid}).`);
  stops.push(lock.release);
  if (manifest.hasSecrets) copyFileSync(secretsFile(backup), join(dataDir, "secrets.json"));
  const url = await openDatabase(dataDir, stops);
  await openAnswers(dataDir, stops);
  await migrate(url);
  const client = postgres(url, { max: 1, onnotice: () => {} });
  stops.push(() => client.end({ timeout: 5 }));
  await requireEmptyStores(client);
  const restored: string[] = [];
  try {
    say("Restoring answers…");
    for (const [table, stored] of Object.entries(manifest.answers)) {
      restored.push(table);
      await copyInAnswers(table, stored, openCompressed(answersFile(dirname(backup), table)));
    }
    say("Restoring everything else…");
    await copyIn(client, manifest, (table, rows) => readCompressed(tableFile(backup, table), rows));
  } catch (error) {
    for (const table of restored) await dropRestored(table);
    throw error;
  }
}

async function requireEmptyStores(client: postgres.Sql): Promise<void> {
  const table = (await firstFilledTable(client)) ?? (await firstAnswerTable());
  if (table === null) return;
  throw new StartError(`The stores are not empty: there is a table ${table} with rows. Restore into empty ones.`);
}

/** As its owner: configured, or an embedded one that ends with the restore. */
async function openDatabase(dataDir: string, stops: Stops): Promise<string> {
  if (env.DATABASE_URL) {
    const { DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrl, DIRECT_DATABASE_URL: directUrl } = env;
    const owner = { url, ownerUrl, directUrl };
    await requireUsableDatabase(owner, new AbortController().signal);
    return ownerAddress() ?? env.DATABASE_URL;
  }
  const database = startEmbeddedDatabase(dataDir, readOrMakeSecrets(dataDir).databasePassword);
  stops.push(() => database.stop(5000));
  return (await database.started).url;
}

async function openAnswers(dataDir: string, stops: Stops): Promise<void> {
  if (!env.CLICKHOUSE_URL) {
    const engine = startEmbeddedEngine({
      ...{ root, dataDir, key: readOrMakeSecrets(dataDir).engineKey },
      mode: "development", // there may be no build yet
      environment: {
        NODE_ENV: env.NODE_ENV,
        LOG_LEVEL: env.LOG_LEVEL,
        CLICKHOUSE_QUERIES: String(env.CLICKHOUSE_QUERIES),
        CLICKHOUSE_MEMORY_MB: String(env.CLICKHOUSE_MEMORY_MB),
        CLICKHOUSE_DATABASE: env.CLICKHOUSE_DATABASE,
      },
      onStart: () => {},
    });
    stops.push(() => engine.stop(5000));
    const { url, user, password } = await engine.address;
    Object.assign(env, { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password });
  }
  await createAnswerDatabase();
  stops.push(closeClickhouse);
}
