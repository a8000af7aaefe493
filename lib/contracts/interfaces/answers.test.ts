import { describe, expect, test } from "vitest";
import { updateQuestion } from "../ours/questions";
import { planProblems } from "../rules/import-plan";
import { type ImportPlan, importPlanSchema, weightRecipeSchema } from "./answers";

const common = { text: "", missing: [], blank: "not_asked" as const, grid: null };
const option = (code: number) => ({ code, label: "", order: 0, value: null, cells: [] });

const plan: ImportPlan = {
  timeZone: "Europe/Berlin",
  decimal: ".",
  time: { column: "Start", order: "mdy" },
  end: null,
  endBeforeStart: "keep",
  id: "id",
  weights: ["weight"],
  questions: [
    { kind: "numeric", id: "q1", column: "a", ...common },
    {
      kind: "multiple",
      id: "q2",
      source: { form: "flags", columns: [{ column: "b", code: 1 }], chosen: [1] },
      options: [option(1)],
      ...common,
    },
  ],
  ignored: [],
  notes: [],
};
const columns = ["id", "weight", "Start", "a", "b"];

describe("an import plan", () => {
  test("that fits its file has no problems, and is plain JSON", () => {
    expect(planProblems(plan, columns)).toEqual([]);
    expect(importPlanSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
  });

  test("says which column the file lacks and what it is chosen for", () => {
    expect(planProblems(plan, ["a", "b"])).toEqual([
      "The file has no column “Start”, which is chosen for the time.",
      "The file has no column “id”, which is chosen for the id.",
      "The file has no column “weight”, which is chosen for a weight.",
    ]);
    expect(planProblems(plan, columns.slice(0, 4))).toEqual([
      "The file has no column “b”, which is chosen for question “q2”.",
    ]);
  });

  test("says what is there twice and what a column stands for in vain", () => {
    const [first, second] = plan.questions;
    if (!first || second?.kind !== "multiple") throw new Error("The plan has two questions.");
    expect(planProblems({ ...plan, questions: [first, first] }, columns)).toEqual([
      "Two questions have the id “q1”: give one of them another.",
    ]);
    const twice = { ...second, options: [option(2), option(2)] };
    expect(planProblems({ ...plan, questions: [twice] }, columns)).toEqual([
      "Question “q2” has two options with the code 2.",
      "Column “b” stands for option 1, which question “q2” lacks.",
    ]);
    const options = second.options.map((each) => ({ ...each, label: "Vast", value: -1e71 }));
    expect(planProblems({ ...plan, questions: [{ ...second, options: options.slice(0, 1) }] }, columns)).toContain(
      "The value of “Vast” of question “q2” is beyond 1e+70: give it another, or none.",
    );
  });

  test.each([
    [{ timeZone: "Mars/Olympus" }, /IANA name/],
    [{ decimal: "·" }, /point or a comma/],
    [{ time: { column: "a", order: "dym" } }, /order of a date/],
    [{ questions: [{ kind: "single", id: "", column: "a", options: [], ...common }] }, /needs an id/],
    [{ questions: [{ kind: "single", id: "q", column: "a", options: [option(70_000)], ...common }] }, /at most 65535/],
    [
      { questions: [{ kind: "open", id: "q", column: "a", ...common, missing: [{ cell: "NA", kind: "later" }] }] },
      /missing/i,
    ],
  ])("is refused with a sentence: %j", (change, sentence) => {
    const found = importPlanSchema.safeParse({ ...plan, ...change });
    expect(found.error?.issues[0]?.message).toMatch(sentence);
  });
});

test("an edit gives an option no value beyond what numbers are", () => {
  const messageFor = (value: number) => {
    const options = [{ code: 1, value }];
    const read = updateQuestion.body.safeParse({ project_id: crypto.randomUUID(), id: "q", version: 1, options });
    return read.error?.issues[0]?.message;
  };
  expect(messageFor(-1e70)).toBeUndefined();
  expect(messageFor(1e71)).toBe("An option's value is a number of at most 1e+70, or null.");
});

test("a weight's target is no number that together with others would be larger than any", () => {
  const messageFor = (target: number) => {
    const targets = [1, 2].map((code) => ({ code, target }));
    return weightRecipeSchema.safeParse({ margins: [{ questionId: "q", unit: "count", targets }] }).error?.issues[0]
      ?.message;
  };
  expect(messageFor(1e70)).toBeUndefined();
  expect(messageFor(1e308)).toBe("A target is at most 1e+70. Give smaller ones: shares are the same.");
});
