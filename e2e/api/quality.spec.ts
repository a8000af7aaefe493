import type * as z from "zod";
import type { KeyKind } from "@/lib/contracts/interface-list";
import { laterOperations, type ScoredRespondent, versionOperations } from "@/lib/contracts/interfaces/quality";
import type { Operation } from "@/lib/contracts/operation";
import { type QualityVersion, qualityVersions } from "@/lib/contracts/terms/quality";
import { expect } from "../expect";
import { addKey } from "../session-records";
import { strictly } from "./strictly";
import { type Client, expectRefusal, inTurn, type Json, patient, type Reply, test, type World } from "./world";

/** The respondent-quality interface over HTTP, in each version, by kind of key, for our account and another. */

const prefixes: Record<QualityVersion, string> = { v1: "", v2: "/v2", v3: "/v3" };

const withKey = (world: World, key: string): Client => {
  const send =
    (method: keyof Client): Client[keyof Client] =>
    (path, ask = {}) =>
      world.anonymous[method](`/service/quality${path}`, { ...ask, headers: { "api-key": key, ...ask.headers } });
  return patient({
    ...{ get: send("get"), post: send("post"), patch: send("patch"), put: send("put"), delete: send("delete") },
  });
};

const keyFor = (world: World, accountId: string, kind: KeyKind = "private") =>
  addKey(world.sql, accountId, { of: "quality", kind });
const ours = async (world: World, kind?: KeyKind) => withKey(world, await keyFor(world, world.service.accountId, kind));
const theirs = async (world: World) => withKey(world, await keyFor(world, world.stranger.accountId));

const newName = () => `Quality ${crypto.randomUUID()}`;
const open = (answer = "The taste is better", dataPointId = "o1"): Json => ({
  ...{ qualityCheck: "OES", dataPointId, question: "Why?", answer },
});
const interview: Json = {
  qualityCheck: "CHS",
  dataPointId: "c1",
  interviewData: [
    { questionId: "age", question: "How old are you?", answer: 30 },
    { questionId: "work", question: "How many years have you worked?", answer: "35" },
  ],
};
const person = (surveyName: string, respondentId: string, dataPoints: Json[] = [open()], more: Json = {}): Json => ({
  ...{ surveyName, respondentId, dataPoints, ...more },
});

async function results<T = Json>(reply: Promise<Reply>): Promise<T> {
  const { status, json } = await reply;
  expect(status, JSON.stringify(json)).toBe(200);
  expect(json).toMatchObject({ success: true, message: expect.stringMatching(/^\S.*\.$/) });
  return json.results as T;
}

const refusedWith = (reply: Reply, status: number, field: string, sentence: string | RegExp) => {
  expectRefusal("quality", reply, status, sentence);
  expect(reply.json.errors).toContainEqual({ field, message: expect.stringMatching(sentence) });
};

/** A good body of each operation, for a survey with the respondent `r`. */
const bodies: Record<string, (surveyName: string) => Json> = {
  addRespondent: (name) =>
    person(name, "new", [open(), interview], { activateCleaning: true, synchronousResponse: false }),
  getRespondent: (surveyName) => ({ surveyName, respondentId: "r" }),
  getAllRespondents: (surveyName) => ({ surveyName }),
  stopSurvey: (surveyName) => ({ surveyName }),
  restartSurvey: (surveyName) => ({ surveyName }),
  creditCalculation: () => ({ OESDataPoints: 2, GQSAnswers: 10 }),
  updateRespondentsExcludedStatus: (surveyName) => ({ surveyName, respondentIds: ["r"] }),
  deleteRespondents: (surveyName) => ({ surveyName, respondentIds: ["r"] }),
  deleteSurveys: (surveyName) => ({ surveyNames: [surveyName] }),
};

const operationsOf = (version: QualityVersion): [string, Operation][] => [
  ...Object.entries<Operation>(versionOperations[version]),
  ...(version === "v3" ? Object.entries<Operation>(laterOperations) : []),
];

for (const version of qualityVersions) {
  const at = (name: string) => `${prefixes[version]}/${name}`;

  test(`${version}: every operation answers exactly what its contract says`, async ({ world }) => {
    const client = await ours(world);
    for (const [name, { response, path }] of operationsOf(version)) {
      const survey = newName();
      await results(client.post(at("addRespondent"), { body: person(survey, "r") }));
      const reply = await client.post(path, { body: bodies[name]?.(survey) ?? {} });
      expect(reply.status, `${name}: ${JSON.stringify(reply.json)}`).toBe(200);
      expect(reply.headers["x-request-id"]).toBeTruthy();
      const schema: z.ZodType = strictly(response.schema);
      expect(schema.safeParse(reply.json).error?.issues ?? [], name).toEqual([]);
    }
  });

  test(`${version}: a public key adds respondents and may nothing else; no key and a wrong one are a 401`, async ({
    world,
  }) => {
    const survey = newName();
    const [client, open] = [await ours(world), await ours(world, "public")];
    const revoked = await keyFor(world, world.service.accountId);
    await world.sql`update api_keys set ended_at = now() where begins = ${revoked.slice(0, 18)}`;
    const elsewhere = await addKey(world.sql, world.service.accountId, { of: "fielding" });
    const wrong: Record<string, string>[] = [{}, { "api-key": "x" }, { "api-key": elsewhere }, { "api-key": revoked }];
    await results(open.post(at("addRespondent"), { body: person(survey, "r") }));
    for (const [name, { path }] of operationsOf(version)) {
      const body = bodies[name]?.(survey) ?? {};
      // That no operation admits another credential is proved of all of them beside the routes.
      for (const headers of name === "getRespondent" ? wrong : wrong.slice(0, 1)) {
        expectRefusal("quality", await world.anonymous.post(`/service/quality${path}`, { body, headers }), 401);
      }
      const reply = await open.post(path, { body });
      if (name === "addRespondent") expect(reply.status).toBe(200);
      else expectRefusal("quality", reply, 403, "A public key may not call this operation.");
    }
    const all = await results(client.post(at("getAllRespondents"), { body: { surveyName: survey } }));
    expect(all).toMatchObject({ totalRespondents: 2 });
  });

  test(`${version}: another account's survey of the same name is another one`, async ({ world }) => {
    const survey = newName();
    const [client, stranger] = [await ours(world), await theirs(world)];
    await results(client.post(at("addRespondent"), { body: person(survey, "r") }));
    for (const [name, { path }] of operationsOf(version)) {
      if (name === "addRespondent" || name === "creditCalculation") continue;
      const reply = await stranger.post(path, { body: bodies[name]?.(survey) ?? {} });
      refusedWith(reply, 404, "surveyName", `There is no survey “${survey}”.`);
    }
    await results(stranger.post(at("addRespondent"), { body: person(survey, "r") }));
    const all = await results(client.post(at("getAllRespondents"), { body: { surveyName: survey } }));
    expect(all).toMatchObject({ totalRespondents: 1 });
  });

  test(`${version}: a survey of another version is refused with the name of its version`, async ({ world }) => {
    const survey = newName();
    const client = await ours(world);
    const other = version === "v2" ? "v3" : "v2";
    await results(client.post(`${prefixes[other]}/addRespondent`, { body: person(survey, "r") }));
    for (const [name, { path }] of operationsOf(version)) {
      if (name === "creditCalculation") continue;
      const reply = await client.post(path, { body: bodies[name]?.(survey) ?? {} });
      const sentence = `The survey “${survey}” was created with ${other}. Use the paths of ${other}.`;
      refusedWith(reply, 400, "surveyName", sentence);
    }
  });

  test(`${version}: only POST, only what it has, in the envelope`, async ({ world }) => {
    const client = await ours(world);
    for (const method of ["get", "put", "patch", "delete"] as const) {
      const reply = await client[method](at("getRespondent"), method === "get" ? {} : { body: {} });
      expectRefusal("quality", reply, 405);
      expect(reply.headers.allow).toBe("POST");
    }
    expectRefusal("quality", await client.post(at("unknown"), { body: {} }), 404);
    for (const name of version === "v3" ? [] : Object.keys(laterOperations)) {
      expectRefusal("quality", await client.post(at(name), { body: {} }), 404);
    }
    expectRefusal("quality", await client.post(at("stopSurvey"), { text: "{" }), 400);
  });

  test(`${version}: a stopped survey takes nobody until it is restarted`, async ({ world }) => {
    const survey = newName();
    const client = await ours(world);
    await results(client.post(at("addRespondent"), { body: person(survey, "r") }));
    const named = { body: { surveyName: survey } };
    for (let twice = 0; twice < 2; twice += 1) {
      expect(await results(client.post(at("stopSurvey"), named))).toEqual({ surveyName: survey, isStopped: true });
    }
    const late = { body: person(survey, "late") };
    refusedWith(await client.post(at("addRespondent"), late), 400, "surveyName", /is stopped\. Restart it first\.$/);
    await results(client.post(at("getRespondent"), { body: { surveyName: survey, respondentId: "r" } }));
    expect(await results(client.post(at("restartSurvey"), named))).toEqual({ surveyName: survey, isStopped: false });
    await results(client.post(at("addRespondent"), late));
    const trail = await world.sql`select action from audit where after ->> 'name' = ${survey} order by id`;
    expect(trail.map(({ action }) => action)).toEqual(["stopSurvey", "restartSurvey"]);
  });

  test(`${version}: answers are named as the version names them, with their evidence`, async ({ world }) => {
    const survey = newName();
    const client = await ours(world);
    const points = [open("The taste is better"), open("I don't know", "o2"), open("asdfghjkl", "o3"), interview];
    const { respondentQuality } = await results<ScoredRespondent>(
      client.post(at("addRespondent"), { body: person(survey, "r", points, { activateCleaning: true }) }),
    );
    const names = {
      v1: ["GENERIC_ANSWER", "NO_INFORMATION", "NONSENSE", undefined],
      v2: ["GENERIC_ANSWER", "NO_INFORMATION", "NONSENSE", undefined],
      v3: ["VALID_ANSWER", "NO_ANSWER", "GIBBERISH", undefined],
    }[version];
    expect(respondentQuality.dataPointsSummary.map(({ category }) => category)).toEqual(names);
    expect(respondentQuality.dataPointsSummary[3]).toMatchObject({ score: 40, reason: "Age 30, but 35 years of work" });
    expect(respondentQuality).toMatchObject({
      serviceScore: 48,
      isExcluded: true,
      reasonsForExclusion: ["The total of 48 is below 60."],
      qualityScoreSummary: [
        { qualityCheck: "OES", score: 55 },
        { qualityCheck: "CHS", score: 40 },
      ],
    });
    const again = await client.post(at("addRespondent"), { body: person(survey, "r") });
    refusedWith(again, 400, "respondentId", "The survey has a respondent “r” already.");
    const read = await results<ScoredRespondent>(
      client.post(at("getRespondent"), { body: { surveyName: survey, respondentId: "r" } }),
    );
    expect(read.respondentQuality).toEqual(respondentQuality);
    const nobody = await client.post(at("getRespondent"), { body: { surveyName: survey, respondentId: "x" } });
    refusedWith(nobody, 404, "respondentId", "The survey has no respondent “x”.");
  });

  test(`${version}: who does not wait for their scores is PROCESSING, and COMPLETED once a worker has scored them`, async ({
    world,
  }) => {
    const survey = newName();
    const client = await ours(world);
    const later = (id: string) => person(survey, id, [open("asdfghjkl")], { synchronousResponse: false });
    for (const respondentId of ["a", "b"]) {
      const reply = await results(client.post(at("addRespondent"), { body: later(respondentId) }));
      expect(reply).toEqual({ respondentId, status: "PROCESSING" });
    }
    const read = async () =>
      (await results<{ respondents: Json[] }>(client.post(at("getAllRespondents"), { body: { surveyName: survey } })))
        .respondents;
    await expect.poll(async () => (await read()).map(({ status }) => status)).toEqual(["COMPLETED", "COMPLETED"]);
    expect((await read())[1]).toMatchObject({ respondentQuality: { serviceScore: 5 } });
  });

  test(`${version}: bad input is refused with what and where, and nothing is stored`, async ({ world }) => {
    const survey = newName();
    const client = await ours(world);
    const pairs = Array.from({ length: 1001 }, (_, at) => ({ questionId: `q${at}`, question: "?", answer: at }));
    const bad: [Json, string, RegExp][] = [
      [{ surveyName: undefined }, "surveyName", /^surveyName is required\.$/],
      [{ surveyName: 7 }, "surveyName", /^surveyName must be text\.$/],
      [{ respondentId: null }, "respondentId", /^respondentId is required\.$/],
      [{ dataPoints: undefined }, "dataPoints", /^dataPoints are required\.$/],
      [{ dataPoints: [{ ...open(), answer: 7 }] }, "dataPoints.0.answer", /^answer must be text\.$/],
      [{ dataPoints: [{ ...open(), qualityCheck: "XYZ" }] }, "dataPoints.0.qualityCheck", /^qualityCheck must be one/],
      [{ dataPoints: Array(11).fill(open()) }, "dataPoints", /at most 10 data points of OES\.$/],
      [{ dataPoints: [{ ...interview, interviewData: pairs }] }, "dataPoints.0.interviewData", /at most 1,000/],
      [{ dataPoints: [open("x".repeat(200_000))] }, "dataPoints.0.answer", /at most 20,000 characters\.$/],
      [
        { cleaningSettings: { OES: { categories: { NICE: {} } } } },
        "cleaningSettings.OES.categories.NICE",
        new RegExp(`^Categories of ${version} are `),
      ],
      [{ activateCleaning: "yes" }, "activateCleaning", /^activateCleaning must be true or false\.$/],
    ];
    for (const [members, field, sentence] of bad) {
      const reply = await client.post(at("addRespondent"), { body: { ...person(survey, "r"), ...members } });
      refusedWith(reply, 400, field, sentence);
    }
    const without = { ...interview, interviewData: [{ question: "How old are you?", answer: 30 }] };
    const unnamed = await client.post(at("addRespondent"), { body: person(newName(), "r", [without]) });
    if (version === "v1") expect(unnamed.status).toBe(200);
    else refusedWith(unnamed, 400, "dataPoints.0.interviewData.0.questionId", /^questionId is required\.$/);
    const reply = await client.post(at("getAllRespondents"), { body: { surveyName: survey } });
    expectRefusal("quality", reply, 404);
  });
}

test("texts of any writing are scored and not refused", async ({ world }) => {
  const client = await ours(world);
  const texts = ["أحب الطعم", "👍🏽🎉", "t\u200bas\u200bte", "Вкус и taste", "味がいい", "(a+)+$".repeat(1000)];
  for (const [at, text] of texts.entries()) {
    const body = person(newName(), `r${at}`, [{ ...open(text), allowedLanguages: ["EN"], keywords: ["taste"] }]);
    await results(client.post("/v3/addRespondent", { body }));
  }
  const backwards = [5, 4, 3].map((timestamp) => ({ interactionType: "KEYSTROKE", value: "a", timestamp }));
  const point = { qualityCheck: "BAS", dataPointId: "b", interactionData: backwards };
  const { respondentQuality } = await results<ScoredRespondent>(
    client.post("/v3/addRespondent", { body: person(newName(), "r", [point]) }),
  );
  expect(respondentQuality).toMatchObject({
    serviceScore: -999,
    dataPointsSummary: [{ score: -999, category: "N/A", reason: "The times of the interactions run backwards" }],
  });
});

test("v3 excludes and includes, deletes whole, and leaves who did it", async ({ world }) => {
  const survey = newName();
  const client = await ours(world);
  for (const id of ["a", "b"]) await results(client.post("/v3/addRespondent", { body: person(survey, id) }));
  const change = (more: Json) =>
    client.post("/v3/updateRespondentsExcludedStatus", { body: { surveyName: survey, ...more } });
  expect(await results(change({ respondentIds: ["a", "a"] }))).toEqual({
    respondents: [{ respondentId: "a", isExcluded: true }],
  });
  expect(await results(change({ respondentIds: ["a", "b"], isExcluded: true }))).toMatchObject({
    respondents: [{ isExcluded: true }, { isExcluded: true }],
  });
  refusedWith(await change({ respondentIds: ["a", "x"] }), 404, "respondentIds", "The survey has no respondent “x”.");
  const ids = { body: { surveyName: survey, respondentIds: ["a"] } };
  expect(await results(client.post("/v3/deleteRespondents", ids))).toEqual({ deleted: 1 });
  expect(await results(client.post("/v3/deleteSurveys", { body: { surveyNames: [survey] } }))).toEqual({ deleted: 1 });
  expectRefusal("quality", await client.post("/v3/deleteSurveys", { body: { surveyNames: [survey] } }), 404);
  const trail = await world.sql`
    select action from audit where coalesce(after, before) ->> 'name' = ${survey} order by id`;
  expect(trail.map(({ action }) => action)).toEqual([
    ...["updateRespondentsExcludedStatus", "updateRespondentsExcludedStatus"],
    ...["deleteRespondents", "deleteSurvey"],
  ]);
});

test("many respondents are streamed whole", async ({ world }) => {
  const survey = newName();
  const client = inTurn([await ours(world), await ours(world)]);
  await results(client.post("/addRespondent", { body: person(survey, "r0") }));
  await world.sql`
    insert into quality_respondents (survey_id, respondent_id, data_points, scores, rule_reasons, is_excluded)
    select survey_id, 'r' || n, '[]', scores, '[]', false from quality_respondents, generate_series(1, 4000) n
    where survey_id = (select id from quality_surveys where name = ${survey}) order by n`;
  const all = await results<{ totalRespondents: number; respondents: ScoredRespondent[] }>(
    client.post("/getAllRespondents", { body: { surveyName: survey } }),
  );
  expect(all.totalRespondents).toBe(4001);
  expect(new Set(all.respondents.map(({ respondentId }) => respondentId)).size).toBe(4001);
});

test("the demo's keys are a private and a public one", async ({ world }) => {
  const [secret, open] = [withKey(world, "demo-quality-key"), withKey(world, "demo-quality-public-key")];
  const body = { OESDataPoints: 1 };
  expect(await results(secret.post("/creditCalculation", { body }))).toMatchObject({
    creditCalculation: { totalCredits: 5, calculationBreakdown: { OES: { credits: 3, dataPoints: 1 } } },
  });
  expectRefusal("quality", await open.post("/creditCalculation", { body }), 403);
});
