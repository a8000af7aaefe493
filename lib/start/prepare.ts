import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { demoAllowed, env } from "@/lib/env";
import { runCommand } from "@/lib/start/command";
import { seedDemoWhenEmpty } from "@/lib/start/demo-data";
import { StartError } from "@/lib/start/say";
import { setAuditRetention } from "@/lib/stores/postgres/audit-retention";
import { db } from "@/lib/stores/postgres/client";
import { hasOtherSecret, noteSecret } from "@/lib/stores/postgres/installation";
import { DatabaseTooOldError, migrate } from "@/lib/stores/postgres/migrate";

const OTHER_SECRET =
  "APP_SECRET is missing, or another one than the instances of this database use. Set it to theirs: without one it is appSecret in DATA_DIR/secrets.json of the first instance.";

/** By the owner: whoever runs the web and the worker cannot say how soon entries may be removed. */
async function setRetention(url: string): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await setAuditRetention(drizzle(client), env.AUDIT_DAYS);
  } finally {
    await client.end({ timeout: 1 });
  }
}

// A process of its own: the supervisor stays small, and this step can be stopped.
const databaseUrl = env.DATABASE_URL;
if (!databaseUrl) throw new Error("DATABASE_URL is missing. Start with `npm start`.");
process.on("SIGINT", () => {}); // Ctrl-C is the supervisor's to answer
await runCommand(async () => {
  if (await hasOtherSecret(db())) throw new StartError(OTHER_SECRET);
  try {
    await migrate(databaseUrl);
  } catch (error) {
    throw error instanceof DatabaseTooOldError ? new StartError(error.message) : error;
  }
  await noteSecret(db());
  if (await hasOtherSecret(db())) throw new StartError(OTHER_SECRET); // another instance was quicker
  await setRetention(databaseUrl);
  if (demoAllowed()) await seedDemoWhenEmpty(databaseUrl);
});
