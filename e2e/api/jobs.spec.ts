import { expect } from "../expect";
import { type HttpSession, httpSession } from "../http-session";
import { firstProject, makeSurvey, newSurvey, ofEverybody } from "../new-survey";
import { openSession } from "../sessions";
import { test as base, baseURL } from "./world";

const test = base.extend<{ manager: HttpSession }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter.
  manager: async ({}, use) => use(await openSession({ email: "manager@demo.test" })),
});

const NOBODY = "00000000-0000-4000-8000-000000000000";

const makeSurveys = async (api: HttpSession, count: number): Promise<string[]> => {
  const live = { status: "Live", ...ofEverybody(10) };
  const made = await Promise.all(Array.from({ length: count }, () => makeSurvey(api, live)));
  return made.map(({ id }) => id);
};

test("a bulk change previews, runs, reports every survey, and is undone except where changed since", async ({
  manager,
}) => {
  const ids = await makeSurveys(manager, 12);
  const body = { surveys: { ids: [...ids, NOBODY] }, change: { status: "Paused" } };

  const preview = await (await manager.post("/api/jobs/preview", { data: body })).json();
  expect(preview).toMatchObject({ total: 12, ids, changes: 12, unchanged: 0, missing: [NOBODY], refused: [] });

  const start = { data: { ...body, request_id: crypto.randomUUID() } };
  const job = await (await manager.post("/api/jobs", start)).json();
  expect(await (await manager.post("/api/jobs", start)).json()).toMatchObject({ id: job.id });
  await expect.poll(async () => jobOf(manager, job.id)).toMatchObject({ state: "done", counts: { done: 12 } });
  const listed = async () =>
    (
      await (await manager.get(`/api/demand/surveys?ids=${ids.join(",")}&page_size=50&fields=status`)).json()
    ).surveys.map(({ status }: { status: string }) => status);
  expect(await listed()).toEqual(Array(12).fill("Paused"));

  const file = await manager.get(`/api/jobs/result?id=${job.id}`);
  expect(file.headers()["content-disposition"]).toContain("attachment");
  expect((await file.text()).trim().split("\r\n")).toHaveLength(13);

  await manager.patch("/api/demand/surveys", { data: { id: ids[0], status: "Complete" } });
  const undo = await (await manager.patch("/api/jobs", { data: { id: job.id, action: "undo" } })).json();
  await expect
    .poll(async () => jobOf(manager, undo.id))
    .toMatchObject({ state: "done", counts: { done: 11, refused: 1 } });
  expect((await listed()).sort()).toEqual(["Complete", ...Array(11).fill("Live")]);
});

test("the preview of a bulk price says what it costs and which surveys would pay less than their minimum", async ({
  manager,
}) => {
  const ids = await makeSurveys(manager, 2);
  const previewAt = async (offered_price_per_complete: number) => {
    const body = { surveys: { ids }, change: { offered_price_per_complete } };
    return (await (await manager.post("/api/jobs/preview", { data: body })).json()).price;
  };
  const high = await previewAt(9);
  expect(high).toMatchObject({ below: 0, furthest: null, completes: 20, cost_after: 180, unknown: 0 });
  const low = await previewAt(0.01);
  expect(low).toMatchObject({ below: 2, cost_before: high.cost_before, cost_after: 0.2 });
});

const jobOf = async (api: HttpSession, id: string) =>
  (await (await api.get("/api/jobs")).json()).jobs.find((job: { id: string }) => job.id === id);

test("quotas of many surveys are scaled, their targets with them, and brought back", async ({ manager }) => {
  const ids = await makeSurveys(manager, 3);
  const body = { surveys: { ids }, change: { quotas_percent: 50, traffic_control_limit_type: "Even Pacing" } };
  const preview = await (await manager.post("/api/jobs/preview", { data: body })).json();
  expect(preview.examples[0].reason).toBe("pacing None → Even Pacing, respondents 10 → 15, 1 quota 10 → 15");
  const read = async () => {
    const { surveys } = await (await manager.get(`/api/demand/surveys?ids=${ids.join(",")}`)).json();
    return surveys.map((survey: { respondents: number; respondent_attributes: { quota: number }[] }) => [
      survey.respondents,
      survey.respondent_attributes.map(({ quota }) => quota),
    ]);
  };
  const finished = (job: { id: string }) =>
    expect.poll(async () => jobOf(manager, job.id)).toMatchObject({ state: "done", counts: { done: 3 } });

  const job = await (await manager.post("/api/jobs", { data: body })).json();
  await finished(job);
  expect(await read()).toEqual(Array(3).fill([15, [15]]));
  await finished(await (await manager.patch("/api/jobs", { data: { id: job.id, action: "undo" } })).json());
  expect(await read()).toEqual(Array(3).fill([10, [10]]));
});

test("several surveys are created as one work, those that cannot be say why", async ({ manager }) => {
  const copy = `Copy ${Date.now()}`;
  const draft = newSurvey(await firstProject(manager));
  const surveys = [
    { ...draft, name: `${copy} DE`, country_code: "DE", language_code: "DE" },
    { ...draft, name: `${copy} nowhere`, country_code: "XX" },
    { ...draft, name: `${copy} GB`, country_code: "GB", language_code: "EN" },
  ];
  const job = await (await manager.post("/api/jobs/new-surveys", { data: { title: "Copy it", surveys } })).json();
  await expect
    .poll(async () => jobOf(manager, job.id))
    .toMatchObject({ state: "done", can_undo: false, counts: { done: 2, refused: 1 } });
  const { items } = await (await manager.get(`/api/jobs/items?id=${job.id}`)).json();
  expect(items[0].message).toContain("Country XX is not one of the countries");
  const found = await (
    await manager.get(`/api/demand/surveys?search=${encodeURIComponent(copy)}&fields=name,status`)
  ).json();
  expect(found.surveys.map(({ name, status }: { name: string; status: string }) => [name, status]).sort()).toEqual([
    [`${copy} DE`, "Draft"],
    [`${copy} GB`, "Draft"],
  ]);

  const analyst = await openSession({ email: "analyst@demo.test" });
  expect((await analyst.post("/api/jobs/new-surveys", { data: { title: "Copy it", surveys } })).status()).toBe(403);
  expect(
    (await httpSession(baseURL()).post("/api/jobs/new-surveys", { data: { title: "Copy it", surveys } })).status(),
  ).toBe(401);
  const none = await manager.post("/api/jobs/new-surveys", { data: { title: "Copy it", surveys: [] } });
  expect([none.status(), (await none.json()).message]).toEqual([400, "Choose at least one survey to create."]);
  const odd = await manager.post("/api/jobs/new-surveys", {
    data: { title: "Copy it", surveys: [{ ...draft, respondents: 0 }] },
  });
  expect(odd.status()).toBe(400);
});

test("jobs are their starter's alone, and analysts start none", async ({ manager }) => {
  const [id] = await makeSurveys(manager, 1);
  const body = { surveys: { ids: [id] }, change: { offered_price_per_complete: 9.5 } };
  const job = await (await manager.post("/api/jobs", { data: body })).json();
  const analyst = await openSession({ email: "analyst@demo.test" });
  const admin = await openSession({ email: "admin@demo.test" });
  const other = await openSession({ email: "other@demo.test" });

  expect((await analyst.post("/api/jobs", { data: body })).status()).toBe(403);
  expect((await analyst.post("/api/jobs/preview", { data: body })).status()).toBe(403);
  for (const stranger of [admin, other]) {
    expect(await jobOf(stranger, job.id)).toBeUndefined();
    expect((await stranger.get(`/api/jobs/items?id=${job.id}`)).status()).toBe(404);
    expect((await stranger.get(`/api/jobs/result?id=${job.id}`)).status()).toBe(404);
    expect((await stranger.patch("/api/jobs", { data: { id: job.id, action: "cancel" } })).status()).toBe(404);
  }
  expect((await other.post("/api/jobs/preview", { data: body }).then((reply) => reply.json())).missing).toEqual([id]);
  expect((await other.post("/api/jobs", { data: body })).status()).toBe(400);
  expect((await httpSession(baseURL()).get("/api/jobs")).status()).toBe(401);
});

for (const [what, data, sentence] of [
  ["no surveys named", { surveys: {}, change: { status: "Paused" } }, "Survey ids are required."],
  [
    "a filter, which may find others than the preview showed",
    { surveys: { filter: { statuses: ["Live"] } }, change: { status: "Paused" } },
    "Survey ids are required.",
  ],
  ["nothing to change", { surveys: { ids: ["x"] }, change: {} }, "Say what to change."],
  [
    "two prices",
    { surveys: { ids: ["x"] }, change: { offered_price_per_complete: 1, price_percent: 5 } },
    "Give a price or a percentage, not both.",
  ],
  [
    "a number and a percentage for quotas",
    { surveys: { ids: ["x"] }, change: { quotas_by: 1, quotas_percent: 5 } },
    "Give a number or a percentage for quotas, not both.",
  ],
  ["quotas raised by nothing", { surveys: { ids: ["x"] }, change: { quotas_by: 0 } }, "Zero changes nothing."],
  [
    "an unknown pacing",
    { surveys: { ids: ["x"] }, change: { traffic_control_limit_type: "Medium" } },
    "Pacing must be one of None, Even Pacing and Accelerated Pacing.",
  ],
  [
    "a price below zero",
    { surveys: { ids: ["x"] }, change: { offered_price_per_complete: -1 } },
    "Price per complete must be an amount",
  ],
] as const) {
  test(`a bulk change with ${what} is refused with a sentence`, async ({ manager }) => {
    const reply = await manager.post("/api/jobs", { data });
    expect(reply.status()).toBe(400);
    expect((await reply.json()).message).toContain(sentence);
  });
}

test("a preview of a change to an unknown pacing is refused as its job is", async ({ manager }) => {
  const data = { surveys: { ids: ["x"] }, change: { traffic_control_limit_type: "Medium" } };
  const reply = await manager.post("/api/jobs/preview", { data });
  expect([reply.status(), (await reply.json()).message]).toEqual([
    400,
    "Pacing must be one of None, Even Pacing and Accelerated Pacing.",
  ]);
});
