import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import * as contract from "@/lib/contracts/ours/scim";
import { signToken } from "@/lib/service/demand/sign-token";
import { authenticate } from "@/lib/service/demand/tokens";
import { insertKey, newKey, revokeKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { hashPassword, NO_PASSWORD } from "@/lib/stores/postgres/passwords";
import { giveRole, insertSession, meetPerson } from "@/lib/stores/postgres/people";
import { accounts, memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { audit } from "@/lib/stores/postgres/schema/audit";
import { jobItems, jobs } from "@/lib/stores/postgres/schema/jobs";
import { people, sessions } from "@/lib/stores/postgres/schema/people";
import { insertUser } from "@/lib/stores/postgres/users";
import { withOwnDatabase } from "@/lib/test-database";
import { answerScim } from "./scim-service";

withOwnDatabase();

const USER = contract.scimSchemas.user;

type Key = { accountId: string; id: string; text: string };

async function newAccount(scope: "scim" | "demand" = "scim", mostPerMinute: number | null = null): Promise<Key> {
  const name = crypto.randomUUID();
  const [{ id: accountId = "" } = {}] = await db().insert(accounts).values({ name }).returning();
  const { text, ...stored } = newKey(scope);
  const place = { connection: "built-in", accountId, accountName: name };
  const key = { ...place, ...stored, interface: scope, name: "Directory", who: "admin@b.test", mostPerMinute };
  return { accountId, text, id: (await insertKey(db(), key)).id };
}

let ours: Key;
let theirs: Key;
// Each test has keys of its own, and so the whole rate.
beforeEach(async () => {
  [ours, theirs] = [await newAccount(), await newAccount()];
});

type Json = Record<string, unknown>;

async function send(key: Key, method: string, path: string, body?: Json) {
  const request = new Request(`http://here/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${key.text}`, "content-type": "application/scim+json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const parts = path.split("?")[0]?.split("/").slice(1) ?? [];
  const response = await answerScim(request, parts);
  const text = await response.text();
  const json = text === "" ? {} : (JSON.parse(text) as Json);
  if (response.status >= 400) contract.scimError.parse(json);
  return { status: response.status, json, headers: response.headers };
}

const newEmail = () => `${crypto.randomUUID()}@company.example`;
const create = async (key: Key, members: Json = {}) => {
  const body = { schemas: [USER], userName: newEmail(), displayName: "Ida Sommer", ...members };
  const { status, json } = await send(key, "POST", "/Users", body);
  expect(status, JSON.stringify(json)).toBe(201);
  return contract.scimUser.parse(json);
};
const patch = (key: Key, id: string, ...Operations: Json[]) => send(key, "PATCH", `/Users/${id}`, { Operations });
const find = async (key: Key, userName: string) => {
  const filter = encodeURIComponent(`userName eq "${userName}"`);
  return contract.scimList.parse((await send(key, "GET", `/Users?filter=${filter}`)).json);
};

test("a user is created in the key's account, read by id and by userName, and traced", async () => {
  const user = await create(ours, { userName: `New.${newEmail()}`, name: { givenName: "Not", familyName: "Used" } });
  expect(user).toMatchObject({ displayName: "Ida Sommer", active: true });
  expect(user.userName).toBe(user.userName.toLowerCase());
  expect((await send(ours, "GET", `/Users/${user.id}`)).json).toEqual(user);
  expect(await find(ours, user.userName.toUpperCase())).toMatchObject({ totalResults: 1, Resources: [user] });
  const [membership] = await db().select().from(memberships).where(eq(memberships.userId, user.id));
  expect(membership?.accountId).toBe(ours.accountId);
  const traces = await db().select().from(audit).where(eq(audit.thingId, user.id));
  expect(traces).toMatchObject([
    { action: "createUser", accountId: ours.accountId, who: "key “Directory”", origin: "service", outcome: "done" },
  ]);
});

describe("another account's user", () => {
  test("is not found, whatever is asked, and stays as they are", async () => {
    const user = await create(theirs);
    const changes = { Operations: [{ op: "replace", path: "active", value: false }] };
    const refused = [
      await send(ours, "GET", `/Users/${user.id}`),
      await send(ours, "PATCH", `/Users/${user.id}`, changes),
      await send(ours, "PUT", `/Users/${user.id}`, { userName: user.userName, active: false }),
      await send(ours, "DELETE", `/Users/${user.id}`),
      await send(ours, "GET", `/Users/${crypto.randomUUID()}`),
      await send(ours, "GET", "/Users/nonsense"),
    ];
    const detail = "There is no such user in this account.";
    for (const reply of refused) expect(reply).toMatchObject({ status: 404, json: { detail } });
    expect(await find(ours, user.userName)).toMatchObject({ totalResults: 0, Resources: [] });
    expect((await send(theirs, "GET", `/Users/${user.id}`)).json).toEqual(user);
    const again = await send(ours, "POST", "/Users", { userName: user.userName });
    expect(again).toMatchObject({ status: 409, json: { scimType: "uniqueness" } });
  });

  test("who is also in ours leaves ours when they are disabled here, and goes on there", async () => {
    const user = await create(theirs);
    await db().insert(memberships).values({ userId: user.id, accountId: ours.accountId });
    const changed = await patch(ours, user.id, { op: "replace", path: "displayName", value: "Somebody else" });
    expect(changed).toMatchObject({ status: 200, json: { displayName: "Ida Sommer" } });
    const gone = await patch(ours, user.id, { op: "replace", path: "active", value: false });
    expect(gone).toMatchObject({ status: 200, json: { id: user.id, active: false } });
    expect((await send(ours, "GET", `/Users/${user.id}`)).status).toBe(404);
    expect((await send(theirs, "GET", `/Users/${user.id}`)).json).toEqual(user);
  });
});

/** A person with a session, a token and a job with a step that waits. */
async function busyPerson() {
  const email = newEmail();
  const passwordHash = await hashPassword("seven green bottles");
  const account = { email, name: "Busy", passwordHash, accountId: ours.accountId };
  const id = (await insertUser(db(), account)) ?? "";
  await giveRole(db(), { connection: "built-in", email, name: "Busy", role: "admin" });
  const person = await meetPerson(db(), { connection: "built-in", email, name: "Busy" });
  const session = { idHash: crypto.randomUUID(), personId: person.id, accounts: [], token: Buffer.of(1) };
  await insertSession(db(), { ...session, expiresAt: new Date(Date.now() + 60_000) });
  const { token } = await signToken({ id, passwordHash }, Date.now());
  const jobId = crypto.randomUUID();
  const job = { id: jobId, connection: "built-in", personId: person.id, kind: "k", title: "t", input: {} };
  await db()
    .insert(jobs)
    .values({ ...job, token: Buffer.of(1) });
  await db().insert(jobItems).values({ jobId, key: "one", label: "One", input: {}, position: 0 });
  const isIn = () =>
    authenticate(new Request("http://here", { headers: { authorization: token } })).then(
      () => true,
      () => false,
    );
  const state = async () => {
    const [open, [own], [step]] = await Promise.all([
      db().select().from(sessions).where(eq(sessions.personId, person.id)),
      db().select().from(jobs).where(eq(jobs.id, jobId)),
      db().select().from(jobItems).where(eq(jobItems.jobId, jobId)),
    ]);
    return { sessions: open.length, token: await isIn(), job: own?.state, step: step?.state };
  };
  return { id, email, personId: person.id, state };
}

const ENDED = { sessions: 0, token: false, job: "cancelled", step: "cancelled" };

describe("who is disabled", () => {
  let person: Awaited<ReturnType<typeof busyPerson>>;
  beforeEach(async () => {
    person = await busyPerson();
    expect(await person.state()).toEqual({ sessions: 1, token: true, job: "waiting", step: "waiting" });
  });

  test.each([
    ["a change of active", { op: "Replace", path: "active", value: "False" }],
    ["a change without a path", { op: "replace", value: { active: false, title: "Clerk" } }],
  ])("has no session, token or job any more: %s", async (_, operation) => {
    expect(await patch(ours, person.id, operation)).toMatchObject({ status: 200, json: { active: false } });
    expect(await person.state()).toEqual(ENDED);
    expect(await find(ours, person.email)).toMatchObject({ Resources: [{ active: false }] });
    expect(await patch(ours, person.id, { op: "replace", path: "active", value: true })).toMatchObject({
      json: { active: true },
    });
    expect((await person.state()).token).toBe(true);
    const actions = await db().select({ action: audit.action }).from(audit).where(eq(audit.thingId, person.id));
    expect(actions.map(({ action }) => action)).toEqual(["disableUser", "enableUser"]);
  });

  test("has none either when they are replaced", async () => {
    const sent = { userName: person.email, name: { formatted: "Busy Bee" }, active: false };
    expect((await send(ours, "PUT", `/Users/${person.id}`, sent)).json).toMatchObject({
      displayName: "Busy Bee",
      active: false,
    });
    expect(await person.state()).toEqual(ENDED);
  });

  test("or removed; whose e-mail comes back has neither the role nor the password of before", async () => {
    expect((await send(ours, "DELETE", `/Users/${person.id}`)).status).toBe(204);
    expect(await person.state()).toEqual(ENDED);
    expect((await send(ours, "GET", `/Users/${person.id}`)).status).toBe(404);
    expect((await send(ours, "DELETE", `/Users/${person.id}`)).status).toBe(404);
    const again = await create(ours, { userName: person.email });
    expect(again).toMatchObject({ id: person.id, active: true });
    const [row] = await db()
      .select({ hash: users.passwordHash, role: people.role })
      .from(users)
      .innerJoin(people, eq(people.email, users.email))
      .where(eq(users.id, person.id));
    expect(row).toEqual({ hash: NO_PASSWORD, role: null });
    expect((await person.state()).token).toBe(false);
  });
});

test("what cannot be read is refused in words, and nothing is changed", async () => {
  const user = await create(ours);
  const bad: [string, string, Json | undefined, number, string][] = [
    ["POST", "/Users", { displayName: "X" }, 400, "userName is required."],
    ["POST", "/Users", { userName: "no e-mail" }, 400, "userName must be an e-mail address."],
    ["PUT", `/Users/${user.id}`, { userName: newEmail() }, 400, "userName cannot be changed."],
    ["PATCH", `/Users/${user.id}`, {}, 400, "Operations are required."],
    ["PATCH", `/Users/${user.id}`, { Operations: [{ op: "move" }] }, 400, "op must be add, replace or remove."],
    [
      "PATCH",
      `/Users/${user.id}`,
      { Operations: [{ op: "replace", path: "active", value: "perhaps" }] },
      400,
      "active must be true or false.",
    ],
    ["PATCH", `/Users/${user.id}`, { Operations: [{ op: "replace", value: "x" }] }, 400, "needs an object"],
    ["GET", "/Users?filter=title%20eq%20%22x%22", undefined, 400, "Only the filter userName eq"],
    ["GET", "/Users?count=x", undefined, 400, "count must be a whole number."],
    ["GET", "/Groups", undefined, 404, "There is nothing at this address."],
    ["PUT", "/Users", {}, 405, "This method is not supported here."],
  ];
  for (const [method, path, body, status, detail] of bad) {
    const reply = await send(ours, method, path, body);
    expect(reply, `${method} ${path}`).toMatchObject({ status, json: { detail: expect.stringContaining(detail) } });
  }
  expect((await send(ours, "GET", `/Users/${user.id}`)).json).toEqual(user);
});

test("members that we don't keep are let pass", async () => {
  const user = await create(ours, { title: "Clerk", emails: [{ value: "x@y.example" }], phoneNumbers: [] });
  const reply = await patch(
    ours,
    user.id,
    { op: "add", path: "title", value: "Chief" },
    {
      op: "replace",
      path: "name.formatted",
      value: "Ida Winter",
    },
  );
  expect(reply).toMatchObject({
    status: 200,
    json: { ...user, displayName: "Ida Winter", name: { formatted: "Ida Winter" } },
  });
});

test("pages of users are as long as was asked for", async () => {
  const key = await newAccount();
  for (let user = 0; user < 3; user += 1) await create(key);
  const page = contract.scimList.parse((await send(key, "GET", "/Users?startIndex=2&count=1")).json);
  expect(page).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
  expect(contract.scimList.parse((await send(key, "GET", "/Users?count=0")).json)).toMatchObject({
    totalResults: 3,
    itemsPerPage: 0,
  });
});

describe("a key", () => {
  test("of another scope, of nobody or revoked is refused", async () => {
    const key = await newAccount();
    expect((await send(key, "GET", "/ServiceProviderConfig")).status).toBe(200);
    await revokeKey(db(), { connection: "built-in", accountIds: [key.accountId] }, key.id);
    const others = [key, await newAccount("demand"), { ...key, text: "fw_scim_unknown" }, { ...key, text: "" }];
    for (const other of others) expect((await send(other, "GET", "/Users")).status).toBe(401);
  });

  test("has the rate that its account gave it", async () => {
    const key = await newAccount("scim", 2);
    const statuses = [];
    for (let call = 0; call < 3; call += 1) statuses.push((await send(key, "GET", "/Users")).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
