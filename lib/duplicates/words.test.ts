import { expect, test } from "vitest";
import type { ActivationChange } from "@/lib/contracts/ours/duplicates";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { nameOfRoute, nameOfState, reversalInWords, selectorsInWords } from "./words";

const format = formatFor(usualSettings);

test("selectors are said with what they name, long lists in short", () => {
  const many = { selectors: { Survey_Number: "1,2,3", Session_Id: "a,b,c,d", Panel_Id: "p" }, surveys: 3 };
  expect(selectorsInWords(many, format)).toEqual(["3 surveys", "Session ids: a, b and 2 more", "Panel id: p"]);
  expect(selectorsInWords({ selectors: { Survey_Number: "4711" }, surveys: 1 }, format)).toEqual(["Survey 4711"]);
  expect(selectorsInWords({ selectors: {}, surveys: 0 }, format)).toEqual([]);
});

test("routes and states of other services are called what they call them", () => {
  expect([nameOfRoute("predupes"), nameOfRoute("constructor")]).toEqual(["Pre-check", "constructor"]);
  expect([nameOfState("signed out"), nameOfState("toString")]).toEqual(["Sign in to continue", "toString"]);
});

test("a reversal says what it does, and does not promise what a service cannot do", () => {
  const change = { type: "1", records: 3400 } as ActivationChange;
  expect(reversalInWords(change, true, format)).toMatch(/^Activates exactly 3,400 records that this deactivated,/);
  expect(reversalInWords(change, false, format)).toMatch(/records that were inactive before are switched too\.$/);
});
