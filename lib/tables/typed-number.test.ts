import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTypedNumber, writeTypedNumber } from "./typed-number";

const whole = { min: 1, decimals: 0 };
const price = { min: 0, decimals: 2, prefix: "$" };

describe("a number that a person types", () => {
  test.each([
    ["1e3", whole, 1000],
    ["1e9", whole, 1_000_000_000],
    ["1,234,567", whole, 1_234_567],
    ["1 234", whole, 1234],
    ["1.234", whole, 1234],
    ["1.234", {}, 1.234],
    ["1\u202f234", whole, 1234],
    ["+5", whole, 5],
    ["  42 ", whole, 42],
    ["007", whole, 7],
    ["$1.40", price, 1.4],
    ["1.40", price, 1.4],
    ["1,5", price, 1.5],
    [".5", price, 0.5],
    ["2.", price, 2],
    ["−5", {}, -5],
    ["-$5", { prefix: "$" }, -5],
    ["62.5 %", { suffix: "%" }, 62.5],
    ["15 min", { suffix: " min" }, 15],
    ["", whole, null],
  ])("%j is read as a whole", (text, rule, value) => expect(readTypedNumber(text, rule)).toEqual({ value }));

  test.each([
    ["-5", whole, "Must be 1 or more."],
    ["0", whole, "Must be 1 or more."],
    ["101", { min: 1, max: 100 }, "Must be from 1 to 100."],
    ["2000000", { max: 1_000_000 }, "Must be 1,000,000 or less."],
    ["1.5", whole, "Must be a whole number."],
    ["1.405", price, "Must have at most 2 digits after the point."],
    ["12abc", whole, "“12abc” is not a number: type digits, such as 1200."],
    ["1-2", price, "“1-2” is not a number: type digits, such as 12.5."],
    ["1e", whole, "“1e” is not a number: type digits, such as 1200."],
    ["1,23,4", whole, "“1,23,4” is not a number: type digits, such as 1200."],
    ["1e999", {}, "“1e999” is not a number: type digits, such as 12.5."],
    ["Infinity", {}, "“Infinity” is not a number: type digits, such as 12.5."],
    ["0x10", {}, "“0x10” is not a number: type digits, such as 12.5."],
  ])("%j is refused with a sentence", (text, rule, problem) =>
    expect(readTypedNumber(text, rule)).toEqual({ problem }),
  );

  test("what a field shows is read back as the number it shows", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.nat(4), (digits, places) => {
        const value = Number((digits / 10 ** places).toFixed(places));
        for (const rule of [{}, { prefix: "$" }, { suffix: " min" }, { suffix: "%" }]) {
          expect(readTypedNumber(writeTypedNumber(value, rule), rule)).toEqual({ value: value === 0 ? 0 : value });
        }
      }),
    );
  });
});
