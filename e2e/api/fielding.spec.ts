import { createHmac } from "node:crypto";
import type * as z from "zod";
import * as contract from "@/lib/contracts/interfaces/fielding";
import type { Role } from "@/lib/contracts/rules/permissions";
import { outcomes } from "@/lib/contracts/terms/fielding";
import { expect } from "../expect";
import { httpSession } from "../http-session";
import { addKey } from "../session-records";
import { openSession } from "../sessions";
import { comeBack, enter, expectPage, liveSurvey, ridOf, sessionsOf, stateOf, visit } from "./respondent";
import { strictly } from "./strictly";
import {
  baseURL,
  type Client,
  clientOf,
  createSurvey,
  expectRefusal,
  type Json,
  patient,
  test,
  type World,
} from "./world";

/** The fielding service, with keys at `/service/fielding` and signed in at `/api/fielding`. */

const withKey = (world: World, key: string): Client => {
  const send =
    (method: keyof Client): Client[keyof Client] =>
    (path, ask = {}) =>
      world.anonymous[method](`/service/fielding${path}`, { ...ask, headers: { "x-api-key": key, ...ask.headers } });
  return patient({
    ...{ get: send("get"), post: send("post"), patch: send("patch"), put: send("put"), delete: send("delete") },
  });
};

const ourKey = async (world: World) =>
  withKey(world, await addKey(world.sql, world.service.accountId, { of: "fielding" }));
const theirKey = async (world: World) =>
  withKey(world, await addKey(world.sql, world.stranger.accountId, { of: "fielding" }));

async function inSession(world: World, role: Role, accountId?: string): Promise<Client> {
  const session = await openSession(await world.addPerson(role, accountId));
  return clientOf(session, "/api/fielding", () => ({}));
}

const newCode = () => `s-${crypto.randomUUID().slice(0, 20)}`;

/** Every operation with a request that an admin of the account may make, of a survey and a session under way. */
type Thing = { surveyId: string; rid: string; supplierId: string; accountId: string };
type Good = { path?: string; body?: Json };
const good: Record<string, (thing: Thing) => Good> = {
  listSessions: ({ surveyId }) => ({ path: `/sessions?survey_id=${surveyId}&tests=with&reasons=open,complete` }),
  getSession: ({ rid }) => ({ path: `/sessions/${rid}` }),
  summarizeSessions: ({ surveyId }) => ({ path: `/summary?survey_id=${surveyId}` }),
  returnSession: ({ rid }) => ({ path: `/sessions/${rid}/outcome`, body: { outcome: "complete" } }),
  listSuppliers: () => ({}),
  createSupplier: ({ accountId }) => ({ body: { code: newCode(), name: "Panel", account_id: accountId } }),
  updateSupplier: ({ supplierId }) => ({ body: { id: supplierId, name: "Renamed" } }),
  removeSupplier: ({ supplierId }) => ({ body: { id: supplierId } }),
  getSurveyChecks: ({ surveyId }) => ({ path: `/checks?survey_id=${surveyId}` }),
  updateSurveyChecks: ({ surveyId }) => ({ body: { survey_id: surveyId, checks_duplicates: true } }),
  createTestLink: ({ surveyId }) => ({ body: { survey_id: surveyId } }),
  removeTestSessions: ({ surveyId }) => ({ body: { survey_id: surveyId } }),
  listHashing: () => ({}),
  updateHashing: ({ accountId }) => ({ body: { account_id: accountId, algorithm: "SHA-256" } }),
};

/** After these a survey's session or supplier is another one than before; the others can be asked of the same again. */
const ENDS_THINGS = ["returnSession", "removeSupplier", "removeTestSessions"];

type Sent = { name: string; method: string; path: string };
const goodOf = ({ name }: Sent, thing: Thing): Good => {
  const ask = good[name]?.(thing);
  if (!ask) throw new Error(`Say what a good ${name} is.`);
  return ask;
};
const send = (client: Client, operation: Sent, thing: Thing) => {
  const { path = operation.path, body } = goodOf(operation, thing);
  return client[operation.method.toLowerCase() as keyof Client](path, body ? { body } : {});
};

async function newSupplier(client: Client, body: Json = {}) {
  const { status, json } = await client.post("/suppliers", { body: { code: newCode(), name: "Panel", ...body } });
  expect(status, JSON.stringify(json)).toBe(201);
  return json as contract.Supplier & Json;
}

async function newThing(world: World, client: Client): Promise<Thing> {
  const survey = await liveSurvey(world);
  const { id: supplierId } = await newSupplier(client, { account_id: world.service.accountId });
  const rid = ridOf(await enter(survey));
  return { surveyId: survey.id, rid, supplierId, accountId: world.service.accountId };
}

test("every operation wants a key of its own kind, sees its account alone, and answers by its contract", async ({
  world,
}) => {
  const [ours, theirs] = [await ourKey(world), await theirKey(world)];
  const other = withKey(world, await addKey(world.sql, world.service.accountId, { of: "activation" }));
  let thing = await newThing(world, ours);
  for (const operation of contract.fieldingOperations) {
    if (ENDS_THINGS.includes(operation.name)) thing = await newThing(world, ours);
    // That no operation admits another credential is proved of all of them beside the routes.
    const wrong = [withKey(world, "wrong"), withKey(world, "demo-fielding"), other];
    for (const client of [withKey(world, ""), ...(operation.name === "returnSession" ? wrong : [])]) {
      expectRefusal("service", await send(client, operation, thing), 401, "Unauthorized.");
    }
    const isOwn = goodOf(operation, thing).path === undefined && operation.method === "GET";
    if (!isOwn && operation.name !== "createSupplier") {
      const before = await stateOf(world, { id: thing.surveyId });
      expectRefusal("service", await send(theirs, operation, thing), 404);
      expect(await stateOf(world, { id: thing.surveyId })).toEqual(before);
    }
    const reply = await send(ours, operation, thing);
    expect(reply.status, `${operation.name} ${JSON.stringify(reply.json)}`).toBe(operation.response.status);
    expect(reply.headers["cache-control"]).toContain("no-store");
    const schema: z.ZodType = strictly(operation.response.schema);
    expect(schema.safeParse(reply.json).error?.issues ?? [], operation.name).toEqual([]);
  }
});

test("signed in, managers read and write, analysts read, and only admins see what completes are signed with", async ({
  world,
}) => {
  const clients = {
    admin: await inSession(world, "admin"),
    manager: await inSession(world, "manager"),
    analyst: await inSession(world, "analyst"),
  };
  const allowed: Record<string, Role[]> = {
    "surveys:read": ["admin", "manager", "analyst"],
    "surveys:write": ["admin", "manager"],
    "keys:manage": ["admin"],
  };
  const unsigned = clientOf(httpSession(baseURL()), "/api/fielding", () => ({ cookie: "session=nobody" }));
  let thing = await newThing(world, clients.admin);
  for (const operation of contract.fieldingOperations) {
    expectRefusal("api", await send(unsigned, operation, thing), 401);
    for (const [role, client] of Object.entries(clients)) {
      if (ENDS_THINGS.includes(operation.name)) thing = await newThing(world, clients.admin);
      const reply = await send(client, operation, thing);
      if (!allowed[operation.permission ?? ""]?.includes(role as Role)) {
        expectRefusal("api", reply, 403, "Your role does not allow this. Ask an admin of your account.");
        continue;
      }
      expect(reply.status, `${role} ${operation.name} ${JSON.stringify(reply.json)}`).toBe(operation.response.status);
      expect(operation.response.schema.safeParse(reply.json).error?.issues ?? []).toEqual([]);
    }
  }
});

/* Server to server */

test("a buyer's key ends a session without a hash, once", async ({ world }) => {
  const [ours, theirs] = [await ourKey(world), await theirKey(world)];
  const survey = await liveSurvey(world, { hashing_enabled: true });
  for (const outcome of outcomes) {
    const rid = ridOf(await enter(survey));
    const path = `/sessions/${rid}/outcome`;
    const body = { outcome };
    expectRefusal("service", await theirs.post(path, { body }), 404, "Session could not be found.");
    expect((await theirs.get(`/sessions/${rid}`)).status).toBe(404);
    expectRefusal("service", await ours.post(path, { body: { outcome: "finished" } }), 400, /Outcome must be one of/);
    const replies = await Promise.all([1, 2, 3].map(() => ours.post(path, { body })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(replies.find(({ status }) => status === 200)?.json).toMatchObject({ rid, reason: expect.any(String) });
    const other = outcome === "complete" ? "quality_termination" : "complete";
    expectRefusal("service", await ours.post(path, { body: { outcome: other } }), 409, /another outcome/);
  }
  for (const rid of ["unknown", "%00", "%F0%9F%98%80", "..%2f..", crypto.randomUUID()]) {
    expectRefusal("service", await ours.post(`/sessions/${rid}/outcome`, { body: { outcome: "complete" } }), 404);
  }
  const rid = ridOf(await enter(survey));
  await world.sql`update responses set expires_at = now() where rdud = ${rid}`;
  expectRefusal("service", await ours.post(`/sessions/${rid}/outcome`, { body: { outcome: "complete" } }), 409);
});

/* Suppliers */

const END = "https://panel.example/end?r=[%RESPONDENT%]&s=[%RID%]&o=[%OUTCOME%]&why=[%REASON%]&x=[%OTHER%]";

test("a supplier's respondents go back to it, filled in and signed, however strange their ids are", async ({
  world,
}) => {
  const client = await inSession(world, "manager");
  const links = Object.fromEntries(outcomes.map((outcome) => [outcome, END]));
  const key = "secret ü";
  const hash = { algorithm: "SHA-512", parameter: "sig", key };
  const { code } = await newSupplier(client, { end_links: links, hash });
  const survey = await liveSurvey(world);
  const strange = ["50% off", "a%20b", "Zoë 😀", "a&sig=1#x", "[%RID%]", "$& $1 $'", "//evil.example", "x".repeat(256)];
  for (const [index, respondent] of strange.entries()) {
    const rid = ridOf(await enter(survey, `supplier=${code}&respondent=${encodeURIComponent(respondent)}`));
    const outcome = outcomes[index % outcomes.length] ?? "complete";
    const why = outcome === "complete" ? "complete" : "client";
    const end = `https://panel.example/end?r=${encodeURIComponent(respondent)}&s=${rid}&o=${outcome}&why=${why}&x=[%OTHER%]`;
    const signed = `${end}&sig=${createHmac("sha512", key).update(end).digest("hex")}`;
    const [first, again] = [await comeBack(outcome, rid), await comeBack(outcome, rid)];
    expect([first.status, first.location]).toEqual([302, signed]);
    expect([again.status, again.location]).toEqual([302, signed]);
    expect((await enter(survey, `supplier=${code}&respondent=${encodeURIComponent(respondent)}`)).location).toBe(
      signed,
    );
  }
  const paused = await liveSurvey(world, { status: "Paused" });
  const away = await enter(paused, `supplier=${code}&respondent=a`);
  expect(away.location).toMatch(/o=overquota_termination&why=survey_paused/);
});

test("the account's supplier `direct` is meant where none is named, and another account's is unknown", async ({
  world,
}) => {
  const theirs = await theirKey(world);
  const { code } = await newSupplier(theirs, { end_links: { complete: END } });
  const { code: direct } = await newSupplier(theirs, { code: "direct", end_links: { complete: "https://d.example/" } });
  expect(direct).toBe("direct");
  const survey = await createSurvey(world.stranger, { status: "Live" });
  expect((await comeBack("complete", ridOf(await enter(survey)))).location).toBe("https://d.example/");
  expectPage(await comeBack("quality_termination", ridOf(await enter(survey))), 200);
  const ours = await liveSurvey(world);
  expectPage(await enter(ours, `supplier=${code}&respondent=a`), 400);
  expect(await sessionsOf(world, ours)).toEqual([]);
});

test("suppliers that cannot be meant are refused by their fields, and change nothing", async ({ world }) => {
  const client = await inSession(world, "manager");
  const present = await newSupplier(client, { end_links: { complete: END }, hash: HASH });
  const list = async () => (await client.get("/suppliers")).json;
  const before = await list();
  const wrong: [Json, string][] = [
    [{ code: "" }, "code"],
    [{ code: "a b" }, "code"],
    [{ code: "x".repeat(41) }, "code"],
    [{ code: present.code }, "code"],
    [{ name: "" }, "name"],
    [{ name: "a\u0000" }, "name"],
    ...[
      "javascript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "/relative",
      "https://a b",
      "https://a\r\nSet-Cookie: x=1",
      "https://[%RESPONDENT%]/",
      "https://panel.example[%RESPONDENT%]/",
      "https://u:[%RID%]@panel.example/",
      `https://panel.example/${"x".repeat(2048)}`,
      "https://panel.example/#end",
    ].map((link): [Json, string] => [{ end_links: { complete: link }, hash: HASH }, "end_links.complete"]),
    [{ end_links: { complete: 5 } }, "end_links.complete"],
    [{ hash: { ...HASH, algorithm: "MD5" } }, "hash.algorithm"],
    [{ hash: { ...HASH, parameter: "a&b" } }, "hash.parameter"],
    [{ hash: { algorithm: "SHA-256", parameter: "h" } }, "hash.key"],
    [{ account_id: world.stranger.accountId }, "account_id"],
  ];
  for (const [change, field] of wrong) {
    const reply = await client.post("/suppliers", { body: { code: newCode(), name: "Panel", ...change } });
    expectRefusal("api", reply, 400);
    expect(Object.keys(reply.json.fields ?? {}), JSON.stringify(change)).toContain(field);
  }
  expectRefusal("api", await client.patch("/suppliers", { body: { id: crypto.randomUUID(), name: "A" } }), 404);
  expectRefusal("api", await client.patch("/suppliers", { body: { id: "x", name: "A" } }), 400);
  const signedPart = { id: present.id, end_links: { complete: "https://panel.example/#x" } };
  expectRefusal("api", await client.patch("/suppliers", { body: signedPart }), 400);
  expect(await list()).toEqual(before);
});
const HASH = { algorithm: "SHA-256", parameter: "h", key: "k" };

test("a change of a supplier leaves what it does not name, and its key is never shown", async ({ world }) => {
  const client = await inSession(world, "manager");
  const { id, code, ...rest } = await newSupplier(client, { end_links: { complete: END }, hash: HASH });
  expect(JSON.stringify(rest)).not.toContain('"k"');
  const change = async (body: Json) => (await client.patch("/suppliers", { body: { id, ...body } })).json;
  expect(await change({ name: "Renamed" })).toEqual({ ...rest, id, code, name: "Renamed" });
  const links = { standard_termination: "https://panel.example/out" };
  expect(await change({ end_links: links })).toMatchObject({ name: "Renamed", end_links: links, hash: rest.hash });
  expect(await change({ hash: { algorithm: "SHA-512", parameter: "h" } })).toMatchObject({ end_links: links });
  const survey = await liveSurvey(world);
  const rid = ridOf(await enter(survey, `supplier=${code}&respondent=a`));
  const hash = createHmac("sha512", "k").update(links.standard_termination).digest("hex");
  expect((await comeBack("standard_termination", rid)).location).toBe(`https://panel.example/out?h=${hash}`);
  expect(await change({ hash: null })).toMatchObject({ hash: null, sessions: 1 });
  expect((await comeBack("standard_termination", rid)).location).toBe("https://panel.example/out");
  expectRefusal("api", await client.post("/suppliers/remove", { body: { id } }), 400, /cannot|not removed/);
});

/* Tests and checks */

test("a test link walks through without counting, and is good for its survey and its day alone", async ({ world }) => {
  const client = await inSession(world, "manager");
  const survey = await liveSurvey(world, { status: "Draft" });
  const other = await liveSurvey(world);
  const before = (await stateOf(world, survey)).places;
  const { url } = (await client.post("/test-links", { body: { survey_id: survey.id } })).json as { url: string };
  const { pathname, search } = new URL(url);
  const test = new URL(url).searchParams.get("test") ?? "";
  const [until = "", signature = ""] = test.split(".");
  const rids = [ridOf(await visit(pathname + search)), ridOf(await visit(`${pathname}${search}&respondent=real`))];
  expect(new Set(rids).size).toBe(2);
  const end = await comeBack("complete", rids[0] ?? "");
  expectPage(end, 200, { title: /^Thank you$/ });
  expect(end.body).toContain("Test: nothing here is counted.");
  for (const forged of [
    `${until}.${signature.slice(1)}`,
    `${until}.`,
    `${Number(until) + 1}.${signature}`,
    `${Number(until) - 200_000_000}.${signature}`,
    `${until}.${signature.toUpperCase()}`,
    signature,
    "9999999999999.AAAAAAAAAAAAAAAAAAAAAA",
  ]) {
    expectPage(await enter(survey, `test=${forged}`), 400);
  }
  expectPage(await enter(other, `test=${test}`), 400);
  const sessions = await sessionsOf(world, survey);
  expect(sessions).toHaveLength(2);
  expect((await stateOf(world, survey)).places).toEqual(before);
  // A real respondent of that id has another session, and a test is reached only by its link.
  expect(sessions.map(({ respondent }) => respondent)).not.toContain("real");
  expectPage(await enter(survey, `respondent=${sessions[0]?.respondent}`), 400);
  expect((await client.post("/tests/remove", { body: { survey_id: survey.id } })).json).toEqual({ removed: 2 });
  expect(await sessionsOf(world, survey)).toEqual([]);
  const unknown = await client.post("/test-links", { body: { survey_id: survey.id, supplier: "nobody" } });
  expectRefusal("api", unknown, 400);
  expect(unknown.json.fields).toHaveProperty("supplier");
});

test("the check for duplicates can be switched off for a survey, which is on record", async ({ world }) => {
  const client = await inSession(world, "manager");
  const survey = await liveSurvey(world);
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  ridOf(await enter(survey, "", { agent }));
  expectPage(await enter(survey, "", { agent }), 200, { title: /cannot take part/ });
  const body = { survey_id: survey.id, checks_duplicates: false };
  const others = { fraud_check: "off", fraud_threshold: null };
  expect((await client.patch("/checks", { body })).json).toEqual({ ...body, ...others });
  ridOf(await enter(survey, "", { agent }));
  expectRefusal("api", await client.patch("/checks", { body: { ...body, checks_duplicates: "no" } }), 400);
  expectRefusal("api", await client.patch("/checks", { body: { ...body, survey_id: crypto.randomUUID() } }), 404);
  const [row] =
    await world.sql`select before, after from audit where action = 'updateSurveyChecks' and thing_id = ${survey.id}`;
  expect(row).toEqual({
    before: { checks_duplicates: true, ...others },
    after: { checks_duplicates: false, ...others },
  });
});

test("the fraud check can be recorded or required for a survey, from a score of its own", async ({ world }) => {
  const client = await inSession(world, "manager");
  const survey = await liveSurvey(world);
  const set = (checks: Json) => client.patch("/checks", { body: { survey_id: survey.id, ...checks } });
  let phones = 0;
  /** A phone that is none. */
  const enterEmulated = () => {
    phones += 1;
    const device = `Android 9; Android SDK built for x86 Build/${phones}`;
    const agent = `Mozilla/5.0 (Linux; ${device}) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36`;
    return enter(survey, "", { agent });
  };
  ridOf(await enterEmulated());
  expect((await set({ fraud_check: "record" })).json).toMatchObject({ fraud_check: "record", checks_duplicates: true });
  ridOf(await enterEmulated());
  await set({ fraud_check: "require" });
  expectPage(await enterEmulated(), 200, { title: /cannot take part/ });
  expect((await set({ fraud_threshold: 95 })).json).toMatchObject({ fraud_check: "require", fraud_threshold: 95 });
  ridOf(await enterEmulated());
  const reasons = await world.sql<{ reason: string | null; status: string }[]>`
    select reason, status from responses where survey_id = ${survey.id} order by started_at`;
  expect(reasons.map(({ reason }) => reason)).toEqual([null, null, "fraud:03", null]);
  expect(reasons[2]?.status).toBe("security termination");
  for (const wrong of [{}, { fraud_check: "perhaps" }, { fraud_threshold: 0 }, { fraud_threshold: 101 }]) {
    expectRefusal("api", await set(wrong), 400);
  }
});

test("questions that cannot be meant are refused, never an unexpected error", async ({ world }) => {
  const ours = await ourKey(world);
  const survey = await liveSurvey(world);
  const list = `/sessions?survey_id=${survey.id}`;
  for (const query of [
    "reasons=none",
    "suppliers=a,%00",
    "tests=some",
    "search=%00",
    `search=${"x".repeat(201)}`,
    "page=x",
  ]) {
    expectRefusal("service", await ours.get(`${list}&${query}`), 400);
  }
  for (const query of ["suppliers=a,%F0%9F%98%80", "page=1000000", "search=%25_%27"]) {
    const reply = await ours.get(`${list}&${query}`);
    expect([200, 400], query).toContain(reply.status);
  }
  for (const path of ["/sessions?survey_id=x", "/sessions?survey_id=%00", "/summary?survey_id=x", "/sessions/%00"]) {
    expect([400, 404], path).toContain((await ours.get(path)).status);
  }
});
