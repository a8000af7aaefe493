import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import * as z from "zod";
import { parsePostmaster } from "@/lib/start/running-database";

const secretsSchema = z.object({ appSecret: z.string(), databasePassword: z.string() });

/** The secrets of the instance at BASE_URL. */
export function instanceSecrets(): z.output<typeof secretsSchema> {
  const file = join(process.env.INSTANCE_DATA_DIR ?? "", "secrets.json");
  if (!existsSync(file)) throw new Error("Set INSTANCE_DATA_DIR to the DATA_DIR of the instance at BASE_URL.");
  return secretsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** The database of the instance under test: its own server, or DATABASE_URL where the tests were given one. */
function databaseUrl(): string {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const { databasePassword } = instanceSecrets();
  const postmaster = join(process.env.INSTANCE_DATA_DIR ?? "", "postgres", "postmaster.pid");
  const server = parsePostmaster(readFileSync(postmaster, "utf8"));
  return `postgres://postgres:${databasePassword}@127.0.0.1:${server?.port}/fieldwork`;
}

let store: postgres.Sql | undefined;

/** One pool for a process of tests; it lets go of connections that nobody uses. */
export function instanceStore(): postgres.Sql {
  store ??= postgres(databaseUrl(), { max: 4, idle_timeout: 20, onnotice: () => {} });
  return store;
}
