import { randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { createSurvey, inBatches, type World } from "../api/world";
import { ofWomenAndMen } from "../new-survey";
import { addProjectWithAnswers } from "../projects";
import { addKey } from "../session-records";

/** Honest answers: their parts repeat at different distances, so that no two of them are alike. */
const likes = [
  "the taste",
  "its price",
  "the packaging",
  "how it smells",
  "how it feels",
  "the colours",
  "their service",
];
const causes = [
  "it lasts me a whole day",
  "my children ask for it",
  "I came back after trying others",
  "the shop next door has it",
  "nothing in it upsets my stomach",
  "a friend gave me one last summer",
  "I can carry it in a small bag",
  "the people on the phone were kind",
  "you need so little of it",
  "we share it at work on Fridays",
  "it reminds me of my grandmother",
];
const wishes = [
  "a larger bottle",
  "fewer plastic parts",
  "a version without sugar",
  "longer opening hours",
  "recipes on the back",
  "a lid that really closes",
  "more shops in the north",
  "a discount for students",
  "less perfume",
  "clearer instructions",
  "a refill at half the price",
  "deliveries in the evening",
  "some darker shades",
];
const partOf = (parts: readonly string[], at: number) => parts[at % parts.length];
const honest = (at: number) =>
  `I like ${partOf(likes, at)} since ${partOf(causes, at)}. I would love ${partOf(wishes, at)}.`;
const MASHED = "sdkfjh wqpoeiru xcvmnb";

/** Every fifth answers by mashing keys, faster than the others, and says the most of happiness. */
const isMashed = (at: number) => at % 5 === 0;

const MINUTE = 60_000;

/**
 * A survey of women and men with scored respondents, who are completed sessions of a supplier and responses of the
 * project at once, under the same ids.
 */
export async function addScoredSurvey(world: World, respondents: number) {
  const { accountId } = world.service;
  const ids = Array.from({ length: respondents }, () => randomUUID());
  const day = (at: number) => `2031-01-${String(1 + (at % 20)).padStart(2, "0")}`;
  const csv = ["id,date,happy", ...ids.map((id, at) => `${id},${day(at)},${isMashed(at) ? 9.5 : 1.5 + (at % 4)}`)].join(
    "\n",
  );
  const project = await addProjectWithAnswers(world, "Review", csv);
  const survey = await createSurvey(world.service, { ...ofWomenAndMen, project_id: project.id });
  const quotaIds = (survey.respondent_attributes ?? []).map(({ quota_id }) => quota_id);
  const supplier = `north-${randomUUID().slice(0, 8)}`;
  await world.sql`
    insert into suppliers (account_id, code, name, end_links)
    values (${accountId}, ${supplier}, 'North Panel', ${world.sql.json({ complete: "https://north.example/c" })})`;
  const sessions = ids.map((rdud, at) => ({
    ...{ rdud, survey_id: survey.id, supplier, respondent: `person-${at}`, device: "mobile", buyer_cpi: 2 },
    ...{ status: "complete", reason: "complete", reached: true, quota_ids: [quotaIds[at % 2] ?? ""] },
    qualification_attributes: world.sql.json([]),
    started_at: new Date(Date.now() - (respondents - at + 20) * MINUTE),
    ended_at: new Date(Date.now() - (respondents - at) * MINUTE),
  }));
  await world.sql`insert into responses ${world.sql(sessions)}`;
  const key = await addKey(world.sql, accountId, { of: "quality" });
  await inBatches([...ids.entries()], ([at, respondentId]) => score(world, key, survey.id, { at, respondentId }), 4);
  return { ids, mashed: ids.filter((_, at) => isMashed(at)), project, survey };
}

type Scored = { at: number; respondentId: string };

async function score(world: World, key: string, surveyName: string, { at, respondentId }: Scored): Promise<void> {
  const open = { qualityCheck: "OES", question: "What do you like about it?", allowedLanguages: ["EN"] };
  const dataPoints = [
    { ...open, dataPointId: "like", answer: isMashed(at) ? MASHED : honest(at) },
    { qualityCheck: "TS", dataPointId: "all", duration: isMashed(at) ? 20_000 : 300_000 + at * 500 },
  ];
  const body = { surveyName, respondentId, dataPoints };
  await expect(async () => {
    const reply = await world.anonymous.post("/service/quality/v3/addRespondent", {
      body,
      headers: { "api-key": key },
    });
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  }).toPass();
}
