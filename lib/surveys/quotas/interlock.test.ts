import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import {
  type Dimension,
  interlocked,
  planTargets,
  readGroups,
  scaledTo100,
  sideBySide,
  singleGroups,
  sumOf,
} from "./interlock";

const question = (id: number, name: string, texts: string[]): Question => ({
  id,
  name,
  text: "",
  type: "single",
  options: texts.map((text, at) => ({ id: at + 1, text })),
});

const gender = question(2, "Gender", ["Male", "Female"]);
const region = question(8, "Region", ["North", "East", "South", "West"]);
const age: Question = {
  ...question(1, "Age", []),
  options: Array.from({ length: 87 }, (_, at) => ({ id: at + 13, text: String(at + 13) })),
};
const valueIn = <T>(outcome: { value: T } | { problem: string }): T => {
  if ("problem" in outcome) throw new Error(outcome.problem);
  return outcome.value;
};

describe("groups", () => {
  test("are read as typed, and named as they read", () => {
    expect(valueIn(readGroups("18-24, 25-34; 65", age)).map(({ name, optionIds }) => [name, optionIds.length])).toEqual(
      [
        ["18-24", 7],
        ["25-34", 10],
        ["65", 1],
      ],
    );
    expect(valueIn(readGroups("North + East, South", region))).toEqual([
      { name: "North, East", optionIds: [1, 2] },
      { name: "South", optionIds: [3] },
    ]);
  });

  test.each([
    ["18-24, 20-30", "“18-24” and “20-30” overlap: whoever is in both would count in both."],
    ["", "Write the groups of Age, with commas between them."],
    ["1-5", "Age has no option from 1 to 5."],
  ])("%s gets a sentence", (text, problem) => {
    expect(readGroups(text, age)).toEqual({ problem });
  });
});

const dimensions: Dimension[] = [
  { question: gender, groups: singleGroups(gender) },
  { question: age, groups: valueIn(readGroups("18-34, 35-54, 55-99", age)) },
];

describe("cells", () => {
  test("are all combinations, named by their groups", () => {
    const cells = valueIn(interlocked(dimensions));
    expect(cells.map(({ name }) => name)).toEqual([
      "Male, 18-34",
      "Male, 35-54",
      "Male, 55-99",
      "Female, 18-34",
      "Female, 35-54",
      "Female, 55-99",
    ]);
    expect(cells[3]?.qualifications.map(({ question_id }) => question_id)).toEqual([2, 1]);
    expect(cells[3]?.qualifications[0]).toEqual({ question_id: 2, allowed_option_ids: [2] });
  });

  test("side by side are each dimension's own groups", () => {
    expect(sideBySide(dimensions).map(({ name }) => name)).toEqual(["Male", "Female", "18-34", "35-54", "55-99"]);
  });

  test("beyond what a survey holds are refused with the figure", () => {
    const many = { question: age, groups: singleGroups(age) };
    expect(interlocked([many, many])).toEqual({
      problem: "These make 7,569 quotas. A survey can have at most 5,000.",
    });
  });
});

describe("targets", () => {
  test("by margins fit, and sum exactly", () => {
    const plan = {
      way: "margins",
      total: 1000,
      margins: [
        [49, 51],
        [30, 34, 36],
      ],
    } as const;
    const { targets, residue } = valueIn(planTargets(plan, 6, dimensions));
    expect(targets).toEqual([147, 167, 176, 153, 173, 184]);
    expect(residue.flat()).toEqual([0, 0, 0, 0, 0]);
  });

  test.each([
    [2000, 49.99, [0, 1000, 1000, 0]],
    [2000, 50, [0, 1000, 1000, 0]],
    [10_000, 49.9, [0, 5000, 4990, 10]],
    [10_000, 50, [0, 5000, 5000, 0]],
    // 0.2 too many, which no whole target shows.
    [2000, 50.01, [0, 1000, 1000, 0]],
  ])("by margins fit around a left-out cell: of %i, half women and %f%% young", (total, young, table) => {
    const margins = [
      [50, 50],
      [young, 100 - young],
    ];
    const planned = planTargets({ way: "margins", total, margins, seed: [0, 1, 1, 1] }, 4, dimensions);
    const { targets, residue } = valueIn(planned);
    expect(targets).toEqual(table);
    expect(residue.flat()).toEqual([0, 0, 0, 0]);
  });

  test("by margins that contradict the left-out cells are refused", () => {
    const margins = [
      [50, 50],
      [50.1, 49.9],
    ];
    expect(planTargets({ way: "margins", total: 2000, margins, seed: [0, 1, 1, 1] }, 4, dimensions)).toEqual({
      problem: "No targets have these margins while the left-out cells stay empty. Change a margin or add cells.",
    });
  });

  test("by margins that are neither met nor proved contradictory are refused with what they miss", () => {
    // Too many groups for Newton's method, and a first one that takes half and is closed to half.
    const others = new Array<number>(400).fill(0.125);
    const seed = [0, ...others.map(() => 1), 1, ...others.map(() => 1)];
    const plan = {
      way: "margins",
      total: 1_000_000,
      margins: [
        [50, 50],
        [50, ...others],
      ],
      seed,
    } as const;
    const planned = planTargets(plan, seed.length, dimensions);
    expect("problem" in planned && planned.problem).toMatch(
      /^The closest targets found still miss a margin by [\d.,]+\. Change a margin or add cells\.$/,
    );
  });

  test("of percentages that do not add up are refused with the sum", () => {
    const plan = {
      way: "margins",
      total: 1000,
      margins: [
        [49, 51],
        [33.3, 33.3, 33.3],
      ],
    } as const;
    expect(planTargets(plan, 6, dimensions)).toEqual({
      problem: "The percentages of Age add up to 99.9, not 100. Change one, or scale them to 100.",
    });
    expect(sumOf(scaledTo100([33.3, 33.3, 33.3]))).toBeCloseTo(100, 9);
  });

  test("always sum to the total, whichever way they are given", () => {
    const total = fc.integer({ min: 1, max: 100_000 });
    const weights = (count: number) =>
      fc.array(fc.integer({ min: 1, max: 99 }), { minLength: count, maxLength: count });
    fc.assert(
      fc.property(total, weights(6), weights(2), weights(3), (all, six, two, three) => {
        const plans = [
          { way: "evenly", total: all },
          { way: "percent", total: all, percent: scaledTo100(six) },
          { way: "margins", total: all, margins: [scaledTo100(two), scaledTo100(three)] },
        ] as const;
        for (const plan of plans) expect(sumOf(valueIn(planTargets(plan, 6, dimensions)).targets)).toBe(all);
      }),
    );
  });

  test.each([
    [{ way: "evenly", total: 0 }, "The total must be a whole number, 1 or more."],
    [{ way: "counts", counts: [1, 2.5] }, "Target 2 must be a whole number, 0 or more."],
    [{ way: "percent", total: 10, percent: [-1, 101] }, "The percentages must be numbers, 0 or more."],
  ] as const)("%j gets a sentence", (plan, problem) => {
    expect(planTargets(plan, 2, dimensions)).toEqual({ problem });
  });
});
