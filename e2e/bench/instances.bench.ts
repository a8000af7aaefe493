import { startInstance } from "../instance";
import { peerSettings } from "../long/peers";
import { ownerUrlOf } from "../remote/store";
import { sessionsOfCrowd } from "./crowd";
import { ratios, say, spread } from "./figures";
import { sameUrl } from "./list-urls";
import { byTurns, type Target } from "./load";

const PEOPLE = Number(process.env.PEOPLE ?? 40);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LOAD = { connections: 12, ms: 2000 };

/** How many lists of surveys one, two and three web processes give on one pair of stores, on this machine's cores. */
export async function run(): Promise<void> {
  const first = await startInstance({ env: { PROCESSES: "web" } });
  const env = { ...peerSettings(first, ownerUrlOf(first.dataDir)), PROCESSES: "web" };
  const others = await Promise.all([startInstance({ env }), startInstance({ env })]);
  try {
    const headers = await sessionsOfCrowd(first, PEOPLE);
    const [one = "", two = "", three = ""] = [first, ...others].map(({ url }) => url);
    const of = (origin: string[]): Target => ({ origin, paths: [sameUrl], headers });
    const rates = await byTurns({ one: of([one]), two: of([one, two]), three: of([one, two, three]) }, ROUNDS, LOAD);
    say(`\nLists of surveys a second, ${LOAD.connections} connections of ${PEOPLE} people, ${ROUNDS} rounds by turns:`);
    say(`  one web process       ${spread(rates.one)}`);
    say(`  two                   ${spread(rates.two)}   ratio ${spread(ratios(rates.two, rates.one), 2)}`);
    say(`  three                 ${spread(rates.three)}   ratio ${spread(ratios(rates.three, rates.one), 2)}`);
  } finally {
    await Promise.all(others.map(({ stop }) => stop()));
    await first.stop();
  }
}
