import { startInstance } from "../instance";
import { startConstantPeer } from "./constant-peer";
import { sessionsOfCrowd } from "./crowd";
import { ratios, say, spread } from "./figures";
import { byTurns } from "./load";

const PATH = "/api/drafts?thing=imports&thing_id=none";
const PEOPLE = Number(process.env.PEOPLE ?? 40);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const LOAD = { connections: 8, ms: 2000 };

/** What proving who asks costs: session, rate, permission and input of our route against a handler that has none of them. */
export async function run(): Promise<void> {
  const instance = await startInstance();
  try {
    const people = await sessionsOfCrowd(instance, PEOPLE);
    const body = await (await fetch(instance.url + PATH, { headers: people[0] ?? {} })).text();
    const peer = await startConstantPeer(body);
    try {
      const { ours, bare } = await byTurns(
        {
          ours: { origin: instance.url, paths: [PATH], headers: people },
          bare: { origin: peer.url, paths: ["/constant"], headers: {} },
        },
        ROUNDS,
        LOAD,
      );
      say(`\nRequests a second, ${LOAD.connections} connections of ${PEOPLE} people, ${ROUNDS} rounds by turns:`);
      say(`  GET ${PATH}, with all that proves who asks   ${spread(ours)}`);
      say(`  a Next handler that answers the same text                                       ${spread(bare)}`);
      say(
        `  ratio                                                                           ${spread(ratios(ours, bare), 2)}`,
      );
    } finally {
      peer.stop();
    }
  } finally {
    await instance.stop();
  }
}
