import "server-only";
import { findAuditRetention } from "@/lib/stores/postgres/audit-retention";
import { countUnsealed, lastSeal, listSealed, type SealedEntry } from "@/lib/stores/postgres/audit-seals";
import type { Connection } from "@/lib/stores/postgres/client";
import { sealing } from "./seal";

/** A seal that somebody noted before: its place in the chain and its hash. */
export type NotedSeal = { place: number; hash: string };

/** `removed`: by age. `broken`: the first thing that is not as it was sealed, in a sentence. */
export type Verified = {
  entries: number;
  removed: number;
  last: NotedSeal | null;
  unsealed: number;
  broken: string | null;
};

const AT_ONCE = 500;
/** Entries are sealed each minute, unless a transaction before theirs still runs. */
const SEALED_AFTER_MINUTES = 10;

/**
 * Compares every entry with its seal and every seal with the one before it. After old entries were removed the chain
 * begins with the last one's seal. `noted`: a seal that has to be in it, so that an end that was cut off is missed.
 */
export async function verifyAudit(connection: Connection, noted: NotedSeal | null): Promise<Verified> {
  const hashOf = sealing();
  const mayBeRemoved = (await findAuditRetention(connection)) !== null;
  let [last, entries, removed] = [null as NotedSeal | null, 0, 0];
  const end = (broken: string | null) => ({ entries, removed, last, unsealed: 0, broken });
  for await (const sealed of allSealed(connection)) {
    const isBegin = last === null && sealed.entry === null && mayBeRemoved;
    const broken = isBegin ? null : problemOf(sealed, last, hashOf);
    if (broken) return end(broken);
    if (isBegin) removed = sealed.place;
    if (noted?.place === sealed.place && noted.hash !== sealed.hash) {
      return end(`The seal at place ${noted.place} is another than the one that was noted.`);
    }
    last = { place: sealed.place, hash: sealed.hash };
    if (sealed.entry) entries += 1;
  }
  if (noted && (last?.place ?? 0) < noted.place) {
    return end(
      `The chain ends at place ${last?.place ?? 0}, before the noted place ${noted.place}: its end is missing.`,
    );
  }
  return { ...end(null), unsealed: await countUnsealed(connection, SEALED_AFTER_MINUTES) };
}

/** The chain as it was when this began; what is sealed meanwhile is for the next time. */
async function* allSealed(connection: Connection): AsyncGenerator<SealedEntry> {
  const until = (await lastSeal(connection))?.place ?? 0;
  let after = 0;
  while (after < until) {
    const page = await listSealed(connection, after, AT_ONCE);
    if (page.length === 0) return;
    for (const sealed of page) if (sealed.place <= until) yield sealed;
    after = page.at(-1)?.place ?? until;
  }
}

type HashOf = ReturnType<typeof sealing>;

function problemOf(
  { place, entryId, hash, entry }: SealedEntry,
  last: NotedSeal | null,
  hashOf: HashOf,
): string | null {
  const name = `Entry ${entryId} at place ${place}`;
  if (place !== (last?.place ?? 0) + 1) return `${name}: the seal before it is missing.`;
  if (!entry) return `${name} is missing.`;
  if (hashOf(entry, last?.hash ?? "") === hash) return null;
  const what = `${entry.action} of ${entry.thing} by ${entry.who} at ${entry.at.toISOString()}`;
  return `${name} was changed, or its seal was: ${what}.`;
}
