import { personalSelectors, type Selectors } from "../interfaces/duplicate-selectors";

/**
 * Somebody who sees personal values masked could guess them digit by digit if a search could combine them with a
 * session: such a value can only be searched for alone.
 */
export const ALONE =
  "An IP address, cookie, hashed e-mail or user agent is looked up by itself: give it without any other identifier.";

/** Why somebody who sees personal values masked may not search for this; null: they may. */
export function maskingProblem(selectors: Selectors): string | null {
  const isPersonal = personalSelectors.some((name) => selectors[name] !== undefined);
  return isPersonal && Object.keys(selectors).length > 1 ? ALONE : null;
}
