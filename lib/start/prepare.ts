import { demoAllowed, env } from "@/lib/env";
import { seedDemoWhenEmpty } from "@/lib/start/demo-data";
import { migrate } from "@/lib/stores/postgres/migrate";

// A process of its own: the supervisor stays small, and this step can be stopped.
const databaseUrl = env.DATABASE_URL;
if (!databaseUrl) throw new Error("DATABASE_URL is missing. Start with `npm start`.");
process.on("SIGINT", () => {}); // Ctrl-C is the supervisor's to answer
await migrate(databaseUrl);
if (demoAllowed()) await seedDemoWhenEmpty(databaseUrl);
process.exit(0);
