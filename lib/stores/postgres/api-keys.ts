import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { and, count, desc, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { type KeyKind, type KeyScope, keyKindsFor } from "@/lib/contracts/interface-list";
import type { Connection } from "./client";
import { isUuid } from "./conditions";
import { apiKeys } from "./schema/keys";

/** Who reads keys, and the accounts whose keys they see. */
export type KeyReader = { connection: string; accountIds: string[] };

const { keyHash: _keyHash, revokedAt: _revokedAt, ...shown } = getTableColumns(apiKeys);
/** A key as its owner sees it, without anything that lets somebody call. */
export type StoredKey = Omit<typeof apiKeys.$inferSelect, "keyHash" | "revokedAt">;
type NewKey = Omit<typeof apiKeys.$inferInsert, "id" | "createdAt" | "lastUsedAt" | "revokedAt">;

/** SHA-256 in hex, which is stored instead of a key's text. */
export const hashKey = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 40;
/** Enough to tell an account's keys apart, and far too few to help in guessing the rest. */
const SHOWN_CHARACTERS = 4;

const mainKind = (of: KeyScope): KeyKind | undefined => keyKindsFor(of)[0];

/** The text of a new key, and the columns that are stored of it. */
export function newKey(
  of: KeyScope,
  kind: KeyKind | undefined = mainKind(of),
): { text: string } & Pick<NewKey, "keyHash" | "begins" | "kind"> {
  const prefix = kind === mainKind(of) ? `fw_${of}_` : `fw_${of}_${kind}_`;
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const text = `${prefix}${random}`;
  return { text, kind, keyHash: hashKey(text), begins: text.slice(0, prefix.length + SHOWN_CHARACTERS) };
}

const inUse = isNull(apiKeys.revokedAt);
const isCurrent = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`));
const ownedBy = ({ connection, accountIds }: KeyReader) =>
  and(inUse, eq(apiKeys.connection, connection), inArray(apiKeys.accountId, accountIds));

/** The keys of these accounts that are not revoked, newest first. */
export async function listKeys(connection: Connection, reader: KeyReader): Promise<StoredKey[]> {
  if (reader.accountIds.length === 0) return [];
  return connection
    .select(shown)
    .from(apiKeys)
    .where(ownedBy(reader))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
}

export async function countKeys(connection: Connection, reader: KeyReader): Promise<number> {
  const [row] = await connection.select({ keys: count() }).from(apiKeys).where(ownedBy(reader));
  return row?.keys ?? 0;
}

/** Lets nobody else create a key of this account until the transaction ends, so that a count holds. */
export async function lockKeys(
  transaction: Connection,
  { connection, accountId }: Pick<NewKey, "connection" | "accountId">,
): Promise<void> {
  const account = JSON.stringify(["keys", connection, accountId]);
  await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${account}, 0))`);
}

export async function insertKey(transaction: Connection, values: NewKey): Promise<StoredKey> {
  const [row] = await transaction.insert(apiKeys).values(values).returning(shown);
  if (!row) throw new Error("The key was not inserted.");
  return row;
}

/** Revokes a key of these accounts; null when none in use has this id. */
export async function revokeKey(transaction: Connection, reader: KeyReader, id: string): Promise<StoredKey | null> {
  if (!isUuid(id) || reader.accountIds.length === 0) return null;
  const [row] = await transaction
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(ownedBy(reader), eq(apiKeys.id, id)))
    .returning(shown);
  return row ?? null;
}

/** Has a key of these accounts end at a moment, unless it ends before; null when none in use has this id. */
export async function endKeyAt(transaction: Connection, reader: KeyReader, id: string, inMs: number) {
  if (!isUuid(id) || reader.accountIds.length === 0) return null;
  const at = sql`least(${apiKeys.expiresAt}, now() + ${inMs}::float8 * interval '1 millisecond')`;
  const [row] = await transaction
    .update(apiKeys)
    .set({ expiresAt: at })
    .where(and(ownedBy(reader), isCurrent, eq(apiKeys.id, id)))
    .returning(shown);
  return row ?? null;
}

/** A key of these accounts that is in use and has not expired. */
export async function findOwnKey(connection: Connection, reader: KeyReader, id: string): Promise<StoredKey | null> {
  if (!isUuid(id) || reader.accountIds.length === 0) return null;
  const [row] = await connection
    .select(shown)
    .from(apiKeys)
    .where(and(ownedBy(reader), isCurrent, eq(apiKeys.id, id)))
    .for("update");
  return row ?? null;
}

/** The key in use that has this hash, with the account it belongs to. */
export async function findKey(connection: Connection, of: KeyScope, keyHash: string) {
  const [row] = await connection
    .select({ ...shown, keyHash: apiKeys.keyHash })
    .from(apiKeys)
    .where(and(inUse, isCurrent, eq(apiKeys.interface, of), eq(apiKeys.keyHash, keyHash)))
    .prepare("key")
    .execute();
  return row ?? null;
}

/** The key that a client presents for this, if it is one in use; null: it is none. */
export async function presentKey(connection: Connection, of: KeyScope, text: string) {
  if (text === "") return null;
  const hash = hashKey(text);
  const found = await findKey(connection, of, hash);
  if (!found || !timingSafeEqual(Buffer.from(found.keyHash), Buffer.from(hash))) return null;
  return found;
}

const MINUTE_MS = 60_000;

/** Records that a key was used, at most once a minute, so that calls with one key do not wait for each other. */
export async function touchKey(
  connection: Connection,
  { id, lastUsedAt }: Pick<StoredKey, "id" | "lastUsedAt">,
): Promise<void> {
  if (lastUsedAt && lastUsedAt.getTime() > Date.now() - MINUTE_MS) return;
  const isDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, sql`now() - interval '1 minute'`));
  await connection
    .update(apiKeys)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiKeys.id, id), isDue));
}
