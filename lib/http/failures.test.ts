import { expect, test } from "vitest";
import { type Effect, effectInWords, readFailure, waitInWords, writeFailure } from "./failures";

test.each([
  ["unreachable", {}, "Production cannot be reached. Try again in a moment."],
  ["limited", { waitMs: 19_200 }, "Production asks to wait 20 s. Try again then."],
  ["failed", { status: 500 }, "Production reports an error (500). Try again in a moment."],
  ["failed", { said: "The disk is full." }, "Production reports an error: The disk is full. Try again in a moment."],
  ["away", { status: 503 }, "Production is not available at the moment (503). Try again in a moment."],
  ["refused", { status: 418 }, "Production refused this request (418)."],
] as const)("%s %j: who reads is told what to do", (kind, failed, expected) => {
  expect(readFailure(kind, { service: "Production", ...failed })).toBe(expected);
});

test("every failed write says whether anything was saved, in one way", () => {
  const said = (effect: Effect) => effectInWords(effect, { noun: "survey", act: "save" });
  expect(writeFailure("Production asks to wait 20 s.", "none", { noun: "survey", act: "save" })).toBe(
    "Production asks to wait 20 s. Nothing was saved.",
  );
  expect(said("pending")).toMatch(/^Your changes are not there yet/);
  expect(said("pending")).not.toMatch(/not known/);
  expect(said("unknown")).not.toMatch(/not there yet/);
  expect(effectInWords("none", { noun: "project", act: "create" })).toBe("The project was not created.");
});

test("a wait is never said to be shorter than it is", () => {
  expect([0, 1, 1001, 90_000, 90_001, 600_000].map(waitInWords)).toEqual([
    ...["1 s", "1 s", "2 s", "90 s", "2 min", "10 min"],
  ]);
});
