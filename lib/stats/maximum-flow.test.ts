import fc from "fast-check";
import { expect, test } from "vitest";
import { type Edge, maximumFlow } from "./maximum-flow";

test("the textbook network", () => {
  const edges: Edge[] = [
    { from: 0, to: 1, capacity: 16 },
    { from: 0, to: 2, capacity: 13 },
    { from: 1, to: 3, capacity: 12 },
    { from: 2, to: 1, capacity: 4 },
    { from: 3, to: 2, capacity: 9 },
    { from: 2, to: 4, capacity: 14 },
    { from: 4, to: 3, capacity: 7 },
    { from: 3, to: 5, capacity: 20 },
    { from: 4, to: 5, capacity: 4 },
  ];
  expect(maximumFlow(6, edges, 0, 5).value).toBe(23);
});

test("nothing where there is no way", () => {
  expect(maximumFlow(2, [], 0, 1)).toEqual({ value: 0, flows: [], reached: [true, false] });
});

test("keeps within capacities, loses nothing on the way, and equals a cut", () => {
  const nodes = 7;
  const edge = fc.record({
    from: fc.integer({ min: 0, max: nodes - 1 }),
    to: fc.integer({ min: 0, max: nodes - 1 }),
    capacity: fc.integer({ min: 0, max: 50 }),
  });
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 30 }), (drawn) => {
      const edges = drawn.filter(({ from, to }) => from !== to);
      const { value, flows, reached } = maximumFlow(nodes, edges, 0, nodes - 1);
      const balance = new Array<number>(nodes).fill(0);
      edges.forEach(({ from, to, capacity }, index) => {
        const flow = flows[index] ?? 0;
        expect(flow).toBeGreaterThanOrEqual(0);
        expect(flow).toBeLessThanOrEqual(capacity);
        balance[from] = (balance[from] ?? 0) - flow;
        balance[to] = (balance[to] ?? 0) + flow;
      });
      expect(balance.slice(1, -1).every((each) => each === 0)).toBe(true);
      expect(balance[nodes - 1]).toBe(value);
      const cut = edges.filter(({ from, to }) => reached[from] && !reached[to]);
      expect(cut.reduce((all, { capacity }) => all + capacity, 0)).toBe(value);
    }),
  );
});
