import { describe, expect, test } from "vitest";
import { anyNumber, styledNumber } from "./number-styles";

describe("numbers with signs and words", () => {
  test.each<[text: string, value: number, style: string]>([
    ["(1.50)", -1.5, "negative"],
    ["( 1,234.50 )", -1234.5, "negative"],
    ["1.50-", -1.5, "negative"],
    ["−1.50", -1.5, "negative"],
    ["– 7", -7, "negative"],
    ["CHF 1'234.50", 1234.5, "currency"],
    ["1’234.50 CHF", 1234.5, "currency"],
    ["$1,234", 1234, "currency"],
    ["-$5.20", -5.2, "currency"],
    ["$-5.20", -5.2, "currency"],
    ["($5.20)", -5.2, "currency"],
    ["€ 12", 12, "currency"],
    ["12 €", 12, "currency"],
    ["Rs. 60,15,327", 6015327, "currency"],
    ["45%", 45, "percent"],
    ["-4.5 %", -4.5, "percent"],
    ["60,15,327", 6015327, "grouped"],
    ["1 234 567.5", 1234567.5, "grouped"],
    ["1\u202f234", 1234, "grouped"],
    ["12.3K", 12300, "suffix"],
    ["12.3 k", 12300, "suffix"],
    ["1.2M", 1200000, "suffix"],
    ["3 Mio.", 3000000, "suffix"],
    ["$4bn", 4000000000, "currency"],
    ["39 min", 39, "length"],
    ["1:05:00", 65, "length"],
    ["0:00:45", 0.75, "length"],
    ["-0:05:00", -5, "length"],
    ["10000:00:00", 600000, "length"],
    ["1 h 5 min", 65, "length"],
    ["1h 5m", 65, "length"],
    ["2,5 Stunden", 150, "length"],
    ["90 Sekunden", 1.5, "length"],
    ["12 minutes", 12, "length"],
  ])("%s", (text, value, style) => {
    expect(styledNumber(text, ".")).toMatchObject({ value, style });
    expect(anyNumber(text)).toBe(value);
  });

  test("have the decimal sign of their file", () => {
    expect(anyNumber("1.234,50 €", ",")).toBe(1234.5);
    expect(anyNumber("(1,50)", ",")).toBe(-1.5);
    expect(anyNumber("1 234,5", ",")).toBe(1234.5);
  });
});

test.each(["1.5", "-3", "1,234"])("%s is one by itself", (text) => {
  expect(styledNumber(text, ".")).toBeNull();
  expect(anyNumber(text)).toBe(Number(text.replace(",", "")));
});

const OTHERS = ["none", "", "Q1", "5 m", "3 apples", "1-2", "(a1)", "12:30", "2024-01-05", "10.0.0.1", "1,2,3", "5 %%"];
const WORDS = [
  "--5",
  "Frankfurt 5",
  "krone 5",
  "12 00",
  "1 23",
  "M5",
  "v1.2",
  "1:75:00",
  "€",
  "min 5",
  "1".repeat(200),
];

test.each([...OTHERS, ...WORDS])("%s is no number", (text) => expect(styledNumber(text, ".")).toBeNull());
