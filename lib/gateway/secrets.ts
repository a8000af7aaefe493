import { personalSelectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import type { JsonObject } from "@/lib/contracts/lenient";
import { shortened } from "@/lib/contracts/rules/shortened";

/** What no message of a service may repeat, whatever it says of what it was asked. */
export type Secrets = {
  /** Proofs of who calls. */
  proofs: string[];
  /** Values of the call that say something of a person. */
  personal: string[];
};

export const NO_SECRETS: Secrets = { proofs: [], personal: [] };

/** What a call of the fraud checks says of a respondent: identifiers, and what they wrote. */
const respondentMembers = ["rt_ip_address", "rt_user_agent", "rt_ce_ud", "rt_hd_el", "text", "c_text"];

/** The members that say something of a person, by the interface that takes them. */
const personalMembers: Partial<Record<string, readonly string[]>> = {
  activation: personalSelectors,
  fraud: respondentMembers,
};

/** The personal values of a call of this interface, of its query and body together. */
export const personalIn = (of: string, asked: JsonObject): string[] =>
  (personalMembers[of] ?? [])
    .map((name) => asked[name])
    .filter((value) => typeof value === "string" && value.trim() !== "") as string[];

/** From so many characters on a value is no ordinary word, and is cut out of the middle of one too. */
const DISTINCT = 6;

const REGEXP_SIGNS = /[.*+?^${}()|[\]\\/]/g;

function cut(text: string, value: string): string {
  const literal = value.trim().replace(REGEXP_SIGNS, "\\$&").replace(/\s+/g, "\\s+");
  const pattern = value.length < DISTINCT ? `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])` : literal;
  return text.replace(new RegExp(pattern, "giu"), "…");
}

const longestFirst = (values: readonly string[]) => values.toSorted((one, other) => other.length - one.length);

/** A text without what is secret; of values that hold one another the longest goes first. */
export function withoutSecrets(text: string, { proofs, personal }: Secrets): string {
  const proofless = longestFirst(proofs).reduce((open, proof) => (proof ? open.replaceAll(proof, "…") : open), text);
  return longestFirst(personal).reduce(cut, proofless);
}

const LONGEST = 500;

/** What another service said, as far as it is shown and kept. */
export const shortSaid = (text: string) => shortened(text, LONGEST);
