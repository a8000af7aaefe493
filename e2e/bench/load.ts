import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";

type Headers = Record<string, string>;
/** Several origins or people are asked, or ask, in turn. */
export type Target = { origin: string | string[]; paths: string[]; headers: Headers | Headers[] };
export type Load = { connections: number; ms: number };

/**
 * Asks a server for the paths in turn, over a fixed number of connections that each wait for their reply, and gives
 * how many replies a second came. Anything but a 200 ends the benchmark: a refusal is quicker than an answer.
 */
async function requestsPerSecond({ origin, paths, headers }: Target, { connections, ms }: Load): Promise<number> {
  const pools = [origin].flat().map((each) => new Pool(each, { connections, pipelining: 1 }));
  const people = [headers].flat();
  const since = performance.now();
  const until = since + ms;
  let replies = 0;
  let next = 0;
  const poolAt = (place: number) => {
    const pool = pools[place % pools.length];
    if (!pool) throw new Error("There is no address to ask.");
    return pool;
  };
  const client = async () => {
    while (performance.now() < until) {
      const place = next++;
      const path = paths[place % paths.length] ?? "/";
      const asked = { method: "GET", path, headers: people[place % people.length] ?? {} } as const;
      const { statusCode, body } = await poolAt(place).request(asked);
      if (statusCode !== 200) throw new Error(`${path} was answered with ${statusCode}: ${await body.text()}`);
      for await (const _ of body);
      replies += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, client));
    return (replies * 1000) / (performance.now() - since);
  } finally {
    await Promise.all(pools.map((pool) => pool.close()));
  }
}

export type Rates<Name extends string> = Record<Name, number[]>;

/**
 * Measures targets by turns, so that what else the machine does meets them alike. The first turn warms up and counts
 * for nothing.
 */
export async function byTurns<Name extends string>(
  targets: Record<Name, Target>,
  rounds: number,
  load: Load,
): Promise<Rates<Name>> {
  const names = Object.keys(targets) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Rates<Name>;
  for (let round = 0; round <= rounds; round++) {
    // The other way round every second time: who comes first must not matter.
    for (const name of round % 2 ? names.toReversed() : names) {
      const rate = await requestsPerSecond(targets[name], load);
      if (round > 0) rates[name].push(rate);
      await sleep(100);
    }
  }
  return rates;
}
