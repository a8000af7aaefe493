import { createHash } from "node:crypto";
import type * as z from "zod";
import * as contract from "@/lib/contracts/interfaces/activation";
import { formerNames, type SelectorName, selectorNames } from "@/lib/contracts/interfaces/duplicate-selectors";
import { describeInterface } from "@/lib/contracts/openapi";
import type { Role } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { addKey, addSessions, type NewSession, sessionStates } from "../session-records";
import { openSession } from "../sessions";
import { good, type Keyed, keyedAccount, withKey } from "./keyed";
import { strictly } from "./strictly";
import {
  baseURL,
  type Client,
  clientOf,
  expectRefusal,
  inBatches,
  inTurn,
  type Json,
  type Reply,
  test,
  type World,
} from "./world";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const AGENT = "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0";

/** One session with every identifier, of values that no other test has. */
function everything(survey = "100"): Required<Omit<NewSession, "at">> {
  const mark = crypto.randomUUID();
  return {
    survey,
    session: `session-${mark}`,
    ip: "203.0.113.7",
    cookie: `cookie-${mark}`,
    panel: `panel-${mark}`,
    email: sha256(mark),
    agent: `${AGENT} ${mark}`,
  };
}

const asSelectors = (session: ReturnType<typeof everything>): Record<SelectorName, string> => ({
  Survey_Number: session.survey,
  Session_Id: session.session,
  IP_Address: session.ip,
  Cookie: session.cookie,
  Panel_Id: session.panel,
  Hashed_Email: session.email,
  User_Agent: session.agent,
});

const identifiersOf = (session: ReturnType<typeof everything>): Json => {
  const { Survey_Number: _, Session_Id: __, ...identifiers } = asSelectors(session);
  return identifiers;
};

const sessionsOf = (survey: string, count: number): NewSession[] =>
  Array.from({ length: count }, (_, index) => ({ survey, session: `${survey}-${index}` }));

const activate = (client: Client, body: Json) => good(client.post("/activation", { body }));
const deactivate = (client: Client, selectors: Json) => activate(client, { Type: "1", ...selectors });
const reactivate = (client: Client, selectors: Json) => activate(client, { Type: "2", ...selectors });
const processed = (reply: Json) => Number(/^(\d+) records? processed\.$/.exec(String(reply.Message))?.[1]);
const activity = (client: Client, body: Json = {}) => good(client.post("/activity", { body }));
const check = (client: Client, body: Json) => good(client.post("/predupes", { body }));

/** Names of the sessions that are not active, by route. */
async function inactive({ sql }: World, { id }: Keyed, route: "search" | "predupes" = "search"): Promise<string[]> {
  return (await sessionStates(sql, id)).filter((state) => !state[route]).map(({ session }) => session);
}

/* Who may */

const nobodys = (): Json => ({ Session_Id: `nobody-${crypto.randomUUID()}` });
const asks: Record<string, () => { query?: string; body?: Json }> = {
  activate: () => ({ body: { Type: "1", ...nobodys() } }),
  countActivation: () => ({ body: { Type: "1", ...nobodys() } }),
  preCheck: () => ({ body: nobodys() }),
  getActivity: () => ({ query: `?Session_Id=nobody-${crypto.randomUUID()}` }),
  findActivity: () => ({ body: nobodys() }),
  lookUp: () => ({ body: nobodys() }),
  getToken: () => ({}),
};

type Sent = { name: string; method: string; path: string };
function send(client: Client, { name, method, path }: Sent, headers: Record<string, string> = {}): Promise<Reply> {
  const { query = "", body } = asks[name]?.() ?? {};
  return client[method.toLowerCase() as "get" | "post"](`${path}${query}`, { headers, ...(body && { body }) });
}

async function inSession(world: World, role: Role, accountId?: string): Promise<Client> {
  const session = await openSession(await world.addPerson(role, accountId));
  return clientOf(session, "/api/activation", () => ({}));
}

test("every operation wants a key that counts, and answers exactly what its contract says", async ({ world }) => {
  const account = await keyedAccount(world, 2);
  const ended = await addKey(world.sql, account.id);
  await world.sql`update api_keys set ended_at = now() where key_hash = ${sha256(ended)}`;
  const wrong: Record<string, string>[] = [
    {},
    { "x-api-key": "" },
    { "x-api-key": "wrong" },
    { "x-api-key": `${account.key}x` },
    { "x-api-key": account.key.toUpperCase() },
    { "x-api-key": sha256(account.key) },
    { "x-api-key": ended },
    { authorization: account.key },
    { "api-key": account.key },
    { cookie: `x-api-key=${account.key}` },
  ];
  for (const operation of contract.activationOperations) {
    const bare = withKey(world, "");
    // That no operation admits another credential is proved of all of them beside the routes.
    for (const headers of operation.name === "activate" ? wrong : wrong.slice(0, 1)) {
      expectRefusal("service", await send(bare, operation, { "x-api-key": "", ...headers }), 401, "Unauthorized.");
    }
    for (const client of [account.client, ...(operation.name === "preCheck" ? [] : [demo(world)])]) {
      const reply = await send(client, operation);
      expect(reply.status, JSON.stringify(reply.json)).toBe(200);
      expect(reply.headers["x-request-id"]).toBeTruthy();
      expect(reply.headers["cache-control"]).toContain("no-store");
      const schema: z.ZodType = strictly(operation.response.schema);
      expect(schema.safeParse(reply.json).error?.issues ?? []).toEqual([]);
    }
  }
});

const demo = (world: World) => withKey(world, "demo-activation-key");

test("signed in, admins may everything, managers read, analysts nothing; who was refused is on record", async ({
  world,
}) => {
  const { id } = await keyedAccount(world, 1);
  const clients: Record<string, Client> = {};
  for (const role of ["admin", "manager", "analyst"] as const) clients[role] = await inSession(world, role, id);
  const { admin, manager, analyst } = clients as Record<Role, Client>;
  const nobody = withKey(world, "demo-activation-key");
  for (const operation of contract.activationOperations) {
    const ask = asks[operation.name]?.() ?? {};
    const path = `/api/activation${operation.path}${ask.query ?? ""}`;
    const method = operation.method.toLowerCase() as "get" | "post";
    const unsigned = await world.anonymous[method](path, {
      headers: { "x-api-key": "demo-activation-key" },
      ...(ask.body && { body: ask.body }),
    });
    expectRefusal("api", unsigned, 401, "Unauthorized.");
    expectRefusal("api", await send(analyst, operation), 403, FORBIDDEN);
    const seen = await send(manager, operation);
    if (operation.permission === "duplicates:read") expect(seen.status, operation.name).toBe(200);
    else expectRefusal("api", seen, 403, FORBIDDEN);
    const reply = await send(admin, operation);
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
    expect(operation.response.schema.safeParse(reply.json).error?.issues ?? []).toEqual([]);
  }
  expect((await nobody.get("/activity?Page=1")).status).toBe(200);
  const refused = await world.sql`
    select action, count(*)::int as times from audit
    where account_id = ${id} and outcome = 'refused' and who like 'manager-%' group by action order by action`;
  expect(refused.map((row) => ({ ...row }))).toEqual([
    { action: "activate", times: 1 },
    { action: "countActivation", times: 1 },
    { action: "preCheck", times: 1 },
  ]);
});

const FORBIDDEN = "Your role does not allow this. Ask an admin of your account.";

test("another account's key and people see and change nothing of it", async ({ world }) => {
  const [ours, theirs] = [await keyedAccount(world), await keyedAccount(world)];
  const session = everything();
  await addSessions(world.sql, ours.id, [session]);
  const { Change } = await deactivate(ours.client, { Session_Id: session.session });
  const admin = await inSession(world, "admin", theirs.id);
  for (const client of [theirs.client, admin]) {
    const all = asSelectors(session);
    for (const name of selectorNames) {
      const one = { [name]: all[name] };
      expect(processed(await reactivate(client, one)), name).toBe(0);
      expect((await good(client.post("/activation/count", { body: { Type: "2", ...one } }))).Records, name).toBe(0);
      expect((await good(client.post("/look-up", { body: one }))).Records, name).toEqual([]);
    }
    expect(processed(await reactivate(client, { Session_Id: session.session, Change: String(Change) }))).toBe(0);
    expect(await activity(client)).toMatchObject({ Records: [], Total: 0 });
  }
  const entrant = { Session_Id: "entrant", ...identifiersOf(session) };
  expect(await check(theirs.client, entrant)).toEqual({ Duplicate: false, Matches: [] });
  expect(await inactive(world, ours)).toEqual([session.session]);
  const headers = { "x-account-id": ours.id };
  expectRefusal("api", await admin.get("/activity", { headers }), 404, "This account could not be found.");
});

/* Bad input */

const NUL = "a\u0000b";
const LONE = "a\ud800";
const NO_SELECTOR = "Give at least one selector, such as Survey_Number: a call without any would match every record.";
const SURVEY = { Survey_Number: "100" };
const HASH = "Hashed_Email must be a hash in hex, of 32, 40, 64 or 128 digits: never the e-mail itself.";
const ADDRESS = "IP_Address must be an IPv4 or IPv6 address, such as 203.0.113.7 or 2001:db8::7.";
const RANGE = "IP_Address takes one address, not a range: give each address in a call of its own.";
const TYPE = "Type must be the text “1” (deactivate) or “2” (activate).";

/** Refused by /activation: the body beside `Type`, and why. */
const bad: [Json, string | RegExp][] = [
  [{}, NO_SELECTOR],
  [{ Survey_Number: "   ", Session_Id: "  ", Cookie: "", sy_nr: " " }, NO_SELECTOR],
  [{ Survey_Number: " , ,," }, "Survey_Number names nothing. Leave it out, or give what it shall match."],
  [{ Survey_Number: "100", Session_Id: "," }, "Session_Id names nothing. Leave it out, or give what it shall match."],
  [{ Unknown: "x", survey_number: "100" }, NO_SELECTOR],
  [{ ...SURVEY, Type: undefined }, "Type is required: “1” deactivates, “2” activates."],
  ...[3, "3", 1, "", " 1", "12", null, true, ["1"]].map((Type): [Json, string] => [{ ...SURVEY, Type }, TYPE]),
  ...["all", "SEARCH", "search,predupes"].map((Route): [Json, string] => [
    { ...SURVEY, Route },
    "Route must be search or predupes.",
  ]),
  ...[null, 1, ["search"]].map((Route): [Json, string] => [{ ...SURVEY, Route }, "Route must be text."]),
  [{ ...SURVEY, Route: "x".repeat(101) }, "Route must have at most 100 characters."],
  ...["x", "1,", "-1", "1".repeat(16), "1 or 1=1"].map((Change): [Json, string] => [
    { ...SURVEY, Change },
    "Change takes ids of changes, separated by commas.",
  ]),
  [{ ...SURVEY, Change: 1 }, "Change must be text."],
  ...selectorNames.flatMap((name): [Json, string | RegExp][] => [
    ...[null, 100, true, ["100"], { is: "100" }].map((value): [Json, string] => [
      { [name]: value },
      `${name} must be text.`,
    ]),
    ...[NUL, LONE].map((value): [Json, string] => [
      { [name]: value },
      `${name} contains a character that cannot be stored.`,
    ]),
    [{ [formerNames[name]]: 100 }, `${name} must be text.`],
    [
      { [name]: "1.2.3.4", [formerNames[name]]: "1.2.3.5" },
      `${name} and its former name ${formerNames[name]} have different values. Give one of them.`,
    ],
  ]),
  [
    { Survey_Number: Array.from({ length: 10_000 }, (_, index) => index + 1).join() },
    "Survey_Number can name at most 5,000 at once. Send the rest in further calls.",
  ],
  [{ Survey_Number: "100,1 00" }, "Survey numbers are separated by commas: “1 00” has a blank in it."],
  [{ Survey_Number: "100\n200" }, /has a blank in it\.$/],
  [{ Survey_Number: "100 or 1=1" }, /has a blank in it\.$/],
  [{ Survey_Number: `100,${"1".repeat(101)}` }, "Each entry of Survey_Number must have at most 100 characters."],
  [{ Session_Id: "s".repeat(201) }, "Each entry of Session_Id must have at most 200 characters."],
  [{ Cookie: "c".repeat(501) }, "Cookie must have at most 500 characters."],
  [{ Panel_Id: "p".repeat(201) }, "Panel_Id must have at most 200 characters."],
  [{ User_Agent: "a".repeat(2001) }, "User_Agent must have at most 2,000 characters."],
  ...["nowhere", "203.0.113", "203.0.113.256", "0x7f000001", "2001:db8::7::1", "[::1]", "1.2.3.4:80", "'--"].map(
    (IP_Address): [Json, string] => [{ IP_Address }, ADDRESS],
  ),
  ...["203.0.113.0/24", "2001:db8::/32"].map((IP_Address): [Json, string] => [{ IP_Address }, RANGE]),
  ...["somebody@example.test", "a".repeat(63), "a".repeat(65), "g".repeat(64), "'".repeat(32)].map(
    (Hashed_Email): [Json, string] => [{ Hashed_Email }, HASH],
  ),
];

/** What an account's records and their states are, as its clients read them, and how many changes there were. */
async function stateOf(world: World, { id, client }: Keyed, survey: string): Promise<Json> {
  const [changes] = await world.sql`
    select count(*)::int as changes from activation_changes c join activation_accounts a on a.id = c.account
    where a.account_id = ${id}`;
  return {
    ...changes,
    activity: await activity(client),
    count: await good(client.post("/activation/count", { body: { Type: "1", Survey_Number: survey } })),
    predupes: await good(
      client.post("/activation/count", { body: { Type: "1", Route: "predupes", Survey_Number: survey } }),
    ),
  };
}

test("malformed requests are refused in a sentence, with a key and signed in, and nothing changes", async ({
  world,
}) => {
  const account = await keyedAccount(world, 16);
  await addSessions(world.sql, account.id, [everything("100"), everything("200"), ...sessionsOf("300", 3)]);
  await deactivate(account.client, { Survey_Number: "200" });
  const admins = Array.from({ length: 8 }, () => inSession(world, "admin", account.id));
  const admin = inTurn(await Promise.all(admins));
  const before = await stateOf(world, account, "100,200,300");
  expect(before.count).toMatchObject({ Records: 5, To_Change: 4 });
  // All read one contract, whose refusals are tried beside it: each case is sent to one of them.
  const ways: ((body: Json, sentence: string | RegExp) => Promise<void>)[] = [
    async (body, sentence) =>
      expectRefusal("service", await account.client.post("/activation", { body }), 400, sentence),
    async (body, sentence) =>
      expectRefusal("service", await account.client.post("/activation/count", { body }), 400, sentence),
    async (body, sentence) => expectRefusal("api", await admin.post("/activation", { body }), 400, sentence),
  ];
  const cases = bad.map(([members, sentence], at) => ({ body: { Type: "1", ...members }, sentence, at }));
  await inBatches(cases, async ({ body, sentence, at }) => ways[at % ways.length]?.(body, sentence));
  expect(await stateOf(world, account, "100,200,300")).toEqual(before);
});

test("requests of a wrong type, text, method, address or size are refused", async ({ world }) => {
  const account = await keyedAccount(world);
  await addSessions(world.sql, account.id, sessionsOf("100", 3));
  const before = await stateOf(world, account, "100");
  const { client } = account;
  const body = { Type: "1", Survey_Number: "100" };
  const text = JSON.stringify(body);
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]) {
    const reply = await client.post("/activation", { text, headers: { "content-type": type } });
    expectRefusal("service", reply, 415, "The content type must be application/json.");
  }
  for (const broken of ["", "{", `${text}}`, "Type=1", text.replaceAll('"', "'"), Buffer.from([0x7b, 0xff, 0x7d])]) {
    const reply = await client.post("/activation", { text: broken, headers: { "content-type": "application/json" } });
    expectRefusal("service", reply, 400, "The request body is not valid JSON.");
  }
  for (const whole of [[], [body], "1", 1, null, true]) {
    const reply = await client.post("/activation", { text: JSON.stringify(whole) });
    expectRefusal("service", reply, 400, "The body must be an object.");
  }
  const large = { ...body, User_Agent: "x".repeat(5 * 1024 * 1024) };
  expect(await client.post("/activation", { body: large })).toMatchObject({
    status: 413,
    json: { message: expect.stringMatching(/larger than 4 MB/) },
  });
  const misses: [keyof Client, string, number, string?][] = [
    ["get", "/activation", 405, "POST"],
    ["patch", "/activation", 405, "POST"],
    ["delete", "/activation", 405, "POST"],
    ["get", "/activation/count", 405, "POST"],
    ["put", "/activity", 405, "GET, POST"],
    ["post", "/token", 405, "GET"],
    ["post", "/", 404],
    ["post", "/activations", 404],
    ["post", "/activation/", 404],
    ["post", "/Activation", 404],
    ["get", "/activity/all", 404],
  ];
  const admin = await inSession(world, "admin", account.id);
  for (const [method, path, status, allow] of misses) {
    for (const [side, sender] of [
      ["service", client],
      ["api", admin],
    ] as const) {
      // Next takes a slash at the end for another spelling of the same address.
      if (path.endsWith("/")) continue;
      const reply = await sender[method](path, method === "get" ? {} : { body });
      expectRefusal(side, reply, status);
      if (allow) expect(reply.headers.allow, `${side} ${method} ${path}`).toBe(allow);
    }
  }
  expect(await stateOf(world, account, "100")).toEqual(before);
});

test("a value that looks like a statement or a script is a value that matches nothing", async ({ world }) => {
  const account = await keyedAccount(world);
  await addSessions(world.sql, account.id, [everything("100"), ...sessionsOf("100", 5)]);
  const before = await stateOf(world, account, "100");
  const texts = [
    "' or '1'='1",
    "'; drop table activation_records; --",
    "1); delete from activation_states; --",
    "%",
    "_".repeat(20),
    "*",
    "\\",
    "#{7*7}",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "$1",
    "../../etc/passwd",
  ];
  const names = ["Session_Id", "Cookie", "Panel_Id", "User_Agent"];
  for (const [at, text] of texts.entries()) {
    const name = names[at % names.length] ?? "";
    expect(processed(await deactivate(account.client, { [name]: text })), `${name} ${text}`).toBe(0);
    const number = text.replaceAll(" ", "/**/");
    expect(processed(await deactivate(account.client, { Survey_Number: number, Session_Id: "x" }))).toBe(0);
    expect(await activity(account.client, { Survey_Number: number })).toMatchObject({ Total: 0 });
    expect(await good(account.client.post("/look-up", { body: { Panel_Id: text } }))).toEqual({
      Records: [],
      More: false,
    });
  }
  expect(await stateOf(world, account, "100")).toEqual(before);
});

/* What matches */

test("a record must match all values supplied, under new and former names, each alone and all together", async ({
  world,
}) => {
  const account = await keyedAccount(world);
  const [session, other] = [everything("100"), { ...everything("100"), ip: "203.0.113.8" }];
  await addSessions(world.sql, account.id, [session, other]);
  const all = asSelectors(session);
  const former = Object.fromEntries(selectorNames.map((name) => [formerNames[name], all[name]]));
  const both = [all, former, { ...all, ...former }];
  for (const name of selectorNames) {
    if (name === "Survey_Number") continue;
    both.push({ [name]: all[name] }, { [formerNames[name]]: all[name] });
    expect(processed(await deactivate(account.client, { ...all, [name]: asSelectors(other)[name] })), name).toBe(0);
  }
  for (const selectors of both) {
    expect(processed(await deactivate(account.client, selectors)), JSON.stringify(selectors)).toBe(1);
    expect(await inactive(world, account)).toEqual([session.session]);
    const reply = await reactivate(account.client, selectors);
    expect(reply).toMatchObject({ Action: "Activated", Message: "1 record processed." });
  }
  for (const selectors of [{ sy_nr: "100" }, { Survey_Number: "100", sy_nr: "100" }]) {
    const reply = await deactivate(account.client, selectors);
    expect(reply).toMatchObject({ Action: "Deactivated", Message: "2 records processed." });
    expect(processed(await reactivate(account.client, selectors))).toBe(2);
  }
});

test("lists by commas match any one; blanks, repeats and full-width digits are read for what they mean", async ({
  world,
}) => {
  const account = await keyedAccount(world);
  await addSessions(world.sql, account.id, [
    ...sessionsOf("100", 2),
    ...sessionsOf("200", 2),
    { survey: "300", session: "100-0" },
  ]);
  const deactivated = async (selectors: Json) => {
    const count = processed(await deactivate(account.client, selectors));
    const names = await inactive(world, account);
    expect(names).toHaveLength(count);
    await reactivate(account.client, selectors);
    return names;
  };
  expect(await deactivated({ Survey_Number: " 100 ,,300, 100,999 " })).toEqual(["100-0", "100-1", "100-0"]);
  expect(await deactivated({ Survey_Number: "２００" })).toEqual(["200-0", "200-1"]);
  expect(await deactivated({ Session_Id: "100-0, 200-1" })).toEqual(["100-0", "200-1", "100-0"]);
  expect(await deactivated({ Session_Id: "100-0,200-1", Survey_Number: "200,300" })).toEqual(["200-1", "100-0"]);
  expect(await deactivated({ Session_Id: "100-0", Cookie: "  ", Route: " ", Panel_Id: "" })).toHaveLength(2);
});

test("addresses match in every spelling, hashes in either case, everything else to the letter", async ({ world }) => {
  const account = await keyedAccount(world);
  await addSessions(world.sql, account.id, [
    { ...everything(), session: "six", ip: "2001:db8::7" },
    { ...everything(), session: "four", ip: "203.0.113.9" },
  ]);
  const count = async (selectors: Json) =>
    (await good(account.client.post("/activation/count", { body: { Type: "1", ...selectors } }))).Records;
  for (const IP_Address of ["2001:db8::7", "2001:0DB8:0000:0000:0000:0000:0000:0007", " 2001:DB8:0:0::7 "]) {
    expect(await count({ IP_Address }), IP_Address).toBe(1);
  }
  for (const IP_Address of ["203.0.113.9", "::ffff:203.0.113.9", "::FFFF:cb00:7109", "２０３.0.113.9"]) {
    expect(await count({ IP_Address }), IP_Address).toBe(1);
  }
  // What an entrant brings is kept in the one spelling too.
  const entrant = { Session_Id: "spelled", IP_Address: "2001:DB8:0::8", User_Agent: AGENT };
  await check(account.client, { ...entrant, Hashed_Email: sha256("x").toUpperCase() });
  expect(await count({ IP_Address: "2001:db8::8" })).toBe(1);
  for (const Hashed_Email of [sha256("x"), ` ${sha256("x").toUpperCase()} `]) {
    expect(await count({ Hashed_Email }), Hashed_Email).toBe(1);
  }
  expect(await count({ User_Agent: AGENT })).toBe(1);
  for (const User_Agent of [AGENT.toLowerCase(), `${AGENT} `, AGENT.slice(1)]) {
    expect(await count({ User_Agent }), User_Agent).toBe(0);
  }
});

/* How it changes */

test("500 at most a call, the oldest first, until fewer are left; a page of activity holds 500 too", async ({
  world,
}) => {
  const account = await keyedAccount(world);
  const sessions = [...sessionsOf("100", 700), ...sessionsOf("200", 500)];
  await addSessions(world.sql, account.id, sessions);
  const named = { Survey_Number: "200,100" };
  expect(await good(account.client.post("/activation/count", { body: { Type: "1", ...named } }))).toEqual({
    Records: 1200,
    To_Change: 1200,
    Surveys: [
      { Survey_Number: "100", Records: 700, To_Change: 700, Active: true },
      { Survey_Number: "200", Records: 500, To_Change: 500, Active: true },
    ],
  });
  for (const [count, sum] of [
    [500, 500],
    [500, 1000],
    [200, 1200],
    [0, 1200],
  ] as const) {
    expect(processed(await deactivate(account.client, named))).toBe(count);
    expect(await inactive(world, account)).toEqual(sessions.slice(0, sum).map(({ session }) => session));
  }
  // With identifiers the records are found another way, in the same order.
  const byName = { Survey_Number: "100,200", Session_Id: sessions.map(({ session }) => session).join() };
  expect(processed(await reactivate(account.client, byName))).toBe(500);
  expect(await inactive(world, account)).toEqual(sessions.slice(500).map(({ session }) => session));
  expect(processed(await reactivate(account.client, byName))).toBe(500);
  expect(processed(await reactivate(account.client, byName))).toBe(200);

  const newest = [...sessions].reverse().map(({ session }) => session);
  const page = async (Page?: string | number) => {
    const { Records, Total } = await activity(account.client, Page === undefined ? {} : { Page });
    expect(Total).toBe(1200);
    return (Records as { Session_Id: string }[]).map(({ Session_Id }) => Session_Id);
  };
  expect(await page()).toEqual(newest.slice(0, 500));
  expect(await page("2")).toEqual(newest.slice(500, 1000));
  expect(await page(3)).toEqual(newest.slice(1000));
  expect(await page("4")).toEqual([]);
});

test("routes are independent, and the survey's own state is set only where nothing but surveys is named", async ({
  world,
}) => {
  const account = await keyedAccount(world);
  const { client } = account;
  await addSessions(world.sql, account.id, sessionsOf("100", 2));
  expect(processed(await deactivate(client, { Survey_Number: "100", Route: "predupes" }))).toBe(2);
  expect(await inactive(world, account, "predupes")).toHaveLength(2);
  expect(await inactive(world, account)).toEqual([]);
  expect(processed(await deactivate(client, { Survey_Number: "100", Session_Id: "100-0" }))).toBe(1);

  // Recorded later: inactive where the survey is, active where only a session of it was named.
  const later = async (Session_Id: string, Survey_Number: string) => {
    await check(client, { Session_Id, Survey_Number });
    const { Records } = await activity(client, { Session_Id, Survey_Number });
    return (Records as { Active: unknown }[])[0]?.Active;
  };
  expect(await later("later", "100")).toEqual({ search: true, predupes: false });
  // A survey of which nothing is recorded yet: its own state is set, and nothing is counted.
  expect(await deactivate(client, { Survey_Number: "900" })).toMatchObject({ Message: "0 records processed." });
  expect(await later("first", "900")).toEqual({ search: false, predupes: true });
  expect(await good(client.post("/activation/count", { body: { Type: "2", Survey_Number: "900" } }))).toEqual({
    Records: 1,
    To_Change: 1,
    Surveys: [{ Survey_Number: "900", Records: 1, To_Change: 1, Active: false }],
  });
  expect(processed(await reactivate(client, { Survey_Number: "900,100" }))).toBe(2);
  expect(await later("second", "900")).toEqual({ search: true, predupes: true });
});

test("a change is reversed by its id exactly, where nobody has changed it since", async ({ world }) => {
  const account = await keyedAccount(world);
  const { client } = account;
  await addSessions(world.sql, account.id, sessionsOf("100", 4));
  await deactivate(client, { Session_Id: "100-3" });
  const first = await deactivate(client, { Survey_Number: "100" });
  expect(processed(first)).toBe(3);
  await reactivate(client, { Session_Id: "100-0,100-1" });
  await deactivate(client, { Session_Id: "100-1" });
  const Change = String(first.Change);
  expect(processed(await reactivate(client, { Survey_Number: "100", Route: "predupes", Change }))).toBe(0);
  expect(processed(await reactivate(client, { Survey_Number: "100", Change }))).toBe(1);
  expect(await inactive(world, account)).toEqual(["100-1", "100-3"]);
  expect(processed(await reactivate(client, { Survey_Number: "100", Change }))).toBe(0);
  // The survey's own state went back with it.
  const counted = await good(client.post("/activation/count", { body: { Type: "2", Survey_Number: "100" } }));
  expect(counted.Surveys).toMatchObject([{ Active: true }]);
  // What changed nothing has no name.
  expect((await deactivate(client, { Session_Id: "100-1" })).Change).toBeNull();
});

test("an Idempotency-Key repeats the reply and not the change, and is for one body", async ({ world }) => {
  const account = await keyedAccount(world, 1);
  await addSessions(world.sql, account.id, sessionsOf("100", 1100));
  const [client] = account.clients as [Client];
  const headers = { "idempotency-key": crypto.randomUUID() };
  const body = { Type: "1", Survey_Number: "100" };
  const replies = await Promise.all([1, 2, 3].map(() => good(client.post("/activation", { body, headers }))));
  expect(replies).toEqual([replies[0], replies[0], replies[0]]);
  expect(processed(replies[0] ?? {})).toBe(500);
  expect(await inactive(world, account)).toHaveLength(500);
  const another = await client.post("/activation", { body: { ...body, Type: "2" }, headers });
  expectRefusal("service", another, 400, /^This Idempotency-Key was used for another request\./);
  const long = await client.post("/activation", { body, headers: { "idempotency-key": "k".repeat(256) } });
  expectRefusal("service", long, 400, "The Idempotency-Key must have at most 255 characters.");
  expect(await inactive(world, account)).toHaveLength(500);
});

test("twenty calls at once over 3,000 records process each of them once", async ({ world }) => {
  const account = await keyedAccount(world, 20);
  const surveys = ["100", "200", "300"];
  await addSessions(
    world.sql,
    account.id,
    surveys.flatMap((survey) => sessionsOf(survey, 1000)),
  );
  const ways: Json[] = [{ Survey_Number: "100,200,300" }, { Survey_Number: "300,100,200,999" }];
  const counts = await Promise.all(
    account.clients.map(async (client, index) => {
      let sum = 0;
      for (;;) {
        const count = processed(await deactivate(client, ways[index % ways.length] ?? {}));
        sum += count;
        if (count < 500) return sum;
      }
    }),
  );
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3000);
  expect(await inactive(world, account)).toHaveLength(3000);
  const [written] = await world.sql`
    select sum(c.records)::int as records, (select count(distinct s.search_change)::int from activation_states s
      join activation_changes d on d.id = s.search_change where d.account = a.id) as changes,
      count(*) filter (where c.records > 0)::int as calls
    from activation_changes c join activation_accounts a on a.id = c.account
    where a.account_id = ${account.id} group by a.id`;
  expect({ ...written }).toEqual({ records: 3000, changes: 6, calls: 6 });
});

/* The pre-check */

test("an entrant is a duplicate by each identifier and by combinations; an address counts with its agent", async ({
  world,
}) => {
  const account = await keyedAccount(world);
  const session = everything("100");
  await addSessions(world.sql, account.id, [session, { ...everything("100"), session: "other", ip: "203.0.113.99" }]);
  const { IP_Address, Cookie, Panel_Id, Hashed_Email, User_Agent } = asSelectors(session);
  const cases: [Json, string[]][] = [
    [{ Cookie }, ["Cookie"]],
    [{ Panel_Id }, ["Panel_Id"]],
    [{ Hashed_Email }, ["Hashed_Email"]],
    [{ rt_hd_el: Hashed_Email.toUpperCase() }, ["Hashed_Email"]],
    [{ IP_Address, User_Agent }, ["IP_Address and User_Agent"]],
    [{ IP_Address: `::ffff:${IP_Address}`, User_Agent }, ["IP_Address and User_Agent"]],
    [{ Cookie, Panel_Id: "nobody" }, ["Cookie"]],
    [{ Panel_Id, Hashed_Email, IP_Address }, ["Panel_Id", "Hashed_Email"]],
    [identifiersOf(session), ["Cookie", "Panel_Id", "Hashed_Email", "IP_Address and User_Agent"]],
    [{ IP_Address }, []],
    [{ User_Agent }, []],
    [{ IP_Address, User_Agent: AGENT }, []],
    [{ Cookie: Panel_Id, Panel_Id: Cookie }, []],
    [{}, []],
  ];
  for (const [identifiers, Matched_On] of cases) {
    // Each in a survey of its own, so that entrants do not match one another.
    const reply = await check(account.client, {
      Session_Id: crypto.randomUUID(),
      Survey_Number: "100",
      ...identifiers,
    });
    const Matches = Matched_On.length > 0 ? [{ Survey_Number: "100", Session_Id: session.session, Matched_On }] : [];
    expect(reply, JSON.stringify(identifiers)).toEqual({ Duplicate: Matched_On.length > 0, Matches });
    await world.sql`
      delete from activation_states where record in (select r.id from activation_records r
        join activation_accounts a on a.id = r.account
        where a.account_id = ${account.id} and r.session_id not in (${session.session}, 'other'))`;
  }
});

test("an entrant's own session is left out and recorded once; surveys named limit where to look", async ({ world }) => {
  const account = await keyedAccount(world);
  const { client } = account;
  const session = everything("100");
  await addSessions(world.sql, account.id, [session, { ...session, survey: "200", session: "twin" }]);
  const named = async (entrant: Json) =>
    ((await check(client, entrant)).Matches as { Survey_Number: string; Session_Id: string }[]).map(
      ({ Survey_Number, Session_Id }) => `${Survey_Number} ${Session_Id}`,
    );
  const { cookie: Cookie } = session;
  expect(await named({ Session_Id: session.session, Survey_Number: "100", Cookie })).toEqual([]);
  expect(await named({ Session_Id: session.session, Cookie })).toEqual(["200 twin"]);
  const entrant = { Session_Id: "new", Cookie };
  expect(await named({ ...entrant, Survey_Number: "200" })).toEqual(["200 twin"]);
  expect(await named({ ...entrant, Survey_Number: "999" })).toEqual([]);
  expect(await named({ ...entrant, Survey_Number: "200,100" })).toEqual(["200 twin", `100 ${session.session}`]);
  expect(await named({ ...entrant, Survey_Number: "200" })).toEqual(["200 twin"]);
  const recorded = (await sessionStates(world.sql, account.id)).filter((state) => state.session === "new");
  expect(recorded.map(({ survey }) => survey).sort()).toEqual(["100", "200", "999"]);

  // Whoever is deactivated on the route of pre-checks is no longer looked at; on the other one he is.
  await deactivate(client, { Session_Id: "new,twin", Route: "predupes" });
  await deactivate(client, { Session_Id: session.session, Route: "search" });
  expect(await named({ Session_Id: "last", Survey_Number: "100,200", Cookie })).toEqual([`100 ${session.session}`]);
});

test("a pre-check names the entrant's session, and says so where it does not", async ({ world }) => {
  const account = await keyedAccount(world);
  const sentence = "Session_Id is required and names one session: the entrant's own.";
  for (const body of [{}, { Cookie: "c" }, { Session_Id: "  " }, { Session_Id: "a,b" }]) {
    expectRefusal("service", await account.client.post("/predupes", { body }), 400, sentence);
  }
  for (const [members, why] of [
    [{ IP_Address: "203.0.113.0/24" }, RANGE],
    [{ Hashed_Email: "somebody@example.test" }, HASH],
    [{ Cookie: NUL }, "Cookie contains a character that cannot be stored."],
  ] as const) {
    const reply = await account.client.post("/predupes", { body: { Session_Id: "s", ...members } });
    expectRefusal("service", reply, 400, why);
  }
  expect(await activity(account.client)).toEqual({ Records: [], Total: 0 });
});

test("of two entrants at once who share an identifier exactly one is no duplicate", async ({ world }) => {
  const account = await keyedAccount(world);
  await inBatches(
    Array.from({ length: 12 }, (_, round) => round),
    async (round) => {
      const [first, second] = [everything(), everything()];
      const shared = [{ Cookie: first.cookie }, { Hashed_Email: first.email }, identifiersOf(first)][round % 3] ?? {};
      // Both also have identifiers that cross: locks are taken in one order, so that nobody waits in a circle.
      const replies = await Promise.all([
        check(account.client, { Session_Id: first.session, Panel_Id: second.panel, ...shared }),
        check(account.client, { Session_Id: second.session, Panel_Id: first.panel, ...shared }),
      ]);
      expect(replies.map(({ Duplicate }) => Duplicate).sort()).toEqual([false, true]);
    },
    4,
  );
});

/* Activity, tokens, what is written down */

test("activity is found by survey, session, panel, hash and whole UTC days, by either method", async ({ world }) => {
  const account = await keyedAccount(world);
  const days = ["2026-01-01T00:00:00Z", "2026-01-01T23:59:59.999Z", "2026-01-02T00:00:00Z", "2026-01-03T12:00:00Z"];
  const sessions = days.map((at, index) => ({ ...everything(`${index % 2}00`), session: `day-${index}`, at }));
  await addSessions(world.sql, account.id, sessions);
  const found = async (filter: Json) => {
    const posted = await activity(account.client, filter);
    const text = Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, String(value)]));
    const query = new URLSearchParams(text);
    expect(await good(account.client.get(`/activity?${query}`))).toEqual(posted);
    const records = posted.Records as { Session_Id: string }[];
    expect(posted.Total).toBe(records.length);
    return records.map(({ Session_Id }) => Session_Id);
  };
  expect(await found({})).toEqual(["day-3", "day-2", "day-1", "day-0"]);
  expect(await found({ Range: "2026-01-01,2026-01-01" })).toEqual(["day-1", "day-0"]);
  expect(await found({ Range: " 2026-01-02 , 2026-01-03 " })).toEqual(["day-3", "day-2"]);
  expect(await found({ Range: "2025-01-01,2025-12-31" })).toEqual([]);
  expect(await found({ Range: "", Survey_Number: "100" })).toEqual(["day-3", "day-1"]);
  expect(await found({ sy_nr: "100", Range: "2026-01-01,2026-01-02" })).toEqual(["day-1"]);
  expect(await found({ Session_Id: "day-0,day-2", Survey_Number: "000,100" })).toEqual(["day-2", "day-0"]);
  const [first] = sessions;
  expect(await found({ Panel_Id: first?.panel })).toEqual(["day-0"]);
  expect(await found({ Hashed_Email: first?.email.toUpperCase() })).toEqual(["day-0"]);
  // Not a filter of this operation: read by nobody.
  expect(await found({ Cookie: first?.cookie })).toHaveLength(4);

  for (const Range of [
    "2026-01-01",
    "2026-01-02,2026-01-01",
    "2026-02-30,2026-03-01",
    "2026-1-1,2026-1-2",
    "a,b",
    ",",
    "2026-01-01,2026-01-02,2026-01-03",
    "2026-01-01T00:00:00Z,2026-01-02",
    "2026-01-01,'; drop table audit; --",
  ]) {
    const sentence = "Range must be two days, YYYY-MM-DD,YYYY-MM-DD, the first not after the second.";
    expectRefusal("service", await account.client.post("/activity", { body: { Range } }), 400, sentence);
    const query = new URLSearchParams({ Range });
    expectRefusal("service", await account.client.get(`/activity?${query}`), 400, sentence);
  }
  for (const body of [{ Range: 1 }, { Range: null }, { Page: "x" }, { Page: -1 }, { Page: 1.5 }, { Page: 1e12 }]) {
    expectRefusal("service", await account.client.post("/activity", { body }), 400);
  }
  for (const body of [{ Hashed_Email: "x" }, { Survey_Number: "1 2" }, { Panel_Id: NUL }, { Session_Id: ["a"] }]) {
    expectRefusal("service", await account.client.post("/activity", { body }), 400);
  }
});

test("no reply to a key holds an address, cookie, hash or agent, and no record of a call does either", async ({
  world,
}) => {
  const account = await keyedAccount(world);
  const [session, twin] = [everything("100"), everything("100")];
  await addSessions(world.sql, account.id, [session, { ...session, session: "twin", panel: twin.panel }]);
  const { Panel_Id, ...personal } = identifiersOf(session);
  const replies: Json[] = [];
  for (const [name, value] of Object.entries(personal)) {
    replies.push(
      await deactivate(account.client, { [name]: value }),
      await reactivate(account.client, { [name]: value, Route: "search" }),
      await good(account.client.post("/activation/count", { body: { Type: "1", [name]: value } })),
      await good(account.client.post("/look-up", { body: { [name]: value } })),
    );
  }
  replies.push(
    await good(account.client.post("/look-up", { body: { Panel_Id } })),
    await check(account.client, { Session_Id: "entrant", ...identifiersOf(session) }),
    await activity(account.client),
    await activity(account.client, { Hashed_Email: session.email }),
  );
  const admin = await inSession(world, "admin", account.id);
  replies.push(await deactivate(admin, personal), await activity(admin));
  const audit = await world.sql`select * from audit where account_id = ${account.id}`;
  const changes = await world.sql`
    select c.* from activation_changes c join activation_accounts a on a.id = c.account
    where a.account_id = ${account.id}`;
  expect(audit.length).toBeGreaterThanOrEqual(9);
  expect(changes).toHaveLength(9);
  const written = JSON.stringify([replies, audit, changes], (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );
  for (const value of Object.values(personal)) expect(written).not.toContain(String(value));
  expect(written).toContain(String(Panel_Id));

  // An admin on our pages sees what a key's holder does not.
  const shown = JSON.stringify(await good(admin.post("/look-up", { body: { Panel_Id } })));
  for (const value of Object.values(personal)) expect(shown).toContain(String(value));
});

test("a call is on record with who made it, in the transaction of its change", async ({ world }) => {
  const account = await keyedAccount(world, 1);
  await addSessions(world.sql, account.id, sessionsOf("100", 2));
  const reply = await account.client.post("/activation", {
    body: { Type: "1", Survey_Number: "100", Route: "predupes" },
  });
  const rows = await world.sql`select * from audit where account_id = ${account.id}`;
  expect(rows.map((row) => ({ ...row }))).toMatchObject([
    {
      ...{ who: "key “Client”", origin: "service", action: "activate", thing: "duplicate check", thing_id: "100" },
      ...{ outcome: "done", request_id: reply.headers["x-request-id"] },
      after: { Type: "1", Route: "predupes", Survey_Number: "100", records: 2, surveys: 1 },
    },
  ]);
});

test("a token is one text for five minutes, another each time, and kept as its hash", async ({ world }) => {
  const account = await keyedAccount(world);
  const [one, other] = [await good(account.client.get("/token")), await good(account.client.get("/token"))];
  expect(one.token).not.toBe(other.token);
  expect(one.token).toMatch(/^[\w-]{43}$/);
  const lasts = Date.parse(String(one.expiration)) - Date.now();
  expect(lasts).toBeGreaterThan(4 * 60_000);
  expect(lasts).toBeLessThanOrEqual(5 * 60_000);
  const rows = await world.sql`
    select token_hash from single_use_tokens t join activation_accounts a on a.id = t.account
    where a.account_id = ${account.id}`;
  expect(rows.map(({ token_hash }) => token_hash).sort()).toEqual(
    [one, other].map(({ token }) => sha256(String(token))).sort(),
  );
});

test("a key that calls too often is asked to wait, and others are not", async ({ world }) => {
  const account = await keyedAccount(world, 2);
  const [busy, other] = [withKey(world, account.key), account.clients[1] as Client];
  const replies = await Promise.all(
    Array.from({ length: 40 }, () => busy.post("/activation", { body: asks.activate?.().body })),
  );
  const late = replies.filter(({ status }) => status !== 200);
  expect(late.length).toBeGreaterThan(0);
  for (const reply of late) {
    expectRefusal("service", reply, 429, "Too many requests. Please try again later.");
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(0);
  }
  expect((await send(other, contract.activate)).status).toBe(200);
});

test("its description names the header of the key and every operation", async ({ world }) => {
  const { status, json } = await world.anonymous.get("/service/activation/openapi.json");
  expect(status).toBe(200);
  expect(json).toEqual(JSON.parse(JSON.stringify(describeInterface("activation", `${baseURL()}/service/activation`))));
  const schemes = Object.values((json.components as { securitySchemes: Json }).securitySchemes);
  expect(schemes).toContainEqual(expect.objectContaining({ type: "apiKey", in: "header", name: "x-api-key" }));
  for (const { path, method } of contract.activationOperations) {
    expect(json).toHaveProperty(["paths", path, method.toLowerCase()]);
  }
});
