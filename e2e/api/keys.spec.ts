import { createHash } from "node:crypto";
import { keyScopes } from "@/lib/contracts/interface-list";
import * as contract from "@/lib/contracts/ours/api-keys";
import type { Role } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import type { HttpSession } from "../http-session";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { type Client, clientOf, expectRefusal, type Json, type Person, type Reply, test, type World } from "./world";

type Who = Person & { api: Client; session: HttpSession };

async function signedIn(person: Person): Promise<Who> {
  const session = await openSession(person);
  return { ...person, session, api: clientOf(session, "/api/settings", () => ({})) };
}

const somebody = async (world: World, role: Role, accountId?: string) =>
  signedIn(await world.addPerson(role, accountId));

/** An account of this test's own. */
async function ownAccount(world: World): Promise<{ id: string; name: string }> {
  const name = `Keys ${crypto.randomUUID()}`;
  const [row] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  return { id: row?.id ?? "", name };
}

const wanted = (members: Json = {}): Json => ({ interface: "activation", name: "Survey platform", ...members });

type Created = contract.ApiKey & { key: string };

async function create(who: Who, members: Json = {}): Promise<Created> {
  const { status, json } = await who.api.post("/keys", { body: wanted(members) });
  expect(status, JSON.stringify(json)).toBe(201);
  return strictly(contract.createKey.response.schema).parse(json) as Created;
}

async function keysOf(who: Who): Promise<contract.ApiKey[]> {
  const { status, json } = await who.api.get("/keys");
  expect(status, JSON.stringify(json)).toBe(200);
  return (strictly(contract.listKeys.response.schema).parse(json) as { keys: contract.ApiKey[] }).keys;
}

const revoke = (who: Who, id: unknown): Promise<Reply> => who.api.post("/keys/revoke", { body: { id } as Json });

const FORBIDDEN = "Your role does not allow this. Ask an admin of your account.";
const GONE = "This key is already revoked, or belongs to an account that is not yours.";

const requests = [
  ["get", "/keys", undefined],
  ["post", "/keys", wanted()],
  ["post", "/keys/revoke", { id: "01999999-0000-7000-8000-000000000000" }],
  ["post", "/keys/rotate", { id: "01999999-0000-7000-8000-000000000000", overlap_hours: 1 }],
] as const;

test("keys are for admins: nobody who is not signed in, no manager, no analyst", async ({ world }) => {
  for (const [method, path, body] of requests) {
    const ask = body ? { body } : {};
    expectRefusal("api", await world.anonymous[method](`/api/settings${path}`, ask), 401, "Unauthorized.");
    for (const role of ["manager", "analyst"] as const) {
      const who = await somebody(world, role);
      expectRefusal("api", await who.api[method](path, ask), 403, FORBIDDEN);
    }
  }
  const admin = await somebody(world, "admin");
  for (const path of ["/keys", "/keys/revoke"]) expectRefusal("api", await admin.api.delete(path), 405);
});

test("a key is created for the only account, its text in that reply and nowhere else", async ({ world }) => {
  const account = await ownAccount(world);
  const admin = await somebody(world, "admin", account.id);
  const created = await create(admin, { name: "  Panel  " });
  expect(created).toMatchObject({
    interface: "activation",
    kind: "private",
    name: "Panel",
    account,
    who: admin.email,
    last_used_at: null,
    expires_at: null,
    role: null,
    calls_per_minute: null,
  });
  expect(created.key).toMatch(/^fw_activation_[0-9A-Za-z]{40}$/);
  expect(created.key.startsWith(created.begins)).toBe(true);
  expect(created.begins.length).toBeLessThan(20);

  const { key, ...rest } = created;
  expect(await keysOf(admin)).toEqual([rest]);
  const [row] = await world.sql`select * from api_keys where id = ${created.id}`;
  expect(row).toMatchObject({ connection: "built-in", key_hash: createHash("sha256").update(key).digest("hex") });
  const entries = (await (await admin.session.get("/api/audit?thing=keys")).json()) as { entries: Json[] };
  expect(entries.entries).toMatchObject([{ action: "createKey", thing_id: created.id, outcome: "done" }]);
  for (const shown of [row, entries, await keysOf(admin), (await revoke(admin, created.id)).json]) {
    expect(JSON.stringify(shown)).not.toContain(key);
    expect(JSON.stringify(shown)).not.toContain(key.slice(created.begins.length));
  }
});

test("a malformed request is refused with its fields, and nothing is created", async ({ world }) => {
  const account = await ownAccount(world);
  const admin = await somebody(world, "admin", account.id);
  const bad: [Json, string, string][] = [
    [wanted({ name: undefined }), "name", "Name is required."],
    [wanted({ name: "   " }), "name", "Name is required."],
    [wanted({ name: "x".repeat(101) }), "name", "Name must have at most 100 characters."],
    [wanted({ name: "a\u0000b" }), "name", "Name contains a character that cannot be stored."],
    [wanted({ interface: "other" }), "interface", `Interface must be one of ${keyScopes.join(", ")}.`],
    [wanted({ kind: "other" }), "kind", "Kind must be one of private, public, publishable."],
    [wanted({ kind: "public" }), "kind", "Duplicate check has no public keys."],
    [wanted({ interface: "demand" }), "role", "Choose what the service account may do."],
    [wanted({ role: "admin" }), "role", "Keys for Duplicate check have no role."],
    [wanted({ expires_in_days: 0 }), "expires_in_days", "Days until it expires must be a whole number from 1 to 3650."],
    [wanted({ calls_per_minute: 0 }), "calls_per_minute", "Calls per minute must be a whole number from 1 to 100000."],
    [wanted({ account_id: 7 }), "account_id", "account_id must be text."],
  ];
  for (const [body, field, sentence] of bad) {
    const reply = await admin.api.post("/keys", { body });
    expectRefusal("api", reply, 400, sentence);
    expect(reply.json.fields).toEqual({ [field]: sentence });
  }
  for (const id of [undefined, 7, "x", ""]) {
    const reply = await revoke(admin, id);
    expectRefusal("api", reply, 400, "Name the key.");
    expect(reply.json.fields).toEqual({ id: "Name the key." });
  }
  expect(await keysOf(admin)).toEqual([]);
});

test("a person with several accounts must name one of their own", async ({ world }) => {
  const [first, second, other] = [await ownAccount(world), await ownAccount(world), await ownAccount(world)];
  const person = await world.addPerson("admin", first.id);
  await world.sql`insert into memberships (user_id, account_id) values (${person.id}, ${second.id})`;
  const admin = await signedIn(person);
  const unsaid = await admin.api.post("/keys", { body: wanted() });
  expectRefusal("api", unsaid, 400, "Choose the account that the key is for: you have several.");
  expect(unsaid.json.fields).toEqual({ account_id: unsaid.json.message });
  for (const account_id of [other.id, "nothing", second.name]) {
    const reply = await admin.api.post("/keys", { body: wanted({ account_id }) });
    expectRefusal("api", reply, 400, "This is not one of your accounts. Choose one that is.");
  }
  expect((await create(admin, { account_id: second.id })).account).toEqual(second);
  expect((await create(admin, { account_id: first.id })).account).toEqual(first);
  expect((await keysOf(admin)).map(({ account }) => account.name)).toEqual([first.name, second.name]);
});

test("keys are of the accounts that somebody has now, whatever they were at sign-in", async ({ world }) => {
  const [former, present] = [await ownAccount(world), await ownAccount(world)];
  const colleague = await somebody(world, "admin", former.id);
  const theirs = await create(colleague);
  const admin = await somebody(world, "admin", former.id);
  await world.sql`update memberships set account_id = ${present.id} where user_id = ${admin.id}`;
  expect(await keysOf(admin)).toEqual([]);
  expectRefusal("api", await revoke(admin, theirs.id), 404, GONE);
  const reply = await admin.api.post("/keys", { body: wanted({ account_id: former.id }) });
  expectRefusal("api", reply, 400, "This is not one of your accounts. Choose one that is.");
  expect((await create(admin)).account).toEqual(present);
  expect(await keysOf(colleague)).toHaveLength(1);
});

test("a key is revoked once, by its own account alone", async ({ world }) => {
  const account = await ownAccount(world);
  const admin = await somebody(world, "admin", account.id);
  const stranger = await somebody(world, "admin", (await ownAccount(world)).id);
  const [kept, created] = [await create(admin, { name: "Kept" }), await create(admin)];
  expect(await keysOf(stranger)).toEqual([]);
  expectRefusal("api", await revoke(stranger, created.id), 404, GONE);
  expectRefusal("api", await revoke(admin, crypto.randomUUID()), 404, GONE);
  expect(await keysOf(admin)).toHaveLength(2);

  const both = await Promise.all([revoke(admin, created.id), revoke(admin, created.id)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(both.find(({ status }) => status === 200)?.json).toEqual({ revoked: 1 });
  expectRefusal("api", await revoke(admin, created.id), 404, GONE);
  expect((await keysOf(admin)).map(({ id }) => id)).toEqual([kept.id]);
  const trail = await world.sql`
    select who, account_id, action, before, after, outcome from audit
    where thing = 'keys' and thing_id = ${created.id} order by id`;
  const said = {
    name: created.name,
    interface: "activation",
    kind: "private",
    begins: created.begins,
    account_id: account.id,
  };
  const common = { who: admin.email, account_id: account.id, outcome: "done" };
  expect(trail).toEqual([
    { ...common, action: "createKey", before: null, after: said },
    { ...common, action: "revokeKey", before: said, after: null },
  ]);
});

test("an account has a hundred keys at most, however many are created at once", async ({ world }) => {
  const account = await ownAccount(world);
  const admin = await somebody(world, "admin", account.id);
  await world.sql`
    insert into api_keys (interface, connection, account_id, account_name, name, key_hash, begins, who)
    select 'activation', 'built-in', ${account.id}, ${account.name}, 'Key', ${account.id} || n, 'fw', 'a'
    from generate_series(1, 98) n`;
  const replies = await Promise.all([1, 2, 3, 4].map(() => admin.api.post("/keys", { body: wanted() })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
  const refused = replies.find(({ status }) => status === 400);
  expect(refused?.json.message).toBe("The account has 100 keys. Revoke one that nobody needs.");
});

const HOUR_MS = 3_600_000;

/** What a key of a service account gets of the survey demand interface. */
const accountsWith = (world: World, key: string) =>
  world.anonymous.get("/service/demand/accounts", { headers: { authorization: key } });

test("a service account calls with its role, sees its account alone, and ends with its key", async ({ world }) => {
  const account = await ownAccount(world);
  const admin = await somebody(world, "admin", account.id);
  const created = await create(admin, { interface: "demand", role: "analyst", name: "Nightly job" });
  expect(created.key).toMatch(/^fw_demand_[0-9A-Za-z]{40}$/);
  const { status, json } = await accountsWith(world, created.key);
  expect(status, JSON.stringify(json)).toBe(200);
  expect(json.accounts).toEqual([account]);
  const headers = { authorization: created.key };
  const { status: refused } = await world.anonymous.post("/service/demand/projects", { body: {}, headers });
  expect(refused).toBe(403);
  for (const other of [`Bearer ${created.key}`, `${created.key}x`, (await create(admin)).key]) {
    expectRefusal("service", await accountsWith(world, other), 401);
  }
  expect((await keysOf(admin)).find(({ id }) => id === created.id)?.last_used_at).not.toBeNull();
  await revoke(admin, created.id);
  expectRefusal("service", await accountsWith(world, created.key), 401, "Unauthorized.");
});

test("a key may have a limit of its own in a minute, and an end", async ({ world }) => {
  const admin = await somebody(world, "admin", (await ownAccount(world)).id);
  const limits = { interface: "demand", role: "manager", calls_per_minute: 3, expires_in_days: 30 };
  const { id, key, expires_at } = await create(admin, limits);
  const inThirtyDays = Date.now() + 30 * 24 * HOUR_MS;
  expect(Math.abs(Date.parse(expires_at ?? "") - inThirtyDays)).toBeLessThan(HOUR_MS);
  const statuses = [];
  for (let call = 0; call < 4; call += 1) statuses.push((await accountsWith(world, key)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  const another = await create(admin, { interface: "demand", role: "manager" });
  expect((await accountsWith(world, another.key)).status).toBe(200);
  await world.sql`update api_keys set expires_at = now() where id = ${another.id}`;
  expectRefusal("service", await accountsWith(world, another.key), 401, "Unauthorized.");
  expect((await keysOf(admin)).map((each) => each.id).sort()).toEqual([id, another.id].sort());
});

test("a rotated key works on for as long as was chosen; the new one can do the same, of its own account alone", async ({
  world,
}) => {
  const account = await ownAccount(world);
  const admin = await somebody(world, "admin", account.id);
  const stranger = await somebody(world, "admin", (await ownAccount(world)).id);
  const limits = { interface: "demand", role: "analyst", calls_per_minute: 100, expires_in_days: 30 };
  const former = await create(admin, limits);
  const rotate = (who: Who, id: string, overlap_hours: number) =>
    who.api.post("/keys/rotate", { body: { id, overlap_hours } });
  const NONE = "This key has ended already, or belongs to an account that is not yours.";
  expectRefusal("api", await rotate(stranger, former.id, 0), 404, NONE);

  const { status, json } = await rotate(admin, former.id, 24);
  expect(status, JSON.stringify(json)).toBe(201);
  const next = strictly(contract.rotateKey.response.schema).parse(json) as Created;
  const { interface: of, role, calls_per_minute, name } = former;
  expect(next).toMatchObject({ interface: of, role, calls_per_minute, name, account });
  expect(next.key).not.toBe(former.key);
  for (const { key } of [former, next]) expect((await accountsWith(world, key)).status).toBe(200);
  const ends = new Map((await keysOf(admin)).map(({ id, expires_at }) => [id, Date.parse(expires_at ?? "")]));
  expect(Math.abs((ends.get(former.id) ?? 0) - (Date.now() + 24 * HOUR_MS))).toBeLessThan(HOUR_MS);
  expect(Math.abs((ends.get(next.id) ?? 0) - (Date.now() + 30 * 24 * HOUR_MS))).toBeLessThan(HOUR_MS);

  expect((await rotate(admin, next.id, 0)).status).toBe(201);
  expectRefusal("service", await accountsWith(world, next.key), 401, "Unauthorized.");
  expectRefusal("api", await rotate(admin, next.id, 0), 404, NONE);
  const trail =
    await world.sql`select action from audit where thing = 'keys' and account_id = ${account.id} order by id`;
  expect(trail.map(({ action }) => action)).toEqual(["createKey", "rotateKey", "rotateKey"]);
});

test("a directory adds and removes users of its account over HTTP", async ({ world }) => {
  const account = await ownAccount(world);
  const { key } = await create(await somebody(world, "admin", account.id), { interface: "scim" });
  const headers = { authorization: `Bearer ${key}` };
  const userName = `${crypto.randomUUID()}@company.example`;
  const made = await world.anonymous.post("/scim/v2/Users", { body: { userName, displayName: "Ida" }, headers });
  expect(made.status, JSON.stringify(made.json)).toBe(201);
  expect(made.headers["content-type"]).toBe("application/scim+json");
  expect(made.headers.location).toMatch(new RegExp(`/scim/v2/Users/${made.json.id}$`));
  const path = `/scim/v2/Users/${made.json.id}`;
  const replaced = await world.anonymous.put(path, { body: { userName, active: false }, headers });
  expect(replaced.json).toMatchObject({ active: false, displayName: "Ida" });
  const listed = await world.anonymous.get(`/scim/v2/Users?filter=userName eq "${userName}"`, { headers });
  expect(listed.json).toMatchObject({ totalResults: 1, Resources: [{ id: made.json.id }] });
  expect((await world.anonymous.delete(path, { headers })).status).toBe(204);
  for (const authorization of [key, "Bearer x", ""]) {
    expect((await world.anonymous.get("/scim/v2/Users", { headers: { authorization } })).status).toBe(401);
  }
});
