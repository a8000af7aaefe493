import { describe, expect, test } from "vitest";
import { cutsOf, cutTone, MOST_CUTS, readCuts, withCut } from "./cuts";

const option = (code: number, label: string) => ({ code, label, order: code, value: null, cells: [] });
const region = {
  ...{ id: "region", missing: [], derivation: null },
  options: [option(1, "North"), option(2, "South"), option(3, "South")],
};

describe("groups with a line each", () => {
  test("are the options of a question, under names that tell them apart", () => {
    const cuts = cutsOf(region, null);
    expect(cuts.map(({ filter }) => filter)).toEqual(
      [1, 2, 3].map((value) => [{ questionId: "region", operator: "eq", value }]),
    );
    expect(new Set(cuts.map(({ name }) => name)).size).toBe(3);
    expect(cutsOf(region, [2])).toHaveLength(1);
    expect(readCuts(cuts)).toEqual(cuts);
  });

  test("have the colours of their options, as far as each is of one alone", () => {
    const [first, ...others] = cutsOf(region, null);
    expect([first, ...others].map((cut) => cut && cutTone(cut, [region]))).toEqual([0, 1, 2]);
    const filter = first?.filter ?? [];
    expect(cutTone({ name: "Both", filter: [...filter, ...filter] }, [region])).toBeNull();
    expect(cutTone({ name: "Rest", filter: [{ not: { any: filter } }] }, [region])).toBeNull();
    expect(cutTone({ name: "North", filter }, [])).toBeNull();
  });

  test("are refused where two have one name", () => {
    expect(
      readCuts([
        { name: "A", filter: [] },
        { name: "A", filter: [] },
      ]),
    ).toBeNull();
  });

  test("take another one under a name of its own, as long as there is room", () => {
    const one = withCut([], { name: "Young", filter: [] });
    const two = withCut(one, { name: "Young", filter: [] });
    expect(two.map(({ name }) => name)).toEqual(["Young", "Young (2)"]);
    const full = Array.from({ length: MOST_CUTS }, (_, at) => ({ name: `${at}`, filter: [] }));
    expect(withCut(full, { name: "Another", filter: [] })).toEqual(full);
  });
});
