import { describe, expect, test } from "vitest";
import { mergeQuestions } from "@/lib/answers/imports/merge-questions";
import { derivationProblems, madeOf, newlyBroken, withKindsOf } from "@/lib/answers/questions/derived-questions";
import { derivedQuestion, editedQuestion } from "@/lib/answers/questions/edit-question";
import type { Derivation, ImportPlan, PlannedQuestion, Question } from "@/lib/contracts/interfaces/answers";
import { question } from "@/lib/test-answers";

const stored = [
  question(1, "age", "numeric"),
  question(2, "region", "single", {
    options: [
      [1, "North", null],
      [2, "South", null],
    ],
  }),
];

const formula = (expression: string): Derivation => ({
  ...{ form: "formula", expression, gives: "category", questionIds: [], results: [] },
});
const made = (id: string, expression: string, questions: readonly Question[] = stored) =>
  derivedQuestion({ id, text: "", options: [], derivation: formula(expression) }, questions);
const labels = ({ options }: Question) => options.map(({ code, label }) => [code, label]);
const withOption = (code: number, label: string) => {
  const [age, region] = stored as [Question, Question];
  const others = region.options.filter((option) => option.code !== code);
  return [age, { ...region, options: [...others, { code, label, order: code, value: null, cells: [label] }] }];
};

describe("a question made by a formula", () => {
  test.each([
    ["age / 2", "numeric", []],
    [
      "age > 2",
      "scale",
      [
        [1, "Yes"],
        [0, "No"],
      ],
    ],
    [
      'if(age > 30, "Old", region)',
      "single",
      [
        [1, "Old"],
        [2, "North"],
        [3, "South"],
      ],
    ],
    [
      'pool(region, if(age > 30, "Old", missing))',
      "multiple",
      [
        [1, "North"],
        [2, "South"],
        [3, "Old"],
      ],
    ],
  ])("of %s has the kind and the options that follow", (expression, kind, options) => {
    const question = made("new", expression);
    expect([question.kind, labels(question)]).toEqual([kind, options]);
    expect(derivationProblems(question, stored)).toEqual([]);
  });

  test("is refused where it is wrong, of itself or round to itself, in words", () => {
    expect(derivationProblems(made("new", "agee + 1"), stored)).toEqual([
      "Column 1: There is no question “agee”. Did you mean “age”?",
    ]);
    const first = made("first", "age + 1");
    const second = made("second", "first * 2", [...stored, first]);
    const all = [...stored, first, second];
    const edit = (expression: string) =>
      editedQuestion(first, { project_id: "p", id: "first", version: 1, derivation: formula(expression) }, all).edited;
    expect(derivationProblems(edit("first + 1"), all)).toEqual(["Column 1: “first” cannot be made of itself."]);
    expect(derivationProblems(edit("second + 1"), all)).toEqual([
      "“second” is itself made of “first”: that would be a circle.",
    ]);
    expect(madeOf("first", all).map(({ id }) => id)).toEqual(["second"]);
  });

  test("keeps the codes and labels of its options while others are added, renamed and taken away", () => {
    const question = made("new", 'if(age > 30, "Old", region)');
    const typed = {
      ...question,
      options: question.options.map((each) => (each.code === 1 ? { ...each, label: "Aged" } : each)),
    };
    const change = {
      project_id: "p",
      id: "new",
      version: 1,
      derivation: formula('if(age < 9, "Child", age > 30, "Old", "Others")'),
    };
    const { edited } = editedQuestion(typed, change, [...stored, typed]);
    expect(labels(edited)).toEqual([
      [1, "Aged"],
      [4, "Child"],
      [5, "Others"],
    ]);
    expect(edited.goneCodes).toEqual([2, 3]);
  });

  test("follows the options of its questions: one that is renamed is the same, one that is new is added", () => {
    const question = made("new", 'if(age > 30, "Old", region)');
    const renamed = withKindsOf([...withOption(1, "Nord"), question]).at(-1) as Question;
    expect(labels(renamed)).toEqual([
      [1, "Old"],
      [2, "Nord"],
      [3, "South"],
    ]);
    expect(renamed.version).toBe(2);
    expect(withKindsOf([...stored, question]).at(-1)).toBe(question);
    expect(labels(withKindsOf([...withOption(3, "West"), question]).at(-1) as Question)).toContainEqual([4, "West"]);
  });

  test("stops an edit of others that would break it, or change what it gives", () => {
    const question = made("new", 'count(region = "North")');
    const before = [...stored, question];
    expect(newlyBroken(before, [...withOption(1, "Nord"), question])).toEqual([
      expect.stringMatching(/“new” is made of “region”.*: Column 16: “region” has no option “North”/),
    ]);
    const same = made("same", "region");
    const [age, region] = stored as [Question, Question];
    const numeric = [age, { ...region, kind: "numeric" as const, options: [] }];
    expect(newlyBroken([...stored, same], withKindsOf([...numeric, same]))).toEqual([
      expect.stringContaining("Its formula would give numbers instead of options."),
    ]);
  });
});

const common = { missing: [], blank: "not_asked" as const, grid: null };
const option = (code: number, label: string) => ({ code, label, order: code, value: null, cells: [label] });
const age: PlannedQuestion = { kind: "numeric", id: "age", text: "age", column: "age", ...common };
const region = (...names: string[]): PlannedQuestion => ({
  ...{ kind: "single", id: "region", text: "region", column: "region", ...common },
  options: names.map((name, at) => option(at + 1, name)),
});
const planOf = (...questions: PlannedQuestion[]): ImportPlan => ({
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: null, weights: [] },
  ...{ ignored: [], notes: [], questions },
});

test("a later import keeps formulas, with the options that it brings, and drops those that it leaves nothing of", () => {
  const first = mergeQuestions(
    { questions: [], weights: [], columnsGiven: 0 },
    planOf(age, region("North", "South")),
    "append",
  );
  const formulas = [
    made("grouped", 'if(age > 30, "Old", region)', first.questions),
    made("older", "age + 1", first.questions),
  ];
  const project = { ...first, questions: [...first.questions, ...formulas] };
  const appended = mergeQuestions(project, planOf(age, region("West")), "append");
  expect(appended.questions.find(({ id }) => id === "grouped")?.options.map(({ label }) => label)).toEqual([
    "Old",
    "North",
    "South",
    "West",
  ]);
  const replaced = mergeQuestions(project, planOf(age), "replace");
  expect(replaced.questions.map(({ id }) => id)).toEqual(["age", "older"]);
  expect(replaced.notices.join(" ")).toContain("grouped");
});
