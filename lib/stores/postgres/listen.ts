import postgres from "postgres";
import { notifyingAddress } from "@/lib/env";

/**
 * Runs `heard` whenever a channel is notified, with what is told there. The connection is its own, because a pool's may
 * be closed when idle. While it is lost, or where there is none past a pooler, nothing is heard: whoever listens also
 * looks now and then.
 */
export async function listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
  const address = notifyingAddress();
  if (!address) throw new Error("There is no address of the database past its pooler (DIRECT_DATABASE_URL).");
  const client = postgres(address, { max: 1, connect_timeout: 10, onnotice: () => {} });
  await client.listen(channel, heard);
  return () => client.end({ timeout: 1 });
}
