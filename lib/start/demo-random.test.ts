import { describe, expect, it } from "vitest";
import { randomFrom } from "./demo-random";

const sequence = (...seed: number[]) => {
  const random = randomFrom(...seed);
  return Array.from({ length: 1000 }, random.next);
};

describe("randomFrom", () => {
  it("repeats itself for the same seed and differs for a neighbouring one", () => {
    expect(sequence(1, 2)).toEqual(sequence(1, 2));
    expect(sequence(1, 2)).not.toEqual(sequence(1, 3));
    expect(sequence(1, 2)).not.toEqual(sequence(2, 1));
  });

  it("spreads evenly, also over the first numbers of many seeds", () => {
    const firsts = Array.from({ length: 10_000 }, (_, seed) => randomFrom(7, seed).next());
    for (const numbers of [sequence(1), firsts]) {
      const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.03);
      expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...numbers)).toBeLessThan(1);
    }
  });

  it("never chooses what has no weight, and says when nothing has", () => {
    const random = randomFrom(3);
    const chosen = new Set(Array.from({ length: 500 }, () => random.weighted([0, 2, 0, 1])));
    expect([...chosen].sort()).toEqual([1, 3]);
    expect(random.weighted([0, 0])).toBeUndefined();
    expect(random.weighted([])).toBeUndefined();
  });

  it("makes ids in the order of their moments", () => {
    const random = randomFrom(5);
    const ids = [0, 1, 2, 1000].map((ms) => random.uuidAt(new Date(1_900_000_000_000 + ms)));
    expect([...ids].sort()).toEqual(ids);
  });
});
