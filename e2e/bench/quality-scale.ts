import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { versionOperations } from "@/lib/contracts/interfaces/quality";
import { env } from "@/lib/env";
import { addRespondent } from "@/lib/service/quality/add-respondent";
import { wordsOf } from "@/lib/service/quality/scoring/answer-words";
import { bandsOf, shinglesOf, similarity } from "@/lib/service/quality/scoring/similarity";
import type { Call, Caller } from "@/lib/service/service";
import { startEmbeddedDatabase } from "@/lib/start/database";
import type { Random } from "@/lib/start/demo-random";
import { closeDatabase, db } from "@/lib/stores/postgres/client";
import { migrate } from "@/lib/stores/postgres/migrate";
import * as store from "@/lib/stores/postgres/quality";
import { accounts } from "@/lib/stores/postgres/schema/accounts";
import { qualityRespondents } from "@/lib/stores/postgres/schema/quality";
import { median, ratios, say, spread, timed } from "./figures";
import { benchRandom, edited, realAnswers, shuffledFrom, writtenLike } from "./quality-texts";

const RESPONDENTS = Number(process.env.BENCH_MANY ?? 100_000);
const ROUNDS = 5;
const IN_ROUND = 30;
const QUESTIONS = ["why", "what", "how"];
const TIMES = ["t1", "t2", "t3", "t4", "t5"];

/** Respondents scored a second: alone in their survey, with 100,000 before them, and stored without scores. */
export async function compareScale(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "fieldwork-bench-"));
  chmodSync(directory, 0o711); // as root the database runs as another user
  const database = startEmbeddedDatabase(directory, "for-this-bench-only");
  try {
    const { url } = await database.started;
    await migrate(url);
    env.DATABASE_URL = url;
    env.APP_SECRET ??= "only for this bench, only for this bench";
    const random = benchRandom(1);
    const answers = realAnswers();
    await compareWith("answers written like real ones", writtenLike(answers, random), random);
    await compareWith("55 of 200 words in random order", shuffledFrom(answers, random), random);
    await closeDatabase();
  } finally {
    await database.stop(5000);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function newCaller(name: string): Promise<Caller> {
  const [account] = await db().insert(accounts).values({ name }).returning();
  const own = { id: account?.id ?? "", name, replyShape: "flat" as const };
  return { connection: "built-in", userId: "u", email: "a@b.test", name: "A", role: "admin", accounts: [own] };
}

const operation = versionOperations.v3.addRespondent;
const add = addRespondent("v3");

const pointsOf = (write: () => string, random: Random) => [
  ...QUESTIONS.map((dataPointId) => ({
    ...{ qualityCheck: "OES", dataPointId, question: "What comes to your mind?", answer: write() },
    allowedLanguages: ["EN"],
  })),
  ...TIMES.map((dataPointId) => ({ qualityCheck: "TS", dataPointId, duration: random.whole(20_000, 90_000) })),
  { qualityCheck: "GQS", dataPointId: "g", gridAnswersPattern: Array.from({ length: 10 }, () => random.whole(1, 5)) },
];

async function send(viewer: Caller, surveyName: string, dataPoints: object[], more: object = {}) {
  const body = operation.body.parse({ surveyName, respondentId: crypto.randomUUID(), dataPoints, ...more });
  // Safe: adding reads the caller, the body and the signal alone.
  return (await add({ viewer, body, signal: new AbortController().signal } as Call<typeof operation>)).body;
}

async function compareWith(kind: string, write: () => string, random: Random): Promise<void> {
  const viewer = await newCaller(kind);
  const filling = await timed(() => fill(viewer, "Full", write, random));
  say(`${kind}: a survey of ${RESPONDENTS.toLocaleString("en")} respondents in ${(filling / 1000).toFixed(0)} s`);
  const ways = {
    stored: (round: number) => ({ survey: `Stored ${round}`, more: { synchronousResponse: false } }),
    alone: (round: number) => ({ survey: `Alone ${round}`, more: {} }),
    full: () => ({ survey: "Full", more: {} }),
  };
  const ms: Record<keyof typeof ways, number[]> = { stored: [], alone: [], full: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
      const { survey, more } = ways[way](round);
      const people = Array.from({ length: IN_ROUND }, () => pointsOf(write, random));
      const took = await timed(async () => {
        for (const points of people) await send(viewer, survey, points, more);
      });
      if (round > 0) ms[way].push(took / IN_ROUND);
    }
  }
  for (const way of ["stored", "alone", "full"] as const) {
    say(`  ${way.padEnd(7)} ${spread(ms[way], 1)} ms a respondent, ${(1000 / median(ms[way])).toFixed(0)} a second`);
  }
  say(`  alone against stored without scores: ${spread(ratios(ms.alone, ms.stored), 2)} times dearer`);
  say(`  in the full survey against alone: ${spread(ratios(ms.full, ms.alone), 2)} times dearer`);
  await findCopies(viewer, write, random);
}

const AT_ONCE = 500;

/** A survey as so many calls of `addRespondent` would have left it, made in bulk. */
async function fill(viewer: Caller, name: string, write: () => string, random: Random): Promise<void> {
  await send(viewer, name, pointsOf(write, random));
  const survey = await store.findQualitySurvey(db(), viewer.accounts[0]?.id ?? "", name);
  const [first] = survey ? await store.listQualityRespondents(db(), { surveyId: survey.id, after: 0, limit: 1 }) : [];
  if (!survey || !first?.scores) throw new Error("The first respondent was not scored.");
  const members = new Map<bigint, number>();
  for (let made = 1; made < RESPONDENTS; made += AT_ONCE) {
    const people = Array.from({ length: AT_ONCE }, () => pointsOf(write, random));
    await db().transaction(async (transaction) => {
      const rows = people.map(() => ({
        ...{ surveyId: survey.id, respondentId: crypto.randomUUID(), dataPoints: [], scores: first.scores },
        ...{ ruleReasons: [], isExcluded: false },
      }));
      const added = await transaction.insert(qualityRespondents).values(rows).returning({ id: qualityRespondents.id });
      const ids = added.map(({ id }) => id);
      const place = { surveyId: survey.id };
      const all = people.flatMap((points, at) =>
        points.map((point) => ({ ...point, ...place, respondent: ids[at] ?? 0 })),
      );
      await store.insertQualityDurations(
        transaction,
        all.flatMap((point) => ("duration" in point ? [{ ...point, durationMs: point.duration }] : [])),
      );
      await store.insertQualityGrids(
        transaction,
        all.flatMap((point) =>
          "gridAnswersPattern" in point ? [{ ...point, pattern: point.gridAnswersPattern }] : [],
        ),
      );
      await store.insertQualityAnswers(
        transaction,
        all.flatMap((point) => {
          if (!("answer" in point)) return [];
          const words = wordsOf(point.answer).join(" ");
          const length = words.split(" ").length;
          if (length < 4) return [];
          const bands = length < 8 ? [] : bandsOf(words, `${survey.id}\0${point.dataPointId}`);
          return [{ ...point, words, bands: openBands(members, bands) }];
        }),
      );
    });
  }
  await db().execute("analyze");
}

const MOST_IN_BAND = 16;

function openBands(members: Map<bigint, number>, bands: bigint[]): bigint[] {
  return bands.filter((band) => {
    const count = members.get(band) ?? 0;
    if (count < MOST_IN_BAND) members.set(band, count + 1);
    return count < MOST_IN_BAND;
  });
}

const COPIES = 200;

/** How many edited copies of answers in the full survey are found, by how alike they are. */
async function findCopies(viewer: Caller, write: () => string, random: Random): Promise<void> {
  const found = { "70–80%": [0, 0], "80–90%": [0, 0], "90–100%": [0, 0] };
  for (let copies = 0; copies < COPIES; ) {
    const original = write();
    const copy = edited(original, random.between(0.02, 0.2), random);
    const [own, other] = [copy, original].map((text) => wordsOf(text).join(" "));
    const alike = similarity(shinglesOf(own ?? ""), shinglesOf(other ?? ""));
    const words = wordsOf(copy).length;
    if (words < 8 || wordsOf(original).length < 8 || alike < (words < 16 ? 0.8 : 0.7)) continue;
    copies += 1;
    const point = (answer: string) => [
      { qualityCheck: "OES", dataPointId: "why", question: "What comes to your mind?", answer },
    ];
    await send(viewer, "Full", point(original));
    const reply = JSON.stringify(await send(viewer, "Full", point(copy)));
    const counts = found[alike < 0.8 ? "70–80%" : alike < 0.9 ? "80–90%" : "90–100%"];
    counts[1] = (counts[1] ?? 0) + 1;
    if (reply.includes("DUPLICATE_")) counts[0] = (counts[0] ?? 0) + 1;
  }
  const parts = Object.entries(found).map(([alike, [hits, all]]) => `${hits} of ${all} that are ${alike} alike`);
  say(`  edited copies found in the full survey: ${parts.join(", ")}`);
}
