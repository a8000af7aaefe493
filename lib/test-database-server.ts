import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
await migrate(url);
process.send?.(url);
