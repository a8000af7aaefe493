import postgres from "postgres";
import { env } from "@/lib/env";
import { logger } from "@/lib/logger";
import { liveAsChild, report } from "@/lib/start/as-child";

/** The worker: everything that is not an answer to a request. */
const databaseUrl = env.DATABASE_URL;
if (!databaseUrl) throw new Error("DATABASE_URL is missing. Start with `npm start`.");

const sql = postgres(databaseUrl, {
  max: 2,
  backoff: (retries) => Math.min(1, 3 ** retries / 100),
  onnotice: () => {},
});
const idle = setInterval(() => {}, 60_000);

liveAsChild(async () => {
  clearInterval(idle);
  await sql.end({ timeout: 2 });
});

await sql`select 1`;
logger.info("worker ready");
await report({ type: "ready" });
