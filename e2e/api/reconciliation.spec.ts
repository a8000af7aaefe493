import { randomUUID } from "node:crypto";
import type { Job } from "@/lib/contracts/ours/jobs";
import * as contract from "@/lib/contracts/ours/responses";
import { expect } from "../expect";
import { openSession } from "../sessions";
import {
  type Client,
  clientOf,
  createSurvey,
  expectRefusal,
  type Json,
  type Person,
  readSurvey,
  test,
  type World,
} from "./world";

/** A person's client of our own API. */
async function apiOf(person: Person): Promise<Client> {
  return clientOf(await openSession(person), "/api", () => ({}));
}

type Sent = { status?: string; reconciliation?: "Accepted" | "Rejected"; price?: number; quota?: boolean };

/** A survey with these responses, in their order. */
async function fielded(world: World, sent: Sent[]) {
  const survey = await createSurvey(world.service);
  const quota = survey.respondent_attributes[0]?.quota_id ?? "";
  const rows = sent.map(({ status = "complete", reconciliation = null, price = 1.07, quota: inQuota = true }, at) => ({
    rdud: `${String(at).padStart(4, "0")}-${randomUUID()}`,
    survey_id: survey.id,
    status,
    reconciliation_status: reconciliation,
    buyer_cpi: price,
    qualification_attributes: "[]",
    quota_ids: inQuota ? [quota] : [],
    started_at: new Date(Date.now() - 600_000),
    ended_at: new Date(),
  }));
  if (rows.length > 0) await world.sql`insert into responses ${world.sql(rows)}`;
  return { surveyId: survey.id, rduds: rows.map(({ rdud }) => rdud) };
}

async function post(client: Client, path: string, body: Json, status: number): Promise<Json> {
  const reply = await client.post(path, { body });
  expect(reply.status, JSON.stringify(reply.json)).toBe(status);
  return reply.json;
}

const preview = async (client: Client, body: Json) =>
  contract.previewReconciliation.response.schema.parse(
    await post(client, "/responses/preview", body, 200),
  ) as contract.ReconciliationPreview;

const jobOf = async (client: Client, id: string) =>
  ((await client.get("/jobs")).json.jobs as Job[]).find((job) => job.id === id);

async function finished(client: Client, id: string, counts: Json): Promise<void> {
  await expect.poll(async () => jobOf(client, id)).toMatchObject({ state: "done", counts });
}

async function figures(world: World, surveyId: string) {
  const { field_details } = (await readSurvey(world.service, surveyId)).survey;
  return { completes: field_details.survey_completes, cost: field_details.total_cost };
}

const judgements = async (world: World, rduds: string[]) => {
  const rows = await world.sql`select rdud, reconciliation_status from responses where rdud in ${world.sql(rduds)}`;
  return new Map(rows.map((row) => [row.rdud as string, row.reconciliation_status as string | null]));
};

test("a list is previewed as it then comes true, keeps its reasons, reports every id, and is undone exactly", async ({
  world,
}) => {
  const manager = await world.addPerson("manager");
  const client = await apiOf(manager);
  const { surveyId, rduds } = await fielded(world, [
    {},
    { price: 2.5 },
    { status: "overquota termination" },
    { status: "standard termination" },
    { reconciliation: "Rejected" },
    { reconciliation: "Accepted", status: "quality termination", price: 4 },
  ]);
  const [first, second, over, terminated, already, accepted] = rduds;
  const body = {
    survey_id: surveyId,
    decisions: [
      { status: "Rejected", reason: "speeder", rduds: [first, terminated, accepted, first] },
      { status: "Rejected", rduds: [already, second, "nobody"] },
      { status: "Accepted", reason: "good after all", rduds: [over, second] },
    ],
  };
  const before = await figures(world, surveyId);
  expect(before).toEqual({ completes: 3, cost: 7.57 });
  const shown = await preview(client, body);
  expect(shown).toMatchObject({
    total: 7,
    changes: 4,
    missing: { total: 1, rduds: ["nobody"] },
    repeated: { total: 1, rduds: [first] },
    contradicting: { total: 1, rduds: [second] },
    unchanged: { total: 1, rduds: [already] },
    not_complete: { total: 3 },
    completes: { before: 3, after: 2, change: -1 },
    cost: { before: 7.57, after: 3.57, change: -4 },
    quotas: [{ name: "Everybody", before: 3, after: 2, change: -1 }],
  });
  expect(await figures(world, surveyId), "nothing was changed").toEqual(before);

  const job = await post(client, "/responses", body, 201);
  expect(job.title).toMatch(/^Reconcile 7 responses of /);
  await finished(client, String(job.id), { done: 4, unchanged: 1, refused: 2 });
  expect(await figures(world, surveyId)).toEqual({ completes: shown.completes.after, cost: shown.cost.after });

  const reasons = await client.get(`/responses/reasons?survey_id=${surveyId}&rduds=${rduds.join(",")}`);
  const { reasons: kept } = contract.listReasons.response.schema.parse(reasons.json) as {
    reasons: contract.KeptReason[];
  };
  expect(new Map(kept.map(({ rdud, reason }) => [rdud, reason]))).toEqual(
    new Map([
      [first, "speeder"],
      [terminated, "speeder"],
      [accepted, "speeder"],
      [over, "good after all"],
    ]),
  );
  expect(kept.every(({ who }) => who === manager.email)).toBe(true);

  const file = (await client.get(`/jobs/result?id=${job.id}`)).json.text;
  const lines = String(file)
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n");
  expect(lines[0]).toBe("id,outcome,what,reason,detail");
  expect(lines).toHaveLength(8);
  expect(lines).toContain(`${first},done,Rejected,speeder,Rejected.`);
  expect(lines).toContain("nobody,refused,Rejected,,The survey has no response of this id.");
  expect(lines.find((line) => line.startsWith(`${second},`))).toContain("accepts it and rejects it");

  // One is judged by hand since: its judgement stays.
  await world.service.manager.patch("/responses", { body: { rdud: terminated, reconciliation_status: "Accepted" } });
  const undone = await client.patch("/jobs", { body: { id: job.id, action: "undo" } });
  await finished(client, String(undone.json.id), { done: 3, refused: 1 });
  const after = await figures(world, surveyId);
  expect(after).toEqual({ completes: before.completes + 1, cost: Number((before.cost + 1.07).toFixed(2)) });
  expect(await judgements(world, rduds)).toEqual(
    new Map([
      [first, "Accepted"],
      [second, null],
      [over, "Rejected"],
      [terminated, "Accepted"],
      [already, "Rejected"],
      [accepted, "Accepted"],
    ]),
  );
  const left = await client.get(`/responses/reasons?survey_id=${surveyId}&rduds=${rduds.join(",")}`);
  expect((left.json.reasons as contract.KeptReason[]).map(({ rdud }) => rdud)).toEqual([terminated]);
});

test("a reason that was there before is there again after an undo, and one who judged since keeps his", async ({
  world,
}) => {
  const [one, other] = [await apiOf(await world.addPerson("manager")), await apiOf(await world.addPerson("admin"))];
  const { surveyId, rduds } = await fielded(world, [{}, {}]);
  const judge = async (client: Client, status: string, reason: string, ids = rduds) => {
    const job = await post(
      client,
      "/responses",
      { survey_id: surveyId, decisions: [{ status, reason, rduds: ids }] },
      201,
    );
    await finished(client, String(job.id), { done: ids.length });
    return String(job.id);
  };
  const reasonsNow = async () => {
    const reply = await one.get(`/responses/reasons?survey_id=${surveyId}&rduds=${rduds.join(",")}`);
    const reasons = reply.json.reasons as contract.KeptReason[];
    return rduds.map((rdud) => reasons.find((kept) => kept.rdud === rdud)?.reason);
  };
  await judge(one, "Rejected", "first look");
  const second = await judge(one, "Accepted", "second look");
  expect(await reasonsNow()).toEqual(["second look", "second look"]);
  // Somebody else rejects and accepts one again: the same judgement, but his.
  await judge(other, "Rejected", "third", rduds.slice(0, 1));
  await judge(other, "Accepted", "fourth", rduds.slice(0, 1));
  const undo = await one.patch("/jobs", { body: { id: second, action: "undo" } });
  await finished(one, String(undo.json.id), { done: 1, refused: 1 });
  expect(await reasonsNow()).toEqual(["fourth", "first look"]);
  const { items } = (await one.get(`/jobs/items?id=${undo.json.id}`)).json as { items: { message: string }[] };
  expect(items[0]?.message).toMatch(/^It was judged again since by admin-.*: that stays\.$/);
});

test("an undo leaves sessions that have not ended or were not judged, and says so", async ({ world }) => {
  const client = await apiOf(await world.addPerson("manager"));
  const { surveyId, rduds } = await fielded(world, [{ status: "in progress" }]);
  const body = { survey_id: surveyId, decisions: [{ status: "Accepted", rduds }] };
  const job = await post(client, "/responses", body, 201);
  await finished(client, String(job.id), { done: 1 });
  const undo = await client.patch("/jobs", { body: { id: job.id, action: "undo" } });
  await finished(client, String(undo.json.id), { refused: 1 });
  const { items } = (await client.get(`/jobs/items?id=${undo.json.id}`)).json as { items: { message: string }[] };
  expect(items[0]?.message).toMatch(/has not ended/);
});

test("only managers and admins reconcile, only their own account's; analysts read the reasons", async ({ world }) => {
  const { surveyId, rduds } = await fielded(world, [{}]);
  const body = { survey_id: surveyId, decisions: [{ status: "Rejected", rduds }] };
  const reasons = `/responses/reasons?survey_id=${surveyId}&rduds=${rduds[0]}`;
  for (const role of ["manager", "admin", "analyst"] as const) {
    const stranger = await apiOf(await world.addPerson(role, world.stranger.accountId));
    expectRefusal("api", await stranger.get(reasons), 404, "Survey could not be found.");
    for (const path of ["/responses", "/responses/preview"]) {
      const reply = await stranger.post(path, { body });
      if (role === "analyst") expectRefusal("api", reply, 403);
      else expectRefusal("api", reply, 404, "Survey could not be found.");
    }
  }
  const analyst = await apiOf(await world.addPerson("analyst"));
  expect((await analyst.get(reasons)).json).toEqual({ reasons: [] });
  for (const path of ["/responses", "/responses/preview"]) {
    expectRefusal("api", await analyst.post(path, { body }), 403);
    expectRefusal("api", await world.anonymous.post(`/api${path}`, { body }), 401, "Unauthorized.");
    expect(await preview(await apiOf(await world.addPerson("admin")), body)).toMatchObject({ changes: 1 });
  }
  expectRefusal("api", await world.anonymous.get(`/api${reasons}`), 401, "Unauthorized.");
  expect(await judgements(world, rduds)).toEqual(new Map([[rduds[0], null]]));
});

test("another survey's response is not judged through this one", async ({ world }) => {
  const client = await apiOf(await world.addPerson("manager"));
  const [mine, other] = [await fielded(world, [{}]), await fielded(world, [{}])];
  const body = { survey_id: mine.surveyId, decisions: [{ status: "Rejected", rduds: other.rduds }] };
  expect(await preview(client, body)).toMatchObject({ changes: 0, missing: { total: 1 } });
  const job = await post(client, "/responses", body, 201);
  await finished(client, String(job.id), { refused: 1 });
  expect([...(await judgements(world, other.rduds)).values()]).toEqual([null]);
});

test("bad input is refused in a sentence", async ({ world }) => {
  const client = await apiOf(await world.addPerson("manager"));
  const { surveyId, rduds } = await fielded(world, [{}]);
  const decided = (members: Json) => ({ survey_id: surveyId, decisions: [{ status: "Rejected", rduds, ...members }] });
  const wrong: [unknown, string | RegExp][] = [
    [[], "The body must be an object."],
    [{ decisions: [{ status: "Rejected", rduds }] }, "survey_id is required."],
    [{ survey_id: surveyId }, "Decisions are required."],
    [{ survey_id: surveyId, decisions: [] }, "The list names no response."],
    [decided({ rduds: [] }), "The list names no response."],
    [decided({ status: "Maybe" }), "Status must be Accepted or Rejected."],
    [decided({ rduds: ["a,b"] }), /^A response id has 1 to 200 characters/],
    [decided({ rduds: ["x".repeat(201)] }), /^A response id has 1 to 200 characters/],
    [decided({ rduds: [7] }), "A response id must be text."],
    [decided({ rduds: "a" }), "Response ids must be a list."],
    [decided({ reason: "x".repeat(1001) }), "Reason must have at most 1,000 characters."],
    [decided({ reason: "a\u0000" }), "Reason contains a character that cannot be stored."],
    [decided({ rduds: Array.from({ length: 200_001 }, (_, at) => `r${at}`) }), /at most 200,000 responses/],
  ];
  const paths = ["/responses", "/responses/preview"];
  for (const [at, [body, sentence]] of wrong.entries()) {
    expectRefusal("api", await client.post(paths[at % paths.length] ?? "", { body }), 400, sentence);
  }
  for (const path of paths) {
    expectRefusal("api", await client.post(path, { text: "{" }), 400);
    expectRefusal("api", await client.post(path, { body: { ...decided({}), survey_id: "a,b" } }), 404);
    for (const method of ["get", "put", "patch", "delete"] as const) {
      expectRefusal("api", await client[method](path), 405);
    }
  }
  const reasons: [string, string | RegExp][] = [
    ["", "survey_id and rduds are required."],
    [`survey_id=${surveyId}`, "rduds is required."],
    [`survey_id=${surveyId}&rduds=`, "rduds are required."],
    [`survey_id=${surveyId}&rduds=${Array.from({ length: 201 }, (_, at) => `r${at}`)}`, /at most 200 responses/],
  ];
  for (const [query, sentence] of reasons) {
    expectRefusal("api", await client.get(`/responses/reasons?${query}`), 400, sentence);
  }
});

test("a list of 7 MB is taken here and nowhere else, and a larger one than any list is not", async ({ world }) => {
  test.slow();
  const client = await apiOf(await world.addPerson("manager"));
  const { surveyId, rduds } = await fielded(world, [{}]);
  const unknown = Array.from({ length: 199_999 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`);
  const body = { survey_id: surveyId, decisions: [{ status: "Rejected", rduds: [...rduds, ...unknown] }] };
  expect(JSON.stringify(body).length).toBeGreaterThan(7 * 1024 * 1024);
  const shown = await preview(client, body);
  expect(shown).toMatchObject({ total: 200_000, changes: 1, missing: { total: 199_999 } });
  expect(shown.missing.rduds).toHaveLength(100);
  expect((await client.post("/jobs", { body })).status).toBe(413);
  const text = " ".repeat(33 * 1024 * 1024);
  expect((await client.post("/responses/preview", { text })).status).toBe(413);
});
