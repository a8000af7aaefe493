/** What is known of the responses of a project that are excluded for quality. */
export type Exclusions = {
  /** Responses that figures are made of, before a range or a filter; null: the service does not say. */
  counted: number | null;
  excluded: number;
  /** Those excluded count too. */
  isIncluded: boolean;
};

type Around = {
  /** They were asked to count. */
  isAsked: boolean;
  isWeighted: boolean;
  count: (n: number) => string;
};

/** The switch that makes them count. */
export const INCLUDE_EXCLUDED = "Include excluded responses";

const UNTOLD = "This service does not say whether responses excluded for quality are included.";

/** How many are excluded and whether they count, as a phrase. */
export function excludedWords({ excluded, isIncluded }: Omit<Exclusions, "counted">, count: Around["count"]): string {
  const words = `${count(excluded)} excluded for quality`;
  return isIncluded ? `${words} ${excluded === 1 ? "is" : "are"} included` : words;
}

/**
 * What stands in the base note of figures; nothing where nobody is excluded. Null: the service does not say who is
 * excluded.
 */
export function exclusionWords(exclusions: Exclusions | null, { isAsked, isWeighted, count }: Around): string[] {
  if (exclusions === null) return isAsked ? [UNTOLD] : [];
  const { counted, excluded, isIncluded } = exclusions;
  if (excluded === 0) return [];
  const responses =
    counted === null ? "" : `${count(counted)} ${counted === 1 ? "response" : "responses"} in the project; `;
  // A weight made after an exclusion gives none to whoever is excluded.
  const weighted = isIncluded && isWeighted ? ", as far as they have a weight" : "";
  const ignored = isAsked && !isIncluded ? ", which this service does not include" : "";
  return [`${responses}${excludedWords(exclusions, count)}${weighted}${ignored}.`];
}
