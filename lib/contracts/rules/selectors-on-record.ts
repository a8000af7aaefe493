import { masked, type SelectorName, type Selectors, writeSelectors } from "../interfaces/duplicate-selectors";
import { shortened } from "./shortened";

const LONGEST = 2000;

type Written = Partial<Record<SelectorName, string>>;
type Write<Value> = (name: SelectorName, value: Value) => string;

const each = <Value>(selectors: Partial<Record<SelectorName, Value>>, write: Write<Value>): Written => {
  const given = Object.entries(selectors) as [SelectorName, Value][];
  return Object.fromEntries(given.map(([name, value]) => [name, write(name, value)]));
};

/** Selectors as the interface spells them, no personal value among them. */
export const maskedSelectors = (selectors: Selectors): Written => each(writeSelectors(selectors), masked);

/**
 * Selectors as an audit entry has them: it can never be removed, so that it holds no personal value, and of a long list
 * only the first values and how many there were.
 */
export const selectorsOnRecord = (selectors: Selectors): Written =>
  each<string | string[]>(selectors, (name, value) =>
    Array.isArray(value) ? firstOf(value.map((text) => masked(name, text))) : shortened(masked(name, value), LONGEST),
  );

/** Whole values only: a part of a number would be the number of another survey. */
function firstOf(values: readonly string[]): string {
  let length = 0;
  const first = values.filter((value) => {
    length += value.length + 1;
    return length <= LONGEST;
  });
  const isWhole = first.length === values.length;
  return isWhole ? values.join(",") : `${first.join(",")},… (${values.length.toLocaleString("en")} in all)`;
}
