import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Layered, largestLayer, layerSums, layersOf } from "@/lib/contracts/rules/quota-layers";
import { percentRatio, scaledInLayers, timesRatio } from "./scale-layers";

const quota = (question_id: number, option: number, target: number): Layered => ({
  target,
  qualifications: [{ question_id, allowed_option_ids: [option] }],
});
const byQuestion = (question: number, targets: readonly number[]) =>
  targets.map((target, option) => quota(question, option, target));

describe("targets scaled layer by layer", () => {
  test("leave no question above or below the others", () => {
    const quotas = [...byQuestion(1, [100, 100, 100]), ...byQuestion(2, [50, 50, 200])];
    const scaled = scaledInLayers(quotas, { to: 200, of: 300 });
    expect(scaled).toEqual([67, 67, 66, 34, 33, 133]);
    expect(largestLayer(quotas)).toBe(300);
  });

  test("give every layer its rounded sum, and each target within one of its share of it", () => {
    const targets = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 8 });
    const ratio = fc.record({ to: fc.integer({ min: 1, max: 900 }), of: fc.integer({ min: 1, max: 900 }) });
    fc.assert(
      fc.property(targets, targets, targets, fc.integer(), ratio, (a, b, c, seed, by) => {
        const quotas = [...byQuestion(1, a), ...byQuestion(2, b), ...byQuestion(3, c)].sort(
          (x, y) => ((x.target * 7 + seed) % 11) - ((y.target * 7 + seed) % 11),
        );
        const scaled = scaledInLayers(quotas, by);
        for (const layer of layersOf(quotas)) {
          const sum = layer.reduce((all, at) => all + (quotas[at]?.target ?? 0), 0);
          const total = timesRatio(sum, by);
          expect(layer.reduce((all, at) => all + (scaled[at] ?? 0), 0)).toBe(total);
          for (const at of layer) {
            const share = sum === 0 ? 0 : ((quotas[at]?.target ?? 0) * total) / sum;
            expect(Math.abs((scaled[at] ?? 0) - share)).toBeLessThan(1);
          }
        }
      }),
    );
  });

  test("count quotas of which nobody can tell who belongs to them as one layer", () => {
    const unknown = { target: 5, qualifications: null };
    expect(layerSums([unknown, quota(1, 1, 3), unknown])).toEqual([3, 10]);
  });

  test("round halves up", () => {
    expect(timesRatio(50, percentRatio(15))).toBe(58);
    expect(timesRatio(150, percentRatio(-1))).toBe(149);
    expect(timesRatio(110, percentRatio(10))).toBe(121);
  });
});
