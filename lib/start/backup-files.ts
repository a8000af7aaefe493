import { createHash } from "node:crypto";
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type Readable, Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import * as z from "zod";
import { StartError } from "@/lib/start/say";

/**
 * A folder of backups: one folder for each, named by its moment, and the tables of answers beside them, which never
 * change and so are there once for all backups. A backup is whole when it has its `manifest.json`, which is written last.
 */
const fileSchema = z.object({ bytes: z.number().int(), sha256: z.string() });
export type StoredFile = z.output<typeof fileSchema>;

const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The last migration of the database. */
  migration: z.string(),
  sequences: z.record(z.string(), z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
      checksum: z.string(),
      file: fileSchema,
    }),
  ),
  answers: z.record(
    z.string().regex(/^answers_[0-9a-f]{32}$/),
    z.object({ rows: z.number().int(), checksum: z.string(), definition: z.string(), file: fileSchema }),
  ),
  /** Whether `secrets.json` is beside it; without, APP_SECRET has to be set as it was. */
  hasSecrets: z.boolean(),
});
export type Manifest = z.output<typeof manifestSchema>;

const MANIFEST = "manifest.json";
const UNFINISHED = ".unfinished";

export const tableFile = (backup: string, table: string): string => join(backup, "postgres", `${table}.copy.gz`);
/** In the folder of backups, beside all of them. */
export const answersFile = (folder: string, table: string): string => join(folder, "answers", `${table}.native.gz`);
export const secretsFile = (backup: string): string => join(backup, "secrets.json");

/** Hashes and counts what passes. */
function weigher() {
  const hash = createHash("sha256");
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { through, file: (): StoredFile => ({ bytes, sha256: hash.digest("hex") }) };
}

/** Writes a stream compressed, whole or not there. */
export async function writeCompressed(path: string, content: Readable): Promise<StoredFile> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const part = `${path}.part`;
  const { through, file } = weigher();
  await pipeline(content, createGzip({ level: 1 }), through, createWriteStream(part, { mode: 0o600, flush: true }));
  renameSync(part, path);
  return file();
}

export async function readCompressed(path: string, into: Writable): Promise<void> {
  await pipeline(createReadStream(path), createGunzip(), into);
}

/** A table's rows as they were given. */
export const openCompressed = (path: string): Readable => createReadStream(path).pipe(createGunzip());

/** Begins a backup; what one that was cut short left is removed. */
export function beginBackup(folder: string, at: Date): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    if (name.endsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true });
  }
  const backup = join(folder, `${at.toISOString().replace(/[:.]/g, "-")}${UNFINISHED}`);
  mkdirSync(backup, { mode: 0o700 });
  return backup;
}

/** Ends a backup: from now on it is one. Returns its folder. */
export function finishBackup(backup: string, manifest: Manifest): string {
  const descriptor = openSync(join(backup, MANIFEST), "w", 0o600);
  writeSync(descriptor, JSON.stringify(manifest));
  fsyncSync(descriptor);
  closeSync(descriptor);
  const finished = backup.slice(0, -UNFINISHED.length);
  renameSync(backup, finished);
  return finished;
}

export function readManifest(backup: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(backup, MANIFEST), "utf8");
  } catch {
    throw new StartError(`${backup} is no whole backup: it has no ${MANIFEST}. Name another one, or make a new one.`);
  }
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError(`${join(backup, MANIFEST)} cannot be read. Name another backup.`);
  }
}

/** Whole backups of a folder, the latest last. */
export const backupsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => !name.endsWith(UNFINISHED) && existsSync(join(folder, name, MANIFEST)))
    .sort()
    .map((name) => join(folder, name));

/** The backup that a path means: itself, or the latest in it. */
export function chooseBackup(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw new StartError(`There is no folder ${path}.`);
  if (existsSync(join(path, MANIFEST))) {
    if (path.endsWith(UNFINISHED)) throw new StartError(`${path} is no whole backup. Name another one.`);
    return path;
  }
  const latest = backupsIn(path).at(-1);
  if (!latest) throw new StartError(`${path} holds no whole backup: none of its folders has a ${MANIFEST}.`);
  return latest;
}

/** Fails in a sentence where a file is missing or is not as it was written. */
export async function requireWhole(backup: string, { tables, answers }: Manifest): Promise<void> {
  const files: [path: string, file: StoredFile][] = [
    ...tables.map(({ name, file }): [string, StoredFile] => [tableFile(backup, name), file]),
    ...Object.entries(answers).map(([table, { file }]): [string, StoredFile] => [
      answersFile(dirname(backup), table),
      file,
    ]),
  ];
  for (const [path, expected] of files) {
    if (!existsSync(path)) throw new StartError(`The backup is not whole: ${path} is missing. Name another one.`);
    const { through, file } = weigher();
    through.resume();
    await pipeline(createReadStream(path), through);
    const { bytes, sha256 } = file();
    if (bytes !== expected.bytes || sha256 !== expected.sha256) {
      throw new StartError(`The backup is damaged: ${path} is not as it was written. Name another one.`);
    }
  }
}

/** Removes tables of answers that no backup names any more, and parts of files. */
export function removeUnnamedAnswers(folder: string): void {
  const named = new Set(backupsIn(folder).flatMap((backup) => Object.keys(readManifest(backup).answers)));
  const pool = join(folder, "answers");
  if (!existsSync(pool)) return;
  for (const name of readdirSync(pool)) {
    if (!named.has(name.replace(/\.native\.gz$/, ""))) rmSync(join(pool, name));
  }
}
