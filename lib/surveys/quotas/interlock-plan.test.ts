import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import { type Dimension, readGroups, singleGroups, sumOf, toggleOption, writeGroups } from "./interlock";
import {
  arrangements,
  type CellChoice,
  completed,
  type InterlockPlan,
  planInterlock,
  quotasOfPlan,
} from "./interlock-plan";

const question = (id: number, name: string, texts: string[]): Question => ({
  id,
  name,
  text: "",
  type: "single",
  options: texts.map((text, at) => ({ id: at + 1, text })),
});
const gender = question(2, "Gender", ["Male", "Female"]);
const region = question(8, "Region", ["North", "East", "South", "West"]);
const odd = question(9, "Odd", ["65+", "$1,000 to $2,000", 'the "best"', "a+b", "plain"]);
const age: Question = {
  ...question(1, "Age", []),
  options: Array.from({ length: 87 }, (_, at) => ({ id: at + 13, text: String(at + 13) })),
};
const groupsOf = (text: string, of: Question) => {
  const read = readGroups(text, of);
  if ("problem" in read) throw new Error(read.problem);
  return read.value;
};
const dimensions: Dimension[] = [
  { question: gender, groups: singleGroups(gender) },
  { question: age, groups: groupsOf("18-34, 35-54, 55+", age) },
];
const plan = (members: Partial<InterlockPlan> = {}): InterlockPlan => ({
  dimensions,
  arrangement: "interlocked",
  way: "evenly",
  total: 600,
  margins: [],
  cells: new Map(),
  ...members,
});
const targets = (of: InterlockPlan) => planInterlock(of).cells.map(({ target }) => target);

describe("groups", () => {
  test("open upwards, and names that hold signs, are read", () => {
    expect(groupsOf("18-24, 65+", age).map(({ optionIds }) => optionIds.length)).toEqual([7, 35]);
    expect(groupsOf('65+, "$1,000 to $2,000" + plain', odd).map(({ optionIds }) => optionIds)).toEqual([[1], [2, 5]]);
    expect(readGroups("120+", age)).toEqual({ problem: "Age has no option from 120 on." });
  });

  test("are read back as they are written", () => {
    const ids = fc.uniqueArray(fc.constantFrom(1, 2, 3, 4, 5), { minLength: 1 });
    fc.assert(
      fc.property(fc.constantFrom(odd, region), ids, fc.integer({ min: 1, max: 4 }), (of, chosen, first) => {
        const known = chosen.filter((id) => of.options.some((option) => option.id === id));
        const parts = [known.slice(0, first), known.slice(first)].filter((part) => part.length > 0);
        if (parts.length === 0) return;
        const groups = parts.map((optionIds) => ({ name: "", optionIds }));
        const read = groupsOf(writeGroups(groups, of), of);
        expect(read.map(({ optionIds }) => [...optionIds].sort())).toEqual(parts.map((part) => [...part].sort()));
      }),
    );
    const bands = groupsOf("18-24 + 30-34, 25-29", age);
    expect(groupsOf(writeGroups(bands, age), age)).toEqual(bands);
  });

  test("gain and lose an option that is ticked", () => {
    const groups = groupsOf("North + East, South", region);
    expect(toggleOption(groups, 4, region).map(({ name }) => name)).toEqual(["North, East", "South", "West"]);
    expect(toggleOption(groups, 1, region).map(({ name }) => name)).toEqual(["East", "South"]);
    expect(toggleOption(groups, 3, region).map(({ name }) => name)).toEqual(["North, East"]);
  });
});

describe("a plan", () => {
  test("evenly, by margins and by cells", () => {
    expect(targets(plan())).toEqual([100, 100, 100, 100, 100, 100]);
    expect(
      targets(
        plan({
          way: "margins",
          margins: [
            [40, ""],
            [50, 30, ""],
          ],
        }),
      ),
    ).toEqual([120, 72, 48, 180, 108, 72]);
    const cells = new Map(planInterlock(plan()).cells.map(({ key }, at) => [key, at < 2 ? { percent: 40 } : {}]));
    expect(targets(plan({ way: "percent", cells }))).toEqual([240, 240, 30, 30, 30, 30]);
  });

  test("leaves cells out, and keeps what was overtyped", () => {
    const [first, second] = planInterlock(plan()).cells.map(({ key }) => key);
    const cells = new Map<string, CellChoice>([
      [first ?? "", { leftOut: true }],
      [second ?? "", { target: 7 }],
    ]);
    const made = planInterlock(plan({ cells }));
    expect(made.cells.map(({ target }) => target)).toEqual([null, 7, 120, 120, 120, 120]);
    expect(made.cells[1]?.isOvertyped).toBe(true);
    expect(quotasOfPlan(made)).toHaveLength(5);
    expect(made.sum).toBe(487);
    expect(made.problem).toBeNull();
  });

  test("side by side gives each question the whole total", () => {
    const made = planInterlock(
      plan({ arrangement: "side by side", way: "margins", margins: [[48, 52], []], total: 100 }),
    );
    expect(made.cells.map(({ target }) => target)).toEqual([48, 52, 34, 33, 33]);
    expect(made.margins.map((groups) => groups.map(({ sum }) => sum))).toEqual([
      [48, 52],
      [34, 33, 33],
    ]);
  });

  test("nested keeps the first question's groups around their cells", () => {
    const made = planInterlock(plan({ arrangement: "nested" }));
    expect(made.cells.map(({ name, target, isParent }) => [name, target, isParent])).toEqual([
      ["Male", 300, true],
      ["Male, 18-34", 100, false],
      ["Male, 35-54", 100, false],
      ["Male, 55-99", 100, false],
      ["Female", 300, true],
      ["Female, 18-34", 100, false],
      ["Female, 35-54", 100, false],
      ["Female, 55-99", 100, false],
    ]);
    expect(made.sum).toBe(600);
    expect(quotasOfPlan(made)).toHaveLength(8);
  });

  test.each<[string, Partial<InterlockPlan>, RegExp, number | "cells" | null]>([
    ["no total", { total: "" }, /^Type the total/, null],
    [
      "99.9",
      {
        way: "margins",
        margins: [
          [50, 50],
          [33.3, 33.3, 33.3],
        ],
      },
      /of Age add up to 99\.9, not 100/,
      1,
    ],
    [
      "99.9 side by side",
      { arrangement: "side by side", way: "margins", margins: [[49.9, 50], []] },
      /of Gender add up to 99\.9/,
      0,
    ],
    ["more than 100", { way: "margins", margins: [[70, 60], []] }, /of Gender add up to 130/, 0],
    ["too few for all", { total: 4 }, /^2 cells get a target of 0/, null],
    ["no counts", { way: "counts" }, /^6 cells have no target yet/, null],
  ])("that says %s gets a sentence, its cells are shown still", (_, members, sentence, offBy) => {
    const made = planInterlock(plan(members));
    expect(made.problem).toMatch(sentence);
    expect(made.offBy).toBe(offBy);
    expect(made.cells.length).toBeGreaterThan(0);
  });

  test("of too many cells is refused", () => {
    const many = { question: age, groups: singleGroups(age) };
    expect(planInterlock(plan({ dimensions: [many, many] })).problem).toMatch(/^These make 7,569 quotas/);
  });

  test("sums to the total whatever it says, margins met where nothing is left out", () => {
    const percent = fc.oneof(fc.constant("" as const), fc.integer({ min: 1, max: 20 }));
    const margins = fc.tuple(
      fc.tuple(percent, fc.constant("" as const)),
      fc.tuple(percent, percent, fc.constant("" as const)),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 5000 }),
        margins,
        fc.constantFrom(...arrangements),
        (total, typed, arrangement) => {
          const made = planInterlock(plan({ way: "margins", total, margins: typed, arrangement }));
          expect(made.sum).toBe(arrangement === "side by side" ? 2 * total : total);
          for (const groups of made.margins) {
            expect(sumOf(groups.map(({ sum }) => sum))).toBe(total);
            expect(groups.map(({ wanted }) => wanted)).toEqual(groups.map(({ sum }) => sum));
          }
        },
      ),
    );
  });

  test("completes percentages to 100", () => {
    expect(completed([40, "", ""])).toEqual([40, 30, 30]);
    expect(completed([])).toEqual([]);
    expect(completed([70, 60, ""])).toEqual([70, 60, 0]);
    // Not 33.400000000000006, which would win a tie against 33.4.
    expect(completed([33.3, 33.3, ""])).toEqual([33.3, 33.3, 33.4]);
  });
});
