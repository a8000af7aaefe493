import postgres from "postgres";
import { env } from "@/lib/env";

/**
 * Runs `heard` whenever a channel is notified. The connection is its own, because a pool's may be closed when idle.
 * While it is lost nothing is heard: whoever listens also looks now and then.
 */
export async function listen(channel: string, heard: () => void): Promise<() => Promise<void>> {
  if (!env.DATABASE_URL) throw new Error("DATABASE_URL is missing. Start with `npm start`.");
  const client = postgres(env.DATABASE_URL, { max: 1, connect_timeout: 10, onnotice: () => {} });
  await client.listen(channel, heard);
  return () => client.end({ timeout: 1 });
}
