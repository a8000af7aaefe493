import { expect, test } from "vitest";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { priceFloor, priceWarning } from "./price-floor";
import { survey } from "./test-surveys";

const edited = (price: number | "", length = 5) => ({
  length_of_interview: length,
  incidence_rate: 80,
  offered_price_per_complete: price,
});
const remote = survey({ length_of_interview: 5, incidence_rate: 80, minimum_price_per_complete: 2 });

const said = (...given: Parameters<typeof priceFloor>) => {
  const found = priceFloor(...given);
  return found && priceWarning(found, formatFor(usualSettings));
};

test("warns of a price below the floor, and of no other", () => {
  expect(said(edited(1), null, true)).toBe(
    "Recommended minimum $1.07: this price is $0.07 below, so fewer respondents will come.",
  );
  expect(said(edited(1.07), null, true)).toBeNull();
  expect(said(edited(""), null, true)).toBeNull();
  expect(said(edited(1, 0), null, true)).toBeNull();
});

test("holds a remote service's own floor while length and incidence are as it has them, then an estimate", () => {
  expect(priceFloor(edited(1.5), remote, false)).toMatchObject({ floor: 2, name: "Recommended minimum", below: 0.5 });
  expect(priceFloor(edited(1.5, 6), remote, false)).toMatchObject({
    floor: 1.2,
    name: "Estimated minimum",
    below: null,
  });
  expect(priceFloor(edited(1.5), remote, true)).toMatchObject({ floor: 1.07, below: null });
});
