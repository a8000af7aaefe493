import { masked, type SelectorName, type Selectors, writeSelectors } from "../interfaces/duplicate-selectors";
import { shortened } from "./shortened";

const LONGEST = 2000;

const cut = (text: string) =>
  text.length > LONGEST ? `${shortened(text, LONGEST)} (${text.split(",").length} in all)` : text;

type Written = Partial<Record<SelectorName, string>>;

const each = (selectors: Selectors, write: (name: SelectorName, value: string) => string): Written => {
  const written = Object.entries(writeSelectors(selectors)) as [SelectorName, string][];
  return Object.fromEntries(written.map(([name, value]) => [name, write(name, value)]));
};

/** Selectors as the interface spells them, no personal value among them. */
export const maskedSelectors = (selectors: Selectors): Written => each(selectors, masked);

/**
 * Selectors as an audit entry has them: it can never be removed, so that it holds no personal value, and long lists
 * are cut and say how long they were.
 */
export const selectorsOnRecord = (selectors: Selectors): Written =>
  each(selectors, (name, value) => cut(masked(name, value)));
