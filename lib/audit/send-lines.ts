import "server-only";
import { env } from "@/lib/env";

const TIMEOUT_MS = 15_000;

/** Sends lines to an address; throws where it does not answer that it has them. */
export async function sendLines(address: string, lines: readonly string[]): Promise<void> {
  const authorization = env.AUDIT_EXPORT_AUTHORIZATION;
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson", ...(authorization !== undefined && { authorization }) },
    body: lines.join(""),
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The target of the audit's export answered ${response.status}.`);
}
