import * as contract from "@/lib/contracts/ours/checks";
import type { Role } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { type Client, clientOf, expectRefusal, type Json, patient, test, type World } from "./world";

/** Checks of respondents, and the fraud checks' own operations with a session instead of keys. */

type Who = { checks: Client; fraud: Client };

async function signedIn(world: World, role: Role, accountId: string): Promise<Who> {
  const session = await openSession(await world.addPerson(role, accountId));
  const at = (prefix: string) => patient(clientOf(session, prefix, () => ({})));
  return { checks: at("/api/checks"), fraud: at("/api/fraud/api") };
}

async function ownAccount(world: World): Promise<string> {
  const name = `Checks ${crypto.randomUUID()}`;
  const [row] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  return row?.id ?? "";
}

const admin = async (world: World) => signedIn(world, "admin", await ownAccount(world));
const query = (members: Record<string, string>) => `?${new URLSearchParams(members)}`;
const session = (change: Json = {}): Json => ({ sy_nr: "S-1", sn_ud: "one", rt_sr_pd: "panel-1", ...change });
const known = { sy_nr: "S-1", sn_ud: "two" };

/** Two sessions of one person in a survey, of which the second fails. */
async function checkTwice({ checks }: Who): Promise<Json> {
  const first = await checks.post("", { body: session() });
  expect(first.status, JSON.stringify(first.json)).toBe(201);
  const { status, json } = await checks.post("", { body: session({ sn_ud: "two" }) });
  expect(status).toBe(201);
  return strictly(contract.createCheck.response.schema).parse(json) as Json;
}

test("an admin checks, a manager of the account reads what was found, and another account knows nothing", async ({
  world,
}) => {
  const accountId = await ownAccount(world);
  const ours = await signedIn(world, "admin", accountId);
  const found = { verdict: { failure_reason: "02", fails: true, initial_session: "one" } };
  expect(await checkTwice(ours)).toMatchObject(found);
  const manager = await signedIn(world, "manager", accountId);
  const { status, json } = await manager.checks.get(query(known));
  expect([status, strictly(contract.findCheck.response.schema).parse(json)]).toMatchObject([200, found]);
  expect(json).toMatchObject({ sessions: [{ session_id: "one" }, { session_id: "two", failure_reason: "02" }] });
  const stranger = await admin(world);
  expect((await stranger.checks.get(query(known))).json).toMatchObject({ verdict: null, sessions: [], replies: [] });
  expectRefusal("api", await stranger.checks.get(query({ ...known, account_id: accountId })), 404);
  expectRefusal("api", await stranger.checks.post("", { body: session({ account_id: accountId }) }), 404);
  const day = new Date().toISOString().slice(0, 10);
  const counts = await manager.checks.get(`/reasons${query({ from: day, to: day })}`);
  expect(strictly(contract.listReasons.response.schema).parse(counts.json)).toMatchObject({
    counts: [
      { reason: "01", sessions: 1 },
      { reason: "02", sessions: 1 },
    ],
  });
  const entries =
    await world.sql`select after from audit where account_id = ${accountId} and action = 'checkRespondent'`;
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).not.toContain("panel-1");
});

test("strangers must sign in, analysts may do nothing, managers read", async ({ world }) => {
  const accountId = await ownAccount(world);
  const reads = [`${query(known)}`, `/reasons${query({ from: "2030-01-01", to: "2030-01-02" })}`, "/settings"];
  const writes: [string, Json][] = [
    ["", session()],
    ["/settings", { when_unanswered: "turn away" }],
    ["/reply-key", {}],
  ];
  const [analyst, manager] = [await signedIn(world, "analyst", accountId), await signedIn(world, "manager", accountId)];
  for (const path of reads) {
    expectRefusal("api", await world.anonymous.get(`/api/checks${path}`), 401);
    expectRefusal("api", await analyst.checks.get(path), 403);
    expect((await manager.checks.get(path)).status).toBe(200);
  }
  for (const [path, body] of writes) {
    expectRefusal("api", await world.anonymous.post(`/api/checks${path}`, { body }), 401);
    for (const who of [analyst, manager]) expectRefusal("api", await who.checks.post(path, { body }), 403);
  }
  const platforms = "/v3/respondents/destination_platforms";
  expectRefusal("api", await world.anonymous.get(`/api/fraud/api${platforms}`), 401);
  expectRefusal("api", await analyst.fraud.get(platforms), 403);
  expect((await manager.fraud.get(platforms)).json).toEqual({ results: [] });
  expectRefusal("api", await manager.fraud.patch(platforms, { body: { results: [] } }), 403);
  expectRefusal("api", await manager.fraud.get(`/v3/respondents/search${query(known)}`), 403);
  expect((await manager.checks.get(query(known))).json).toMatchObject({ verdict: null });
});

test("bad input is refused in a sentence at its field, and nothing is stored", async ({ world }) => {
  const accountId = await ownAccount(world);
  const { checks, fraud } = await signedIn(world, "admin", accountId);
  const wrong: [Json, string][] = [
    [{ sn_ud: "one" }, "sy_nr"],
    [{ sy_nr: "S-1" }, "sn_ud"],
    [session({ sy_nr: "a, b" }), "sy_nr"],
    [session({ rt_ip_address: "203.0.113" }), "rt_ip_address"],
    [session({ rt_hd_el: "a@b.test" }), "rt_hd_el"],
    [session({ rt_cy_ce: "USA" }), "rt_cy_ce"],
    [session({ answer: { q_id: "q", text: "x".repeat(20_001) } }), "answer.text"],
    [session({ answer: { text: "x" } }), "answer.q_id"],
  ];
  for (const [body, field] of wrong) {
    const reply = await checks.post("", { body });
    expectRefusal("api", reply, 400);
    expect(reply.json.fields).toHaveProperty([field]);
  }
  for (const days of [
    { from: "2030-02-01", to: "2030-01-01" },
    { from: "2030-01-01", to: "2031-01-01" },
    { from: "soon", to: "2030-01-01" },
  ]) {
    expectRefusal("api", await checks.get(`/reasons${query(days)}`), 400);
  }
  for (const body of [{}, { when_unanswered: "maybe" }, { threshold: 0 }, { platforms: [{ id: "p" }] }]) {
    expectRefusal("api", await checks.post("/settings", { body }), 400);
  }
  expectRefusal("api", await fraud.get(`/v3/respondents/search${query({ ...known, encrypt: "1" })}`), 400);
  expect(await world.sql`select 1 from audit where account_id = ${accountId} and outcome = 'done'`).toHaveLength(0);
  expect(await world.sql`select 1 from check_replies where account_id = ${accountId}`).toHaveLength(0);
});

test("settings are saved and audited, and the key for replies is in no entry", async ({ world }) => {
  const accountId = await ownAccount(world);
  const { checks } = await signedIn(world, "admin", accountId);
  const platforms = [{ id: "p1", name: "North" }];
  const body = { when_unanswered: "turn away", platforms, threshold: 70 };
  const saved = await checks.post("/settings", { body });
  expect(strictly(contract.updateCheckSettings.response.schema).parse(saved.json)).toMatchObject({
    ...{ when_unanswered: "turn away", platforms, extended: { threshold: 70, encryption_key_at: null } },
  });
  const created = await checks.post("/reply-key", { body: {} });
  expect(created.status).toBe(201);
  const key = String(created.json.key);
  expect(Buffer.from(key, "base64")).toHaveLength(32);
  expect(JSON.stringify((await checks.get("/settings")).json)).not.toContain(key);
  const entries = await world.sql`select action, after from audit where account_id = ${accountId} order by at`;
  expect(entries.map(({ action }) => action).sort()).toEqual([
    ...["createEncryptionKey", "setFraudThreshold", "setPlatforms", "updateCheckSettings"],
  ]);
  expect(JSON.stringify(entries)).not.toContain(key);
  const dry = await checks.get(`/dry-run${query({ threshold: "50" })}`);
  expect(strictly(contract.previewThreshold.response.schema).parse(dry.json)).toMatchObject({
    completes: 0,
    stopped: 0,
  });
});

test("the interface is answered as it is, without a key in the path", async ({ world }) => {
  const { fraud } = await admin(world);
  const searched = await fraud.get(`/v3/respondents/search${query(session() as Record<string, string>)}`);
  expect(searched.json).toMatchObject({ Surveys: [{ sn_ud: "one", failure_reason: "01" }], Evidence: [] });
  const text = "I wear them every day, because they are light.";
  const asked = { ...known, q_id: "why", text };
  const short = await fraud.get(`/v3/respondents/review${query(asked)}`);
  const long = await fraud.post("/v4/respondents/review", { body: { ...asked, text: `${text} `.repeat(200) } });
  for (const { status, json } of [short, long]) {
    expect([status, json]).toMatchObject([200, { results: [{ score: { profanity_check: false } }] }]);
  }
  expect((await fraud.get("/v3/respondents/get_token")).json).toMatchObject({
    results: [{ token: expect.any(String) }],
  });
  expect((await fraud.get("/v3/respondents/lists")).json.lists).toHaveLength(8);
  expect((await fraud.get("/v3/respondents/threshold")).json).toEqual({ threshold: 60 });
});

test("methods and addresses that are not there are refused", async ({ world }) => {
  const { checks, fraud } = await admin(world);
  for (const path of ["", "/settings"]) expectRefusal("api", await checks.patch(path, { body: {} }), 405);
  for (const path of ["/reasons", "/dry-run"]) expectRefusal("api", await checks.post(path, { body: {} }), 405);
  expectRefusal("api", await checks.get("/reply-key"), 405);
  expectRefusal("api", await fraud.post("/v3/respondents/search", { body: {} }), 405);
  // A respondent's own browser calls with a key: here the browser is a colleague's.
  expectRefusal("api", await fraud.post("/v4/respondents/search", { body: {} }), 404);
  expectRefusal("api", await fraud.get("/v3/respondents/search/demo-private"), 404);
});
