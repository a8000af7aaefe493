import { demoAllowed, env } from "@/lib/env";
import { runCommand } from "@/lib/start/command";
import { seedDemoWhenEmpty } from "@/lib/start/demo-data";
import { StartError } from "@/lib/start/say";
import { DatabaseTooOldError, migrate } from "@/lib/stores/postgres/migrate";

// A process of its own: the supervisor stays small, and this step can be stopped.
const databaseUrl = env.DATABASE_URL;
if (!databaseUrl) throw new Error("DATABASE_URL is missing. Start with `npm start`.");
process.on("SIGINT", () => {}); // Ctrl-C is the supervisor's to answer
await runCommand(async () => {
  try {
    await migrate(databaseUrl);
  } catch (error) {
    throw error instanceof DatabaseTooOldError ? new StartError(error.message) : error;
  }
  if (demoAllowed()) await seedDemoWhenEmpty(databaseUrl);
});
