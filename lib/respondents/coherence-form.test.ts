import { describe, expect, test } from "vitest";
import { type CoherenceRule, coherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import { question } from "@/lib/test-answers";
import { emptyRule, formOf, type RuleForm, ruleOf, ruleQuestions, ruleText } from "./coherence-form";

const labelOf = ({ question_id, text_contains }: CoherenceRule["first"]) =>
  ({ age: "Age", work: "Years of work", sex: "Sex" })[question_id ?? ""] ?? `a question with “${text_contains}”`;
const read = (form: RuleForm, otherNames: string[] = []) => ruleOf(form, { labelOf, otherNames });

const young: RuleForm = {
  ...emptyRule,
  first: { ...emptyRule.first, asked: { question_id: "age" }, under: 20 },
  second: { ...emptyRule.second, asked: { question_id: "work" }, over: 15 },
};

describe("a rule by form", () => {
  test("is called as it is worded, where nobody names it", () => {
    expect(read(young).rule).toEqual({
      ...{ kind: "together", name: "Age under 20 and Years of work over 15" },
      ...{ first: { question_id: "age" }, first_under: 20, second: { question_id: "work" }, second_over: 15 },
    });
    expect(read({ ...young, name: " Young workers " }).rule?.name).toBe("Young workers");
  });

  const rules: [CoherenceRule, string][] = [
    [
      {
        ...{ kind: "together", name: "a", first: { question_id: "sex" }, first_answers: ["Male", "M"] },
        ...{ second: { text_contains: "pregnant" }, second_answers: ["Yes"] },
      },
      "Sex is “Male” or “M” and a question with “pregnant” is “Yes”",
    ],
    [
      {
        ...{ kind: "together", name: "b", first: { question_id: "age" }, first_under: 30, first_over: 17 },
        ...{ second: { question_id: "work" }, second_over: 15 },
      },
      "Age between 17 and 30 and Years of work over 15",
    ],
    [
      { kind: "difference", name: "c", first: { question_id: "age" }, second: { question_id: "work" }, at_least: 14 },
      "Age less Years of work under 14",
    ],
    [
      {
        ...{ kind: "difference", name: "d", first: { question_id: "age" }, second: { question_id: "work" } },
        ...{ at_least: 14, at_most: 70 },
      },
      "Age less Years of work under 14 or over 70",
    ],
  ];

  test.each(rules)("comes out of the form as it went in, and is said in words: %#", (rule, text) => {
    expect(coherenceRule.parse(read(formOf(rule)).rule)).toEqual(rule);
    expect(ruleText(rule, labelOf)).toBe(text);
  });

  test("that lacks something says what, at its place", () => {
    expect(read(emptyRule).problems).toEqual({ first: "Choose a question.", second: "Choose a question." });
    expect(read({ ...young, first: { ...young.first, under: null } }).problems).toEqual({ first: "Enter a number." });
    const named = { ...young.first, test: "answers" as const };
    expect(read({ ...young, first: named }).problems).toEqual({ first: "Choose at least one answer." });
    const between = { ...young.first, test: "between" as const, over: 20 };
    expect(read({ ...young, first: between }).problems).toEqual({ first: "Enter the smaller number first." });
    expect(read({ ...young, kind: "difference" }).problems).toEqual({ limits: "Enter a least or a most difference." });
    expect(read(young, ["Age under 20 and Years of work over 15"])).toEqual({
      rule: null,
      problems: { name: "Another rule has this name." },
    });
  });
});

describe("questions offered to rules", () => {
  const asked = { question_id: "age", question: "How old are you?", is_numeric: true };
  const answers = [{ answer: "34", respondents: 2 }];

  test("are those of interviews, then the project's others, with options before answers that were given", () => {
    const offered = ruleQuestions(
      [{ ...asked, answers }],
      [question(1, "Region", "single", { options: [[1, "North", null]] })],
    );
    expect(offered.map(({ label, isNumeric, answers: given }) => [label, isNumeric, given])).toEqual([
      ["How old are you?", true, ["34"]],
      ["Region", false, ["North"]],
    ]);
  });

  test("offer the label of several options once: rules compare words, and no list may hold a word twice", () => {
    const brand = question(1, "brand", "single", {
      options: [
        [1, "Alpha", null],
        [2, "Other", null],
        [4, "Other ", null],
      ],
    });
    const interview = [{ question_id: "brand", question: "Which brand?", is_numeric: false, answers: [] }];
    expect(ruleQuestions([], [brand])[0]?.answers).toEqual(["Alpha", "Other"]);
    expect(ruleQuestions(interview, [brand])[0]?.answers).toEqual(["Alpha", "Other"]);
  });

  test("are named by their text where they came without an id", () => {
    const [only] = ruleQuestions([{ ...asked, question_id: null, answers }], []);
    expect(only?.asked).toEqual({ text_contains: "How old are you?" });
  });
});
