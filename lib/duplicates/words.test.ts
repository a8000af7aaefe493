import { expect, test } from "vitest";
import type { ActivationChange } from "@/lib/contracts/ours/duplicates";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { nameOfRoute, nameOfState, reversalInWords, selectorsInWords } from "./words";

const format = formatFor(usualSettings);

test("selectors are said with what they name, long lists in short", () => {
  const [surveys, sessions] = [
    { count: 3, values: ["1", "2"] },
    { count: 1002, values: ["a", "b"] },
  ];
  const many = { Survey_Number: surveys, Session_Id: sessions, Panel_Id: { count: 1, values: ["p"] } };
  const phrases = ["3 surveys", "Session ids: a, b and 1,000 more", "Panel id: p"];
  expect(selectorsInWords({ selectors: many }, format)).toEqual(phrases);
  // The words are the same where every value is there.
  const all = { ...many, Session_Id: { count: 1002, values: ["a", "b", ...Array<string>(1000).fill("c")] } };
  expect(selectorsInWords({ selectors: all }, format)).toEqual(phrases);
  const one = { Survey_Number: { count: 1, values: ["4711"] } };
  expect(selectorsInWords({ selectors: one }, format)).toEqual(["Survey 4711"]);
  expect(selectorsInWords({ selectors: {} }, format)).toEqual([]);
});

test("one long value is shortened and stays one, however many commas it has", () => {
  const agent = `Mozilla/5.0 (Linux, Android, KHTML, like Gecko) ${"x, y; ".repeat(100)}`;
  const [phrase] = selectorsInWords({ selectors: { User_Agent: { count: 1, values: [agent] } } }, format);
  expect(phrase).toMatch(/^User agent: Mozilla\/5\.0 \(Linux, Android, .*…$/);
  expect(phrase?.length).toBeLessThan(250);
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
