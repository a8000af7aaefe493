import { expect, test } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { belowMinimum, costInWords, priceEffect } from "./price-effect";
import { survey } from "./test-surveys";

const format = formatFor(usualSettings);
const details = (
  survey_completes: number,
  survey_starts = survey_completes,
  actual_incidence_rate: number | null = null,
) => ({ survey_completes, survey_starts, actual_incidence_rate }) as never;
const cars = survey({
  ...{ id: "1", name: "Cars", respondents: 100, calculation_type: "Completes", offered_price_per_complete: 2 },
  ...{ minimum_price_per_complete: 1.85, field_details: details(40) },
});
const tea = survey({
  ...{ id: "2", name: "Tea", respondents: 200, calculation_type: "Survey Starts", offered_price_per_complete: 1 },
  ...{ minimum_price_per_complete: null, length_of_interview: 5, incidence_rate: 80, field_details: details(0, 100) },
});

const at = (priced: Survey, price: number) => ({
  survey: priced,
  edited: {
    length_of_interview: priced.length_of_interview ?? "",
    incidence_rate: priced.incidence_rate ?? "",
    offered_price_per_complete: price,
  } as const,
});

test("adds up what the remaining completes cost before and after, and leaves collected ones alone", () => {
  const effect = priceEffect([at(cars, 3), at(tea, 1.5)], false);
  // 60 completes at 2 and 3; of 100 remaining starts 80 complete, at 1 and 1.50.
  expect(effect).toEqual({
    ...{ below: 0, furthest: null, completes: 140, cost_before: 200, cost_after: 300, unknown: 0 },
  });
  expect(costInWords(effect, format)).toBe("The remaining 140 completes cost $300.00, $100.00 more than now.");
  expect(belowMinimum(effect, format)).toBeNull();
});

test("of starts, as many complete as did of those who started, whoever was turned away before", () => {
  const started = (completes: number) =>
    survey({ ...tea, respondents: 100, field_details: details(completes, 10, 20) });
  // Ten started and 40 were screened out before the entry link, so that the incidence rate is 20% of all 50.
  expect(priceEffect([at(started(10), 5)], false)).toMatchObject({ completes: 90, cost_after: 450 });
  expect(priceEffect([at(started(5), 5)], false)).toMatchObject({ completes: 45, cost_after: 225 });
  // Nothing is measured before a complete exists: the entered incidence rate is 80%.
  expect(priceEffect([at(started(0), 5)], false)).toMatchObject({ completes: 72, cost_after: 360 });
});

test("warns of prices below the service's minimum, or the estimate where it has none", () => {
  expect(belowMinimum(priceEffect([at(cars, 1.4)], false), format)).toBe(
    "Recommended minimum $1.85: this price is $0.45 below, so fewer respondents will come.",
  );
  const both = priceEffect([at(tea, 1), at(cars, 1.4)], false);
  expect(both).toMatchObject({ below: 2, furthest: { survey: "Cars", floor: 1.85 } });
  expect(belowMinimum(both, format)).toBe(
    "2 surveys would pay less than their minimum. Furthest below is “Cars”. Recommended minimum $1.85: this price is $0.45 below, so fewer respondents will come.",
  );
});

test("counts surveys of which the cost is unknown instead of taking it for nothing", () => {
  const unknown = priceEffect([at(survey({ ...cars, field_details: null }), 3)], false);
  expect(unknown).toMatchObject({ completes: 0, unknown: 1 });
  expect(costInWords(unknown, format)).toBe("Not included: 1 survey without known counts or price.");
});
