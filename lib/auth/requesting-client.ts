import "server-only";
import { cookies, headers } from "next/headers";
import { CLIENT_ADDRESS_HEADER } from "@/lib/contracts/context";
import type { Client } from "./open-session";
import { sessionCookie } from "./viewer";

/** Who sends the request that is being answered. */
export async function requestingClient(): Promise<Client> {
  const [sent, jar] = await Promise.all([headers(), cookies()]);
  return {
    requestId: crypto.randomUUID(),
    clientAddress: sent.get(CLIENT_ADDRESS_HEADER) ?? "unknown",
    userAgent: sent.get("user-agent"),
    formerSession: jar.get(sessionCookie.name)?.value,
  };
}
