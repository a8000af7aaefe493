import "server-only";
import { createCipheriv, randomBytes } from "node:crypto";
import type {
  createEncryptionKey as createOperation,
  getEncryption as getOperation,
} from "@/lib/contracts/interfaces/fraud-account";
import { invalid } from "@/lib/http/read-request";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { type FraudAccount, findFraudAccount, lockFraudAccount, updateFraudAccount } from "@/lib/stores/postgres/fraud";
import { seal, unseal } from "@/lib/stores/postgres/sealed";
import type { Answer, Call } from "../service";
import { accountOf } from "./account";

const KEY_BYTES = 32;

/** (ours) Since when the account has a key. */
export async function getEncryption({ viewer }: Call<typeof getOperation>): Promise<Answer> {
  const { number } = await accountOf(viewer);
  const { encryptionKeyAt } = await findFraudAccount(db(), number);
  return { body: { created_at: encryptionKeyAt?.toISOString() ?? null } };
}

/** (ours) A new key in place of the last: replies are encrypted with it from now on. It is shown here alone. */
export async function createEncryptionKey(call: Call<typeof createOperation>): Promise<Answer> {
  const { id, number } = await accountOf(call.viewer);
  const key = randomBytes(KEY_BYTES).toString("base64");
  const created = new Date();
  await db().transaction(async (transaction) => {
    const before = await lockFraudAccount(transaction, number);
    await updateFraudAccount(transaction, number, { encryptionKey: seal(key), encryptionKeyAt: created });
    await addAudit(transaction, call, {
      ...{ accountId: id, action: "createEncryptionKey", thing: "accounts", thingId: id, outcome: "done" },
      before: { encryption_key_at: before.encryptionKeyAt?.toISOString() ?? null },
      after: { encryption_key_at: created.toISOString() },
    });
  });
  return { body: { key, created_at: created.toISOString() } };
}

/** How a call's reply is written: as it is, or encrypted. Refused before anything is stored where there is no key. */
export function replyWriter(
  { encryptionKey }: Pick<FraudAccount, "encryptionKey">,
  encrypts: boolean | undefined,
): (body: unknown) => unknown {
  if (!encrypts) return (body) => body;
  const key = encryptionKey && unseal(encryptionKey);
  if (!key) throw invalid({ encrypt: "The account has no key for encrypted replies. Create one first." });
  return (body) => ({ data: encrypt(JSON.stringify(body), Buffer.from(key, "base64")) });
}

/** AES-256-GCM: base64 of 12 bytes of IV, 16 of tag, then the ciphertext. */
function encrypt(text: string, key: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}
