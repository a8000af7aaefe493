import { expect } from "@playwright/test";
import type postgres from "postgres";
import { Pool } from "undici";
import type { HttpSession } from "../http-session";
import { startInstance } from "../instance";
import { makeSurvey } from "../new-survey";
import { openStore } from "../remote/store";
import { signInApi } from "../sign-in";
import { ratios, say, spread } from "./figures";

const MANAGER = "manager@demo.test";
const CLIENTS = [1, 8, 200];
const ROUNDS = 3;
const ROUND_MS = 2000;
const FEW = 10;
const MANY = 1000;

/** One try: what is asked, and the status that is right. */
type Ask = { method: "GET" | "HEAD"; path: () => string; status: number };
type Measured = { perSecond: number[]; latest: number[] };

/**
 * Entries of new respondents through HTTP on one survey with its duplicate check, against a handler of the same server
 * that answers a constant, and against a bare insert of the session; and on a survey of a thousand quotas against ten.
 */
export async function run(): Promise<void> {
  const instance = await startInstance();
  const store = openStore(instance.dataDir);
  const page = await signInApi(instance.url, { email: MANAGER });
  try {
    const few = await surveyOf(page, FEW);
    const many = await surveyOf(page, MANY);
    const entry = (surveyId: string): Ask => ({ method: "GET", path: () => newEntry(surveyId), status: 302 });
    const constant: Ask = { method: "HEAD", path: () => `/enter/${few}`, status: 204 };
    say(`\nEntries a second on one survey of ${FEW} open quotas, ${ROUNDS} rounds of ${ROUND_MS / 1000} s by turns;`);
    say("median (lowest–highest), and the 98th percentile of an entry in milliseconds.");
    for (const clients of CLIENTS) {
      const found = await byTurns({ constant, entry: entry(few) }, instance.url, clients);
      const bare = await insertsPerSecond(store, few, clients);
      say(`\n${clients} clients`);
      say(
        `  entries                        ${spread(found.entry.perSecond)}, 98% within ${spread(found.entry.latest)} ms`,
      );
      say(
        `  a constant of the same server  ${spread(found.constant.perSecond)}, 98% within ${spread(found.constant.latest)} ms`,
      );
      say(`  bare inserts of the session    ${spread(bare)}`);
      const aim = clients === 200 ? "   (aim: 0.4 or more)" : "";
      say(
        `  of the constant                ${spread(ratios(found.entry.perSecond, found.constant.perSecond), 2)}${aim}`,
      );
      say(`  of the bare insert             ${spread(ratios(found.entry.perSecond, bare), 2)}`);
    }
    const clients = 8;
    const sizes = await byTurns({ few: entry(few), many: entry(many) }, instance.url, clients);
    say(`\n${MANY} open quotas against ${FEW}, ${clients} clients`);
    say(
      `  times dearer                   ${spread(ratios(sizes.few.perSecond, sizes.many.perSecond), 2)}   (aim: 2 or less)`,
    );
  } finally {
    await store.end({ timeout: 1 });
    await instance.stop();
  }
}

/** A live survey of so many open quotas; whoever enters belongs to one of them and to the one of everybody. */
async function surveyOf(api: HttpSession, quotas: number): Promise<string> {
  const huge = 100_000_000;
  const cells = Array.from({ length: quotas - 1 }, (_, index) => ({
    quota_name: `Cell ${index}`,
    quota: huge,
    qualifications: [
      { question_id: 1, allowed_option_ids: [18 + (index % 60)] },
      { question_id: 2, allowed_option_ids: [1 + (Math.floor(index / 60) % 2)] },
    ],
  }));
  const everybody = { quota_name: "Everybody", quota: huge, qualifications: [] };
  const members = { status: "Live", respondents: huge, respondent_attributes: [...cells, everybody] };
  const survey = await makeSurvey(api, { ...members, device_compatibilities: ["desktop", "mobile", "tablet"] });
  expect(survey.status).toBe("Live");
  return survey.id;
}

let people = 0;
const newEntry = (surveyId: string) => {
  people += 1;
  return `/enter/${surveyId}?respondent=bench-${people}&q1=${18 + (people % 60)}&q2=${1 + (people % 2)}`;
};

async function byTurns<Name extends string>(
  asks: Record<Name, Ask>,
  url: string,
  clients: number,
): Promise<Record<Name, Measured>> {
  const names = Object.keys(asks) as Name[];
  const found = Object.fromEntries(
    names.map((name): [Name, Measured] => [name, { perSecond: [], latest: [] }]),
  ) as Record<Name, Measured>;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const name of round % 2 ? names.toReversed() : names) {
      const { perSecond, latest } = await measure(asks[name], url, clients);
      // The first round warms up and counts for nothing.
      if (round === 0) continue;
      found[name].perSecond.push(perSecond);
      found[name].latest.push(latest);
    }
  }
  return found;
}

async function measure({ method, path, status }: Ask, url: string, clients: number) {
  const pool = new Pool(url, { connections: clients, pipelining: 1 });
  const times: number[] = [];
  const since = performance.now();
  const client = async () => {
    while (performance.now() < since + ROUND_MS) {
      const asked = performance.now();
      people += 1;
      const agent = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 B/${people}`;
      const { statusCode, body } = await pool.request({ method, path: path(), headers: { "user-agent": agent } });
      if (statusCode !== status) throw new Error(`${statusCode}: ${await body.text()}`);
      await body.text();
      times.push(performance.now() - asked);
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } finally {
    await pool.close();
  }
  const perSecond = (times.length * 1000) / (performance.now() - since);
  const latest = times.sort((a, b) => a - b)[Math.floor(times.length * 0.98)] ?? 0;
  return { perSecond, latest };
}

/** One statement and its commit for each session, by as many as there are clients, on the connections of the pool. */
async function insertsPerSecond(store: postgres.Sql, surveyId: string, clients: number): Promise<number[]> {
  const rates: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const since = performance.now();
    let done = 0;
    const client = async () => {
      while (performance.now() < since + ROUND_MS / 2) {
        await store`
          insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at)
          values (${crypto.randomUUID()}, ${surveyId}, 'in progress', 1, '[]', '{}', now())`;
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    if (round > 0) rates.push((done * 1000) / (performance.now() - since));
  }
  return rates;
}
