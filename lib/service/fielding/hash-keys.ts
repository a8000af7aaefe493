import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { HashAlgorithm } from "@/lib/contracts/terms/fielding";
import { appSecret } from "@/lib/env";
import { unseal } from "@/lib/stores/postgres/sealed";

/** What a link is signed with. */
export type HashKey = { algorithm: HashAlgorithm; key: string };

const digests: Record<HashAlgorithm, string> = { "SHA-256": "sha256", "SHA-512": "sha512" };

/** The lower-case hex HMAC of a text's UTF-8 bytes. */
export const hashOf = (text: string, { algorithm, key }: HashKey): string =>
  createHmac(digests[algorithm], key).update(text, "utf8").digest("hex");

/** Whether a hash in hex of either case is that of the text, compared in constant time. */
export function isHashOf(hash: string, text: string, key: HashKey): boolean {
  const expected = Buffer.from(hashOf(text, key));
  const given = Buffer.from(hash.toLowerCase());
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** An account's own key: the one that was set, else one that follows from the installation's secret. */
export function accountHashKey(account: {
  id: string;
  algorithm: HashAlgorithm;
  sealedKey: Uint8Array | null;
}): HashKey {
  const set = account.sealedKey && unseal(account.sealedKey);
  const derived = () => createHmac("sha256", appSecret()).update(`return hash\0${account.id}`).digest("hex");
  return { algorithm: account.algorithm, key: set || derived() };
}
