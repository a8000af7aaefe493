import * as contract from "@/lib/contracts/ours/scoring-feed";
import { importAnswers } from "../answers";
import { expect, retryUntilPassing } from "../expect";
import type { HttpSession } from "../http-session";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { createSurvey, test, type World } from "./world";

const PATH = "/api/respondents/feed";
const ROWS = Array.from(
  { length: 12 },
  (_, at) => `r${at},I liked the colour and the price of number ${at},${20 + at}`,
);
const CSV = ["id,why,age", ...ROWS].join("\n");

async function withAnswers(world: World) {
  const [row] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${world.service.accountId}, ${world.service.managerId}, ${`F ${crypto.randomUUID()}`}, 'F-1') returning id`;
  const project = row?.id ?? "";
  const survey = await createSurvey(world.service, { status: "Live", project_id: project });
  const api = await openSession(await world.addPerson("admin"));
  return { api, project, survey: survey.id };
}

async function feedOf(api: HttpSession, project: string): Promise<contract.ScoringFeed> {
  const reply = await api.get(`${PATH}?project_id=${project}`);
  expect(reply.status(), await reply.text()).toBe(200);
  const body = await reply.json();
  expect(strictly(contract.getScoringFeed.response.schema).safeParse(body).error?.issues ?? []).toEqual([]);
  return contract.getScoringFeed.reply.parse(body);
}

const save = (api: HttpSession, project: string, mapping: object) =>
  api.post(PATH, { data: { project_id: project, mapping } });

async function score(api: HttpSession, project: string) {
  const begun = await api.post(`${PATH}/jobs`, { data: { project_id: project } });
  expect(begun.status(), await begun.text()).toBe(201);
  const { id } = await begun.json();
  await retryUntilPassing(async () => {
    const { jobs } = await (await api.get("/api/jobs")).json();
    expect(jobs.find((job: { id: string }) => job.id === id)?.finished_at).not.toBeNull();
  });
  const { items } = await (await api.get(`/api/jobs/items?id=${id}`)).json();
  return items.map(({ state, message }: { state: string; message: string }) => [state, message]);
}

test("a project's responses are scored by a mapping that is suggested, saved and remembered", async ({ world }) => {
  const { api, project, survey } = await withAnswers(world);
  expect(await feedOf(api, project)).toMatchObject({ saved: null, responses: 0 });
  await importAnswers(api, project, CSV);
  const suggested = await feedOf(api, project);
  const chooseSurvey = /^Choose the survey/;
  expect(suggested).toMatchObject({ saved: null, problems: [expect.stringMatching(chooseSurvey)], responses: 12 });
  expect(suggested.mapping.open.map(({ question_id: id }) => id)).toEqual(["why"]);
  expect(suggested.mapping.interview).toEqual(["age"]);
  expect(suggested.credits_each).toBe(7);
  const unsaved = await api.post(`${PATH}/jobs`, { data: { project_id: project } });
  expect([unsaved.status(), (await unsaved.json()).message]).toEqual([400, expect.stringMatching(/^Save first/)]);

  const mapping = { ...suggested.mapping, survey_id: survey };
  const saved = await save(api, project, mapping);
  expect(saved.status(), await saved.text()).toBe(200);
  expect(await feedOf(api, project)).toMatchObject({ mapping, saved: { by: expect.any(String) } });
  const analyst = await openSession(await world.addPerson("analyst"));
  expect((await analyst.post(`${PATH}/jobs`, { data: { project_id: project } })).status()).toBe(403);
  expect(await score(api, project)).toEqual([["done", "12 scored."]]);
  const list = await api.post("/api/quality/v3/getAllRespondents", { data: { surveyName: survey } });
  expect(list.status(), await list.text()).toBe(200);
  const { respondents, totalRespondents } = (await list.json()).results;
  expect(totalRespondents).toBe(12);
  const [first] = respondents;
  expect(
    first.respondentQuality.dataPointsSummary.map(({ qualityCheck }: { qualityCheck: string }) => qualityCheck),
  ).toEqual(["OES", "CHS"]);
  expect(await score(api, project)).toEqual([["done", "0 scored. 12 were scored before."]]);
  const entries = await world.sql<{ action: string }[]>`
    select distinct action from audit where thing = 'scoring-feeds' and thing_id = ${project}`;
  expect(entries.map(({ action }) => action)).toEqual(["saveScoringFeed"]);
});

test("a mapping that cannot be is refused with what to do, and another account's project is unknown", async ({
  world,
}) => {
  const { api, project, survey } = await withAnswers(world);
  await importAnswers(api, project, CSV);
  const mapping = { ...(await feedOf(api, project)).mapping, survey_id: survey };
  const open = { question_id: "age", keywords: [], allowed_languages: [], finds_duplicates: true };
  const { survey: elsewhere } = await withAnswers(world);
  for (const [wrong, sentence] of [
    [{ ...mapping, open: [open] }, /“age” is not answered in words/],
    [{ ...mapping, interview: ["gone"] }, /no question “gone” any more/],
    [{ survey_id: survey, open: [], times: [], grids: [], interview: [] }, /Choose at least one question/],
    [{ ...mapping, open: Array.from({ length: 11 }, () => open) }, /open/],
    [{ ...mapping, grids: [{ name: "g", question_ids: ["age"] }] }, /at least 3 questions/],
    [{ ...mapping, survey_id: elsewhere }, /survey of another project/],
    [{ ...mapping, survey_id: null }, /Choose the survey/],
    [{ ...mapping, times: [{ question_id: null, unit: "hours" }] }, /unit must be one of/],
  ] as const) {
    const reply = await save(api, project, wrong);
    expect(reply.status(), await reply.text()).toBe(400);
    expect(JSON.stringify(await reply.json())).toMatch(sentence);
  }
  expect((await feedOf(api, project)).saved).toBeNull();
  const stranger = await openSession(await world.addPerson("admin", world.stranger.accountId));
  for (const reply of [
    await stranger.get(`${PATH}?project_id=${project}`),
    await save(stranger, project, mapping),
    await stranger.post(`${PATH}/jobs`, { data: { project_id: project } }),
    await save(api, project, { ...mapping, survey_id: crypto.randomUUID() }),
  ]) {
    expect(reply.status(), await reply.text()).toBe(404);
  }
});
