import { expect, test } from "vitest";
import { newCopies } from "./clone";
import { copyPriceEffect } from "./copy-price";
import { draft } from "./test-surveys";

const germany = { country_code: "DE", language_code: "DE", name: "Germany" };

function effectOf(price: number | "", isBuiltIn = true, copied = draft()) {
  const [copy] = newCopies(copied, [germany]);
  if (!copy) throw new Error("One copy was asked for.");
  return copyPriceEffect(copied, { ...copy, respondents: 40, offered_price_per_complete: price }, isBuiltIn);
}

test("compares what a copy's completes cost with the copied survey's price", () => {
  expect(effectOf(2)).toMatchObject({ below: 0, completes: 40, cost_before: 60, cost_after: 80 });
});

test("a copy of a complete survey has all of its completes to come", () => {
  expect(effectOf(2, true, draft({ status: "Complete" }))).toMatchObject({ completes: 40, cost_after: 80 });
});

test("of starts, only as many cost as the incidence rate lets complete", () => {
  expect(effectOf(2, true, draft({ calculation_type: "Survey Starts" }))).toMatchObject({ completes: 32 });
});

test("holds the price against the minimum, which is an estimate where a remote service sets it", () => {
  expect(effectOf(1)).toMatchObject({ below: 1, furthest: { name: "Recommended minimum", floor: 1.07 } });
  expect(effectOf(1, false)).toMatchObject({ below: 1, furthest: { name: "Estimated minimum", floor: 1.07 } });
});

test("warns of a price below the minimum also where it was copied", () => {
  expect(effectOf(1, true, draft({ offered_price_per_complete: 1 }))).toMatchObject({ below: 1 });
});

test("the same price, an empty one and one that cannot be read have no effect", () => {
  expect([effectOf(1.5), effectOf(""), effectOf(Number.NaN)]).toEqual([null, null, null]);
});
