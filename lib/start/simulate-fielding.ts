import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ResponseStatus } from "@/lib/contracts/terms/demand";
import { outcomeOf } from "@/lib/contracts/terms/fielding";
import { at, type Random, randomFrom } from "@/lib/start/demo-random";
import { type FieldClient, fieldClient, type Visit } from "@/lib/start/field-client";
import { activityAt, minutesUntil, outcomeOfInterview } from "@/lib/start/respondent-model";

export type Simulation = {
  /** Where the installation is reached. */
  url: string;
  /** The address that its redirects have, which hashes cover. */
  signedAs: string;
  survey: string;
  supplier: string;
  respondents: number;
  concurrency: number;
  /** Simulated minutes that pass in a real one; null: nobody waits for anything. */
  speed: number | null;
  /** Simulated hours over which the respondents come. */
  hours: number;
  /** Share of those who get to the end or screen out that get to the end, 0 to 1. */
  incidence: number;
  /** Median minutes of an interview. */
  minutes: number;
  /** By which completes are signed. */
  hashKey: string;
  seed: number;
};

/** What happened, counted. */
export type SimulationTally = Map<string, number>;

/** Of a hundred respondents so many do what makes trouble. */
const TROUBLE = { duplicate: 3, reenter: 3, replay: 2, contradict: 1, forge: 1, unscreened: 20, speed: 4 };

const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
  "Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
];

/** Question id to the option ids that the screener offers. */
type Questions = Map<number, number[]>;

/**
 * Sends respondents through a survey over HTTP: they answer the screener, are interviewed, and return as people do,
 * with drop-outs, speeders, duplicates, replays and forged returns among them. Nothing is read from the database.
 *
 * @param onVisit called after each respondent with how many have been through
 */
export async function simulateFielding(
  simulation: Simulation,
  onVisit: (done: number) => void = () => {},
): Promise<SimulationTally> {
  const tally: SimulationTally = new Map();
  const client = fieldClient(simulation.url, simulation.concurrency);
  try {
    const questions = await readScreener(client, simulation);
    const run: Run = { simulation, client, questions, tally };
    const arrivals = arrivalsOf(simulation);
    const began = Date.now();
    let next = 0;
    let done = 0;
    const come = async () => {
      for (let index = next++; index < simulation.respondents; index = next++) {
        const { speed } = simulation;
        if (speed !== null) await sleep(began + (arrivals[index] ?? 0) / speed - Date.now());
        await comeOnce(run, index);
        done += 1;
        onVisit(done);
      }
    };
    await Promise.all(Array.from({ length: simulation.concurrency }, come));
    return tally;
  } finally {
    client.close();
  }
}

const HOUR = 3_600_000;

/** When each respondent comes, in simulated milliseconds from the start, as people come over the hours of a day. */
function arrivalsOf({ respondents, hours, seed }: Simulation): number[] {
  const random = randomFrom(seed, -1);
  const one = () => {
    for (;;) {
      const moment = random.between(0, hours * HOUR);
      if (hours === 0 || random.chance(activityAt((8 + Math.floor(moment / HOUR)) % 24))) return moment;
    }
  };
  return Array.from({ length: respondents }, one).sort((a, b) => a - b);
}

type Run = { simulation: Simulation; client: FieldClient; questions: Questions; tally: SimulationTally };

/**
 * What the survey asks of whoever brings no answers. A survey that asks nothing lets them in at once: whoever looks is
 * the first respondent, who comes again.
 */
async function readScreener(client: FieldClient, { survey, supplier, seed }: Simulation): Promise<Questions> {
  const { status, body } = await client.visit(
    `/enter/${survey}?supplier=${supplier}&respondent=${respondentOf(seed, 0)}`,
    agentOf(seed, 0),
  );
  if (status === 404) throw new Error("There is no survey of this id.");
  if (status === 400) throw new Error("The survey's account has no supplier of this code.");
  const questions: Questions = new Map();
  const add = (id: string | undefined, options: number[]) => {
    if (id !== undefined) questions.set(Number(id), [...(questions.get(Number(id)) ?? []), ...options]);
  };
  for (const [, id, low, high] of body.matchAll(/<input type="number"[^>]*name="q(\d+)" min="(\d+)" max="(\d+)"/g)) {
    add(
      id,
      Array.from({ length: Number(high) - Number(low) + 1 }, (_, index) => Number(low) + index),
    );
  }
  for (const [, id, option] of body.matchAll(/<input type="radio" name="q(\d+)" value="(\d+)"/g))
    add(id, [Number(option)]);
  for (const [, id, list = ""] of body.matchAll(/<select[^>]*name="q(\d+)"[^>]*>(.*?)<\/select>/g)) {
    add(
      id,
      [...list.matchAll(/value="(\d+)"/g)].map(([, option]) => Number(option)),
    );
  }
  return questions;
}

const respondentOf = (seed: number, index: number) => `sim-${seed}-${index}`;
/** Of one machine all have the same address: their agents tell them apart. */
const agentOf = (seed: number, index: number) => `${at(AGENTS, (seed + index) % AGENTS.length)} F/${seed}-${index}`;

function count({ tally }: Run, what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

/** People are of all ages, with most between 20 and 70; everything else is as likely as anything else. */
function drawAnswers(random: Random, questions: Questions): string[] {
  return [...questions].map(([id, options]) => {
    const isAge = options.length > 60;
    const option = isAge ? Math.round(Math.min(85, Math.max(16, 44 + 17 * random.spread()))) : random.pick(options);
    return `q${id}=${option}`;
  });
}

async function comeOnce(run: Run, index: number): Promise<void> {
  const { simulation, client, questions } = run;
  const random = randomFrom(simulation.seed, index);
  const happens = (percent: number) => random.chance(percent / 100);
  const isDuplicate = index > 0 && happens(TROUBLE.duplicate);
  const agent = agentOf(simulation.seed, isDuplicate ? random.whole(0, index - 1) : index);
  const who = `supplier=${simulation.supplier}&respondent=${respondentOf(simulation.seed, index)}`;
  const address = `/enter/${simulation.survey}?${who}`;
  const answered = [address, ...drawAnswers(random, questions)].join("&");
  if (happens(TROUBLE.unscreened)) count(run, `screener ${(await client.visit(address, agent)).status}`);
  const entry = await client.visit(answered, agent);
  const rid = ridIn(entry);
  if (happens(TROUBLE.reenter)) {
    const again = await client.visit(answered, agent);
    if (again.location !== entry.location) count(run, "entered again and got another session");
  }
  if (rid === null)
    return count(run, entry.status === 302 || entry.status === 200 ? "turned away" : `entry ${entry.status}`);
  count(run, "entered");
  await beInterviewed(run, { random, happens, agent, rid });
}

const ridIn = ({ location }: Visit): string | null =>
  /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/.exec(location ?? "")?.[0] ?? null;

type Interviewed = { random: Random; happens: (percent: number) => boolean; agent: string; rid: string };

async function beInterviewed(run: Run, { random, happens, agent, rid }: Interviewed): Promise<void> {
  const { simulation, client } = run;
  const status: ResponseStatus = outcomeOfInterview(random, simulation.incidence);
  const outcome = outcomeOf(status);
  if (outcome === null) return count(run, "dropped out");
  const takes = minutesUntil(random, status, simulation.minutes) * (happens(TROUBLE.speed) ? 0.1 : 1);
  if (simulation.speed !== null) await sleep((takes * 60_000) / simulation.speed);
  const path = `/return/${outcome}?rid=${rid}`;
  const signed = outcome === "complete" ? `${path}&hash=${signatureOf(simulation, path)}` : path;
  if (happens(TROUBLE.forge)) {
    const forged = `/return/complete?rid=${rid}&hash=${"0".repeat(64)}`;
    count(run, `forged return ${(await client.visit(forged, agent)).status}`);
  }
  count(run, `${outcome} ${(await client.visit(signed, agent)).status}`);
  if (happens(TROUBLE.replay)) count(run, `replay ${(await client.visit(signed, agent)).status}`);
  if (happens(TROUBLE.contradict)) {
    const other = `/return/${outcome === "complete" ? "quality_termination" : "standard_termination"}?rid=${rid}`;
    if (other !== path) count(run, `contradictory return ${(await client.visit(other, agent)).status}`);
  }
}

const signatureOf = ({ signedAs, hashKey }: Simulation, path: string) =>
  createHmac("sha256", hashKey).update(`${signedAs}${path}`).digest("hex");
