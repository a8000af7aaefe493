import { expect, test } from "vitest";
import { fairSlots, statementSlots } from "./slots";

const never = new AbortController().signal;
const settled = () => new Promise((done) => setImmediate(done));

test("lets so many in at once, and the others in the order in which they came", async () => {
  const { take } = fairSlots(2);
  const order: number[] = [];
  const come = async (n: number) => {
    const release = await take(never);
    order.push(n);
    return release;
  };
  const [first, second] = await Promise.all([come(1), come(2)]);
  const [third, fourth] = [come(3), come(4)];
  await settled();
  expect(order).toEqual([1, 2]);
  second?.();
  await third;
  expect(order).toEqual([1, 2, 3]);
  first?.();
  await fourth;
  expect(order).toEqual([1, 2, 3, 4]);
});

test("a place given back twice is one place", async () => {
  const { take } = fairSlots(1);
  const release = await take(never);
  release();
  release();
  await take(never);
  let isIn = false;
  void take(never).then(() => (isIn = true));
  await settled();
  expect(isIn).toBe(false);
});

test("who leaves the queue is passed over, and gets his own reason", async () => {
  const { take } = fairSlots(1);
  const release = await take(never);
  const leaving = new AbortController();
  const left = take(leaving.signal);
  const next = take(never);
  leaving.abort(new Error("no longer wanted"));
  await expect(left).rejects.toThrow("no longer wanted");
  release();
  (await next)();
  await expect(take(leaving.signal)).rejects.toThrow("no longer wanted");
  (await take(never))();
});

test("whoever writes leaves a turn to those who read, unless there is but one", async () => {
  for (const [count, writers] of [
    [3, 2],
    [1, 1],
  ] as const) {
    const take = statementSlots(count);
    const releases: (() => void)[] = [];
    const come = (isWriting: boolean) => void take(isWriting, never).then((release) => releases.push(release));
    for (let writer = 0; writer < 5; writer += 1) come(true);
    await settled();
    expect(releases).toHaveLength(writers);
    come(false);
    await settled();
    expect(releases).toHaveLength(count);
    for (let given = 0; given < 6; given += 1) {
      releases[given]?.();
      await settled();
    }
    expect(releases).toHaveLength(6);
  }
});

test("whoever writes and leaves the queue gives back his turn to write", async () => {
  const take = statementSlots(2);
  const [reading, other] = [await take(false, never), await take(false, never)];
  const leaving = new AbortController();
  const left = take(true, leaving.signal);
  await settled();
  leaving.abort(new Error("no longer wanted"));
  await expect(left).rejects.toThrow("no longer wanted");
  reading();
  other();
  (await take(true, never))();
});
