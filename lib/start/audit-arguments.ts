import { parseArgs } from "node:util";
import type { NotedSeal } from "@/lib/audit/verify";
import { StartError } from "@/lib/start/say";

const USAGE = `npm run audit -- verify [--noted PLACE:HASH]`;

/** What a command line asks for. Throws a sentence that a person can act on. */
export function parseAuditArguments(args: string[]): { noted: NotedSeal | null } {
  const { positionals, values } = split(args);
  const [command, ...more] = positionals;
  if (command !== "verify" || more.length > 0) throw new StartError(`Say what to do:\n\n${USAGE}`);
  if (values.noted === undefined) return { noted: null };
  const [, place, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.noted.trim().toLowerCase()) ?? [];
  if (place === undefined || hash === undefined) {
    throw new StartError("--noted takes a seal as this command printed it before, PLACE:HASH.");
  }
  return { noted: { place: Number(place), hash } };
}

function split(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { noted: { type: "string" } } });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
