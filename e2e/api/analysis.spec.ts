import { getTrend } from "@/lib/contracts/interfaces/analysis";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { describeInterface } from "@/lib/contracts/openapi";
import { roles } from "@/lib/contracts/rules/permissions";
import { closeClickhouse } from "@/lib/stores/clickhouse/client";
import { question, type TestResponse, testWeight, writeAnswers } from "@/lib/test-answers";
import { reachAnswers, showAnswers } from "../answer-store";
import { expect } from "../expect";
import { addKey } from "../session-records";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import {
  baseURL,
  type Client,
  casesFor,
  clientOf,
  expectRefusal,
  type Json,
  patient,
  type Reply,
  sides,
  test,
  type World,
} from "./world";

const PATH = "/numeric-analysis-service/trend";

test.beforeAll(() => {
  reachAnswers(process.env.INSTANCE_DATA_DIR ?? "");
});
test.afterAll(() => closeClickhouse());

const questions: Question[] = [
  question(1, "spent", "numeric", { missing: [{ cell: -1, kind: "no_answer" }] }),
  question(2, "likes", "scale", {
    options: [
      [1, "no", 1],
      [2, "yes", 5],
      [9, "don't know", null],
    ],
  }),
  question(3, "region", "single", {
    options: [
      [1, "North", null],
      [2, "South", null],
    ],
  }),
  question(4, "why", "open"),
  question(5, "spent again", "numeric"),
  question(6, "nothing", "numeric"),
  question(7, "owns", "multiple", {
    options: [
      [1, "car", null],
      [2, "bike", null],
      [3, "boat", null],
    ],
  }),
  question(0, "motor", "multiple", {
    options: [[1, "any motor", null]],
    derivation: { form: "nets", questionId: "owns", nets: [{ code: 1, of: [1, 3] }] },
  }),
];

const responses: TestResponse[] = [
  { time: Date.parse("2024-02-28T23:30:00Z"), answers: { spent: 10, likes: 1, region: 1, why: "a" }, weight: 1 },
  {
    time: Date.parse("2024-02-29T00:00:00Z"),
    answers: { spent: -2, likes: 2, region: 2, owns: [1, 2] },
    weight: 2,
  },
  {
    time: Date.parse("2024-02-29T12:00:00Z"),
    answers: { spent: 2, likes: 9, region: 1, "spent again": 7, owns: [2] },
    weight: null,
  },
  { time: Date.parse("2024-02-29T13:00:00Z"), answers: { spent: -1, likes: null, "spent again": 1 }, weight: 1 },
  { time: Date.parse("2024-03-02T00:00:00Z"), answers: { spent: 99, likes: 2 }, excluded: true },
  { time: null, answers: { spent: 4, likes: 2, region: 2, owns: [3] }, weight: 3 },
];

async function addProject({ sql, service }: World, accountId = service.accountId): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${accountId}, ${service.managerId}, ${`Trends ${crypto.randomUUID()}`}, 'T-1') returning id`;
  return row?.id ?? "";
}

async function addAnswers(world: World): Promise<string> {
  const projectId = await addProject(world);
  const table = `answers_${crypto.randomUUID().replaceAll("-", "")}`;
  await writeAnswers(table, questions, responses);
  const { accountId } = world.service;
  await showAnswers(world.sql, { accountId, projectId, table, questions, weights: [testWeight] });
  return projectId;
}

const withKey = ({ anonymous }: World, key: string) => {
  const send = patient(anonymous);
  return (projectId: string, body: unknown, headers: Record<string, string> = { authorization: key }) =>
    send.post(`/service/analysis${PATH}/${encodeURIComponent(projectId)}`, { body, headers });
};
const keyOf = ({ sql, service }: World, accountId = service.accountId) => addKey(sql, accountId, { of: "analysis" });

const days = { fromDate: "2024-02-28", toDate: "2024-03-02", type: "daily" };

async function inSession(world: World, role: (typeof roles)[number], accountId?: string): Promise<Client> {
  const session = await openSession(await world.addPerson(role, accountId));
  return clientOf(session, "/api/analysis", () => ({}));
}

type Points = Record<string, Record<string, unknown>[]>;
const points = (reply: Reply): Points => {
  expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  return reply.json.responses as Points;
};
const means = (reply: Reply, id: string) => points(reply)[id]?.map(({ mean }) => mean);

test("wants the key in the authorization header, without a word before it", async ({ world }) => {
  const projectId = await addAnswers(world);
  const key = await keyOf(world);
  const ask = withKey(world, key);
  const wrong: Record<string, string>[] = [
    {},
    { authorization: "" },
    { authorization: key.toUpperCase() },
    { "x-api-key": key },
    { authorization: await addKey(world.sql, world.service.accountId) },
  ];
  for (const headers of wrong) expectRefusal("service", await ask(projectId, days, headers), 401, "Unauthorized.");
  const bearer = await ask(projectId, days, { authorization: `Bearer ${key}` });
  expectRefusal("service", bearer, 401, /without the prefix “Bearer”/);
  const reply = await ask(projectId, days);
  expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  expect(strictly(getTrend.response.schema).safeParse(reply.json).error?.issues ?? []).toEqual([]);
  expect((await withKey(world, "demo-analysis-key")(projectId, days)).status).toBe(404);
});

test("answers every numeric and scale question in every bucket, and echoes what was sent", async ({ world }) => {
  const projectId = await addAnswers(world);
  const reply = await withKey(world, await keyOf(world))(projectId, days);
  expect(reply.json).toMatchObject({
    projectId,
    fromDate: "2024-02-28",
    toDate: "2024-03-02",
    filter: [],
    dateFilters: [{ startDate: "2024-02-28T00:00:00.000Z", endDate: "2024-03-03T00:00:00.000Z" }],
  });
  expect(Object.keys(points(reply))).toEqual(["spent", "likes", "spent again", "nothing"]);
  expect(points(reply).spent?.map(({ x, mean, min, max, count }) => [x, mean, min, max, count])).toEqual([
    ["2024-02-28T00:00:00.000Z", "10.00", -2, 10, 1],
    ["2024-02-29T00:00:00.000Z", "0.00", -2, 10, 2],
    ["2024-03-01T00:00:00.000Z", 0, -2, 10, 0],
    ["2024-03-02T00:00:00.000Z", 0, -2, 10, 0],
  ]);
  expect(points(reply).spent?.[1]).toMatchObject({ bucketMin: -2, bucketMax: 2, meanExact: 0, variance: 8 });
  expect(means(reply, "likes")).toEqual(["1.00", "5.00", 0, 0]);
  expect(points(reply).nothing?.every(({ mean, min, max }) => mean === 0 && min === 0 && max === 0)).toBe(true);
});

test("filters, groups, weights, zones and excluded responses do what they say", async ({ world }) => {
  const projectId = await addAnswers(world);
  const ask = withKey(world, await keyOf(world));
  const asked = (members: Json) => ask(projectId, { ...days, ...members });
  const north = [{ questionId: "region", operator: "eq", value: "North" }];
  const filtered = await asked({ filter: north });
  expect(filtered.json.filter).toEqual(north);
  expect(means(filtered, "spent")).toEqual(["10.00", "2.00", 0, 0]);
  expect(means(await asked({ filter: [{ not: north[0] }] }), "spent")).toEqual([0, "-2.00", 0, 0]);
  const grouped = await asked({ groups: { spent: ["spent again"] } });
  expect(Object.keys(points(grouped))).toEqual(["spent", "likes", "nothing"]);
  expect(means(grouped, "spent")).toEqual(["10.00", "2.00", 0, 0]);
  const weighted = await asked({ weight: "weight", questions: ["likes"] });
  expect(Object.keys(points(weighted))).toEqual(["likes"]);
  expect(points(weighted).likes?.[1]).toMatchObject({ mean: "5.00", count: 1, weightedCount: 2, effectiveCount: 1 });
  const berlin = await asked({ timeZone: "Europe/Berlin", questions: ["spent"] });
  expect(points(berlin).spent?.map(({ x, count }) => [x, count])).toEqual([
    ["2024-02-27T23:00:00.000Z", 0],
    ["2024-02-28T23:00:00.000Z", 3],
    ["2024-02-29T23:00:00.000Z", 0],
    ["2024-03-01T23:00:00.000Z", 0],
    ["2024-03-02T23:00:00.000Z", 0],
  ]);
  expect(means(await asked({ includeExcluded: true }), "spent")).toEqual(["10.00", "0.00", 0, "99.00"]);
  expect(means(await asked({ type: "yearly" }), "spent")).toEqual([(10 / 3).toFixed(2)]);
  const instants = { fromDate: "2024-02-29T00:00:00Z", toDate: "2024-02-29T12:00:00Z", type: "hourly" };
  expect(points(await asked(instants)).spent).toHaveLength(12);
  expect(means(await asked(instants), "spent")?.filter((mean) => mean !== 0)).toEqual(["-2.00"]);
});

const shares = [
  { questionId: "likes", codes: [2, 9] },
  { questionId: "owns", codes: [1, 3] },
  { questionId: "motor", codes: [1] },
];
type Share = { questionId: string; codes: number[]; points: Record<string, unknown>[] };
const sharesIn = (reply: Reply): Share[] => {
  expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  expect(strictly(getTrend.response.schema).safeParse(reply.json).error?.issues ?? []).toEqual([]);
  return reply.json.shares as Share[];
};
const figures = (reply: Reply) =>
  sharesIn(reply).map(({ points: each }) => each.map(({ count, chosen, share }) => [count, chosen, share]));

test("answers shares beside the means, alone, filtered and weighted", async ({ world }) => {
  const projectId = await addAnswers(world);
  const ask = withKey(world, await keyOf(world));
  const asked = (members: Json) => ask(projectId, { ...days, ...members });
  const beside = await asked({ shares });
  expect(Object.keys(points(beside))).toEqual(["spent", "likes", "spent again", "nothing"]);
  expect(sharesIn(beside).map(({ points: _, ...each }) => each)).toEqual(shares);
  expect(sharesIn(beside)[0]?.points.map(({ x }) => x)).toEqual(points(beside).spent?.map(({ x }) => x));
  const [none, all] = [[0, 0, null], (count: number) => [count, count, 1]];
  expect(figures(beside)).toEqual([
    [[1, 0, 0], all(2), none, none],
    [none, [2, 1, 0.5], none, none],
    // Of those who own something, not only of those whose things are in the net.
    [none, [2, 1, 0.5], none, none],
  ]);
  const alone = await asked({ shares, questions: [] });
  expect([alone.json.responses, alone.json.shares]).toEqual([{}, beside.json.shares]);
  const south = await asked({ shares, filter: [{ questionId: "region", operator: "eq", value: "South" }] });
  expect(figures(south)[0]).toEqual([none, all(1), none, none]);
  const weighted = await asked({ shares: [{ questionId: "owns", codes: [1] }], weight: "weight", type: "yearly" });
  expect(sharesIn(weighted)[0]?.points).toEqual(
    [{ x: "2024-01-01T00:00:00.000Z", count: 1, chosen: 1, share: 1 }].map((point) => ({
      ...point,
      weightedCount: 2,
      weightedChosen: 2,
      effectiveCount: 1,
    })),
  );
  expect(figures(await asked({ shares, includeExcluded: true }))[0]?.[3]).toEqual(all(1));
  expect((await asked({ shares: [] })).json.shares).toEqual([]);
  expect((await asked({})).json).not.toHaveProperty("shares");
});

test("by a question, its options are the buckets, and a response without a time counts", async ({ world }) => {
  const projectId = await addAnswers(world);
  const ask = withKey(world, await keyOf(world));
  const reply = await ask(projectId, { ...days, type: "hourly", by: "likes", shares, weight: "weight" });
  expect(reply.json.buckets).toEqual([
    { x: "1", label: "no" },
    { x: "2", label: "yes" },
    { x: "9", label: "don't know" },
  ]);
  expect(points(reply).spent?.map(({ x, mean, count, meanExact }) => [x, mean, count, meanExact])).toEqual([
    ["1", "10.00", 1, 10],
    ["2", "1.60", 2, 1.6],
    ["9", 0, 0, null],
  ]);
  expect(sharesIn(reply)[1]?.points).toEqual([
    { x: "1", count: 0, chosen: 0, share: null, weightedCount: null, weightedChosen: null, effectiveCount: null },
    { x: "2", count: 2, chosen: 2, share: 1, weightedCount: 5, weightedChosen: 5, effectiveCount: 25 / 13 },
    { x: "9", count: 0, chosen: 0, share: null, weightedCount: null, weightedChosen: null, effectiveCount: null },
  ]);
  const early = await ask(projectId, { ...days, toDate: "2024-02-28", by: "region", questions: ["spent"] });
  expect(points(early).spent?.map(({ mean, count }) => [mean, count])).toEqual([
    ["10.00", 1],
    ["4.00", 1],
  ]);
  expect(points(early).spent?.every(({ min, max }) => min === 4 && max === 10)).toBe(true);
});

test("the same through a session; what was not asked is not there", async ({ world }) => {
  const projectId = await addAnswers(world);
  const analyst = patient(await inSession(world, "analyst"));
  const ask = withKey(world, await keyOf(world));
  const body = { ...days, shares, by: "region", weight: "weight" };
  const [inside, outside] = [await analyst.post(`${PATH}/${projectId}`, { body }), await ask(projectId, body)];
  expect([inside.json.shares, inside.json.buckets]).toEqual([outside.json.shares, outside.json.buckets]);
  const plain = await analyst.post(`${PATH}/${projectId}`, { body: days });
  expect(Object.keys(plain.json)).not.toEqual(expect.arrayContaining(["shares"]));
  expect(plain.json).not.toHaveProperty("buckets");
  const empty = await analyst.post(`${PATH}/${await addProject(world)}`, { body });
  expect(empty.json).toMatchObject({
    responses: {},
    buckets: [],
    shares: shares.map((each) => ({ ...each, points: [] })),
  });
});

test("knows the projects of the key's account alone; one without answers has empty responses", async ({ world }) => {
  const key = await keyOf(world);
  const ask = withKey(world, key);
  const empty = await ask(await addProject(world), days);
  expect([empty.status, empty.json.responses]).toEqual([200, {}]);
  for (const id of [world.stranger.projectId, crypto.randomUUID(), "no such", "a/b", "..%2F", "%00", "a%00"]) {
    expectRefusal("service", await ask(id, days), 404);
  }
  const theirs = await addAnswers(world);
  const stranger = withKey(world, await keyOf(world, world.stranger.accountId));
  expectRefusal("service", await stranger(theirs, days), 404, "Project could not be found.");
});

test("a trend without a project's id is refused as the specification says, with and without a slash", async ({
  world,
}) => {
  const authorization = await keyOf(world);
  for (const path of [PATH, `${PATH}/`, `${PATH}/%20`]) {
    const sent = { body: { fromDate: "2024-03-01", toDate: "2024-03-03", type: "daily" } };
    const reply = await world.anonymous.post(`/service/analysis${path}`, { ...sent, headers: { authorization } });
    expectRefusal("service", reply, 400, "projectId is required.");
    expectRefusal("service", await world.anonymous.post(`/service/analysis${path}`, sent), 401);
  }
  const analyst = await inSession(world, "analyst");
  for (const path of [PATH, `${PATH}/`]) {
    const { status, json } = await analyst.post(path, {
      body: { fromDate: "2024-03-01", toDate: "2024-03-03", type: "daily" },
    });
    expect([status, json.code, json.fields]).toEqual([400, "invalid", { projectId: "projectId is required." }]);
  }
});

/** Every share that there is: with the means 22 lines, in more buckets than these may have. */
const everyShare = ["likes", "region", "owns", "motor"].flatMap((questionId) => {
  const codes = questions.find(({ id }) => id === questionId)?.options.map(({ code }) => code) ?? [];
  const sets = Array.from({ length: 2 ** codes.length - 1 }, (_, set) =>
    codes.filter((_code, at) => (set + 1) & (1 << at)),
  );
  return sets.map((each) => ({ questionId, codes: each }));
});
const many = { fromDate: "1300-01-01", toDate: "2099-12-31", type: "monthly" };

const bad: [what: string, members: Json, message: RegExp][] = [
  ["dates reversed", { fromDate: "2024-03-03", toDate: "2024-03-01" }, /fromDate is after toDate/],
  ["dates reversed by a day", { fromDate: "2024-03-02", toDate: "2024-03-01" }, /fromDate is after toDate/],
  ["a date that is none", { fromDate: "2024-02-30" }, /fromDate must be an ISO date/],
  ["words for a date", { toDate: "tomorrow" }, /toDate must be an ISO date/],
  ["no date", { toDate: undefined }, /toDate is required/],
  ["400 years of hours", { fromDate: "1800-01-01", toDate: "2199-12-31", type: "hourly" }, /10,000 hourly.*monthly/],
  ["an unknown type", { type: "weekly" }, /type must be one of hourly, daily, .*, yearly/],
  ["no type", { type: undefined }, /type is required/],
  ["an unknown question", { questions: ["Q99"] }, /no question “Q99”/],
  ["an unknown question in a filter", { filter: [{ questionId: "Q99", operator: "answered" }] }, /no question “Q99”/],
  ["an unknown operator", { filter: [{ questionId: "spent", operator: "like", value: 1 }] }, /“like” is no operator/],
  ["text for a number", { filter: [{ questionId: "spent", operator: "gt", value: "much" }] }, /“much” is none/],
  ["a number for text", { filter: [{ questionId: "why", operator: "eq", value: 5 }] }, /compares texts: 5 is none/],
  ["one value for a list", { filter: [{ questionId: "region", operator: "in", value: 1 }] }, /needs a list/],
  ["no value", { filter: [{ questionId: "spent", operator: "gt" }] }, /needs one value/],
  ["an option that is none", { filter: [{ questionId: "region", operator: "eq", value: "West" }] }, /no option/],
  ["an object for a filter", { filter: { questionId: "spent" } }, /filter must be a list/],
  ["groups that share a question", { groups: { a: ["spent"], b: ["spent"] } }, /in two groups/],
  ["a group that names one twice", { groups: { a: ["spent", "spent"] } }, /“spent” stands twice in group “a”/],
  [
    "a filter's value of a wrong type",
    { filter: [{ questionId: "spent", operator: "eq", value: { a: 1 } }] },
    /The filter on “spent”: A filter's value must be a text, a number, or a list/,
  ],
  ["a group of words", { groups: { spent: ["why"] } }, /“why” has no numbers/],
  ["an unknown question in a group", { groups: { spent: ["Q99"] } }, /no question “Q99”/],
  ["a question without numbers", { questions: ["region"] }, /“region” has no numbers/],
  ["an unknown weight", { weight: "w9" }, /no weight “w9”/],
  ["shares that are no list", { shares: shares[0] }, /shares must be a list/],
  ["a share without codes", { shares: [{ questionId: "likes", codes: [] }] }, /at least one option/],
  ["a share of half an option", { shares: [{ questionId: "likes", codes: [1.5] }] }, /code is a whole number/],
  ["a share of an unknown question", { shares: [{ questionId: "Q99", codes: [1] }] }, /no question “Q99”/],
  ["a share of numbers", { shares: [{ questionId: "spent", codes: [1] }] }, /“spent” has no options/],
  ["a share of words", { shares: [{ questionId: "why", codes: [1] }] }, /“why” has no options/],
  ["a share of an unknown option", { shares: [{ questionId: "likes", codes: [1, 7] }] }, /no option with the code 7/],
  ["a share twice", { shares: [shares[0], { questionId: "likes", codes: [9, 2] }] }, /9, 2 of question “likes”.*twice/],
  ["more shares than 200", { shares: Array(201).fill(shares[0]) }, /at most 200/],
  ["shares in too many buckets", { ...many, shares: everyShare }, /200,000 points: 22 lines.*Ask for yearly/],
  ["by an unknown question", { by: "Q99" }, /no question “Q99”/],
  ["by numbers", { by: "spent" }, /by question “spent”, which has no options/],
  ["by several answers", { by: "owns" }, /by question “owns”, which has several answers/],
  ["by a list", { by: ["likes"] }, /by must be text/],
  ["an unknown zone", { timeZone: "Mars/Olympus" }, /timeZone must be an IANA name/],
];

test("says what cannot be asked, and why", async ({ world }) => {
  const projectId = await addAnswers(world);
  const ask = withKey(world, await keyOf(world));
  const analyst = patient(await inSession(world, "analyst"));
  const ways = {
    service: (body: Json) => ask(projectId, body),
    api: (body: Json) => analyst.post(`${PATH}/${projectId}`, { body }),
  };
  for (const side of sides) {
    for (const [what, members, message] of casesFor(side, bad)) {
      await test.step(what, async () => expectRefusal(side, await ways[side]({ ...days, ...members }), 400, message));
    }
  }
});

test("signed in, every role reads its own projects, and the same figures", async ({ world }) => {
  const projectId = await addAnswers(world);
  const byKey = await withKey(world, await keyOf(world))(projectId, days);
  for (const role of roles) {
    const client = await inSession(world, role);
    const reply = await client.post(`${PATH}/${projectId}`, { body: days });
    const { responses: found, ...rest } = reply.json as { responses: Points };
    const { responses: wanted, ...echoed } = byKey.json as { responses: Points };
    expect(rest).toEqual(echoed);
    for (const [id, each] of Object.entries(wanted)) {
      expect(found[id]).toEqual(each.map((point) => expect.objectContaining(point)));
    }
    expectRefusal("api", await client.post(`${PATH}/${world.stranger.projectId}`, { body: days }), 404);
    expectRefusal("api", await client.post(`${PATH}/${crypto.randomUUID()}`, { body: days }), 404);
    expectRefusal("api", await client.get(`${PATH}/${projectId}`), 405);
  }
  const unsigned = await world.anonymous.post(`/api/analysis${PATH}/${projectId}`, { body: days });
  expectRefusal("api", unsigned, 401);
});

test("is described", async ({ world }) => {
  const { json } = await world.anonymous.get("/service/analysis/openapi.json");
  const wanted = describeInterface("analysis", `${baseURL()}/service/analysis`);
  expect(json).toEqual(JSON.parse(JSON.stringify(wanted)));
});
