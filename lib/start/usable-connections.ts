import type { Env } from "@/lib/env";
import { StartError } from "@/lib/start/say";

type Configured = Pick<Env, "CONNECTIONS" | "IDENTITY_PROVIDERS">;

/** Fails now with the sentence of what is wrong in the environment, rather than after the databases and the build. */
export async function requireUsableConnections({ CONNECTIONS, IDENTITY_PROVIDERS }: Configured): Promise<void> {
  // Imported when needed: the supervisor stays small.
  const { readConnections } = await import("@/lib/gateway/connections");
  const { readProviders } = await import("@/lib/identity/providers");
  try {
    const connections = readConnections(CONNECTIONS).map(({ name }) => name);
    readProviders(IDENTITY_PROVIDERS, connections);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}
