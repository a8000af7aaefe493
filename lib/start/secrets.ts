import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { StartError } from "@/lib/start/say";

const newPassword = () => randomBytes(24).toString("hex");

const secretsSchema = z.object({
  appSecret: z.string().min(32),
  /** Of the database's owner: migrations, demo data and commands. */
  databasePassword: z.string().min(16),
  /** Of the restricted role: web and worker. Installations from before it have none and get one. */
  restrictedPassword: z.string().min(16).optional(),
  /** Of the ClickHouse engine; like the one above, made where it is missing. */
  engineKey: z.string().min(16).optional(),
});
export type Secrets = Required<z.output<typeof secretsSchema>>;

/** The secrets of this DATA_DIR, made once. Whole on disk or not there: losing them would lock the data away. */
export function readOrMakeSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.json");
  const text = readIfPresent(file);
  if (text !== undefined) {
    const present = parseSecrets(file, text);
    const { restrictedPassword, engineKey } = present;
    return restrictedPassword && engineKey
      ? { ...present, restrictedPassword, engineKey }
      : writeSecrets(file, present);
  }
  return writeSecrets(file, { appSecret: randomBytes(48).toString("base64url"), databasePassword: newPassword() });
}

function writeSecrets(file: string, kept: z.output<typeof secretsSchema>): Secrets {
  const { restrictedPassword = newPassword(), engineKey = newPassword() } = kept;
  const secrets = { ...kept, restrictedPassword, engineKey };
  const descriptor = openSync(`${file}.new`, "w", 0o600);
  writeSync(descriptor, `${JSON.stringify(secrets, null, 2)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(`${file}.new`, file);
  return secrets;
}

function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function parseSecrets(file: string, text: string) {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError(
      `${file} cannot be read as the secrets of this installation. Restore it from a backup: the data cannot be opened without it.`,
    );
  }
}
