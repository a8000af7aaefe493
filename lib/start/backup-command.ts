import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import postgres from "postgres";
import { env } from "@/lib/env";
import {
  answersFile,
  backupsIn,
  beginBackup,
  finishBackup,
  type Manifest,
  readManifest,
  removeUnnamedAnswers,
  type StoredFile,
  secretsFile,
  tableFile,
  writeCompressed,
} from "@/lib/start/backup-files";
import { takeLock } from "@/lib/start/lock";
import { StartError, say } from "@/lib/start/say";
import { copyOutAnswers } from "@/lib/stores/clickhouse/backup";
import { copyOut, whileTablesStay } from "@/lib/stores/postgres/backup";

/**
 * Backs up both stores of an installation while it runs: PostgreSQL as it was at one moment, then the tables of answers
 * that it names at that moment, which nobody drops meanwhile and nobody ever changes. Of those only what no earlier
 * backup in the folder has is copied. Returns the new backup's folder.
 */
export async function backUp(folder: string, databaseUrl: string): Promise<string> {
  mkdirSync(resolve(folder), { recursive: true, mode: 0o700 });
  const lock = takeLock(join(resolve(folder), "backup.lock"));
  if (!lock.taken) throw new StartError(`Another backup to ${folder} is under way (process ${lock.holder.pid}).`);
  const backup = beginBackup(resolve(folder), new Date());
  const client = postgres(databaseUrl, { max: 2, connect_timeout: 10, onnotice: () => {} });
  try {
    const manifest = await whileTablesStay(client, () => copyAll(client, backup));
    const finished = finishBackup(backup, manifest);
    removeUnnamedAnswers(resolve(folder));
    return finished;
  } finally {
    await client.end({ timeout: 5 });
    lock.release();
  }
}

async function copyAll(client: postgres.Sql, backup: string): Promise<Manifest> {
  const madeAt = new Date().toISOString();
  const files = new Map<string, StoredFile>();
  const { tables, sequences, answerTables, migration } = await copyOut(client, async (table, rows) => {
    files.set(table, await writeCompressed(tableFile(backup, table), rows));
  });
  const hasSecrets = copySecrets(backup);
  const answers = await copyAnswers(resolve(backup, ".."), answerTables);
  const withFiles = tables.map((table) => ({ ...table, file: files.get(table.name) ?? { bytes: 0, sha256: "" } }));
  return { format: 1, madeAt, migration, sequences, tables: withFiles, answers, hasSecrets };
}

/** Without them nobody can read what is sealed. Where APP_SECRET is set, its holder keeps it elsewhere. */
function copySecrets(backup: string): boolean {
  const present = join(resolve(env.DATA_DIR), "secrets.json");
  if (!existsSync(present)) return false;
  copyFileSync(present, secretsFile(backup)); // keeps its mode, 600
  return true;
}

async function copyAnswers(folder: string, tables: readonly string[]): Promise<Manifest["answers"]> {
  const earlier = Object.assign({}, ...backupsIn(folder).map((backup) => readManifest(backup).answers));
  const answers: Manifest["answers"] = {};
  for (const table of tables) {
    const path = answersFile(folder, table);
    const before = (earlier as Manifest["answers"])[table];
    if (before && existsSync(path)) answers[table] = before;
    else {
      let file: StoredFile = { bytes: 0, sha256: "" };
      const stored = await copyOutAnswers(table, async (rows) => {
        file = await writeCompressed(path, rows);
      });
      answers[table] = { ...stored, file };
    }
  }
  return answers;
}

/** What a backup holds, for the person who made it. */
export function sayBackup(backup: string): void {
  const { tables, answers, hasSecrets } = readManifest(backup);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  say(`Backed up ${rows} rows of ${tables.length} tables and ${Object.keys(answers).length} tables of answers.`);
  say(
    `${basename(backup)} is whole. ${hasSecrets ? "It holds the secrets of this installation: keep it as safe as those." : "Keep APP_SECRET beside it."}`,
  );
}
