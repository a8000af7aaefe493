import type postgres from "postgres";
import * as contract from "@/lib/contracts/ours/duplicates";
import type { Job } from "@/lib/contracts/ours/jobs";
import { expect } from "../expect";
import type { HttpSession } from "../http-session";
import { type ActivationStandIn, processedReply, startActivationStandIn } from "../remote/activation-stand-in";
import { ACCOUNT_KEY, type StandInName, UNSENDABLE_KEY } from "../remote/connections";
import { type Front, sharedFront, standInPort } from "../remote/front";
import { goodSurvey, type StandIn, sendJson, startStandIn } from "../remote/stand-in";
import { endRest, openStore } from "../remote/store";
import { addKey, addSessions, sessionStates } from "../session-records";
import { signInApi } from "../sign-in";
import { test } from "./world";

/** Switching the duplicate check of a remote service: of somebody else's, which has the bare interface, and of another installation. */
const EMAIL = "admin@remote.example";
/** Of somebody who is looked for. */
const [ADDRESS, HASH] = ["2001:db8::7", "a".repeat(64)];
/** The surveys that the person sees; `survey-99` is another account's. */
const SURVEYS = Array.from({ length: 12 }, (_, index) => goodSurvey(index + 1));
/** Ids that were asked for, a list a call. */
const askedFor: string[][] = [];

let demand: StandIn;
/** Of a person with two accounts. */
let wide: StandIn;
let stage: ActivationStandIn;
let production: ActivationStandIn;
let endless: ActivationStandIn;
let ours: ActivationStandIn;
let front: Front;
let store: postgres.Sql;
const sessions = new Map<string, HttpSession>();

test.beforeAll(async () => {
  [demand, wide] = await Promise.all([
    startStandIn(standInPort("duplicates")),
    startStandIn(standInPort("duplicatesWide")),
  ]);
  const accounts = ["account-1", "account-2"].map((id) => ({ id, name: `The ${id}` }));
  const projects = ["project-1", "project-2"].map((id, index) => ({ id, account_id: accounts[index]?.id, name: id }));
  wide.lists = { "/accounts": { total_accounts: 2, accounts }, "/projects": { total_projects: 2, projects } };
  wide.surveys = (_, response) => {
    const surveys = [
      goodSurvey(1),
      { ...goodSurvey(2), project_id: "project-2" },
      { ...goodSurvey(3), project_id: null },
    ];
    sendJson(response, { total_surveys: 3, page: 1, page_size: 3, surveys });
  };
  demand.surveys = (request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://stand-in");
    const ids = searchParams.get("ids")?.split(",");
    if (ids) askedFor.push(ids);
    const surveys = ids ? SURVEYS.filter(({ id }) => ids.includes(id)) : SURVEYS;
    sendJson(response, { total_surveys: surveys.length, page: 1, page_size: surveys.length, surveys });
  };
  const begin = (name: StandInName) => startActivationStandIn(standInPort(name));
  [stage, production, endless, ours] = await Promise.all([
    begin("stage"),
    begin("production"),
    begin("endless"),
    begin("ours"),
  ]);
  front = await sharedFront();
  store = openStore(front.dataDir);
});

test.beforeEach(() => {
  for (const standIn of [stage, production]) {
    standIn.calls.length = 0;
    standIn.left.clear();
    standIn.answer = (_, processed) => processedReply(processed());
  }
});

test.afterAll(async () => {
  await store?.end({ timeout: 1 });
  await Promise.all([demand, wide, stage, production, endless, ours].map((standIn) => standIn?.close()));
});

async function at(connection: string): Promise<HttpSession> {
  const present = sessions.get(connection);
  if (present) return present;
  const session = await signInApi(front.url, { email: EMAIL, connection });
  sessions.set(connection, session);
  return session;
}

type Json = Record<string, unknown>;
const deactivation = (numbers: string[], members: Json = {}): Json => ({
  ...{ Type: "1", Route: "search", Survey_Number: numbers.join(), ...members },
});

async function ask(connection: string, path: string, data: Json, status = 200): Promise<Json> {
  const reply = await (await at(connection)).post(path, { data });
  expect(reply.status(), await reply.text()).toBe(status);
  return reply.json();
}

const start = async (connection: string, data: Json): Promise<string> =>
  String((await ask(connection, "/api/duplicates", data, 201)).id);

async function jobOf(connection: string, id: string): Promise<Job | undefined> {
  const { jobs } = await (await (await at(connection)).get("/api/jobs")).json();
  return jobs.find((job: Job) => job.id === id);
}

const reaches = (connection: string, id: string, wanted: Json) =>
  expect.poll(() => jobOf(connection, id)).toMatchObject(wanted);

async function resultsOf(connection: string, id: string): Promise<Record<string, string>> {
  const { items } = await (await (await at(connection)).get(`/api/jobs/items?id=${id}`)).json();
  return Object.fromEntries(items.map(({ key, state, message }: Json) => [key, `${state}: ${message}`]));
}

const namedIn = (standIn: ActivationStandIn) => standIn.calls.map(({ body }) => body.Survey_Number);

/** Carries on behind the other tests: a hundred calls take ten seconds at the rate of the interface. */
let endlessJob: string;
test("a service that always reports 500 is asked on", async () => {
  endless.answer = () => processedReply(500);
  endlessJob = await start("endless", deactivation(["survey-1"]));
});

test("one survey number a call, with the account's key, until fewer than 500 are reported; beforehand nothing is counted", async () => {
  stage.left.set("survey-1", 1200).set("survey-2", 3).set("survey-3", 500);
  const body = deactivation(["survey-1", "survey-99", "survey-2", "survey-3", "survey-4"]);
  const preview = contract.previewActivation.reply.parse(await ask("stage", "/api/duplicates/preview", body));
  expect(preview).toMatchObject({
    not_counted:
      "The stage service does not say beforehand how many records match. Each survey is switched until it reports fewer than 500.",
    records: null,
    to_change: null,
    unknown: ["survey-99"],
  });
  expect(preview.surveys[0]).toEqual({
    ...{ survey_number: "survey-1", name: "Survey 1", records: null, to_change: null, active: null },
  });
  expect(stage.calls).toEqual([]);

  const id = await start("stage", body);
  await reaches("stage", id, { state: "done", counts: { done: 3, unchanged: 1 } });
  expect(await resultsOf("stage", id)).toEqual({
    "survey-1": "done: 1,200 records deactivated, in 3 calls.",
    "survey-2": "done: 3 records deactivated.",
    "survey-3": "done: 500 records deactivated, in 2 calls.",
    "survey-4": "unchanged: Nothing to change: every matching record is deactivated already.",
  });
  expect(namedIn(stage).sort()).toEqual(
    ["survey-1", "survey-1", "survey-1", "survey-2", "survey-3", "survey-3", "survey-4"].sort(),
  );
  for (const { method, path, headers, body: sent } of stage.calls) {
    expect([method, path, headers["x-api-key"]]).toEqual(["POST", "/activation", ACCOUNT_KEY]);
    expect(headers.authorization).toBeUndefined();
    expect(headers["idempotency-key"]).toBeUndefined();
    expect(sent).toEqual({ Type: "1", Route: "search", Survey_Number: sent.Survey_Number });
  }
  expect(production.calls).toEqual([]);
  const trail = await store`
    select outcome, count(*)::int as times from audit where connection = 'stage' and action = 'activate'
      and request_id = ${id} group by 1 order by 1`;
  expect(trail.map((row) => ({ ...row }))).toEqual([
    { outcome: "done", times: 7 },
    { outcome: "started", times: 7 },
  ]);
  const { changes } = await (await (await at("stage")).get("/api/duplicates")).json();
  expect(changes[0]).toMatchObject({ id: `job:${id}`, who: EMAIL, records: 1703, surveys: 4, not_reversible: null });
});

test("the production address is for production, and other selectors go with each call", async () => {
  production.left.set("survey-2", 2);
  const others = { Panel_Id: "panel-7", IP_Address: "2001:DB8:0::7", Route: "a route of theirs" };
  const id = await start("production", deactivation(["survey-2"], others));
  await reaches("production", id, { state: "done", counts: { done: 1 } });
  expect(production.calls.map(({ body }) => body)).toEqual([
    {
      ...{ Type: "1", Route: "a route of theirs", Survey_Number: "survey-2" },
      ...{ Panel_Id: "panel-7", IP_Address: ADDRESS },
    },
  ]);
  expect(stage.calls).toEqual([]);
});

test("somebody else's survey is unknown and never sent, by a job or by a single call", async () => {
  await ask("stage", "/api/duplicates", deactivation(["survey-99"]), 404);
  for (const path of ["/api/activation/activation", "/api/activation/activity", "/api/activation/predupes"]) {
    const reply = await ask("stage", path, { ...deactivation(["survey-1", "survey-99"]), Session_Id: "s" }, 404);
    expect(reply.message, path).toBe("Survey survey-99 could not be found.");
  }
  const counted = await ask("stage", "/api/activation/activation/count", deactivation(["survey-1"]), 400);
  expect(counted.message).toBe("The stage service does not count beforehand.");
  const read = await ask("stage", "/api/duplicates/surveys", { text: "survey-99, survey-1" });
  expect(read).toMatchObject({ surveys: [{ survey_number: "survey-1", name: "Survey 1" }], unknown: ["survey-99"] });
  expect(stage.calls).toEqual([]);
});

test("options that a service lacks are refused, not dropped: a change named for reversal, and a key of ours", async () => {
  const body = { ...deactivation(["survey-1"]), Change: "12" };
  const refused = await ask("stage", "/api/activation/activation", body, 400);
  expect(refused.message).toMatch(/^The stage service cannot change what one change changed: .* Leave Change out/);
  const key = await ask("stage", "/api/settings/keys", { interface: "activation", name: "Key" }, 400);
  expect(key.message).toBe(
    "Duplicate check of The stage service is another service, which does not accept keys from here. Ask its operator for one.",
  );
  expect(stage.calls).toEqual([]);
});

test("a survey is known under the account of its project alone", async () => {
  const known = async (account_id: string) =>
    (await ask("wide", "/api/duplicates/surveys", { account_id, text: "survey-1 survey-2 survey-3" })).surveys;
  expect(await known("account-1")).toEqual([{ survey_number: "survey-1", name: "Survey 1" }]);
  expect(await known("account-2")).toEqual([{ survey_number: "survey-2", name: "Survey 2" }]);
  const body = { ...deactivation(["survey-2"]), account_id: "account-1" };
  await ask("wide", "/api/duplicates", body, 404);
  const session = await at("wide");
  const data = deactivation(["survey-2"]);
  const passed = await session.post("/api/activation/activation", { data, headers: { "x-account-id": "account-1" } });
  expect([passed.status(), (await passed.json()).message]).toEqual([404, "Survey survey-2 could not be found."]);
  expect(stage.calls).toEqual([]);
});

test("of a long paste only what looks like an id is asked for, and what is unknown not again at once", async () => {
  const words = Array.from(
    { length: 3000 },
    (_, index) => `word${"abcdefghij"[index % 10]} and ${"x".repeat(70)}${index}`,
  );
  const ids = Array.from({ length: 150 }, (_, index) => `none-${index}`);
  const text = [...words, ...ids, "survey-12", "SURVEY-12"].join("\n");
  const read = async () => contract.resolveSurveys.reply.parse(await ask("stage", "/api/duplicates/surveys", { text }));
  askedFor.length = 0;
  const { surveys, unknown } = await read();
  expect(surveys).toEqual([{ survey_number: "survey-12", name: "Survey 12" }]);
  expect(unknown).toEqual(expect.arrayContaining(["SURVEY-12", "none-0"]));
  const asked = askedFor.flat();
  expect(asked.filter((id) => !/^(none-\d+|survey-12)$/i.test(id))).toEqual([]);
  expect(askedFor.length).toBeLessThanOrEqual(4);
  askedFor.length = 0;
  await read();
  expect(askedFor.flat().filter((id) => id !== "survey-12")).toEqual([]);
  for (const broken of ["a\u0000b", "a\ud800b"]) {
    const refused = await ask("stage", "/api/duplicates/surveys", { text: broken }, 400);
    expect(refused.message).toBe(
      "The text contains a character that cannot be read. Copy it again from where it comes.",
    );
  }
});

test("whatever the reply looks like, its first whole number counts; without one the work stops and says so", async () => {
  const texts: Record<string, unknown> = {
    "survey-1": { Action: "Surveys deactivated", Message: "Total records processed: 12 of 700" },
    "survey-2": { Message: "7" },
    "survey-3": { Action: "Deactivated", Message: 9 },
    "survey-4": { Message: "1 record(s) with sy_nr survey-4", more: { unknown: true } },
  };
  stage.answer = ({ body }) => ({ body: texts[String(body.Survey_Number)] });
  const id = await start("stage", deactivation(Object.keys(texts)));
  await reaches("stage", id, { state: "done", counts: { done: 4 } });
  expect(await resultsOf("stage", id)).toEqual({
    "survey-1": "done: 12 records deactivated.",
    "survey-2": "done: 7 records deactivated.",
    "survey-3": "done: 9 records deactivated.",
    "survey-4": "done: 1 record deactivated.",
  });

  stage.calls.length = 0;
  stage.answer = () => ({ body: { Action: "Deactivated", Message: `Deactivated for ${ACCOUNT_KEY}.` } });
  const stops = await start("stage", deactivation(SURVEYS.map((survey) => survey.id)));
  await reaches("stage", stops, { state: "paused" });
  const sentence =
    "uncertain: The stage service does not say how many records it processed (“Deactivated for ….”), so that it cannot be known whether any are left. The rest waits: look there before going on.";
  await expect
    .poll(async () => Object.values(await resultsOf("stage", stops)).filter((said) => said === sentence).length)
    .toBe(stage.calls.length);
  // So many are under way at once.
  expect(stage.calls.length).toBeLessThanOrEqual(4);
  const left = await jobOf("stage", stops);
  expect(left?.counts.waiting).toBe(SURVEYS.length - stage.calls.length);
  await (await at("stage")).patch("/api/jobs", { data: { id: stops, action: "cancel" } });
});

test("a service that asks to wait is waited for", async () => {
  stage.left.set("survey-1", 3);
  stage.answer = (_, processed) =>
    stage.calls.length === 1
      ? { status: 429, retryAfter: 1, body: { message: "Slow down." } }
      : processedReply(processed());
  const id = await start("stage", deactivation(["survey-1"]));
  await reaches("stage", id, { state: "done", counts: { done: 1 } });
  const [first, second] = stage.calls;
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
  expect(await resultsOf("stage", id)).toEqual({ "survey-1": "done: 3 records deactivated." });
});

test("a key that is refused is said to be the installation's, and nobody is signed out for it", async () => {
  stage.answer = () => ({ status: 401, body: { message: `The key ${ACCOUNT_KEY} is unknown.` } });
  const sentence =
    "Duplicate check of The stage service does not accept our key for Account. Ask who runs this installation.";
  const reply = await ask("stage", "/api/activation/activation", deactivation(["survey-1"]), 403);
  expect(reply.message).toBe(sentence);
  const id = await start("stage", deactivation(["survey-1", "survey-2"]));
  await reaches("stage", id, { state: "done", counts: { refused: 2 } });
  expect(Object.values(await resultsOf("stage", id))).toEqual([`refused: ${sentence}`, `refused: ${sentence}`]);
  expect((await (await at("stage")).get("/api/duplicates")).status()).toBe(200);

  stage.answer = () => ({ status: 400, body: { message: `Not with ${ACCOUNT_KEY}` } });
  const refused = await ask("stage", "/api/activation/activation", deactivation(["survey-1"]), 400);
  expect(refused.message).toBe("Not with …");
});

test("personal values that a service repeats are neither shown nor kept, nor are long texts and lists", async () => {
  const personal = { IP_Address: ADDRESS, Cookie: "their-cookie" };
  const names = Object.values(personal).join(" and ");
  stage.answer = () => ({ body: { Action: `For ${names}`, Message: `${names}: 3 records ${"x".repeat(9000)}` } });
  const body = { ...deactivation(["survey-1"]), ...personal };
  const done = await ask("stage", "/api/activation/activation", body);
  expect(done).toMatchObject({ Action: "For … and …", Message: expect.stringMatching(/^… and …: 3 records x+…$/) });
  expect(String(done.Message).length).toBeLessThan(510);
  stage.answer = () => ({ status: 400, body: { message: `Not for ${names}` } });
  expect((await ask("stage", "/api/activation/activation", body, 400)).message).toBe("Not for … and ….".slice(0, -1));
  expect((await ask("stage", "/api/duplicates/look-up", { Hashed_Email: HASH }, 400)).message).toMatch(/^Not for /);
  const last = await store`select detail, after from audit where connection = 'stage' order by id desc limit 1`;
  expect(last[0]).toMatchObject({ detail: "Not for … and …", after: { IP_Address: "2001:db8:…" } });
});

test("without a key for the account, or with one that cannot be sent, a sentence says so and nothing is sent", async () => {
  const sentences = {
    keyless: "Duplicate check of The keyless service has no key for Account. Ask who runs this installation.",
    unsendable: "Our key for Duplicate check of The unsendable service cannot be sent. Ask who runs this installation.",
  };
  const isSaid = async ([connection, sentence]: [string, string]) => {
    const reply = await ask(connection, "/api/activation/activation", deactivation(["survey-1"]), 503);
    expect(reply.message).toBe(sentence);
    const id = await start(connection, deactivation(["survey-1"]));
    await reaches(connection, id, { state: "done", counts: { failed: 1 } });
    expect(await resultsOf(connection, id)).toEqual({ "survey-1": `failed: ${sentence}` });
  };
  await Promise.all(Object.entries(sentences).map(isSaid));
  expect(stage.calls).toEqual([]);
});

test("a reply that is lost leaves a count that says “at least”; a single call says that it is not known", async () => {
  stage.left.set("survey-1", 1200);
  stage.answer = (_, processed) => {
    const reply = processedReply(processed());
    return stage.calls.length === 2 ? "cut" : reply;
  };
  const id = await start("stage", deactivation(["survey-1"]));
  await reaches("stage", id, { state: "done", counts: { done: 1 } });
  expect(stage.left.get("survey-1")).toBe(0);
  expect(await resultsOf("stage", id)).toEqual({ "survey-1": "done: At least 700 records deactivated, in 2 calls." });

  stage.answer = () => "cut";
  const reply = await ask("stage", "/api/activation/activation", deactivation(["survey-1"]), 502);
  expect(reply).toMatchObject({
    code: "uncertain",
    message: expect.stringMatching(/not known whether records were changed; the same call again finishes it\.$/),
  });
  stage.answer = () => ({ body: "not what was expected" });
  await ask("stage", "/api/activation/activation", deactivation(["survey-1"]), 502);
});

test("work whose every reply is lost is not said to have failed", async () => {
  stage.left.set("survey-1", 300);
  // What the service is asked to find out whether it responds is answered: it is not down.
  stage.answer = ({ path }, processed) => {
    if (path.includes("activity")) return { status: 401, body: { message: "Unauthorized." } };
    processed();
    return "cut";
  };
  const id = await start("stage", deactivation(["survey-1"]));
  const whenRested = async () => {
    await endRest(store, id);
    return jobOf("stage", id);
  };
  await expect.poll(whenRested).toMatchObject({ state: "done", counts: { uncertain: 1 } });
  expect((await resultsOf("stage", id))["survey-1"]).toMatch(
    /^uncertain: .* It is not known whether the last call took effect\. Start it again for this one: what is deactivated already stays so\.$/,
  );
});

test("a linked number is sent instead of the survey's id, until the link is forgotten", async () => {
  const link = (survey_id: string, survey_number: string | null, status = 201) =>
    ask("stage", "/api/duplicates/links", { survey_id, survey_number }, status);
  expect(await link("survey-5", " N-77 ")).toEqual({
    links: [
      {
        ...{ survey_id: "survey-5", survey_name: "Survey 5", survey_number: "N-77", who: EMAIL },
        at: expect.any(String),
      },
    ],
  });
  expect((await link("survey-99", "N-99", 404)).message).toBe("Survey could not be found.");
  for (const number of ["N-7,8", "N 7"]) {
    expect((await link("survey-6", number, 400)).message).toBe("A survey number has no comma and no blank in it.");
  }
  const atOnce = await Promise.all(
    ["survey-7", "survey-8", "survey-9"].map(async (survey_id) => {
      const data = { survey_id, survey_number: "７７０" };
      return (await (await at("stage")).post("/api/duplicates/links", { data })).status();
    }),
  );
  expect(atOnce.sort()).toEqual([201, 400, 400]);
  const { links } = await (await (await at("stage")).get("/api/duplicates/links")).json();
  const linked: contract.SurveyLink = links.find(({ survey_number }: Json) => survey_number === "770");
  await link(linked.survey_id, null);
  expect((await link("survey-6", "N-77", 400)).message).toBe("Another survey has this number. Forget that link first.");
  const text = "survey-5\nSurvey 5\nN-77";
  expect(await ask("stage", "/api/duplicates/surveys", { text })).toMatchObject({
    surveys: [{ survey_number: "N-77", name: "Survey 5" }],
    repeated: 2,
    unknown: [],
  });
  stage.left.set("N-77", 2);
  const id = await start("stage", deactivation(["N-77"]));
  await reaches("stage", id, { state: "done", counts: { done: 1 } });
  expect(namedIn(stage)).toEqual(["N-77"]);
  expect(await link("survey-5", null)).toEqual({ links: [] });
  expect(await ask("stage", "/api/duplicates/surveys", { text: "N-77" })).toMatchObject({
    surveys: [],
    unknown: ["N-77"],
  });
});

test("a look-up asks for what the service has, follows panel ids, and says what was left out", async () => {
  const record = (Survey_Number: string, Session_Id: string) => ({
    ...{ Survey_Number, Session_Id, Panel_Id: "panel-7", IP_Address: "203.0.113.7", Cookie: "their-cookie" },
  });
  stage.answer = ({ body }) => ({
    body:
      body.Panel_Id === "panel-7"
        ? { Records: [record("survey-1", "direct"), record("survey-2", "linked")], Total: 2 }
        : [record("survey-1", "direct")],
  });
  const selectors = { Hashed_Email: HASH.toUpperCase(), Cookie: "c", IP_Address: "203.0.113.7" };
  const found = contract.lookUpPerson.reply.parse(await ask("stage", "/api/duplicates/look-up", selectors));
  expect(found.records.map(({ session_id, survey_name, matched_on }) => [session_id, survey_name, matched_on])).toEqual(
    [
      ["direct", "Survey 1", []],
      ["linked", "Survey 2", ["Panel_Id"]],
    ],
  );
  expect(found.not_looked_for).toBe(
    "The stage service finds sessions by survey, session, panel id and hashed e-mail only: IP address and cookie was left out.",
  );
  expect(JSON.stringify(found)).not.toContain("203.0.113.7");
  expect(stage.calls.map(({ path, body }) => [path, body])).toEqual([
    ["/activity", { Hashed_Email: HASH }],
    ["/activity", { Panel_Id: "panel-7" }],
  ]);
  const none = await ask("stage", "/api/duplicates/look-up", { IP_Address: "203.0.113.7" }, 400);
  expect(none.message).toMatch(
    /finds sessions by survey, session, panel id and hashed e-mail only\. Give one of those\.$/,
  );
});

test("another installation of this product counts beforehand, repeats replies that were lost and is reversed exactly", async () => {
  const accountId = crypto.randomUUID();
  const key = await addKey(store, accountId);
  await addSessions(
    store,
    accountId,
    ["survey-1", "survey-2"].flatMap((survey, index) =>
      Array.from({ length: 520 - 510 * index }, (_, at) => ({ survey, session: `${survey}-${at}` })),
    ),
  );
  // The connection's own key is checked on the way, and the other installation's put in its place.
  let cut = true;
  ours.answer = (call) => {
    expect(call.headers["x-api-key"]).toBe(ACCOUNT_KEY);
    call.headers["x-api-key"] = key;
    if (cut && ours.calls.filter(({ path }) => path === "/activation").length === 2) {
      cut = false;
      return "cut";
    }
    return { forward: `${front.url}/service/activation` };
  };
  const body = deactivation(["survey-1", "survey-2"]);
  const preview = await ask("ours", "/api/duplicates/preview", body);
  expect(preview).toMatchObject({ not_counted: null, records: 530, to_change: 530 });
  const id = await start("ours", body);
  await reaches("ours", id, { state: "done", counts: { done: 2 } });
  expect(await resultsOf("ours", id)).toEqual({
    "survey-1": "done: 520 records deactivated, in 2 calls.",
    "survey-2": "done: 10 records deactivated.",
  });
  const inactive = async () =>
    (await sessionStates(store, accountId)).filter(({ search }) => !search).map(({ session }) => session);
  expect(await inactive()).toHaveLength(530);

  const other = { "x-api-key": key };
  for (const Type of ["2", "1"]) {
    const data = { Type, Session_Id: "survey-2-3" };
    await (await at("ours")).post("/service/activation/activation", { data, headers: other });
  }
  const back = await ask("ours", "/api/duplicates/reverse", { id: `job:${id}` }, 201);
  await reaches("ours", String(back.id), { state: "done", counts: { done: 2 } });
  expect(await inactive()).toEqual(["survey-2-3"]);
  const found = await ask("ours", "/api/duplicates/look-up", { Session_Id: "survey-2-3" });
  expect(found).toMatchObject({ records: [{ survey_name: "Survey 2", active: { search: false } }] });
});

test("a survey of which 500 are always reported is left after 100 calls, and that is said", async () => {
  await reaches("endless", endlessJob, { state: "done", counts: { done: 1 } });
  expect(endless.calls).toHaveLength(100);
  expect(await resultsOf("endless", endlessJob)).toEqual({
    "survey-1":
      "done: 50,000 records deactivated, in 100 calls, and left there: The endless service still reported 500 each time. Start it again for the rest.",
  });
});

test("no key stands in a log, a record, a reply or a page, and no personal value in a log or a record", async () => {
  const session = await at("stage");
  const pages = await Promise.all(
    ["/duplicates", "/settings", "/api/audit", "/api/jobs", "/api/duplicates", "/api/duplicates/links"].map(
      async (path) => (await session.get(path)).text(),
    ),
  );
  const records = [await store`select * from audit`, await store`select * from job_items`];
  const written = JSON.stringify([await front.logs(), records]);
  expect(written.length).toBeGreaterThan(10_000);
  const work = JSON.stringify(await store`select input, title from jobs`);
  for (const key of [ACCOUNT_KEY, UNSENDABLE_KEY]) expect(`${written}${work}${pages.join()}`).not.toContain(key);
  for (const value of [ADDRESS, HASH, "203.0.113.7", "their-cookie"]) expect(written).not.toContain(value);
});
