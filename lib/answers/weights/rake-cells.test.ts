import { expect, test } from "vitest";
import type { WeightRecipe } from "@/lib/contracts/interfaces/answers";
import { question } from "@/lib/test-answers";
import { type Cell, changedSince, rakeCells, recipeProblems } from "./rake-cells";

const sex = question(1, "sex", "single", {
  options: [
    [1, "Male", null],
    [2, "Female", null],
    [3, "Other", null],
  ],
});
const wave = question(2, "wave", "scale", {
  options: [
    [1, "Spring", 1],
    [2, "Autumn", 2],
  ],
});
const likes = question(3, "likes", "multiple", { options: [[1, "Tea", null]] });
const age = question(4, "age", "numeric");
const questions = [sex, wave, likes, age];

type Given = { targets?: [number, number][]; leftOut?: number[] } & Partial<Omit<WeightRecipe, "margins">>;

const recipe = ({
  targets = [
    [1, 49],
    [2, 51],
  ],
  leftOut = [],
  caps = null,
  wave: by = null,
}: Given = {}): WeightRecipe => ({
  ...{ caps, wave: by },
  margins: [
    {
      ...{ questionId: "sex", unit: "percent", leftOut },
      targets: targets.map(([code, target]) => ({ code, target })),
    },
  ],
});

const cells = (...given: [codes: (number | null)[], n: number][]): Cell[] => given.map(([codes, n]) => ({ codes, n }));
const refused = async (of: WeightRecipe, given: Cell[]) => {
  const found = await rakeCells(of, questions, given);
  return "problems" in found ? found.problems.join(" ") : "";
};

test("what no answers could be weighted by is refused by name", () => {
  const problems = (of: WeightRecipe) => recipeProblems(of, questions).join(" ");
  expect(problems(recipe())).toBe("");
  expect(
    problems(
      recipe({
        targets: [
          [1, 49],
          [2, 50],
        ],
      }),
    ),
  ).toContain("“sex” add up to 99%");
  // Percentages that were rounded may miss 100 by 0.05.
  expect(
    problems(
      recipe({
        targets: [
          [1, 49.02],
          [2, 51.03],
        ],
      }),
    ),
  ).toBe("");
  expect(
    problems(
      recipe({
        targets: [
          [1, 49.03],
          [2, 51.03],
        ],
      }),
    ),
  ).toContain("100.06%");
  expect(
    problems(
      recipe({
        targets: [
          [1, 40],
          [9, 60],
        ],
      }),
    ),
  ).toContain("no option with the code 9");
  expect(problems(recipe({ leftOut: [2] }))).toContain("“Female” of “sex” has two targets");
  expect(problems(recipe({ wave: "sex" }))).toContain("“sex” is named twice");
  expect(problems(recipe({ wave: "nowhere" }))).toContain("no question “nowhere”");
  expect(problems(recipe({ wave: "likes" }))).toContain("“likes” takes several answers");
  expect(problems(recipe({ wave: "age" }))).toContain("“age” has no options");
  const counts = recipe({
    targets: [
      [1, 490],
      [2, 510],
    ],
  });
  expect(problems({ ...counts, margins: counts.margins.map((each) => ({ ...each, unit: "count" })) })).toBe("");
});

test("an option with a target and nobody in it, and one with respondents and no target, are refused by name", async () => {
  expect(await refused(recipe(), cells([[1], 4]))).toContain("Nobody is in “Female” of “sex”");
  expect(await refused(recipe(), cells([[1], 4], [[2], 4], [[3], 1]))).toContain(
    "“Other” of “sex” has 1 respondent and no target",
  );
  const byWave = recipe({ wave: "wave" });
  expect(await refused(byWave, cells([[1, 1], 4], [[2, 1], 4], [[1, 2], 4]))).toContain(
    "Nobody is in “Female” of “sex” in “Autumn”",
  );
  expect(await refused(recipe(), cells([[null], 4]))).toContain("no respondent to weight");
});

test("who has no answer, or one that is left out, gets no weight and is counted", async () => {
  const found = await rakeCells(recipe({ leftOut: [3] }), questions, cells([[1], 6], [[2], 2], [[3], 5], [[null], 7]));
  if ("problems" in found) throw new Error(found.problems.join());
  expect(found.weights.map(({ codes }) => codes)).toEqual([[1], [2]]);
  expect(found.report).toMatchObject({
    n: 8,
    left_out: 12,
    left_out_at: [{ question_id: "sex", n: 12 }],
    reached: true,
  });
  // By hand: 49% of 8 over 6 men, 51% of 8 over 2 women.
  expect(found.weights[0]?.weight).toBeCloseTo((0.49 * 8) / 6, 12);
  expect(found.weights[1]?.weight).toBeCloseTo((0.51 * 8) / 2, 12);
  const squares = 6 * ((0.49 * 8) / 6) ** 2 + 2 * ((0.51 * 8) / 2) ** 2;
  expect(found.report.design_effect).toBeCloseTo(squares / 8, 12);
  expect(found.report.effective).toBeCloseTo(64 / squares, 12);
});

test("targets that contradict each other are refused with how far it got", async () => {
  const group = question(5, "group", "single", {
    options: [
      [1, "A", null],
      [2, "B", null],
    ],
  });
  const both: WeightRecipe = {
    ...recipe({
      targets: [
        [1, 50],
        [2, 50],
      ],
    }),
    margins: [
      ...recipe({
        targets: [
          [1, 50],
          [2, 50],
        ],
      }).margins,
      {
        questionId: "group",
        unit: "percent",
        leftOut: [],
        targets: [
          { code: 1, target: 80 },
          { code: 2, target: 20 },
        ],
      },
    ],
  };
  const found = await rakeCells(both, [...questions, group], cells([[1, 1], 1], [[1, 2], 1], [[2, 2], 1]));
  const [sentence = ""] = "problems" in found ? found.problems : [];
  expect(sentence).toMatch(
    /contradict each other.*no weights meet them all\. At best so far, “.+” of “.+” is [\d.]+% instead of [\d.]+%\. Join/,
  );
});

test("a weight says that its answers changed where somebody has another one than the recipe gives", async () => {
  const of = recipe();
  const whole = { weighted: 4, low: 0.98, high: 0.98 };
  const men = { codes: [1], n: 4, ...whole };
  const women = { codes: [2], n: 4, weighted: 4, low: 1.02, high: 1.02 };
  const nobody = { codes: [null], n: 3, weighted: 0, low: 0, high: 0 };
  expect(await changedSince(of, questions, [men, women, nobody])).toBeNull();
  expect(await changedSince(of, questions, [{ ...men, n: 5 }, women, nobody])).toContain("calculate it again");
  expect(await changedSince(of, questions, [{ ...men, high: 1.02 }, women])).toContain("calculate it again");
  expect(await changedSince(of, questions, [men, women, { ...nobody, weighted: 1 }])).toContain("calculate it again");
  expect(await changedSince(of, questions, [men])).toMatch(
    /cannot be calculated again as it is: Nobody is in “Female”/,
  );
});
