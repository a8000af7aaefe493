import { normalizeIp, type SelectorName } from "@/lib/contracts/interfaces/duplicate-selectors";

const HASH = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;
const AGENT = /^(?:Mozilla|Opera|Dalvik|curl|okhttp)\/\d/i;
const EMAIL = /^\S+@\S+$/;
const RANGE = /^[\d.:a-f]+\/\d+$/i;

/**
 * Which identifier a text most likely is; null: it could be any, and a person says which. An e-mail counts as a hash
 * of one, and a range as an address, whose own rules then say what to give instead.
 */
export function recognise(text: string): SelectorName | null {
  const value = text.trim();
  if (normalizeIp(value) !== null || RANGE.test(value)) return "IP_Address";
  if (HASH.test(value) || EMAIL.test(value)) return "Hashed_Email";
  return AGENT.test(value) ? "User_Agent" : null;
}
