import "server-only";
import { createDecipheriv } from "node:crypto";
import { parseJson } from "@/lib/http/parse-json";
import { isDeeperThan, MAX_DEPTH } from "./transport";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * What a reply that was encrypted for an account says (decision 34): AES-256-GCM, base64 of IV, tag and ciphertext.
 *
 * @throws Error where it is not whole, or is encrypted with another key
 */
export function openSealedReply(data: string, key: string): unknown {
  const bytes = Buffer.from(data, "base64");
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)];
  // Without the length a shorter tag would be taken, which is easier to forge.
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv("aes-256-gcm", Buffer.from(key, "base64"), iv, options);
  decipher.setAuthTag(tag);
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  const json = text.toString("utf8");
  if (isDeeperThan(json, MAX_DEPTH)) throw new Error("It is nested too deeply.");
  return parseJson(json);
}
