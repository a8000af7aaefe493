import "@/lib/start/environment-file";
import { parseFolder } from "@/lib/start/backup-arguments";
import { runCommand } from "@/lib/start/command";

/** `npm run backup -- DIR`: both stores, while the product runs. */
await runCommand(async () => {
  const folder = parseFolder("backup", process.argv.slice(2));
  // Loaded here, so that an unusable environment is one sentence and not a stack.
  const { runningDatabaseUrl } = await import("@/lib/start/running-database");
  const { useRunningEngine } = await import("@/lib/start/running-engine");
  const { ENGINE_USER } = await import("@/lib/start/embedded-engine");
  const { backUp, sayBackup } = await import("@/lib/start/backup-command");
  const databaseUrl = runningDatabaseUrl();
  useRunningEngine(ENGINE_USER);
  sayBackup(await backUp(folder, databaseUrl));
});
