import { expect, test } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { draftOf, emptyQuota, type SurveyDraft } from "./draft";
import { belowMinimum, costInWords, priceEffect } from "./price-effect";
import { quota, survey } from "./test-surveys";

const format = formatFor(usualSettings);
const details = (
  survey_completes: number,
  survey_starts = survey_completes,
  actual_incidence_rate: number | null = null,
) => ({ survey_completes, survey_starts, actual_incidence_rate }) as never;
const cars = survey({
  ...{
    id: "1",
    name: "Cars",
    status: "Live",
    respondents: 100,
    calculation_type: "Completes",
    offered_price_per_complete: 2,
  },
  ...{ minimum_price_per_complete: 1.85, field_details: details(40) },
});
const tea = survey({
  ...{
    id: "2",
    name: "Tea",
    status: "Live",
    respondents: 200,
    calculation_type: "Survey Starts",
    offered_price_per_complete: 1,
  },
  ...{ minimum_price_per_complete: null, length_of_interview: 5, incidence_rate: 80, field_details: details(0, 100) },
});

/** A new price, and what is saved with it. */
const at = (priced: Survey, price: number, edits: Partial<SurveyDraft> = {}) => ({
  survey: priced,
  edited: { ...draftOf(priced), ...edits, offered_price_per_complete: price },
});

test("adds up what the remaining completes cost before and after, and leaves collected ones alone", () => {
  const effect = priceEffect([at(cars, 3), at(tea, 1.5)], false);
  // 60 completes at 2 and 3; of 100 remaining starts 80 complete, at 1 and 1.50.
  expect(effect).toEqual({
    ...{ below: 0, furthest: null, completes_before: 140, completes: 140 },
    ...{ cost_before: 200, cost_after: 300, not_live: 0, complete: 0, unknown: 0 },
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

const tracker = survey({
  ...{
    status: "Live",
    respondents: 100,
    calculation_type: "Completes",
    offered_price_per_complete: 2.5,
    field_details: details(0),
  },
  respondent_attributes: [quota("a", { quota: 300, survey_starts: 0, survey_completes: 0 })],
});

test("a target that is saved with the price counts as it will be, beside what remains now", () => {
  const effect = priceEffect([at(tracker, 5, { respondents: 300 })], false);
  expect(effect).toMatchObject({ completes_before: 100, completes: 300, cost_before: 250, cost_after: 1500 });
  expect(costInWords(effect, format)).toBe(
    "After this change the remaining 300 completes cost $1,500.00, $1,250.00 more than now. Now the remaining 100 completes cost $250.00.",
  );
  const halved = priceEffect([at(tracker, 5, { respondents: 50 })], false);
  expect(costInWords(halved, format)).toBe(
    "After this change the remaining 50 completes cost $250.00, as much as now. Now the remaining 100 completes cost $250.00.",
  );
});

test("a target below what is collected leaves nothing to pay for, and one above brings it back", () => {
  const collected = survey({ ...tracker, field_details: details(60) });
  expect(costInWords(priceEffect([at(collected, 5, { respondents: 60 })], false), format)).toBe(
    "After this change no completes remain. Now the remaining 40 completes cost $100.00.",
  );
  const full = survey({ ...tracker, field_details: details(100) });
  expect(costInWords(priceEffect([at(full, 5, { respondents: 101 })], false), format)).toBe(
    "After this change the remaining 1 complete costs $5.00, $5.00 more than now. Now no completes remain.",
  );
  expect(costInWords(priceEffect([at(full, 5)], false), format)).toBeNull();
});

test("no more completes remain than the quotas let in, those that are saved with the price among them", () => {
  const quotas = (...targets: number[]) => targets.map((target) => ({ ...emptyQuota(), quota: target }));
  const completesOf = (edits: Partial<SurveyDraft>) => priceEffect([at(tracker, 5, edits)], false).completes;
  expect(completesOf({ respondent_attributes: quotas(30, 40) })).toBe(70);
  expect(completesOf({ respondent_attributes: quotas(30, 400) })).toBe(100);
  const part = survey({ ...tracker, respondent_attributes: [quota("a", { quota: 20 }), quota("b", { quota: 2 })] });
  expect(priceEffect([at(part, 5)], false)).toMatchObject({ completes_before: 17, completes: 17 });
});

test("another way of counting, saved with the price, counts as it will be", () => {
  const started = survey({ ...tracker, field_details: details(20, 40) });
  const effect = priceEffect([at(started, 5, { calculation_type: "Survey Starts" })], false);
  expect(effect).toMatchObject({ completes_before: 80, completes: 30, cost_before: 200, cost_after: 150 });
});

test("an emptied target leaves the cost unknown", () => {
  expect(priceEffect([at(tracker, 5, { respondents: "" })], false)).toMatchObject({ completes: 0, unknown: 1 });
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

test("complete surveys, which nobody can enter, add nothing", () => {
  const complete = [
    survey({ ...cars, status: "Complete" }),
    survey({ ...tea, status: "complete", field_details: null }),
  ];
  const effect = priceEffect([at(cars, 3), ...complete.map((one) => at(one, 3))], false);
  expect(effect).toMatchObject({ completes_before: 60, completes: 60, cost_after: 180, complete: 2, unknown: 0 });
  expect(costInWords(effect, format)).toBe(
    "The remaining 60 completes cost $180.00, $60.00 more than now. Not included: 2 surveys with status Complete, to which no more respondents come.",
  );
  const [one] = complete.map((each) => at(each, 3));
  expect(costInWords(priceEffect(one ? [one] : [], false), format)).toBe(
    "Not included: 1 survey with status Complete, to which no more respondents come.",
  );
});

test("drafts and paused surveys count, and it is said that they have to go live", () => {
  const waiting = ["Draft", "Paused"].map((status) => at(survey({ ...cars, status }), 3));
  expect(costInWords(priceEffect([...waiting, at(cars, 3)], false), format)).toBe(
    "The remaining 180 completes cost $540.00, $180.00 more than now. 2 surveys are not live: their completes come only if they go live.",
  );
  expect(costInWords(priceEffect(waiting.slice(0, 1), false), format)).toBe(
    "The remaining 60 completes cost $180.00, $60.00 more than now. 1 survey is not live: its completes come only if it goes live.",
  );
  const full = survey({ ...cars, status: "Paused", field_details: details(100) });
  expect(costInWords(priceEffect([at(full, 3)], false), format)).toBeNull();
});

test("a status that is saved with the price counts as it will be", () => {
  const complete = survey({ ...cars, status: "Complete" });
  expect(costInWords(priceEffect([at(complete, 3, { status: "Live" })], false), format)).toBe(
    "After this change the remaining 60 completes cost $180.00, $180.00 more than now. Now no completes remain.",
  );
  expect(costInWords(priceEffect([at(cars, 3, { status: "Complete" })], false), format)).toBe(
    "After this change no completes remain. Now the remaining 60 completes cost $120.00.",
  );
});
