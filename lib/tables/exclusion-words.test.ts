import { expect, test } from "vitest";
import { type Exclusions, exclusionWords } from "./exclusion-words";

const around = { isAsked: false, isWeighted: false, count: (n: number) => n.toLocaleString("en") };
const leftOut: Exclusions = { counted: 1580, excluded: 35, isIncluded: false };
const included: Exclusions = { counted: 1615, excluded: 35, isIncluded: true };

test("those left out are named beside those that count", () => {
  expect(exclusionWords(leftOut, around)).toEqual(["1,580 responses in the project; 35 excluded for quality."]);
  const one = { counted: 1, excluded: 1, isIncluded: false };
  expect(exclusionWords(one, around)).toEqual(["1 response in the project; 1 excluded for quality."]);
  expect(exclusionWords({ ...leftOut, counted: null }, around)).toEqual(["35 excluded for quality."]);
});

test("those that count all the same are said to be included, with a weight as far as they have one", () => {
  const says = "1,615 responses in the project; 35 excluded for quality are included";
  expect(exclusionWords(included, { ...around, isAsked: true })).toEqual([`${says}.`]);
  const weighted = { ...around, isAsked: true, isWeighted: true };
  expect(exclusionWords(included, weighted)).toEqual([`${says}, as far as they have a weight.`]);
  expect(exclusionWords({ ...included, excluded: 1 }, around)).toEqual([
    "1,615 responses in the project; 1 excluded for quality is included.",
  ]);
});

test("nothing is said where nobody is excluded, or where nobody asked a service that does not say it", () => {
  expect(exclusionWords({ ...leftOut, excluded: 0 }, { ...around, isAsked: true })).toEqual([]);
  expect(exclusionWords(null, around)).toEqual([]);
});

test("a service that was asked to include them and does not, or does not say so, is never taken to have done it", () => {
  expect(exclusionWords(leftOut, { ...around, isAsked: true })).toEqual([
    "1,580 responses in the project; 35 excluded for quality, which this service does not include.",
  ]);
  expect(exclusionWords(null, { ...around, isAsked: true })).toEqual([
    "This service does not say whether responses excluded for quality are included.",
  ]);
});
