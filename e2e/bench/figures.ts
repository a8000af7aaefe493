import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How measured values are said: the median, and between which values it lies. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** "412 (398–430)". */
export function spread(values: number[], digits = 0): string {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)];
  return `${middle.toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`;
}

/** Values over those of a peer measured in the same turns. */
export const ratios = (values: number[], peer: number[]): number[] =>
  values.map((value, round) => value / (peer[round] ?? Number.NaN));

export const say = (line: string) => process.stdout.write(`${line}\n`);

export async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const REST_MS = 300;

/**
 * Milliseconds of each, by turns, `rounds` times after one that does not count. Whoever came after one that takes
 * seconds and fills memory would pay for it: what that left is cleared away, and each is asked once before it is timed.
 */
export async function byTurns<Name extends string>(
  asks: Record<Name, () => PromiseLike<unknown>>,
  rounds: number,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(asks) as Name[];
  const turns = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      collectGarbage();
      await sleep(REST_MS);
      await asks[name]();
      const ms = await timed(asks[name]);
      if (round > 0) turns[name].push(ms);
    }
  }
  return turns;
}
