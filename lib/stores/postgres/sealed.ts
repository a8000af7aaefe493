import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { appSecret } from "@/lib/env";

/** What is stored of others' secrets is stored sealed: AES-256-GCM, 12 bytes of iv, 16 of tag, then the text. */
const key = () => createHash("sha256").update(`sealed\0${appSecret()}`).digest();

export function seal(text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key(), iv);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Null when it was sealed with another secret, or tampered with. */
export function unseal(sealed: Uint8Array): string | null {
  try {
    const bytes = Buffer.from(sealed);
    const decipher = createDecipheriv("aes-256-gcm", key(), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
