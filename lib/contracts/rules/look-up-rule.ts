import { personalSelectors, type Selectors } from "../interfaces/duplicate-selectors";

/**
 * Whoever sees personal values masked could guess one digit after the other, and be told by each answer whether the
 * session that he means has it: such a value is asked for alone.
 */
export const ALONE =
  "An IP address, cookie, hashed e-mail or user agent is looked up by itself: give it without any other identifier.";

/** Why somebody who sees personal values masked may not ask this; null: he may. */
export function maskingProblem(selectors: Selectors): string | null {
  const isPersonal = personalSelectors.some((name) => selectors[name] !== undefined);
  return isPersonal && Object.keys(selectors).length > 1 ? ALONE : null;
}
