import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { question } from "@/lib/test-answers";
import { checkFormula } from "./check";
import { formulaFunctionNames, formulaFunctions } from "./functions";

const options = (...labels: string[]) => labels.map((label, at): [number, string, null] => [at + 1, label, null]);
const points = [1, 2, 3, 4, 5].map((value): [number, string, number] => [value, String(value), value]);
const inGrid = { grid: { id: "battery", text: "How good?" } };
const questions = [
  question(1, "age", "numeric"),
  question(2, "region", "single", { options: options("North", "South") }),
  question(3, "first choice", "single", { options: options("Alpha", "Beta") }),
  question(4, "brands", "multiple", { options: options("Alpha", "Beta", "Gamma") }),
  { ...question(5, "good_1", "scale", { options: points }), ...inGrid },
  { ...question(6, "good_2", "scale", { options: points }), ...inGrid },
  question(7, "comment", "open"),
  question(8, "bought", "date"),
  question(9, "unordered", "single", { options: options("Good", "Bad", "Middling") }),
];

const problem = (text: string) => checkFormula(text, questions, "mine").problem?.message;
const type = (text: string) => checkFormula(text, questions).formula?.type;
const results = (text: string) => checkFormula(text, questions).formula?.results.map((each) => each.text);

describe("a formula", () => {
  test("gives numbers, yes or no, an option, or several", () => {
    expect(type("age * 2 + 1")).toBe("number");
    expect(type('age > 30 and region = "North"')).toBe("yesno");
    expect(type('if(age > 30, "Old", "Young")')).toBe("category");
    expect(type('recode(brands, "Alpha", "Beta" -> "Old ones", else -> "New")')).toBe("options");
  });

  test("binds as arithmetic does", () => {
    const { formula } = checkFormula("1 + 2 * 3 ^ 2 - -4", questions);
    expect(formula?.step).toMatchObject({
      sign: "-",
      left: { sign: "+", right: { sign: "*", right: { sign: "^" } } },
      right: { sign: "-", left: { value: 0 }, right: { value: 4 } },
    });
  });

  test("takes a grid for its items where there are many", () => {
    expect(checkFormula("mean(battery)", questions).formula?.questionIds).toEqual(["good_1", "good_2"]);
    expect(problem("battery + 1")).toMatch(/^Column 1: “battery” is a grid: .* mean\(battery\)/);
  });

  test("names its options in the order in which it has them", () => {
    expect(results('bands(age, 18, 65, "Minor", "Adult", "Senior")')).toEqual(["Minor", "Adult", "Senior"]);
    expect(results("combine(region, [first choice])")).toEqual([
      "North, Alpha",
      "North, Beta",
      "South, Alpha",
      "South, Beta",
    ]);
    expect(results("pool([first choice], region)")).toEqual(["Alpha", "Beta", "North", "South"]);
    expect(results('recode(region, "South" -> "S", "North" -> "N")')).toEqual(["S", "N"]);
  });
});

test.each([
  ["1 + (2 * agee)", "Column 10: There is no question “agee”. Did you mean “age”?"],
  ["age +\n  reegion", "Line 2, column 3: There is no question “reegion”. Did you mean “region”?"],
  ["first_choice", "Column 1: There is no question “first_choice”. Did you mean “first choice”? Write [first choice]."],
  ["mine + 1", "Column 1: “mine” cannot be made of itself."],
  ["maen(age, 2)", "Column 1: There is no function “maen”. Did you mean mean?"],
  ['region = "Nroth"', "Column 10: “region” has no option “Nroth”. Did you mean “North”?"],
  ['chose(brands, "Delta")', "Column 15: “brands” has no option “Delta”."],
  ["age + ", "Column 7: The formula ends too early: something is missing here."],
  ["(age", "Column 5: A closing parenthesis is missing here."],
  ['age > 3 "x"', "Column 9: An operator is missing before this text."],
  ['"open', "Column 1: This text has no closing quotation mark."],
  ["age # 2", "Column 5: “#” has no meaning here."],
  ["1 < age < 3", "Column 9: Join two comparisons with “and”"],
  ["", "Column 1: Write a formula."],
  ["region + 1", "Column 1: “+” takes a number: “region” has options without values."],
  ["comment + 1", "Column 1: “+” takes a number: “comment” is a text."],
  ["age and yes", "Column 1: “and” takes a yes or no: “age” is a number."],
  ['brands = "Alpha"', 'Column 10: “brands” has several answers: write chose(brands, "Alpha").'],
  [
    'if(age > 3, 1, "x")',
    "Column 16: The results of “if” have to be of one type: this is an option, another is a number.",
  ],
  ["if(age > 3, 1)", "Column 1: “if” ends with a result for all others"],
  ["bought", "Column 1: The result is a time."],
  ["comment", "Column 1: The result is a text."],
  ['"always"', "Column 1: This is the same for every response: use a question."],
  ["missing", "Column 1: The result is always missing."],
  ["bands(age, 30, 18)", "Column 16: Limits of bands rise from one to the next."],
  ['bands(age, 18, "Minor")', "Column 16: There are 2 groups, but 1 label."],
  ["quantiles(age, 2.5)", "Column 16: “quantiles” takes a whole number from 2 to 100 here."],
  ["top_share(2, unordered)", "Column 14: The options of “unordered” have no confirmed order: confirm it first."],
  ['date("2031-02-30")', "Column 1: “date” takes a day as a text."],
  ['recode(region, "North")', "Column 1: “recode” needs an arrow"],
  ["and", "Column 1: “and” cannot stand here. A question of this name is written [and]."],
  ["(".repeat(60), "Column 41: This formula is nested too deeply"],
  [`age${" + age".repeat(150)}`, "This formula is too long: make questions of its parts, or use sum."],
  ["1".repeat(400), "Column 1: This number is too large."],
  [`age${" + age".repeat(2000)}`, "Column 4001: A formula has at most 4,000 characters"],
])("refuses %s in words, with the place", (text, words) => {
  expect(problem(text)).toContain(words);
});

test("names of functions are those of no word of the language", () => {
  expect(formulaFunctionNames.filter((name) => problem(`${name}()`)?.includes("There is no"))).toEqual([]);
});

test("the README of formulas names every function", () => {
  const readme = readFileSync(fileURLToPath(new URL("../../answers/formulas/README.md", import.meta.url)), "utf8");
  const stem = (name: string) => name.replace("_between", "_");
  expect(formulaFunctionNames.filter((name) => !readme.includes(stem(name)))).toEqual([]);
});

/** The questions that the examples of functions name. */
const inExamples = [
  ...["age", "income", "estimate", "spent", "before", "after", "price", "quality", "service", "q1", "q2", "q3"].map(
    (id) => question(1, id, "numeric"),
  ),
  question(1, "region", "single", { options: options("North", "East", "West") }),
  question(1, "gender", "single", { options: options("Female", "Male") }),
  ...["first_choice", "second_choice", "third_choice"].map((id) =>
    question(1, id, "single", { options: options("Alpha", "Beta") }),
  ),
  question(1, "brands", "multiple", { options: options("Alpha", "Beta", "Gamma") }),
  question(1, "comment", "open"),
  ...["purchase", "birth"].map((id) => question(1, id, "date")),
  { ...question(1, "item", "scale", { options: points }), grid: { id: "satisfaction", text: "" } },
];

test.each(Object.entries(formulaFunctions))("the example of %s is right", (name, { signature }) => {
  const whole = name === "date" ? `purchase < ${signature}` : signature;
  expect(checkFormula(whole, inExamples).problem).toBeNull();
});
