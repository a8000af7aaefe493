import { describe, expect, test } from "vitest";
import { groupsField } from "@/lib/contracts/interfaces/analysis";
import { sharesField } from "@/lib/contracts/interfaces/trend-shares";
import { loadTrendState, unreadableParts } from "./address";
import { readGroups, readShares } from "./lines-in-address";
import { LARGEST_TARGET, MOST_TARGETS, readTargets } from "./targets";

const groups = { "All brands": ["q1", "q2"], Ours: ["q3"] };
const shares = [{ questionId: "sat", codes: [4, 5] }];

describe("lines in an address", () => {
  test("are read as a request may ask for them", () => {
    expect(readGroups(groups)).toEqual(groupsField.parse(groups));
    expect(readShares(shares)).toEqual(sharesField.parse(shares));
  });

  test("of another shape are none, as no request may ask for them", () => {
    for (const bad of [[], "a", { a: "q1" }, { a: [1] }, { " ": ["q1"] }, { a: [""] }]) {
      expect(readGroups(bad)).toBeNull();
      expect(groupsField.safeParse(bad).success).toBe(false);
    }
    for (const bad of [
      {},
      [{}],
      [{ questionId: "a", codes: [] }],
      [{ questionId: "a", codes: ["1"] }],
      [{ codes: [1] }],
    ]) {
      expect(readShares(bad)).toBeNull();
      expect(sharesField.safeParse(bad).success).toBe(false);
    }
  });

  test("are said to be left out where they cannot be read", () => {
    const holds = { groups: '{"a":1}', shares: "[", cuts: '[{"name":""}]', targets: '[{"line":"a"}]', filter: "[7]" };
    const said = unreadableParts(holds);
    expect(said).toHaveLength(5);
    expect(said[0]).toBe(
      "The address does not say the joined lines in a way that can be read, so that part is left out. Choose it again.",
    );
    expect(loadTrendState(holds)).toMatchObject({ groups: {}, shares: [], cuts: [], targets: [], filter: [] });
  });
});

test("a target has a line, a number within reason and a name", () => {
  const target = { line: "q1", value: 4.5, name: "Goal" };
  expect(readTargets([{ ...target, more: 1 }])).toEqual([target]);
  const bad = [
    { ...target, line: " " },
    { ...target, value: "4.5" },
    { ...target, value: Number.NaN },
    { ...target, value: LARGEST_TARGET * 2 },
    { ...target, name: "x".repeat(61) },
  ];
  for (const each of bad) expect(readTargets([each])).toBeNull();
  expect(readTargets(Array.from({ length: MOST_TARGETS + 1 }, () => target))).toBeNull();
});
