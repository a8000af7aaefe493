import { expect, test } from "vitest";
import { inTurn, type TurnsOf } from "./in-turn";

const LATE = new Error("too many wait");

/** Work that is held until it is let go, by two at once and at most five who wait; `began` names it in its order. */
function callers() {
  const turns: TurnsOf = new Map();
  const began: string[] = [];
  const held = new Map<string, () => void>();
  const ask = (key: string, name: string, signal?: AbortSignal) => {
    const rule = { key, atOnce: 2, mostWaiting: 5, refusal: () => LATE, signal };
    return inTurn(turns, rule, () => {
      began.push(name);
      return new Promise<string>((resolve, reject) => {
        held.set(name, () => resolve(name));
        signal?.addEventListener("abort", () => reject(signal.reason));
      });
    });
  };
  const finish = async (name: string) => {
    held.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { turns, began, ask, finish };
}

test("so many of a caller run at once, the others in the order that they came; nobody else waits for them", async () => {
  const { turns, began, ask, finish } = callers();
  const all = ["a1", "a2", "a3", "a4", "a5"].map((name) => ask("a", name));
  all.push(ask("b", "b1"));
  expect(began).toEqual(["a1", "a2", "b1"]);
  await finish("a2");
  expect(began).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of ["a1", "a3", "b1", "a4", "a5"]) await finish(name);
  expect(began).toEqual(["a1", "a2", "b1", "a3", "a4", "a5"]);
  expect(await Promise.all(all)).toHaveLength(6);
  expect(turns.size).toBe(0);
});

test("who leaves while he waits or runs gives his place back at once", async () => {
  const { turns, began, ask, finish } = callers();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const gone = [ask("a", "a1", running.signal), ask("a", "a2"), ask("a", "a3", waiting.signal)];
  const outcomes = Promise.allSettled(gone);
  const others = [ask("a", "a4"), ask("a", "a5")];
  waiting.abort(new Error("left"));
  running.abort(new Error("left"));
  await finish("nobody");
  expect(began).toEqual(["a1", "a2", "a4"]);
  for (const name of ["a2", "a4", "a5"]) await finish(name);
  expect(await Promise.all(others)).toEqual(["a4", "a5"]);
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
  await expect(ask("a", "a6", running.signal), "who has gone before").rejects.toThrow("left");
  expect(began).not.toContain("a6");
  expect(turns.size).toBe(0);
});

test("too many who wait are refused, and all who wait already are served", async () => {
  const { ask, finish } = callers();
  const names = Array.from({ length: 7 }, (_, at) => `a${at}`);
  const served = names.map((name) => ask("a", name));
  await expect(ask("a", "one more")).rejects.toBe(LATE);
  for (const name of names) await finish(name);
  expect(await Promise.all(served)).toEqual(names);
});
