import "@/lib/start/environment-file";
import { basename } from "node:path";
import { runCommand } from "@/lib/start/command";
import { parseImportArguments } from "@/lib/start/import-arguments";

/** `npm run import -- FILE --project ID`: answers of a project of the built-in service. */
await runCommand(async () => {
  const asked = parseImportArguments(process.argv.slice(2));
  // Loaded here, so that an unusable environment is one sentence and not a stack.
  const { env } = await import("@/lib/env");
  const { runningDatabaseUrl } = await import("@/lib/start/running-database");
  const { useRunningEngine } = await import("@/lib/start/running-engine");
  const { ENGINE_USER } = await import("@/lib/start/embedded-engine");
  env.DATABASE_URL = runningDatabaseUrl();
  useRunningEngine(ENGINE_USER);
  const { runImport } = await import("@/lib/start/import-command");
  await runImport(asked, basename(asked.file));
});
