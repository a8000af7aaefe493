import { createHash } from "node:crypto";
import type * as z from "zod";
import * as contract from "@/lib/contracts/ours/duplicates";
import type { Job } from "@/lib/contracts/ours/jobs";
import type { Role } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { newSurvey } from "../new-survey";
import { addKey, addSessions, type NewSession, sessionStates } from "../session-records";
import { openSession } from "../sessions";
import { good, type Keyed, keyedAccount, withKey } from "./keyed";
import {
  baseURL,
  type Client,
  clientOf,
  expectRefusal,
  type Json,
  patient,
  type Reply,
  test,
  type World,
} from "./world";

type Who = { id: string; email: string; duplicates: Client; jobs: Client; demand: Client; audit: Client };

async function somebody(world: World, role: Role, accountId: string): Promise<Who> {
  const { id, email } = await world.addPerson(role, accountId);
  const session = await openSession({ email });
  const at = (path: string) => clientOf(session, path, () => ({}));
  const [duplicates, jobs, demand, audit] = ["duplicates", "jobs", "demand", "audit"].map((noun) => at(`/api/${noun}`));
  return { id, email, duplicates, jobs, demand, audit } as Who;
}

/** An account of a test's own with an admin, and another client with a key of its own name. */
async function ownWorld(world: World) {
  const account = await keyedAccount(world, 1);
  const admin = await somebody(world, "admin", account.id);
  const platform = patient(withKey(world, await addKey(world.sql, account.id, { name: "Survey platform" })));
  return { account, admin, platform };
}

async function projectOf(world: World, { id: accountId }: Keyed, who: Who): Promise<string> {
  const [row] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${accountId}, ${who.id}, 'Duplicates', 'D-1') returning id`;
  return row?.id ?? "";
}

async function surveyNamed({ demand }: Who, projectId: string, name: string): Promise<string> {
  return String((await good(demand.post("/surveys", { body: newSurvey(projectId, { name }) }))).id);
}

const sessionsOf = (survey: string, count: number, prefix = survey): NewSession[] =>
  Array.from({ length: count }, (_, index) => ({ survey, session: `${prefix}-${index}` }));

async function jobOf({ jobs }: Who, id: unknown): Promise<Job | undefined> {
  return ((await good(jobs.get(""))).jobs as Job[]).find((job) => job.id === id);
}

const ends = (who: Who, id: unknown, counts: Json) =>
  expect.poll(() => jobOf(who, id)).toMatchObject({ state: "done", counts });

async function resultsOf({ jobs }: Who, id: unknown): Promise<Record<string, string>> {
  const { items } = await good(jobs.get(`/items?id=${id}`));
  return Object.fromEntries((items as Json[]).map(({ key, state, message }) => [key, `${state}: ${message}`]));
}

async function historyOf({ duplicates }: Who): Promise<contract.ActivationChange[]> {
  return (await good(duplicates.get(""))).changes as contract.ActivationChange[];
}

/** What a change named, as the history has it where every value is there. */
const named = (values: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(values).map(([name, each]) => [name, { count: each.length, values: each }]));

async function inactive({ sql }: World, { id }: Keyed): Promise<string[]> {
  return (await sessionStates(sql, id)).filter(({ search }) => !search).map(({ session }) => session);
}

const deactivation = (numbers: string, members: Json = {}): Json => ({
  Type: "1",
  Route: "search",
  Survey_Number: numbers,
  ...members,
});

/* Who may */

const NOBODY = "00000000-0000-4000-8000-000000000000";
const FORBIDDEN = "Your role does not allow this. Ask an admin of your account.";
type Asked = { operation: { name: string; method: string; path: string; permission: string | null }; body?: Json };
const requests: (Asked & { answers: number; schema?: z.ZodType })[] = [
  { operation: contract.resolveSurveys, body: { text: "100" }, answers: 200, schema: contract.resolveSurveys.reply },
  {
    operation: contract.previewActivation,
    body: deactivation("100"),
    answers: 200,
    schema: contract.previewActivation.reply,
  },
  {
    operation: contract.startActivation,
    body: deactivation("100"),
    answers: 201,
    schema: contract.startActivation.reply,
  },
  { operation: contract.listActivations, answers: 200, schema: contract.listActivations.reply },
  { operation: contract.reverseActivation, body: { id: `job:${NOBODY}` }, answers: 404 },
  { operation: contract.lookUpPerson, body: { Panel_Id: "p" }, answers: 200, schema: contract.lookUpPerson.reply },
  { operation: contract.listSurveyLinks, answers: 200, schema: contract.listSurveyLinks.reply },
  { operation: contract.linkSurvey, body: { survey_id: NOBODY, survey_number: "1" }, answers: 400 },
];

test("admins switch, managers look, analysts and strangers neither; each answers as its contract says", async ({
  world,
}) => {
  const { account, admin } = await ownWorld(world);
  await addSessions(world.sql, account.id, sessionsOf("100", 2));
  const [manager, analyst] = [
    await somebody(world, "manager", account.id),
    await somebody(world, "analyst", account.id),
  ];
  for (const { operation, body, answers, schema } of requests) {
    const method = operation.method.toLowerCase() as "get" | "post";
    const ask = body ? { body } : {};
    const anonymous = await world.anonymous[method](`/api/duplicates${operation.path}`, ask);
    expectRefusal("api", anonymous, 401, "Unauthorized.");
    expectRefusal("api", await analyst.duplicates[method](operation.path, ask), 403, FORBIDDEN);
    const seen = await manager.duplicates[method](operation.path, ask);
    if (operation.permission === "duplicates:read") expect(seen.status, operation.name).toBe(answers);
    else expectRefusal("api", seen, 403, FORBIDDEN);
    const reply = await admin.duplicates[method](operation.path, ask);
    expect(reply.status, `${operation.name} ${JSON.stringify(reply.json)}`).toBe(answers);
    expect(schema?.safeParse(reply.json).error?.issues ?? []).toEqual([]);
  }
  // Before the input is looked at: whoever may not write learns nothing by trying.
  expectRefusal("api", await manager.duplicates.post("", { body: {} }), 403, FORBIDDEN);
  for (const [method, path, allow] of [
    ["delete", "", "GET, POST"],
    ["get", "/preview", "POST"],
    ["get", "/reverse", "POST"],
    ["get", "/surveys", "POST"],
    ["get", "/look-up", "POST"],
    ["delete", "/links", "GET, POST"],
  ] as const) {
    const reply = await admin.duplicates[method](path);
    expectRefusal("api", reply, 405);
    expect(reply.headers.allow).toBe(allow);
  }
});

test("malformed requests are refused in a sentence, and no work begins", async ({ world }) => {
  const { account, admin } = await ownWorld(world);
  await addSessions(world.sql, account.id, sessionsOf("100", 2));
  const none = "Name at least one survey, session or identifier: without any, every record would match.";
  const bad: [Json, number, string | RegExp][] = [
    [deactivation("  "), 400, none],
    [deactivation(" , "), 400, "Survey_Number names nothing. Leave it out, or give what it shall match."],
    [deactivation("100", { Type: "3" }), 400, "Choose whether to deactivate or activate."],
    [deactivation("100", { Type: undefined }), 400, "Choose whether to deactivate or activate."],
    [deactivation("100", { Route: "everything" }), 400, "Route must be search or predupes."],
    [deactivation("100", { IP_Address: "10.0.0.0/8" }), 400, /^IP_Address takes one address, not a range/],
    [deactivation("100", { Hashed_Email: "a@b.test" }), 400, /^Hashed_Email must be a hash/],
    [deactivation("100", { sy_nr: "200" }), 400, /have different values\. Give one of them\.$/],
    [deactivation("1 00"), 400, /has a blank in it\.$/],
    [deactivation(Array.from({ length: 10_000 }, (_, index) => index + 1).join()), 400, /at most 5,000 at once/],
    [deactivation("100", { request_id: "x" }), 400, "The request's id must be a UUID."],
    [deactivation("100", { account_id: NOBODY }), 404, "This account could not be found."],
  ];
  for (const [at, [body, status, sentence]] of bad.entries()) {
    expectRefusal("api", await admin.duplicates.post(at % 2 ? "" : "/preview", { body }), status, sentence);
  }
  const unknown = await admin.duplicates.post("", { body: deactivation("999") });
  expectRefusal("api", unknown, 404, "None of these surveys could be found.");
  for (const id of ["", "job:1", "call:x", "call:1; drop table jobs", NOBODY, 7]) {
    expectRefusal("api", await admin.duplicates.post("/reverse", { body: { id } }), 400);
  }
  for (const id of [`job:${NOBODY}`, "call:999999999999999"]) {
    const reply = await admin.duplicates.post("/reverse", { body: { id } });
    expectRefusal("api", reply, 404, "This change could not be found.");
  }
  for (const body of [{}, { text: 7 }, { text: "x".repeat(1_000_001) }]) {
    expectRefusal("api", await admin.duplicates.post("/surveys", { body }), 400);
  }
  expect((await good(admin.jobs.get(""))).jobs).toEqual([]);
  expect(await historyOf(admin)).toEqual([]);
  expect(await inactive(world, account)).toEqual([]);
});

/* Pasted surveys */

test("pasted ids, names, links and numbers are read in any separator; another account's are unknown", async ({
  world,
}) => {
  const { account, admin } = await ownWorld(world);
  const project = await projectOf(world, account, admin);
  const mark = crypto.randomUUID().slice(0, 8);
  const [coffee, tea, twin, twin2] = [
    await surveyNamed(admin, project, `Coffee, tea; more ${mark}`),
    await surveyNamed(admin, project, `Tea ${mark}`),
    await surveyNamed(admin, project, `Twin ${mark}`),
    await surveyNamed(admin, project, `Twin ${mark}`),
  ];
  await addSessions(world.sql, account.id, [...sessionsOf("4711", 1), ...sessionsOf("4712", 1)]);
  const theirs = await ownWorld(world);
  const theirProject = await projectOf(world, theirs.account, theirs.admin);
  const secret = await surveyNamed(theirs.admin, theirProject, `Secret ${mark}`);
  await addSessions(world.sql, theirs.account.id, sessionsOf("9911", 1));

  const text = [
    `  COFFEE, TEA; MORE ${mark}  `,
    `${baseURL()}/surveys/${tea}?tab=quotas, ４７１１;4712\t4711`,
    "",
    `${tea} | ${tea}`,
    `Twin ${mark}`,
    `${secret} 9911`,
    `Secret ${mark}`,
    "'; drop table surveys; --",
  ].join("\r\n");
  const read = await good(admin.duplicates.post("/surveys", { body: { text } }));
  const { surveys, ambiguous, unknown, repeated } = contract.resolveSurveys.reply.parse(read);
  expect(surveys).toEqual([
    { survey_number: coffee, name: `Coffee, tea; more ${mark}` },
    { survey_number: tea, name: `Tea ${mark}` },
    { survey_number: "4711", name: null },
    { survey_number: "4712", name: null },
  ]);
  expect(repeated).toBe(3);
  expect(ambiguous.map((entry) => [entry.text, entry.surveys.map((each) => each.survey_number).sort()])).toEqual([
    [`Twin ${mark}`, [twin, twin2].sort()],
  ]);
  expect(unknown).toEqual(expect.arrayContaining([secret, "9911", `Secret ${mark}`]));
  const preview = await good(
    admin.duplicates.post("/preview", { body: deactivation([secret, "9911", "4711"].join()) }),
  );
  expect(preview).toMatchObject({ records: 1, to_change: 1, unknown: [secret, "9911"] });
  expectRefusal("api", await admin.duplicates.post("", { body: deactivation(secret) }), 404);
  expect(await inactive(world, theirs.account)).toEqual([]);
});

/* Switching, its history, and back */

test("a change does what its preview says; it is on record, and another admin can undo exactly that", async ({
  world,
}) => {
  const { account, admin, platform } = await ownWorld(world);
  const project = await projectOf(world, account, admin);
  const [small, large] = [await surveyNamed(admin, project, "Small"), await surveyNamed(admin, project, "Large")];
  await addSessions(world.sql, account.id, [
    ...sessionsOf(small, 4, "small"),
    ...sessionsOf(large, 620, "large"),
    ...sessionsOf("4711", 3, "plain"),
    ...sessionsOf("other", 2, "other"),
  ]);
  const call = (body: Json) => good(platform.post("/activation", { body }));
  await call({ Type: "1", Session_Id: "small-3" });
  await call({ Type: "1", Survey_Number: "other" });

  const body = deactivation([small, large, "4711", "nobody"].join(), { request_id: crypto.randomUUID() });
  const preview = await good(admin.duplicates.post("/preview", { body }));
  expect(contract.previewActivation.reply.parse(preview)).toEqual({
    not_counted: null,
    records: 627,
    to_change: 626,
    surveys: [
      { survey_number: small, name: "Small", records: 4, to_change: 3, active: true },
      { survey_number: large, name: "Large", records: 620, to_change: 620, active: true },
      { survey_number: "4711", name: null, records: 3, to_change: 3, active: true },
    ],
    unknown: ["nobody"],
  });
  expect(await inactive(world, account)).toHaveLength(3);

  const [job, same] = await Promise.all([1, 2].map(() => good(admin.duplicates.post("", { body }))));
  expect(same?.id).toBe(job?.id);
  await ends(admin, job?.id, { done: 3 });
  expect(await resultsOf(admin, job?.id)).toEqual({
    [small]: "done: 3 records deactivated.",
    [large]: "done: 620 records deactivated, in 2 calls.",
    "4711": "done: 3 records deactivated.",
  });
  expect(await inactive(world, account)).toHaveLength(629);
  const after = await good(admin.duplicates.post("/preview", { body }));
  expect(after).toMatchObject({ records: 627, to_change: 0 });
  expect((after.surveys as Json[]).map(({ active }) => active)).toEqual([false, false, false]);

  const [made, otherCall, firstCall] = await historyOf(admin);
  expect(made).toMatchObject({
    ...{ id: `job:${job?.id}`, who: admin.email, origin: "job", type: "1", route: "search", state: "done" },
    ...{ surveys: 3, records: 626, reverses: null, reversed_by: null, not_reversible: null },
    selectors: { Survey_Number: { count: 3, values: [small, large] } },
  });
  const ofPlatform = { who: "key “Survey platform”", origin: "service", type: "1", route: "search" };
  expect(otherCall).toMatchObject({
    ...ofPlatform,
    records: 2,
    surveys: 1,
    selectors: named({ Survey_Number: ["other"] }),
  });
  expect(firstCall).toMatchObject({
    ...ofPlatform,
    records: 1,
    surveys: 0,
    selectors: named({ Session_Id: ["small-3"] }),
  });

  const alone = async (who: Who, id: string) =>
    (await good(who.duplicates.get(`?id=${id}`))).changes as contract.ActivationChange[];
  expect(await alone(admin, made?.id ?? "")).toEqual([made]);
  expect(await alone(admin, firstCall?.id ?? "")).toEqual([firstCall]);
  const [whole] = await alone(admin, `${made?.id}&values=all`);
  expect(whole).toEqual({ ...made, selectors: named({ Survey_Number: [small, large, "4711"] }) });
  expectRefusal("api", await admin.duplicates.get("?id=1"), 400, "This is no change of the history.");
  expectRefusal("api", await admin.duplicates.get("?values=some"), 400, "values must be first or all.");

  // Others go on meanwhile: two are switched on, one of them off again, one survey's own state both ways.
  await call({ Type: "2", Session_Id: "small-0,large-0" });
  await call({ Type: "1", Session_Id: "small-0" });
  await call({ Type: "2", Survey_Number: "4711" });
  await call({ Type: "1", Survey_Number: "4711" });
  const second = await somebody(world, "admin", account.id);
  const stranger = await ownWorld(world);
  const reverse = { body: { id: `job:${job?.id}` } };
  expectRefusal("api", await stranger.admin.duplicates.post("/reverse", reverse), 404);
  expect(await alone(stranger.admin, `job:${job?.id}`)).toEqual([]);
  const back = await good(second.duplicates.post("/reverse", reverse));
  await ends(second, back.id, { done: 2, unchanged: 1 });
  expect(await resultsOf(second, back.id)).toEqual({
    [small]: "done: 2 records activated.",
    [large]: "done: 619 records activated, in 2 calls.",
    "4711": "unchanged: Nothing is left as that change made it: it was changed since.",
  });
  expect(await inactive(world, account)).toEqual([
    "small-0",
    "small-3",
    ...["plain-0", "plain-1", "plain-2"],
    ...["other-0", "other-1"],
  ]);
  const surveys = await good(admin.duplicates.post("/preview", { body }));
  expect((surveys.surveys as Json[]).map(({ active }) => active)).toEqual([true, true, false]);

  const twice = await admin.duplicates.post("/reverse", reverse);
  expectRefusal("api", twice, 400, "It has been reversed already.");
  const history = await historyOf(admin);
  expect(history[0]).toMatchObject({ who: second.email, type: "2", records: 621, reverses: `job:${job?.id}` });
  expect(history.find(({ id }) => id === `job:${job?.id}`)).toMatchObject({
    reversed_by: `job:${back.id}`,
    not_reversible: "It has been reversed already.",
  });

  // Another client's call is taken back as exactly.
  const id = otherCall?.id ?? "";
  const undone = await good(admin.duplicates.post("/reverse", { body: { id } }));
  await ends(admin, undone.id, { done: 1 });
  expect(await inactive(world, account)).not.toEqual(expect.arrayContaining(["other-0"]));
  expectRefusal(
    "api",
    await second.duplicates.post("/reverse", { body: { id } }),
    400,
    "It has been reversed already.",
  );
});

test("the history tells how many values a change named, and has all of them where they are asked for", async ({
  world,
}) => {
  const { account, admin, platform } = await ownWorld(world);
  const numbers = Array.from({ length: 40 }, (_, index) => `survey-number-${index}`);
  await addSessions(
    world.sql,
    account.id,
    numbers.flatMap((number) => sessionsOf(number, 1)),
  );
  const ids = numbers.map((number) => `${number}-0`);
  await good(platform.post("/activation", { body: { Type: "1", Session_Id: ids.join() } }));
  await good(platform.post("/activation", { body: { Type: "2", Survey_Number: numbers.join() } }));
  const job = await good(admin.duplicates.post("", { body: deactivation(numbers.join(), { Session_Id: ids.join() }) }));
  await ends(admin, job.id, { done: 40 });
  const first = (values: string[]) => ({ count: 40, values: values.slice(0, 2) });
  expect((await historyOf(admin)).map(({ selectors }) => selectors)).toEqual([
    { Survey_Number: first(numbers), Session_Id: first(ids) },
    { Survey_Number: first(numbers) },
    { Session_Id: first(ids) },
  ]);
  const { changes } = contract.listActivations.reply.parse(await good(admin.duplicates.get("?values=all")));
  expect(changes.map(({ selectors }) => selectors)).toEqual([
    named({ Survey_Number: numbers, Session_Id: ids }),
    named({ Survey_Number: numbers }),
    named({ Session_Id: ids }),
  ]);
});

test("a reversal can be reversed, and many requests at once change it once", async ({ world }) => {
  const { account, admin } = await ownWorld(world);
  await addSessions(world.sql, account.id, sessionsOf("100", 30));
  const job = await good(admin.duplicates.post("", { body: deactivation("100") }));
  await ends(admin, job.id, { done: 1 });
  const admins = [admin, await somebody(world, "admin", account.id), await somebody(world, "admin", account.id)];
  const replies = await Promise.all(
    admins.map(({ duplicates }) => duplicates.post("/reverse", { body: { id: `job:${job.id}` } })),
  );
  expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  for (const reply of replies.filter(({ status }) => status !== 201)) {
    expectRefusal("api", reply, 400, /^(It has been reversed|This has been undone) already\.$/);
  }
  for (const [index, { status, json }] of replies.entries()) {
    if (status === 201) {
      await expect.poll(() => jobOf(admins[index] as Who, json.id)).toMatchObject({ state: "done" });
    }
  }
  expect(await inactive(world, account)).toEqual([]);
  const reversals = (await historyOf(admin)).filter(({ reverses }) => reverses === `job:${job.id}`);
  expect(reversals.reduce((sum, { records }) => sum + (records ?? 0), 0)).toBe(30);
  const took = reversals.find(({ records }) => records === 30);
  const again = await good(admin.duplicates.post("/reverse", { body: { id: took?.id } }));
  await ends(admin, again.id, { done: 1 });
  expect(await inactive(world, account)).toHaveLength(30);
});

/* People */

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function person() {
  const mark = crypto.randomUUID();
  return {
    ...{ survey: "100", session: `session-${mark}`, ip: "198.51.100.77", cookie: `cookie-${mark}` },
    ...{ panel: `panel-${mark}`, email: sha256(mark), agent: `Mozilla/5.0 (Test) ${mark}` },
  };
}

test("somebody is found by any identifier with where else he was seen: clear for an admin, masked for a manager", async ({
  world,
}) => {
  const { account, admin } = await ownWorld(world);
  const manager = await somebody(world, "manager", account.id);
  const one = person();
  const elsewhere = { ...person(), survey: "200", session: "elsewhere", cookie: one.cookie };
  await addSessions(world.sql, account.id, [one, elsewhere, { ...person(), session: "unrelated" }]);
  const personal = [one.ip, one.cookie, one.email, one.agent];
  for (const selectors of [
    { Session_Id: one.session },
    { Panel_Id: one.panel },
    { Hashed_Email: one.email },
    { User_Agent: one.agent },
    { Survey_Number: "100", Panel_Id: one.panel },
    { rt_hd_el: one.email },
  ]) {
    const [clear, masked] = [
      await good(admin.duplicates.post("/look-up", { body: selectors })),
      await good(manager.duplicates.post("/look-up", { body: selectors })),
    ];
    for (const found of [clear, masked]) {
      const { records } = contract.lookUpPerson.reply.parse(found);
      expect(records.map(({ session_id, matched_on }) => [session_id, matched_on])).toEqual([
        ["elsewhere", ["Cookie"]],
        [one.session, []],
      ]);
    }
    for (const value of personal) {
      expect(JSON.stringify(clear)).toContain(value);
      expect(JSON.stringify(masked)).not.toContain(value);
    }
  }
  const nobody = await admin.duplicates.post("/look-up", { body: {} });
  expectRefusal("api", nobody, 400, "Give at least one identifier to look for.");
  const stranger = await ownWorld(world);
  const theirs = await good(stranger.admin.duplicates.post("/look-up", { body: { Cookie: one.cookie } }));
  expect(theirs).toMatchObject({ records: [], more: false });
});

test("masked values cannot be guessed: one personal value a call, and 60 look-ups a minute", async ({ world }) => {
  const { account, admin, platform } = await ownWorld(world);
  const manager = await somebody(world, "manager", account.id);
  const one = person();
  await addSessions(world.sql, account.id, [one]);
  const busy = await world.addPerson("manager", account.id);
  const passed = clientOf(await openSession(busy), "/api/activation", () => ({}));
  const sentence = /is looked up by itself: give it without any other identifier\.$/;
  for (const other of [{ Session_Id: one.session }, { Panel_Id: one.panel }, { sy_nr: "100" }]) {
    const body = { IP_Address: `::ffff:${one.ip}`, ...other };
    expect(await good(admin.duplicates.post("/look-up", { body }))).toMatchObject({ records: [{ matched_on: [] }] });
    for (const client of [manager.duplicates, passed]) {
      expectRefusal("api", await client.post("/look-up", { body }), 400, sentence);
    }
    expectRefusal("service", await platform.post("/look-up", { body }), 400, sentence);
    const hashed = { Hashed_Email: one.email, ...other };
    expectRefusal("api", await passed.post("/activity", { body: hashed }), 400, sentence);
    expectRefusal("api", await passed.get(`/activity?${new URLSearchParams(hashed as never)}`), 400, sentence);
  }
  const body = { Panel_Id: one.panel };
  const lookUpTooOften = async (client: Client, before: number) => {
    const [replies, times]: [Reply[], number] = [[], 61 - before];
    while (replies.length < times) {
      const some = Array.from({ length: Math.min(10, times - replies.length) }, () =>
        client.post("/look-up", { body }),
      );
      replies.push(...(await Promise.all(some)));
    }
    const refused = replies.filter(({ status }) => status === 429);
    expect([refused.length, replies.filter(({ status }) => status === 200).length]).toEqual([1, times - 1]);
    expectRefusal("api", refused[0] as Reply, 429, /^You have looked up 60 identifiers within a minute/);
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(0);
  };
  // One has looked up fifty already.
  await world.sql`
    insert into rate_limits (key, moments, counts)
    values (${`look-up:built-in:${busy.email}`}, array[now()]::timestamptz[], array[50])`;
  await Promise.all([lookUpTooOften(manager.duplicates, 0), lookUpTooOften(passed, 50)]);
  expectRefusal("api", await passed.post("/activity", { body: { Hashed_Email: one.email } }), 429);
  await good(passed.post("/activity", { body }));
  await good(admin.duplicates.post("/look-up", { body }));
});

test("personal values stand in no record, work, result or export, and another client's call keeps what is left", async ({
  world,
}) => {
  const { account, admin, platform } = await ownWorld(world);
  const one = person();
  await addSessions(world.sql, account.id, [one, { ...one, survey: "200" }]);
  const identifiers = {
    ...{ IP_Address: one.ip, Cookie: one.cookie, Hashed_Email: one.email, User_Agent: one.agent },
  };
  const body = { ...deactivation(""), ...identifiers };
  expect(await good(admin.duplicates.post("/preview", { body }))).toMatchObject({ records: 2, to_change: 2 });
  const job = await good(admin.duplicates.post("", { body }));
  await ends(admin, job.id, { done: 1 });
  await good(platform.post("/activation", { body: { Type: "2", ...identifiers } }));
  const [byPlatform, byAdmin] = await historyOf(admin);
  expect(byAdmin?.selectors).toEqual(
    named(Object.fromEntries(Object.entries(identifiers).map(([name, value]) => [name, [value]]))),
  );
  expect(byPlatform).toMatchObject({ records: 2, not_reversible: null });
  // The change names its records: what is left of the values is enough to take it back.
  const reversal = await good(admin.duplicates.post("/reverse", { body: { id: byPlatform?.id } }));
  await ends(admin, reversal.id, { done: 1 });
  expect((await historyOf(admin))[0]).toMatchObject({ type: "1", records: 2, reverses: byPlatform?.id });

  const written = JSON.stringify([
    byPlatform,
    await world.sql`select * from audit where account_id = ${account.id}`,
    await good(admin.audit.get("")),
    await good(admin.jobs.get("")),
    await good(admin.jobs.get(`/items?id=${job.id}`)),
    (await admin.jobs.get(`/result?id=${job.id}`)).json,
    await world.sql`select title, lease_holder from jobs where id = ${String(job.id)}`,
    await world.sql`select * from job_items where job_id = ${String(job.id)}`,
  ]);
  for (const value of Object.values(identifiers)) expect(written).not.toContain(value);
});
