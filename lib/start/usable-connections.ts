import { StartError } from "@/lib/start/say";

/** Fails now with the sentence of what is wrong in CONNECTIONS, rather than after the databases and the build. */
export async function requireUsableConnections(json: string): Promise<void> {
  // Imported when needed: the supervisor stays small.
  const { readConnections } = await import("@/lib/gateway/connections");
  try {
    readConnections(json);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}
