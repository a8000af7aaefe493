import fc from "fast-check";
import { expect, test } from "vitest";
import { disjointLayers } from "./quota-layers";

test("layers are what comparing every audience with every other makes of them", () => {
  const audience = fc
    .dictionary(fc.constantFrom("1", "2"), fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { maxLength: 3 }))
    .map((asks) => new Map(Object.entries(asks).map(([question, options]) => [question, new Set(options)] as const)));
  fc.assert(
    fc.property(fc.array(audience, { maxLength: 25 }), (audiences) => {
      const slow: number[][] = [];
      const isFree = (a: ReadonlyMap<string, Set<string>>, b: ReadonlyMap<string, Set<string>>) =>
        [...a].some(([question, options]) => ![...options].some((option) => b.get(question)?.has(option)));
      const none = new Map<string, Set<string>>();
      audiences.forEach((one, index) => {
        const home = slow.find((layer) =>
          layer.every((at) => {
            const other = audiences[at] ?? none;
            const isAlike = [...other.keys()].sort().join() === [...one.keys()].sort().join();
            return isAlike && isFree(one, other);
          }),
        );
        if (home) home.push(index);
        else slow.push([index]);
      });
      expect(disjointLayers(audiences)).toEqual(slow);
    }),
  );
});
