import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Instance, startInstance } from "../instance";
import { startConstantPeer } from "./constant-peer";
import { ratios, say, spread } from "./figures";
import { differentUrls, sameUrl } from "./list-urls";
import { byTurns, type Target } from "./load";
import { sessionOf } from "./person";
import { sharedCredential } from "./shared-credential";
import { startStandIn } from "./stand-in";

const root = fileURLToPath(new URL("../..", import.meta.url));
const FEW = 1000;
const MANY = 100_000;
const ROUNDS = 7;
const LOAD = { connections: 20, ms: 2000 };

/**
 * The surveys list against a Next handler that answers a constant, against itself at a hundredth of the surveys,
 * and many people's pages through one rate-limited credential against a plain proxy.
 */
export async function run(): Promise<void> {
  const standIn = await startStandIn();
  const remote = { name: "stand-in", title: "Stand-in", environment: "staging", demand: { url: standIn.url } };
  const few = await startInstance();
  const many = await startInstance({ env: { CONNECTIONS: JSON.stringify([remote]) } });
  try {
    await sharedCredential(many.url, remote.name, standIn);
    say(`\nSeeding ${MANY.toLocaleString("en")} surveys…`);
    await seed(few, FEW);
    await seed(many, MANY);
    await compareLists(few, many);
  } finally {
    await Promise.all([few.stop(), many.stop()]);
    standIn.stop();
  }
}

async function seed({ dataDir }: Instance, surveys: number): Promise<void> {
  const args = ["--conditions", "react-server", "--import", "tsx", "lib/start/demo.ts", "--surveys", String(surveys)];
  await promisify(execFile)(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ENV_FILE: "", DATA_DIR: dataDir },
  });
}

async function compareLists(few: Instance, many: Instance): Promise<void> {
  const lists = async ({ url }: Instance, paths: string[]) =>
    ({ origin: url, paths, headers: await sessionOf(url, "manager@demo.test") }) satisfies Target;
  const same = await lists(many, [sameUrl]);
  const body = await (await fetch(`${same.origin}${sameUrl}`, { headers: same.headers })).text();
  const peer = await startConstantPeer(body);
  try {
    const rates = await byTurns(
      {
        peer: { origin: peer.url, paths: ["/constant"], headers: {} },
        same,
        different: await lists(many, differentUrls),
        sameOfFew: await lists(few, [sameUrl]),
        differentOfFew: await lists(few, differentUrls),
      },
      ROUNDS,
      LOAD,
    );
    tellLists(rates, Buffer.byteLength(body));
  } finally {
    peer.stop();
  }
}

type ListRates = Record<"peer" | "same" | "different" | "sameOfFew" | "differentOfFew", number[]>;

function tellLists({ peer, same, different, sameOfFew, differentOfFew }: ListRates, bytes: number): void {
  const { connections, ms } = LOAD;
  say(
    `\nRequests a second, GET /api/demand/surveys, 50 of ${MANY.toLocaleString("en")} with statuses (${bytes} bytes):`,
  );
  say(`${connections} connections, ${ROUNDS} rounds of ${ms / 1000} s by turns; median (lowest–highest).`);
  say(`  Next handler, a constant of that size   ${spread(peer)}`);
  say(`  everybody the same list                 ${spread(same)}`);
  say(`  ${differentUrls.length} different lists                      ${spread(different)}`);
  say(`  ratio to the peer, the same list        ${spread(ratios(same, peer), 2)}   (aim: 0.25 or more)`);
  say(`  ratio to the peer, different lists      ${spread(ratios(different, peer), 2)}`);
  say(
    `\nThe same with ${FEW.toLocaleString("en")} surveys: how much dearer a request is with ${MANY.toLocaleString("en")}:`,
  );
  say(`  everybody the same list                 ${spread(sameOfFew)}`);
  say(`  ${differentUrls.length} different lists                      ${spread(differentOfFew)}`);
  say(`  times dearer, the same list             ${spread(ratios(sameOfFew, same), 2)}   (aim: 1.5 or less)`);
  say(`  times dearer, different lists           ${spread(ratios(differentOfFew, different), 2)}`);
}
