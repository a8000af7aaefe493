import { randomUUID } from "node:crypto";
import type { BuiltInSurvey } from "@/lib/contracts/interfaces/survey";
import * as contract from "@/lib/contracts/ours/soft-launches";
import type { Role } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { type Client, clientOf, createSurvey, expectRefusal, type Json, readSurvey, test, type World } from "./world";

const FORBIDDEN = "Your role does not allow this. Ask an admin of your account.";

async function signedIn(world: World, role: Role, accountId?: string): Promise<Client> {
  const session = await openSession(await world.addPerson(role, accountId));
  return clientOf(session, "/api/soft-launches", () => ({}));
}

const quotas = (...targets: number[]) =>
  targets.map((quota, index) => ({ quota_name: `Q${index + 1}`, quota, qualifications: [] }));

const draft = (world: World, members: Json = {}) =>
  createSurvey(world.service, { respondents: 100, respondent_attributes: quotas(50, 51), ...members });

/** Carries an action out, and expects that it is. */
async function act(client: Client, body: Json): Promise<contract.SoftLaunch> {
  const reply = await client.post("", { body });
  expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  return strictly(contract.changeSoftLaunch.response.schema).parse(reply.json) as contract.SoftLaunch;
}

async function launchOf(client: Client, surveyId: string): Promise<contract.SoftLaunch | null> {
  const { status, json } = await client.get(`/survey?survey_id=${surveyId}`);
  expect(status, JSON.stringify(json)).toBe(200);
  const { launch } = strictly(contract.getSoftLaunch.response.schema).parse(json) as {
    launch: contract.SoftLaunch | null;
  };
  return launch;
}

async function waitingOf(client: Client): Promise<contract.WaitingSoftLaunch[]> {
  const { status, json } = await client.get("");
  expect(status, JSON.stringify(json)).toBe(200);
  const read = strictly(contract.listWaitingSoftLaunches.response.schema).parse(json);
  return (read as { launches: contract.WaitingSoftLaunch[] }).launches;
}

async function previewOf(client: Client, body: Json): Promise<contract.SoftLaunchPlan> {
  const { status, json } = await client.post("/preview", { body });
  expect(status, JSON.stringify(json)).toBe(200);
  return strictly(contract.previewSoftLaunch.response.schema).parse(json) as contract.SoftLaunchPlan;
}

const targetsOf = ({ respondents, respondent_attributes }: BuiltInSurvey) => [
  respondents,
  ...respondent_attributes.map(({ quota }) => quota),
];

async function addResponses(world: World, survey: BuiltInSurvey, status: string, places: number[]): Promise<void> {
  const startedAt = Date.now() - 3_600_000;
  for (const place of places) {
    const row = {
      rdud: randomUUID(),
      survey_id: survey.id,
      status,
      buyer_cpi: 1,
      qualification_attributes: "[]",
      quota_ids: [survey.respondent_attributes[place]?.quota_id ?? ""],
      started_at: new Date(startedAt),
      ended_at: status === "in progress" ? null : new Date(startedAt + 8 * 60_000),
    };
    await world.sql`insert into responses ${world.sql(row)}`;
  }
}

const times = (count: number, place: number) => Array.from({ length: count }, () => place);

/** A survey whose worker has paused it at its share: 5 and 6 of 50 and 51, which is all of its 10 respondents. */
async function reached(world: World, client: Client): Promise<BuiltInSurvey> {
  const survey = await draft(world);
  await act(client, { survey_id: survey.id, action: "start", share: 10 });
  await addResponses(world, survey, "complete", [...times(5, 0), ...times(6, 1)]);
  await expect.poll(async () => (await launchOf(client, survey.id))?.state).toBe("reached");
  return survey;
}

test("every address refuses who is not signed in, and a method that it does not have", async ({ world }) => {
  const body = { survey_id: randomUUID(), action: "start", share: 10 };
  expectRefusal("api", await world.anonymous.get("/api/soft-launches"), 401);
  expectRefusal("api", await world.anonymous.get(`/api/soft-launches/survey?survey_id=${body.survey_id}`), 401);
  for (const path of ["", "/preview"]) {
    expectRefusal("api", await world.anonymous.post(`/api/soft-launches${path}`, { body }), 401);
    expectRefusal("api", await world.anonymous.put(`/api/soft-launches${path}`, { body }), 405);
  }
  expectRefusal("api", await world.anonymous.delete("/api/soft-launches/survey"), 405);
});

test("analysts see a soft launch and decide nothing; admins do both; another account sees nothing of it", async ({
  world,
}) => {
  const { accountId } = world.service;
  const [manager, analyst, admin] = [
    await signedIn(world, "manager"),
    await signedIn(world, "analyst"),
    await signedIn(world, "admin"),
  ];
  const stranger = await signedIn(world, "admin", world.stranger.accountId);
  expect(accountId).not.toBe(world.stranger.accountId);
  const survey = await reached(world, manager);
  const body = { survey_id: survey.id, action: "extend", share: 30 };

  for (const reader of [manager, analyst, admin]) {
    expect((await launchOf(reader, survey.id))?.state).toBe("reached");
    expect((await waitingOf(reader)).map(({ survey_id }) => survey_id)).toContain(survey.id);
  }
  for (const path of ["", "/preview"]) expectRefusal("api", await analyst.post(path, { body }), 403, FORBIDDEN);
  const missing = "Survey could not be found.";
  expectRefusal("api", await stranger.get(`/survey?survey_id=${survey.id}`), 404, missing);
  for (const path of ["", "/preview"]) expectRefusal("api", await stranger.post(path, { body }), 404, missing);
  expect((await waitingOf(stranger)).map(({ survey_id }) => survey_id)).not.toContain(survey.id);
  expect((await launchOf(manager, survey.id))?.share).toBe(10);
  expect((await act(admin, body)).state).toBe("running");
});

for (const [what, body, sentence] of [
  ["no survey", { action: "launch" }, "survey_id is required."],
  ["several surveys", { survey_id: "a,b", action: "launch" }, "survey_id must name one survey."],
  ["an unknown action", { survey_id: "x", action: "fly" }, /^The action must be one of start, /],
  ["no share", { survey_id: "x", action: "start" }, "Give the share in percent."],
  [
    "a share of nothing",
    { survey_id: "x", action: "start", share: 0 },
    /^The share must be a percentage from 1 to 100/,
  ],
  ["a share of more than all", { survey_id: "x", action: "start", share: 100.5 }, /^The share must be a percentage/],
  ["a share too fine", { survey_id: "x", action: "extend", share: 10.005 }, /^The share must be a percentage/],
  ["a share in words", { survey_id: "x", action: "start", share: "10" }, /^The share must be a percentage/],
  ["no targets", { survey_id: "x", action: "retarget", targets: {} }, "Say which targets change."],
  [
    "half a respondent",
    { survey_id: "x", action: "retarget", targets: { a: 1.5 } },
    /^A target must be a whole number/,
  ],
  ["another status", { survey_id: "x", action: "stop", status: "Live" }, "Status must be Paused or Complete."],
  ["no object", [], /\.$/],
] as const) {
  test(`a body with ${what} is refused in a sentence, by preview and action alike`, async ({ world }) => {
    const manager = await signedIn(world, "manager");
    for (const path of ["", "/preview"]) expectRefusal("api", await manager.post(path, { body }), 400, sentence);
  });
}

test("a preview says what would be written and writes nothing; the start writes it at once", async ({ world }) => {
  const manager = await signedIn(world, "manager");
  const survey = await draft(world);
  const body = { survey_id: survey.id, action: "start", share: 10 };
  const plan = await previewOf(manager, body);
  expect(plan).toMatchObject({ status: { before: "Draft", after: "Live" }, problem: null });
  expect(plan.targets.map(({ full, after }) => [full, after])).toEqual([
    [100, 10],
    [50, 5],
    [51, 6],
  ]);
  expect(targetsOf((await readSurvey(world.service, survey.id)).survey)).toEqual([100, 50, 51]);
  expect(await launchOf(manager, survey.id)).toBeNull();

  expectRefusal("api", await manager.post("", { body: { ...body, revision: "another" } }), 412, /confirm again\.$/);
  expect(await launchOf(manager, survey.id)).toBeNull();
  const launch = await act(manager, { ...body, revision: plan.revision });
  expect(launch).toMatchObject({ state: "running", share: 10, status: "Live", writing: false });
  expect(launch.expected).toEqual({ incidence_rate: 80, length_of_interview: 5 });
  const { survey: live } = await readSurvey(world.service, survey.id);
  expect([live.status, ...targetsOf(live)]).toEqual(["Live", 10, 5, 6]);
  const written = await world.sql`select 1 from audit where thing_id = ${survey.id} and action = 'updateSurvey'`;
  expect(written).toHaveLength(1);
  expectRefusal("api", await manager.post("", { body }), 400, "This survey has a soft launch already, at 10%.");
});

test("full targets do not go over those that somebody else has set since, of the same share too", async ({ world }) => {
  const manager = await signedIn(world, "manager");
  const survey = await draft(world);
  const seen = await act(manager, { survey_id: survey.id, action: "start", share: 10, changed_at: null });
  const [quota] = survey.respondent_attributes;
  const retarget = (full: number) => ({
    ...{ survey_id: survey.id, action: "retarget", changed_at: seen.changed_at },
    targets: { [quota?.quota_id ?? ""]: full },
  });
  const plan = await previewOf(manager, retarget(47));
  expect(plan.changed_at).toBe(seen.changed_at);
  const { revision } = await readSurvey(world.service, survey.id);
  // 10% of 46 and of 47 are 5 as well: the survey stays as it is.
  await act(manager, retarget(46));
  expect((await readSurvey(world.service, survey.id)).revision).toBe(revision);
  const sentence = "This soft launch was changed since you looked. See what would happen now, then confirm again.";
  for (const body of [
    retarget(47),
    { ...retarget(47), revision: plan.revision },
    { ...retarget(47), changed_at: null },
  ]) {
    expectRefusal("api", await manager.post("", { body }), 412, sentence);
  }
  const now = await launchOf(manager, survey.id);
  expect(now?.targets.map(({ full }) => full)).toEqual([100, 46, 51]);
  await act(manager, { ...retarget(47), changed_at: now?.changed_at });
  expect((await launchOf(manager, survey.id))?.targets.map(({ full }) => full)).toEqual([100, 47, 51]);
  const wrong = await manager.post("", { body: { ...retarget(47), changed_at: "yesterday" } });
  expectRefusal("api", wrong, 400, "changed_at must be an instant.");
});

test("a soft launch that the survey does not allow is refused, and leaves nothing", async ({ world }) => {
  const manager = await signedIn(world, "manager");
  const live = await draft(world, { status: "Live" });
  const ask = (survey: BuiltInSurvey) => ({ survey_id: survey.id, action: "start", share: 10 });
  const sentence = "A soft launch starts from a Draft or a Paused survey; this one is Live.";
  expect((await previewOf(manager, ask(live))).problem).toBe(sentence);
  expectRefusal("api", await manager.post("", { body: ask(live) }), 400, sentence);
  const full = await draft(world);
  await addResponses(world, full, "complete", times(12, 0));
  expectRefusal("api", await manager.post("", { body: ask(full) }), 400, /12 are collected already\. Choose a larger/);
  // What only the service knows: it refuses the write, and there is no soft launch of it.
  const closed = await draft(world, { entry_link: "https://survey.example/start" });
  expectRefusal("api", await manager.post("", { body: ask(closed) }), 400, /entry link/);
  for (const survey of [live, full, closed]) {
    expect(targetsOf((await readSurvey(world.service, survey.id)).survey)).toEqual([100, 50, 51]);
    expect(await launchOf(manager, survey.id)).toBeNull();
  }
});

test("of several who start at once one does, and the survey has its share", async ({ world }) => {
  const manager = await signedIn(world, "manager");
  const survey = await draft(world);
  const body = { survey_id: survey.id, action: "start", share: 10 };
  const replies = await Promise.all(Array.from({ length: 5 }, () => manager.post("", { body })));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const reply of replies) if (reply.status !== 200) expect([400, 412]).toContain(reply.status);
  expect((await launchOf(manager, survey.id))?.targets.map(({ full }) => full)).toEqual([100, 50, 51]);
  expect(targetsOf((await readSurvey(world.service, survey.id)).survey)).toEqual([10, 5, 6]);
});

test("reached, it is paused, measured, extended, edited, launched in full, undone and stopped", async ({ world }) => {
  const manager = await signedIn(world, "manager");
  const survey = await draft(world);
  const id = survey.id;
  await act(manager, { survey_id: id, action: "start", share: 10 });
  await addResponses(world, survey, "standard termination", times(4, 0));
  await addResponses(world, survey, "quality termination", times(3, 0));
  await addResponses(world, survey, "in progress", times(2, 1));
  await addResponses(world, survey, "complete", [...times(5, 0), ...times(6, 1)]);
  await expect.poll(async () => (await launchOf(manager, id))?.state).toBe("reached");
  expect(await launchOf(manager, id)).toMatchObject({
    status: "Paused",
    measured: {
      starts: 20,
      completes: 11,
      incidence_rate: 73.3,
      length_of_interview: 8,
      drop_rate: 10,
      quality_rate: 15,
    },
  });
  expect((await waitingOf(manager)).find(({ survey_id }) => survey_id === id)).toMatchObject({
    completes: 11,
    respondents: 100,
  });
  expectRefusal(
    "api",
    await manager.post("", { body: { survey_id: id, action: "extend", share: 10 } }),
    400,
    /to more/,
  );

  const extended = await act(manager, { survey_id: id, action: "extend", share: 20 });
  expect(extended).toMatchObject({ state: "running", status: "Live", share: 20, can_undo: true });
  const back = await act(manager, { survey_id: id, action: "undo" });
  expect(back).toMatchObject({ state: "reached", status: "Paused", share: 10, can_undo: false });
  expectRefusal("api", await manager.post("", { body: { survey_id: id, action: "undo" } }), 400, /no decision to undo/);
  await act(manager, { survey_id: id, action: "extend", share: 30 });
  const [first, second] = survey.respondent_attributes.map(({ quota_id }) => quota_id);
  const readTargets = async () => targetsOf((await readSurvey(world.service, id)).survey);
  expect(await readTargets()).toEqual([30, 15, 16]);

  // Somebody else changes a target at the survey: it is shown, and left so.
  const elsewhere = survey.respondent_attributes.map(({ quota_id }, index) => ({ quota_id, quota: [20, 16][index] }));
  const patch = await world.service.manager.patch("/surveys", { body: { id, respondent_attributes: elsewhere } });
  expect(patch.status, JSON.stringify(patch.json)).toBe(200);
  const edits = { [first ?? ""]: 80, [second ?? ""]: 61 };
  const edited = await act(manager, { survey_id: id, action: "retarget", targets: edits });
  expect(edited.targets.map(({ full, present, changed_elsewhere: other }) => [full, present, other])).toEqual([
    [100, 30, false],
    [80, 20, true],
    [61, 19, false],
  ]);
  const stranger = { survey_id: id, action: "retarget", targets: { nobody: 5 } };
  expectRefusal(
    "api",
    await manager.post("", { body: stranger }),
    400,
    /^nobody is not a quota of this survey any more/,
  );

  await act(manager, { survey_id: id, action: "launch" });
  expect(await readTargets()).toEqual([100, 20, 61]);
  expect((await act(manager, { survey_id: id, action: "undo" })).state).toBe("running");
  expect(await readTargets()).toEqual([30, 20, 19]);
  const all = await act(manager, { survey_id: id, action: "stop", status: "Complete", overwrite: [first] });
  expect(all).toMatchObject({ state: "stopped", status: "Complete" });
  expect(await readTargets()).toEqual([100, 80, 61]);
  expectRefusal("api", await manager.post("", { body: { survey_id: id, action: "launch" } }), 400, /is over/);
});
