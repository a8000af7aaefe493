import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { startEmbeddedDatabase } from "@/lib/start/database";
import { migrate } from "@/lib/stores/postgres/migrate";

/**
 * The PostgreSQL of a run of unit tests, in a process of its own: tells its parent the address of a migrated
 * database, and ends with everything it made when the parent lets go, also by being killed.
 */
const directory = mkdtempSync(join(tmpdir(), "fieldwork-unit-"));
chmodSync(directory, 0o711); // as root the database runs as another user
const removed = () => rmSync(directory, { recursive: true, force: true });
process.on("exit", removed);

process.on("disconnect", async () => {
  await database.stop(2000);
  process.exit(0);
});
const database = startEmbeddedDatabase(directory, "for-unit-tests-only");
const { url } = await database.started;
// Nobody reads these databases after a loss of power, and waiting for the disk is most of what a commit takes.
const sql = postgres(url, { max: 1, onnotice: () => {} });
for (const setting of ["fsync", "full_page_writes", "synchronous_commit"]) {
  await sql.unsafe(`alter system set ${setting} = off`);
}
await sql`select pg_reload_conf()`;
await sql.end();
await migrate(url);
process.send?.(url);
