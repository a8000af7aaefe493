import { setImmediate as nextLoop } from "node:timers/promises";
import { expect, test } from "vitest";
import { takeTurns } from "./take-turns";

/** Arithmetic of many steps, each of which takes a while. */
async function long(rest: () => Promise<void>, steps: number, done: () => void = () => {}): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await rest();
    const until = performance.now() + 11;
    while (performance.now() < until);
    done();
  }
}

test("whoever rests lets others in between all of its turns, however many rest", async () => {
  let turns = 0;
  const work = [1, 2, 3].map(() =>
    long(takeTurns(), 4, () => {
      turns += 1;
    }),
  );
  const seen: number[] = [];
  while (turns < 12) {
    await nextLoop();
    seen.push(turns);
  }
  await Promise.all(work);
  const most = Math.max(...seen.map((now, at) => now - (seen[at - 1] ?? 0)));
  expect(most).toBeLessThanOrEqual(2); // of three
});

test("ends when its caller has gone", async () => {
  const gone = new AbortController();
  let turns = 0;
  const work = long(takeTurns(gone.signal), 1000, () => {
    turns += 1;
    if (turns === 3) gone.abort(new Error("gone"));
  });
  await expect(work).rejects.toThrow("gone");
  expect(turns).toBe(3);
});
