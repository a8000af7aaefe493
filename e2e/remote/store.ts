import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { parsePostmaster } from "@/lib/start/running-database";
import { readOrMakeSecrets } from "@/lib/start/secrets";

/** The database of an instance that keeps its own, to look at what no page shows. */
export function openStore(dataDir: string): postgres.Sql {
  const server = parsePostmaster(readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8"));
  const { databasePassword } = readOrMakeSecrets(dataDir);
  return postgres(`postgres://postgres:${databasePassword}@127.0.0.1:${server?.port}/fieldwork`, { max: 2 });
}
