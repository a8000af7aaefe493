import { type InterfaceName, isInterface } from "@/lib/contracts/interface-list";
import { personalSelectors } from "@/lib/contracts/interfaces/duplicate-selectors";
import { isObject, type JsonObject } from "@/lib/contracts/lenient";
import { shortened } from "@/lib/contracts/rules/shortened";

/** What no message of a service may repeat, whatever it says of what it was asked. */
export type Secrets = {
  /** Proofs of who calls. */
  proofs: string[];
  /** Values of the call that say something of a person. */
  personal: string[];
};

export const NO_SECRETS: Secrets = { proofs: [], personal: [] };

/** The members of a call that say something of a person, or hold what they wrote, wherever in it they stand. */
const personalMembers: Record<InterfaceName, readonly string[]> = {
  demand: [],
  activation: personalSelectors,
  analysis: [],
  pivot: [],
  quality: ["answer", "value", "respondentAttributes"],
  fraud: ["rt_ip_address", "rt_user_agent", "rt_ce_ud", "rt_hd_el", "text", "c_text"],
};

/** The personal values of a call of this interface, of its query and body together, each once; single signs say nothing. */
export function personalIn(of: string, asked: JsonObject): string[] {
  const names = new Set(isInterface(of) ? personalMembers[of] : []);
  const found = new Set<string>();
  const collect = (value: unknown, isPersonal: boolean): void => {
    if (typeof value === "string" && isPersonal && value.trim().length > 1) found.add(value);
    else if (Array.isArray(value)) for (const each of value) collect(each, isPersonal);
    else if (isObject(value))
      for (const [name, each] of Object.entries(value)) collect(each, isPersonal || names.has(name));
  };
  if (names.size > 0) collect(asked, false);
  return [...found];
}

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
