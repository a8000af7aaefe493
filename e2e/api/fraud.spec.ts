import type * as z from "zod";
import type { KeyKind } from "@/lib/contracts/interface-list";
import { fraudOperations } from "@/lib/contracts/interfaces/fraud";
import { MOST_IN_BODY, MOST_IN_QUERY } from "@/lib/contracts/interfaces/fraud-review";
import type { SearchReply } from "@/lib/contracts/interfaces/fraud-search";
import type { Operation } from "@/lib/contracts/operation";
import { expect } from "../expect";
import { httpSession } from "../http-session";
import { addKey } from "../session-records";
import { strictly } from "./strictly";
import { baseURL, type Client, expectRefusal, type Json, patient, type Reply, test, type World } from "./world";

/** The fraud checks over HTTP, by kind of key, for our account and another. */

const RESPONDENTS = "/service/fraud/api";
const paths = {
  search: (key: string) => `${RESPONDENTS}/v4/respondents/search/${key}`,
  review: (key: string) => `${RESPONDENTS}/v4/respondents/review/${key}`,
  serverSearch: (key: string) => `${RESPONDENTS}/v3/respondents/search/${key}`,
  serverReview: (key: string) => `${RESPONDENTS}/v3/respondents/review/${key}`,
  token: (key: string) => `${RESPONDENTS}/v3/respondents/get_token/${key}`,
  platforms: (key: string) => `${RESPONDENTS}/v3/respondents/destination_platforms/${key}`,
  encryption: (key: string) => `${RESPONDENTS}/v3/respondents/encryption_key/${key}`,
};

type Account = Record<Exclude<KeyKind, "public">, string> & { id: string };

/** An account of a test's own. */
async function newAccount({ sql }: World): Promise<Account> {
  const name = `Fraud ${crypto.randomUUID()}`;
  const [row] = await sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  const id = row?.id ?? "";
  const keyOf = (kind: KeyKind) => addKey(sql, id, { of: "fraud", kind });
  return { id, private: await keyOf("private"), publishable: await keyOf("publishable") };
}

const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

const clientOf = (world: World): Client => patient(world.anonymous);
const newId = () => crypto.randomUUID();
const query = (members: Json) =>
  `?${new URLSearchParams(Object.entries(members).map(([name, value]) => [name, String(value)]))}`;

async function ok(reply: Promise<Reply>): Promise<Json> {
  const { status, json } = await reply;
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}

async function tokenOf(world: World, { publishable }: Pick<Account, "publishable">): Promise<string> {
  const { results } = await ok(clientOf(world).get(paths.token(publishable)));
  return (results as { token: string }[])[0]?.token ?? "";
}

const person = (more: Json = {}): Json => ({ sy_nr: newId(), sn_ud: newId(), ...more });
const text = (more: Json = {}): Json => ({ q_id: "q1", text: "It tastes better", ...person(), ...more });

/** A good request of each operation. */
const good: Record<string, { query?: () => Json; body?: () => Json }> = {
  searchFromQuery: { query: person },
  searchFromBody: { body: () => person({ rt_cy_ce: "US", pm_sr_id: 7, pg_webdriver: false, pg_touch_points: 0 }) },
  searchFromServer: { query: () => person({ rt_ip_address: "203.0.113.7", rt_user_agent: CHROME }) },
  reviewFromQuery: { query: text },
  reviewFromBody: { body: () => text({ t_page_load: 1000, t_text_typed: 2000, t_submit: 9000, s_text_length: 16 }) },
  reviewFromServer: { query: text },
  getSingleUseToken: {},
  listPlatforms: {},
  setPlatforms: { body: () => ({ results: [{ id: "7", name: "Panel seven" }] }) },
  getEncryption: {},
  createEncryptionKey: { body: () => ({}) },
  getThreshold: {},
  setThreshold: { body: () => ({ threshold: 70 }) },
  dryRunThreshold: { query: () => ({ threshold: 50 }) },
  listLists: {},
};

type Sent = { path: string; method: keyof Client; body?: Json };

function requestOf({ name, path, method }: Operation, keys: Pick<Account, "private" | "publishable">): Sent {
  const { query: members, body } = good[name] ?? {};
  const filled = path.replace("{private_key}", keys.private).replace("{publishable_key}", keys.publishable);
  return {
    path: `/service/fraud${filled}${members ? query(members()) : ""}`,
    method: method.toLowerCase() as keyof Client,
    ...(body && { body: body() }),
  };
}

const operations: readonly Operation[] = fraudOperations;

for (const operation of operations) {
  test(`${operation.name} answers exactly what its contract says`, async ({ world }) => {
    const account = await newAccount(world);
    const headers: Record<string, string> = operation.needsToken ? { token: await tokenOf(world, account) } : {};
    const { path, method, body } = requestOf(operation, account);
    const reply = await clientOf(world)[method](path, { headers, ...(body && { body }) });
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
    expect(reply.headers["cache-control"]).toContain("no-store");
    const schema: z.ZodType = strictly(operation.response.schema);
    expect(schema.safeParse(reply.json).error?.issues ?? []).toEqual([]);
  });

  test(`${operation.name} is one and the same 401 with any wrong key, and nothing is stored`, async ({ world }) => {
    const [account, stranger] = [await newAccount(world), await newAccount(world)];
    const revoked = await newAccount(world);
    await world.sql`update api_keys set ended_at = now() where account_id = ${revoked.id}`;
    const elsewhere = await addKey(world.sql, account.id, { of: "activation" });
    const token = await tokenOf(world, account);
    const wrong: Pick<Account, "private" | "publishable">[] = [
      { private: "", publishable: "" },
      { private: "unknown", publishable: "%00" },
      { private: account.publishable, publishable: account.private },
      { private: elsewhere, publishable: elsewhere },
      revoked,
      ...(operation.needsToken ? [stranger] : []),
    ];
    for (const keys of wrong) {
      const { path, method, body } = requestOf(operation, keys);
      const reply = await clientOf(world)[method](path, { headers: { token }, ...(body && { body }) });
      expect([reply.status, reply.json]).toEqual([401, { message: "Unauthorized." }]);
      for (const key of Object.values(keys)) if (key.length > 10) expect(JSON.stringify(reply)).not.toContain(key);
    }
    const stored = await world.sql`
      select from activation_records r join activation_accounts a on a.id = r.account
      where a.account_id in (${account.id}, ${stranger.id}, ${revoked.id})`;
    expect(stored).toHaveLength(0);
  });
}

test("the demo's keys work, each in its own place", async ({ world }) => {
  const keys = { private: "demo-private", publishable: "demo-publishable" };
  const { results } = await ok(clientOf(world).get(paths.token(keys.publishable)));
  expect(results).toEqual([expect.objectContaining({ token: expect.stringMatching(/^\S{40,}$/) })]);
  await ok(clientOf(world).get(paths.platforms(keys.private)));
  expectRefusal("service", await clientOf(world).get(paths.token(keys.private)), 401);
});

test("no key stands in the audit, whatever was done with it", async ({ world }) => {
  const account = await newAccount(world);
  const client = clientOf(world);
  const platforms = [{ id: "a", name: "Ä" }];
  await ok(client.patch(paths.platforms(account.private), { body: { results: platforms } }));
  expect(await ok(client.get(paths.platforms(account.private)))).toEqual({ results: platforms });
  const { key } = await ok(client.post(paths.encryption(account.private), { body: {} }));
  const trail = await world.sql<{ action: string; entry: string }[]>`
    select action, row_to_json(a)::text as entry from audit a where account_id = ${account.id} order by id`;
  expect(trail.map(({ action }) => action)).toEqual(["setPlatforms", "createEncryptionKey"]);
  for (const secret of [account.private, account.publishable, String(key)]) {
    for (const { entry } of trail) expect(entry).not.toContain(secret);
  }
});

test("a destination is named, and one that the account does not list is not", async ({ world }) => {
  const account = await newAccount(world);
  const client = clientOf(world);
  await ok(client.patch(paths.platforms(account.private), { body: { results: [{ id: "7", name: "Seven" }] } }));
  const destinationOf = async (id: unknown) => {
    const json = (await ok(
      client.post(paths.search(account.publishable), { body: person({ pm_sr_id: id }) }),
    )) as SearchReply;
    return json.Surveys[0]?.destination;
  };
  expect([await destinationOf("7"), await destinationOf(7), await destinationOf("8")]).toEqual([
    "Seven",
    "Seven",
    null,
  ]);
  const twice = { results: [platform("7"), platform("7")] };
  expectRefusal("service", await client.patch(paths.platforms(account.private), { body: twice }), 400, /id of its own/);
});

const platform = (id: string) => ({ id, name: "Name" });

test("tokens of the duplicate check are taken too; used, expired and foreign ones are a 401", async ({ world }) => {
  const [account, stranger] = [await newAccount(world), await newAccount(world)];
  const client = clientOf(world);
  const activation = await addKey(world.sql, account.id);
  const headers = { "x-api-key": activation };
  const { token: ofDuplicates } = await ok(client.get("/service/activation/token", { headers }));
  const search = (token: string) =>
    client.get(`${paths.serverSearch(account.private)}${query(person())}`, { headers: { token } });
  const review = (token: string) =>
    client.get(`${paths.serverReview(account.private)}${query(text())}`, { headers: { token } });
  await ok(search(String(ofDuplicates)));
  expectRefusal("service", await review(String(ofDuplicates)), 401);
  const own = await tokenOf(world, account);
  await ok(review(own));
  const expired = await tokenOf(world, account);
  await world.sql`update single_use_tokens set expires_at = now() where token_hash = encode(sha256(${expired}::text::bytea), 'hex')`;
  for (const wrong of [own, expired, await tokenOf(world, stranger), "", "x"]) {
    for (const call of [search, review]) expectRefusal("service", await call(wrong), 401, "Unauthorized.");
  }
});

test("bad input of a search is refused in a sentence, and nothing is stored", async ({ world }) => {
  const account = await newAccount(world);
  const client = clientOf(world);
  const bad: [Json, RegExp][] = [
    [{ sy_nr: undefined }, /^sy_nr is required\.$/],
    [{ sn_ud: undefined }, /^sn_ud is required\.$/],
    [{ sn_ud: "  " }, /^sn_ud is required\.$/],
    [{ sy_nr: "a,b" }, /^sy_nr names one survey/],
    [{ sy_nr: {} }, /^sy_nr must be text\.$/],
    [{ sn_ud: "x".repeat(201) }, /^sn_ud must have at most 200 characters\.$/],
    [{ sn_ud: "a\u0000b" }, /^sn_ud contains a character/],
    [{ rt_cy_ce: "USA" }, /^rt_cy_ce must be a country code of two letters/],
    [{ rt_hd_el: "person@example.com" }, /never the e-mail itself\.$/],
    [{ pg_webdriver: "perhaps" }, /^pg_webdriver must be 1 or 0\.$/],
    [{ pg_touch_points: -1 }, /^pg_touch_points must be a whole number from 0 to 256\.$/],
    [{ encrypt: 2 }, /^encrypt must be 1 or 0\.$/],
    [{ encrypt: 1 }, /^The account has no key for encrypted replies\. Create one first\.$/],
  ];
  // By either method, which read by one contract.
  for (const [at, [members, sentence]] of bad.entries()) {
    const body = { ...person(), ...members };
    if (at % 2 === 0 || JSON.stringify(members).includes("{}")) {
      expectRefusal("service", await client.post(paths.search(account.publishable), { body }), 400, sentence);
      continue;
    }
    const given = Object.fromEntries(
      Object.entries(body).filter(([, value]) => typeof value !== "object" && value !== undefined),
    );
    expectRefusal("service", await client.get(`${paths.search(account.publishable)}${query(given)}`), 400, sentence);
  }
  const token = await tokenOf(world, account);
  for (const address of ["203.0.113.0/24", "1.2.3", "2001:db8::1%eth0", "[2001:db8::1]", "1::2::3", "localhost"]) {
    const asked = `${paths.serverSearch(account.private)}${query(person({ rt_ip_address: address }))}`;
    expectRefusal("service", await client.get(asked, { headers: { token } }), 400, /^rt_ip_address must be an IPv4/);
  }
  for (const [sent, status] of [
    ["{", 400],
    ["[]", 400],
    ["7", 400],
  ] as const) {
    expectRefusal("service", await client.post(paths.search(account.publishable), { text: sent }), status);
  }
  expectRefusal("service", await client.put(paths.search(account.publishable), { body: {} }), 405);
  expectRefusal("service", await client.get(`${RESPONDENTS}/v4/respondents/other/${account.publishable}`), 404);
  const stored = await world.sql`
    select from activation_records r join activation_accounts a on a.id = r.account where a.account_id = ${account.id}`;
  expect(stored).toHaveLength(0);
});

test("bad input of a review is refused in a sentence, long texts quickly, and nothing is stored", async ({ world }) => {
  const account = await newAccount(world);
  const client = clientOf(world);
  const most = MOST_IN_BODY.toLocaleString("en");
  const bad: [Json, RegExp][] = [
    [{ q_id: undefined }, /^q_id is required\.$/],
    [{ sy_nr: undefined }, /^sy_nr is required\.$/],
    [{ sn_ud: undefined }, /^sn_ud is required\.$/],
    [{ text: undefined }, /^text is required\.$/],
    [{ text: 7 }, /^text must be text\.$/],
    [{ text: "x".repeat(200_000) }, new RegExp(`^text must have at most ${most} characters\\.$`)],
    [{ c_text: "x".repeat(200_000) }, new RegExp(`^c_text must have at most ${most} characters\\.$`)],
    [{ text: "\ud800" }, /^text contains a character/],
    [{ t_submit: "yesterday" }, /^t_submit must be a number of milliseconds since 1970, or an instant/],
    [{ t_submit: -1 }, /^t_submit must be a number/],
    [{ s_text_length: 1.5 }, /^s_text_length must be a whole number/],
  ];
  for (const [members, sentence] of bad) {
    const begun = performance.now();
    const body = { ...text(), ...members };
    expectRefusal("service", await client.post(paths.review(account.publishable), { body }), 400, sentence);
    expect(performance.now() - begun).toBeLessThan(3000);
  }
  // So long an address is refused before it is read.
  const [endless, token] = [query(text({ text: "x".repeat(200_000) })), await tokenOf(world, account)];
  for (const path of [paths.review(account.publishable), paths.serverReview(account.private)]) {
    const reply = await client.get(`${path}${endless}`, { headers: { token } });
    expect([414, 431], JSON.stringify(reply.json)).toContain(reply.status);
  }
  const long = query(text({ text: "x".repeat(MOST_IN_QUERY + 1) }));
  expectRefusal("service", await client.get(`${paths.review(account.publishable)}${long}`), 400, /at most 2,000/);
  const stored = await world.sql`
    select from fraud_reviews r join activation_accounts a on a.id = r.account where a.account_id = ${account.id}`;
  expect(stored).toHaveLength(0);
});

test("texts of any writing and the longest ones are reviewed in little time; clocks that run backwards say nothing", async ({
  world,
}) => {
  const account = await newAccount(world);
  const texts = ["", "أحب الطعم", "👍🏽🎉", "(a+)+$".repeat(3000), "味がいい。".repeat(4000), "word ".repeat(4000)];
  for (const each of texts) {
    const begun = performance.now();
    await ok(clientOf(world).post(paths.review(account.publishable), { body: text({ text: each }) }));
    expect(performance.now() - begun).toBeLessThan(5000);
  }
  const times = { t_page_load: 9000, t_text_typed: 5000, t_submit: 1000 };
  const { results } = await ok(clientOf(world).post(paths.review(account.publishable), { body: text(times) }));
  expect(results).toMatchObject([
    { score: { page_view_time: null, typed_response_time: null, engagement_score: null } },
  ]);
});

test("whatever a client says of its address, it is the one that it calls from", async ({ world }) => {
  const account = await newAccount(world);
  const survey = newId();
  const spoofed = [
    "x-forwarded-for",
    "forwarded",
    "x-real-ip",
    "x-client-address",
    "cf-connecting-ip",
    "true-client-ip",
  ];
  for (const header of spoofed) {
    const headers = {
      [header]: header === "forwarded" ? "for=203.0.113.7" : "203.0.113.7",
      "user-agent": CHROME,
    };
    const body = person({ sy_nr: survey, rt_ip_address: "203.0.113.7" });
    const json = (await ok(clientOf(world).post(paths.search(account.publishable), { body, headers }))) as SearchReply;
    expect(json.Surveys[0]).toMatchObject({ duplicate_score: 0 });
    expect(json.Checks).toMatchObject({ duplicate: "not checked", subnet: "not checked", vpn: "not checked" });
  }
  const [kept] = await world.sql<{ addresses: number }[]>`
    select count(r.ip_address)::int as addresses from activation_records r
      join activation_accounts a on a.id = r.account where a.account_id = ${account.id}`;
  expect(kept?.addresses).toBe(0);
});

test("a server says where the respondent is, in any spelling, and private addresses are nobody's", async ({
  world,
}) => {
  const account = await newAccount(world);
  const search = async (survey: string, address: string) => {
    const asked = query(person({ sy_nr: survey, rt_ip_address: address, rt_user_agent: CHROME }));
    const headers = { token: await tokenOf(world, account) };
    return (await ok(
      clientOf(world).get(`${paths.serverSearch(account.private)}${asked}`, { headers }),
    )) as SearchReply;
  };
  const survey = newId();
  await search(survey, "2001:0db8:0000:0000:0000:0000:0000:0007");
  for (const same of ["2001:db8::7", "2001:DB8:0:0::7", "2001:db8::0.0.0.7", " 2001:0db8::0007 "]) {
    expect((await search(survey, same)).Surveys[0]).toMatchObject({ duplicate_score: 70, failure_reason: "02" });
  }
  for (const address of ["10.1.2.3", "172.16.0.1", "100.64.0.1", "::1", "fd00::1", "::ffff:192.168.0.1"]) {
    const own = newId();
    await search(own, address);
    expect((await search(own, address)).Surveys[0]).toMatchObject({ duplicate_score: 0 });
  }
});

test("an entry of fielding is found by a search, and a search by a pre-check", async ({ world }) => {
  const account = await newAccount(world);
  const client = clientOf(world);
  const headers = { "x-api-key": await addKey(world.sql, account.id) };
  const survey = newId();
  const before = { Session_Id: "before", Survey_Number: survey, Cookie: "same" };
  await ok(client.post("/service/activation/predupes", { headers, body: before }));
  const body = person({ sy_nr: survey, sn_ud: "searched", rt_ce_ud: "same" });
  const json = (await ok(client.post(paths.search(account.publishable), { body }))) as SearchReply;
  expect(json.Surveys[0]).toMatchObject({ failure_reason: "02", duplicate_initial_ud: "before" });
  const after = { Session_Id: "after", Survey_Number: survey, Cookie: "same" };
  const { Matches } = await ok(client.post("/service/activation/predupes", { headers, body: after }));
  expect((Matches as Json[]).map(({ Session_Id }) => Session_Id)).toEqual(["searched", "before"]);
});

test("pages call from listed origins alone, with a publishable key alone", async ({ world }) => {
  const account = await newAccount(world);
  const origin = `https://${newId()}.example`;
  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, baseURL()), {
      method,
      headers: { origin, "content-type": "application/json", ...headers },
      ...(method === "POST" && { body: JSON.stringify(person()) }),
    });
  const preflight = () =>
    send("OPTIONS", paths.search(account.publishable), { "access-control-request-method": "POST" });
  const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");
  const [unlisted, asked] = [await send("POST", paths.search(account.publishable)), await preflight()];
  expect([unlisted.status, allowed(unlisted), asked.status, allowed(asked)]).toEqual([403, null, 403, null]);
  const stored = await world.sql`
    select from activation_records r join activation_accounts a on a.id = r.account where a.account_id = ${account.id}`;
  expect(stored).toHaveLength(0);
  await world.sql`insert into page_origins (connection, account_id, origin) values ('built-in', ${account.id}, ${origin})`;
  const alike = ["null", origin.replace("https:", "http:"), `${origin}:8443`, `${origin}.other`, `${origin}/`];
  for (const other of alike) {
    const reply = await send("POST", paths.search(account.publishable), { origin: other });
    expect([other, reply.status, allowed(reply)]).toEqual([other, 403, null]);
  }
  for (const reply of [
    await preflight(),
    await send("POST", paths.search(account.publishable)),
    await send("GET", paths.token(account.publishable)),
    await send("GET", `${paths.review(account.publishable)}${query(text())}`),
  ]) {
    expect(reply.ok).toBe(true);
    expect(allowed(reply)).toBe(origin);
  }
  expect(allowed(await send("GET", paths.platforms(account.private)))).toBeNull();
});

test("the script for pages is small, may be included anywhere and is kept for an hour", async () => {
  const reply = await httpSession(baseURL()).get("/fraud.js");
  expect(reply.headers()).toMatchObject({
    "content-type": expect.stringContaining("javascript"),
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=3600",
  });
  expect((await reply.body()).length).toBeLessThan(5000);
});
