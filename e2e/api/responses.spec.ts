import { randomUUID } from "node:crypto";
import type { BuiltInResponse } from "@/lib/contracts/interfaces/demand";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import { expect } from "../expect";
import {
  type Client,
  createSurvey,
  expectRefusal,
  type Json,
  patient,
  readSurvey,
  sides,
  test,
  type World,
} from "./world";

/** All responses of a survey, page by page. */
async function everyResponse(client: Client, surveyId: string): Promise<BuiltInResponse[]> {
  const all: BuiltInResponse[] = [];
  for (let page = 1; ; page += 1) {
    const { json } = await client.get(`/responses?survey_id=${surveyId}&page=${page}&page_size=500`);
    all.push(...(json.responses as BuiltInResponse[]));
    if (all.length >= Number(json.total_responses)) return all;
  }
}

const counts = ({ status, reconciliation_status }: BuiltInResponse) =>
  reconciliation_status === "Accepted" || (status === "complete" && reconciliation_status !== "Rejected");

const oneDecimal = (value: number) => Number(value.toFixed(1));

function median(values: number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** What a survey's figures have to be, from its responses, and the statuses of who never reached it. */
function addUp(responses: BuiltInResponse[], turnedAway: readonly string[]) {
  const counted = responses.filter(counts);
  const ended = (status: string) =>
    responses.filter((response) => response.status === status && !counts(response)).length +
    turnedAway.filter((each) => each === status).length;
  const standard = ended("standard termination");
  const minutes = counted.flatMap(({ started_at, ended_at }) =>
    ended_at ? [(Date.parse(ended_at) - Date.parse(started_at)) / 60_000] : [],
  );
  const middle = median(minutes);
  const last = counted
    .map(({ started_at, ended_at }) => ended_at ?? started_at)
    .sort()
    .at(-1);
  return {
    survey_starts: responses.length,
    survey_completes: counted.length,
    standard_terminations: standard,
    quality_terminations: ended("quality termination"),
    security_terminations: ended("security termination"),
    overquota_terminations: ended("overquota termination"),
    total_cost: counted.reduce((cents, { buyer_cpi }) => cents + Math.round((buyer_cpi ?? 0) * 100), 0) / 100,
    actual_length_of_interview: middle,
    actual_incidence_rate: counted.length > 0 ? (100 * counted.length) / (counted.length + standard) : null,
    last_complete_at: last ?? null,
  };
}

function expectFigures(
  { field_details, respondent_attributes }: BuiltInSurvey,
  responses: BuiltInResponse[],
  turnedAway: readonly string[] = [],
): void {
  const { actual_length_of_interview: loi, actual_incidence_rate: ir, ...exact } = addUp(responses, turnedAway);
  expect(field_details).toMatchObject(exact);
  for (const [shown, expected] of [
    [field_details.actual_length_of_interview, loi],
    [field_details.actual_incidence_rate, ir],
  ] as const) {
    if (expected === null) expect(shown).toBeNull();
    else {
      expect(Math.abs((shown ?? Number.NaN) - expected)).toBeLessThanOrEqual(0.0501);
      expect(shown).toBe(oneDecimal(shown ?? Number.NaN));
    }
  }
  for (const { quota_id, survey_starts, survey_completes } of respondent_attributes) {
    const inQuota = responses.filter(({ quota_attributes }) => quota_attributes.includes(quota_id));
    expect({ survey_starts, survey_completes }).toEqual({
      survey_starts: inQuota.length,
      survey_completes: inQuota.filter(counts).length,
    });
  }
}

type Sent = { status: string; minutes?: number; price?: number; quotas?: number[]; startedMinutesAgo?: number };

/** A survey with these responses, told from each other by their place. */
async function fielded(
  world: World,
  sent: Sent[],
  members: Json = {},
): Promise<{ survey: BuiltInSurvey; rduds: string[] }> {
  const quotas = [1, 2].map((quota) => ({ quota_name: `Q${quota}`, quota: 50, qualifications: [] }));
  const survey = await createSurvey(world.service, { respondent_attributes: quotas, ...members });
  const rduds = sent.map((_, index) => `${String(index).padStart(3, "0")}-${randomUUID()}`);
  const rows = sent.map(({ status, minutes, price = 1.07, quotas: in_quotas = [], startedMinutesAgo = 600 }, index) => {
    const startedAt = Date.now() - (startedMinutesAgo - index) * 60_000;
    return {
      rdud: rduds[index] ?? "",
      survey_id: survey.id,
      status,
      buyer_cpi: price,
      qualification_attributes: "[]",
      quota_ids: in_quotas.map((place) => survey.respondent_attributes[place]?.quota_id ?? ""),
      started_at: new Date(startedAt),
      ended_at: minutes === undefined ? null : new Date(startedAt + minutes * 60_000),
    };
  });
  for (const row of rows) await world.sql`insert into responses ${world.sql(row)}`;
  return { survey, rduds };
}

const mixed: Sent[] = [
  { status: "complete", minutes: 4.2, price: 1.07, quotas: [0] },
  { status: "complete", minutes: 10, price: 2.5, quotas: [0, 1] },
  { status: "complete", minutes: 7.77, price: 0.01, quotas: [1] },
  { status: "standard termination", minutes: 1 },
  { status: "standard termination", minutes: 2, quotas: [0] },
  { status: "quality termination", minutes: 3, quotas: [1] },
  { status: "security termination", minutes: 0.1 },
  { status: "overquota termination", minutes: 0.2, quotas: [0] },
  { status: "in progress", quotas: [1] },
];

for (const side of sides) {
  test.describe(`responses at ${side}`, () => {
    const reconcile = async (world: World, rdud: string | undefined, reconciliation_status: string) => {
      const reply = await world[side].manager.patch("/responses", { body: { rdud, reconciliation_status } });
      expect(reply.status, JSON.stringify(reply.json)).toBe(200);
      return reply.json as unknown as BuiltInResponse;
    };

    test("are listed oldest first, and by id, status and survey", async ({ world }) => {
      const { survey, rduds } = await fielded(world, mixed);
      const get = async (query: string) => (await world[side].manager.get(`/responses?${query}`)).json;
      const all = await get(`survey_id=${survey.id}`);
      expect(all).toMatchObject({ total_responses: 9, page: 1, page_size: 9 });
      expect((all.responses as BuiltInResponse[]).map(({ rdud }) => rdud)).toEqual(rduds);
      expect(await get(`id=${survey.id}`)).toEqual(all);
      const some = await get(`survey_id=${survey.id}&rduds=${rduds[2]},nobody,${rduds[0]}`);
      expect((some.responses as BuiltInResponse[]).map(({ rdud }) => rdud)).toEqual([rduds[0], rduds[2]]);
      expect(await get(`survey_id=${survey.id}&statuses=COMPLETE,in_progress`)).toMatchObject({ total_responses: 4 });
      expect(await get(`survey_id=${survey.id}&statuses=Standard%20Termination`)).toMatchObject({ total_responses: 2 });
      const pages = [];
      for (const page of [1, 2, 3, 4, 5]) {
        const { responses } = await get(`survey_id=${survey.id}&page=${page}&page_size=2`);
        pages.push(...(responses as BuiltInResponse[]));
      }
      expect(pages).toEqual(all.responses);
      expect(await get(`survey_id=${survey.id}&page=99`)).toEqual({
        total_responses: 9,
        page: 99,
        page_size: 0,
        responses: [],
      });
    });

    test("add up to the survey's figures, whatever they are", async ({ world }) => {
      for (const sent of [mixed, mixed.slice(3), mixed.slice(0, 2), []]) {
        const { survey } = await fielded(world, sent);
        const responses = await everyResponse(world[side].manager, survey.id);
        expectFigures((await readSurvey(world[side], survey.id)).survey, responses);
      }
    });

    test("move counts and cost when they are accepted or rejected, in any case; the last one holds", async ({
      world,
    }) => {
      const { survey, rduds } = await fielded(world, mixed);
      const steps: [number, string, "Accepted" | "Rejected", completes: number, cost: number][] = [
        [0, "Rejected", "Rejected", 2, 2.51],
        [0, "rejected", "Rejected", 2, 2.51],
        [0, "ACCEPTED", "Accepted", 3, 3.58],
        [3, "accepted", "Accepted", 4, 4.65],
        [3, "rEJECTED", "Rejected", 3, 3.58],
        [8, "Accepted", "Accepted", 4, 4.65],
        [7, "Accepted", "Accepted", 5, 5.72],
        [1, "REJECTED", "Rejected", 4, 3.22],
      ];
      for (const [place, written, expected, completes, cost] of steps) {
        const before = await readSurvey(world[side], survey.id);
        const reply = await reconcile(world, rduds[place], written);
        expect(reply).toMatchObject({ rdud: rduds[place], survey_id: survey.id, reconciliation_status: expected });
        const after = await readSurvey(world[side], survey.id);
        expect(after.survey.field_details).toMatchObject({ survey_completes: completes, total_cost: cost });
        expectFigures(after.survey, await everyResponse(world[side].manager, survey.id));
        expect(after.revision, "counts are nobody's decision").toBe(before.revision);
      }
      const rows =
        await world.sql`select before, after from audit where action = 'updateResponse' and thing_id = ${rduds[0] ?? ""} order by id`;
      const values = rows.map(({ before, after }) => [before.reconciliation_status, after.reconciliation_status]);
      expect(values).toEqual([
        [null, "Rejected"],
        ["Rejected", "Rejected"],
        ["Rejected", "Accepted"],
      ]);
    });

    test("accepted above a quota still count, and the one that fills the survey completes it", async ({ world }) => {
      const quotas = [{ quota_name: "Two", quota: 2, qualifications: [] }];
      const sent: Sent[] = ["complete", "overquota termination", "standard termination"].map((status) => ({
        status,
        minutes: 5,
        quotas: [0],
      }));
      const { survey, rduds } = await fielded(world, sent, {
        status: "Live",
        respondents: 9,
        respondent_attributes: quotas,
      });
      await reconcile(world, rduds[1], "Accepted");
      const full = (await readSurvey(world[side], survey.id)).survey;
      expect(full.status).toBe("Complete");
      expect(full.respondent_attributes[0]).toMatchObject({ quota: 2, survey_completes: 2 });
      await reconcile(world, rduds[2], "Accepted");
      const above = (await readSurvey(world[side], survey.id)).survey;
      expect(above.respondent_attributes[0]).toMatchObject({ quota: 2, survey_completes: 3 });
      expectFigures(above, await everyResponse(world[side].manager, survey.id));
    });

    test("reconciled by many at once add up in the end", async ({ world }) => {
      const sent: Sent[] = Array.from({ length: 12 }, () => ({ status: "complete", minutes: 5, price: 1 }));
      const { survey, rduds } = await fielded(world, sent, { status: "Live" });
      await Promise.all(rduds.map((rdud, index) => reconcile(world, rdud, index % 3 === 0 ? "Rejected" : "Accepted")));
      const now = (await readSurvey(world[side], survey.id)).survey;
      expect(now.field_details).toMatchObject({ survey_completes: 8, total_cost: 8 });
      expectFigures(now, await everyResponse(world[side].manager, survey.id));
    });
  });
}

test("the demo's figures are what its responses add up to", async ({ world }) => {
  test.slow();
  const manager = patient(await world.signedIn({ id: "", email: "manager@demo.test", password: "fieldwork-demo" }));
  const surveys: BuiltInSurvey[] = [];
  for (const status of ["Draft", "Live", "Paused", "Complete"]) {
    const { json } = await manager.get(`/surveys?statuses=${status}&page_size=2&sort=-survey_completes`);
    surveys.push(...(json.surveys as BuiltInSurvey[]));
  }
  expect(surveys.length).toBeGreaterThan(4);
  for (const survey of surveys) {
    const away = await world.sql<{ status: string }[]>`
      select status from responses where survey_id = ${survey.id} and not reached and not test`;
    const statuses = away.map(({ status }) => status);
    expectFigures(survey, await everyResponse(manager, survey.id), statuses);
  }
});

test("a response is not reconciled by who may not see it", async ({ world }) => {
  const { survey, rduds } = await fielded(world, mixed);
  const body = { rdud: rduds[0], reconciliation_status: "Rejected" };
  expectRefusal(
    "service",
    await world.stranger.manager.patch("/responses", { body }),
    404,
    "Response could not be found.",
  );
  expectRefusal("service", await world.service.analyst.patch("/responses", { body }), 403);
  expect((await readSurvey(world.service, survey.id)).survey.field_details.survey_completes).toBe(3);
});
