import { expect, test } from "vitest";
import { inBatches } from "./in-batches";

/** Batches that end when the test lets them. */
function held({ most = 3, mostWaiting = 4, mostInAll = 100 } = {}) {
  const begun: { key: string; items: number[]; end: (results?: number[]) => void; fail: (error: Error) => void }[] = [];
  const put = inBatches<number, number>({
    ...{ most, mostWaiting, mostInAll, refusal: () => new Error("too many") },
    run: (key, items) =>
      new Promise((resolve, reject) => {
        begun.push({ key, items, end: (results = items.map((item) => item * 10)) => resolve(results), fail: reject });
      }),
  });
  return { put, begun };
}
const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

test("what comes while a batch is under way goes into the next, in its order, and each gets its own result", async () => {
  const { put, begun } = held();
  const first = put("a", 1);
  await turn();
  const others = [2, 3, 4, 5].map((item) => put("a", item));
  await turn();
  expect(begun.map(({ items }) => items)).toEqual([[1]]);
  begun[0]?.end();
  expect(await first).toBe(10);
  await turn();
  expect(begun[1]?.items).toEqual([2, 3, 4]);
  begun[1]?.end();
  await turn();
  begun[2]?.end();
  expect(await Promise.all(others)).toEqual([20, 30, 40, 50]);
});

test("keys wait for their own batches alone", async () => {
  const { put, begun } = held();
  void put("a", 1);
  const other = put("b", 2);
  await turn();
  expect(begun.map(({ key }) => key)).toEqual(["a", "b"]);
  begun[1]?.end();
  expect(await other).toBe(20);
});

test("a batch that fails fails all of it and none after it; an item without a result fails alone", async () => {
  const { put, begun } = held();
  const failing = Promise.allSettled([put("a", 1), put("a", 2)]);
  await turn();
  const after = Promise.allSettled([put("a", 3), put("a", 4)]);
  begun[0]?.fail(new Error("broken"));
  expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await turn();
  begun[1]?.end([30]);
  expect((await after).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
});

test("more than may wait for a key, or for all keys together, are refused until there is room again", async () => {
  const one = held();
  void one.put("a", 1);
  await turn();
  const waiting = [2, 3, 4, 5].map((item) => one.put("a", item));
  await expect(one.put("a", 6)).rejects.toThrow("too many");
  one.begun[0]?.end();
  await turn();
  one.begun[1]?.end();
  await waiting[0];
  void one.put("a", 7);

  const all = held({ mostInAll: 2 });
  const [first, second] = [all.put("a", 1), all.put("b", 2)];
  await expect(all.put("c", 3)).rejects.toThrow("too many");
  await turn();
  for (const batch of all.begun) batch.end();
  await Promise.all([first, second]);
  await turn();
  const again = all.put("c", 4);
  await turn();
  all.begun[2]?.end();
  expect(await again).toBe(40);
});
