import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { startEmbeddedDatabase } from "@/lib/start/database";
import { startTestEngine } from "@/lib/test-engine-process";

const readme = fileURLToPath(new URL("../../lib/start/README.md", import.meta.url));
const PASSWORD = "of-both-roles";

/** What the README tells an operator to run on a PostgreSQL of their own. */
function twoRoles(): string[] {
  const [, statements = ""] = /```sql\n(.*?)```/s.exec(readFileSync(readme, "utf8")) ?? [];
  return statements.replaceAll("…", PASSWORD).split(";\n").filter(Boolean);
}

/** A PostgreSQL with the README's two roles and a ClickHouse, as an operator has them, and the settings that name them. */
export async function startServers(newFolder: () => string) {
  const server = startEmbeddedDatabase(newFolder(), "of-the-superuser");
  const { url, urlAs } = await server.started;
  const admin = postgres(url.replace(/[^/]*$/, "postgres"), { max: 1 });
  for (const statement of ["drop database fieldwork", ...twoRoles()]) await admin.unsafe(statement);
  await admin.end();
  const engine = await startTestEngine(newFolder());
  const owner = urlAs("fieldwork", PASSWORD);
  const sql = postgres(owner, { max: 1 });
  return {
    settings: {
      DATABASE_URL: urlAs("fieldwork_app", PASSWORD),
      MIGRATION_DATABASE_URL: owner,
      CLICKHOUSE_URL: engine.url,
      CLICKHOUSE_USER: engine.user,
      CLICKHOUSE_PASSWORD: engine.password,
    },
    /** As the owner. */
    sql,
    async stop() {
      await sql.end({ timeout: 1 });
      await engine.end("SIGTERM");
      await server.stop(5000);
    },
  };
}
