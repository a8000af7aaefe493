import * as contract from "@/lib/contracts/ours/settings";
import type { Role } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { httpSession, type OwnSession } from "../http-session";
import { addProject } from "../projects";
import { openSession } from "../sessions";
import { baseURL, type Client, clientOf, expectRefusal, type Json, type Person, test, type World } from "./world";

const roles = ["manager", "analyst", "admin"] as const;
const FORBIDDEN = "Your role does not allow this. Ask an admin of your account.";

type Who = Person & { api: Client; session: OwnSession };

async function signedIn(person: Person): Promise<Who> {
  const session = await openSession(person);
  return { ...person, session, api: clientOf(session, "/api/settings", () => ({})) };
}

const somebody = async (world: World, role: Role, accountId?: string) =>
  signedIn(await world.addPerson(role, accountId));

/** An account of this test's own. */
async function ownAccount(world: World): Promise<string> {
  const name = `Settings ${crypto.randomUUID()}`;
  const [row] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  return row?.id ?? "";
}

async function sessionsOf(who: Who): Promise<contract.OwnSession[]> {
  const { status, json } = await who.api.get("/sessions");
  expect(status, JSON.stringify(json)).toBe(200);
  const read = contract.listSessions.response.schema.parse(json) as { sessions: contract.OwnSession[] };
  return read.sessions;
}

type People = { people: contract.PersonView[]; total: number };

async function peopleFor(who: Who, query = ""): Promise<People> {
  const { status, json } = await who.api.get(`/people${query}`);
  expect(status, JSON.stringify(json)).toBe(200);
  return contract.listPeople.response.schema.parse(json) as People;
}

const give = (who: Who, body: Json) => who.api.patch("/people", { body });

test("every address refuses who is not signed in, and a method that it does not have", async ({ world }) => {
  const addresses = [
    ["get", "/connection"],
    ["get", "/people"],
    ["get", "/sessions"],
    ["get", "/sessions/sign-out"],
    ["patch", "/mine"],
    ["patch", "/people"],
    ["post", "/sessions/end"],
    ["post", "/sessions/end-others"],
    ["post", "/people/identities/remove"],
  ] as const;
  const manager = await somebody(world, "manager");
  for (const [method, path] of addresses) {
    expectRefusal("api", await world.anonymous[method](`/api/settings${path}`, { body: {} }), 401, "Unauthorized.");
    expectRefusal("api", await manager.api.delete(path), 405);
  }
});

test.describe("time zone and number format", () => {
  test("are each person's own, whatever the role, and hold in every session", async ({ world }) => {
    for (const role of roles) {
      const who = await somebody(world, role);
      const body = { time_zone: "Asia/Kolkata", number_format: "1 234,5" };
      const { status, json } = await who.api.patch("/mine", { body });
      expect(status, JSON.stringify(json)).toBe(200);
      expect(contract.updateMine.response.schema.parse(json)).toEqual(body);
      const elsewhere = await signedIn(who);
      const kept = await elsewhere.api.patch("/mine", { body: { time_zone: "America/New_York" } });
      expect(kept.json).toEqual({ time_zone: "America/New_York", number_format: "1 234,5" });
    }
  });

  test("that do not exist are refused in a sentence", async ({ world }) => {
    const { api } = await somebody(world, "analyst");
    const unknown = "This time zone is not known. Choose one from the list, such as Europe/Berlin.";
    const format = "number_format must be one of 1,234.5 or 1.234,5 or 1 234,5.";
    const bad: [unknown, string][] = [
      [{ time_zone: "Mars/Olympus" }, unknown],
      [{ time_zone: "+05:30" }, unknown],
      [{ time_zone: "" }, "Time zone is required."],
      [{ time_zone: 5 }, "Time zone must be text."],
      [{ number_format: "1'234.5" }, format],
      [{ number_format: null }, format],
      [[], "The body must be an object."],
    ];
    for (const [body, sentence] of bad) expectRefusal("api", await api.patch("/mine", { body }), 400, sentence);
    expect((await api.patch("/mine", { body: {} })).json).toEqual({ time_zone: "UTC", number_format: "1,234.5" });
  });
});

test.describe("sessions", () => {
  test("are one's own: named, this one marked, and nobody else's", async ({ world }) => {
    const [who, other] = [await somebody(world, "manager"), await somebody(world, "admin")];
    const again = await signedIn(who);
    const sessions = await sessionsOf(who);
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ is_this }) => is_this)).toEqual([true, false]);
    expect(sessions[0]?.device).toMatch(/\S/);
    const theirs = (await sessionsOf(again)).find(({ is_this }) => is_this);
    expect(theirs?.id).toBe(sessions[1]?.id);
    const foreign = (await sessionsOf(other)).map(({ id }) => id);
    expect(foreign).toHaveLength(1);
    const refusal = await who.api.post("/sessions/end", { body: { id: foreign[0] } });
    expectRefusal("api", refusal, 404, "This session has ended already, or is not one of yours.");
    expect((await other.api.get("/sessions")).status).toBe(200);
  });

  test("end at once: the next request of that browser is refused, this one goes on", async ({ world }) => {
    const who = await somebody(world, "analyst");
    const [second, third] = [await signedIn(who), await signedIn(who)];
    const id = (await sessionsOf(second)).find(({ is_this }) => is_this)?.id ?? "";
    const ended = await who.api.post("/sessions/end", { body: { id } });
    expect(contract.endSession.response.schema.parse(ended.json)).toEqual({ ended: 1 });
    expectRefusal("api", await second.api.get("/sessions"), 401);
    expect((await third.api.get("/sessions")).status).toBe(200);
    expectRefusal("api", await who.api.post("/sessions/end", { body: { id } }), 404);
    expectRefusal("api", await who.api.post("/sessions/end", { body: {} }), 400, "Session id is required.");

    const others = await who.api.post("/sessions/end-others", { body: {} });
    expect(contract.endOtherSessions.response.schema.parse(others.json)).toEqual({ ended: 1 });
    expectRefusal("api", await third.api.get("/sessions"), 401);
    expect(await sessionsOf(who)).toHaveLength(1);
    const trail = await world.sql`
      select action from audit where thing = 'sessions' and who = ${who.email} order by id`;
    expect(trail.map(({ action }) => action)).toEqual(["endSession", "endOtherSessions"]);
  });

  test("of a browser that signs in again end, also when it is somebody else who does", async ({ world }) => {
    const who = await somebody(world, "manager");
    const someoneElse = await world.addPerson("analyst");
    const [former] = await sessionsOf(who);
    await signInAgain(who.session, who);
    const sessions = await sessionsOf(who);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.id).not.toBe(former?.id);
    const kept = httpSession(baseURL(), who.session.cookies());
    await signInAgain(who.session, someoneElse);
    expect((await kept.get("/api/settings/sessions")).status()).toBe(401);
    expect((await who.session.get("/api/settings/sessions")).status()).toBe(200);
  });

  test("a sign-in that fails ends nothing", async ({ world }) => {
    const who = await somebody(world, "manager");
    await signInAgain(who.session, { ...who, password: "wrong" });
    expect(await sessionsOf(who)).toHaveLength(1);
  });
});

/** Signs in with the cookies that a browser has already. */
async function signInAgain(session: OwnSession, { email, password }: Pick<Person, "email" | "password">) {
  const { csrfToken } = (await (await session.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const form = { csrfToken, connection: "built-in", email, password, json: "true" };
  await session.post("/api/auth/callback/credentials", { form });
}

test("the connection says how it is and what it can do, to every role, and nothing that is secret", async ({
  world,
}) => {
  for (const role of roles) {
    const who = await somebody(world, role);
    const replies = await Promise.all(Array.from({ length: 4 }, () => who.api.get("/connection")));
    const states = replies.map(({ json }) => contract.getConnection.response.schema.parse(json));
    // Asked once for all of them.
    for (const state of states) expect(state).toEqual(states[0]);
    const [state] = states as contract.ConnectionState[];
    expect(state).toMatchObject({ title: "Built-in", environment: "built-in" });
    expect(state?.interfaces.map(({ name, kind }) => [name, kind])).toEqual([
      ["demand", "built-in"],
      ["activation", "built-in"],
      ["analysis", "built-in"],
      ["pivot", "built-in"],
      ["quality", "built-in"],
      ["fraud", "built-in"],
    ]);
    expect(state?.interfaces[0]?.health).toMatchObject({ state: "ok", problem: null });
    for (const { value } of who.session.cookies()) expect(JSON.stringify(state)).not.toContain(value);
  }
});

test.describe("people", () => {
  test("are for admins", async ({ world }) => {
    for (const role of ["manager", "analyst"] as const) {
      const who = await somebody(world, role);
      expectRefusal("api", await who.api.get("/people"), 403, FORBIDDEN);
      expectRefusal("api", await give(who, { email: who.email, role: "admin" }), 403, FORBIDDEN);
      const body = { id: crypto.randomUUID() };
      expectRefusal("api", await who.api.post("/people/identities/remove", { body }), 403, FORBIDDEN);
    }
  });

  test("have identities that an admin of theirs removes; the session that one signed in ends", async ({ world }) => {
    const accountId = await ownAccount(world);
    const [admin, person] = [await somebody(world, "admin", accountId), await somebody(world, "analyst", accountId)];
    const stranger = await somebody(world, "admin");
    const [identity] = await world.sql<{ id: string }[]>`
      insert into identities (connection, issuer, subject, person_id, email)
      select connection, 'https://id.example', email, id, email from people where email = ${person.email} returning id`;
    const id = identity?.id ?? "";
    await world.sql`update sessions set identity_id = ${id}
      where person_id = (select id from people where email = ${person.email})`;
    const shown = (await peopleFor(admin, `?search=${person.email}`)).people[0];
    expect(shown?.identities).toMatchObject([{ id, subject: person.email, email: person.email }]);
    const unknown = "There is no such identity of a user in your accounts.";
    expectRefusal("api", await stranger.api.post("/people/identities/remove", { body: { id } }), 404, unknown);
    expectRefusal(
      "api",
      await admin.api.post("/people/identities/remove", { body: {} }),
      400,
      "Identity id is required.",
    );
    const removed = await admin.api.post("/people/identities/remove", { body: { id } });
    expect(contract.removeIdentity.response.schema.parse(removed.json)).toMatchObject({ identities: [] });
    expectRefusal("api", await person.api.get("/sessions"), 401);
    expectRefusal("api", await admin.api.post("/people/identities/remove", { body: { id } }), 404, unknown);
  });

  test("are those of the admin's accounts, also who never signed in; found by name or e-mail", async ({ world }) => {
    const accountId = await ownAccount(world);
    const admin = await somebody(world, "admin", accountId);
    const [never, stranger] = [await world.addPerson("manager", accountId), await world.addPerson("manager")];
    await world.sql`delete from people where email = ${never.email}`;
    const { people, total } = await peopleFor(admin);
    expect(total).toBe(2);
    const found = new Map(people.map((person) => [person.email, person]));
    expect(found.get(admin.email)).toMatchObject({ role: "admin", role_from: "given", is_me: true, refusal: null });
    expect(found.get(admin.email)?.last_seen_at).toMatch(/^\d{4}-/);
    expect(found.get(never.email)).toMatchObject({ role: "analyst", role_from: "default", last_seen_at: null });
    expect(found.has(stranger.email)).toBe(false);
    expect((await peopleFor(admin, `?search=${encodeURIComponent(never.email.toUpperCase())}`)).total).toBe(1);
    expect((await peopleFor(admin, "?search=nobody-at-all")).people).toEqual([]);

    const given = await give(admin, { email: never.email.toUpperCase(), role: "manager" });
    expect(contract.changeRole.response.schema.parse(given.json)).toMatchObject({
      role: "manager",
      role_from: "given",
      last_seen_at: null,
    });
    const now = await signedIn(never);
    expect((await now.session.get("/api/audit")).status()).toBe(200);
  });

  test("get another role from their next request on, with one entry in the audit", async ({ world }) => {
    const accountId = await ownAccount(world);
    const admin = await somebody(world, "admin", accountId);
    const person = await somebody(world, "analyst", accountId);
    expect((await person.session.get("/api/audit")).status()).toBe(403);
    for (let times = 0; times < 2; times += 1) {
      expect((await give(admin, { email: person.email, role: "manager" })).status).toBe(200);
    }
    expect((await person.session.get("/api/audit")).status()).toBe(200);
    const trail = await world.sql`
      select who, account_id, before, after, outcome from audit where action = 'changeRole' and thing_id = ${person.id}`;
    expect(trail).toEqual([
      {
        who: admin.email,
        account_id: accountId,
        before: { email: person.email, role: "analyst" },
        after: { email: person.email, role: "manager" },
        outcome: "done",
      },
    ]);
    const audit = (await (await admin.session.get("/api/audit?action=changeRole")).json()) as { entries: Json[] };
    expect(audit.entries).toHaveLength(1);
    const seen = (await (await person.session.get("/api/audit?action=changeRole")).json()) as { entries: Json[] };
    expect(seen.entries).toEqual([]);
  });

  test("keep an admin in every account, however many take roles away at once", async ({ world }) => {
    const accountId = await ownAccount(world);
    const first = await somebody(world, "admin", accountId);
    const last = `API admin`;
    const alone = await give(first, { email: first.email, role: "manager" });
    expectRefusal("api", alone, 403, new RegExp(`^${last} \\d+ is the last admin here\\. Make somebody else an admin`));
    const second = await somebody(world, "admin", accountId);
    const both = await Promise.all([
      give(first, { email: second.email, role: "analyst" }),
      give(second, { email: first.email, role: "analyst" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    const left = await world.sql`
      select role from people where email in (${first.email}, ${second.email}) and role = 'admin'`;
    expect(left).toHaveLength(1);
  });

  test("of another account, and roles that there are not, are refused in a sentence", async ({ world }) => {
    const accountId = await ownAccount(world);
    const admin = await somebody(world, "admin", accountId);
    const stranger = await world.addPerson("analyst");
    const unknown = "There is no such user in your accounts.";
    for (const email of [stranger.email, "nobody@api.example"]) {
      expectRefusal("api", await give(admin, { email, role: "admin" }), 404, unknown);
    }
    const bad: [Json, string][] = [
      [{ email: admin.email, role: "owner" }, "Role must be one of manager, analyst, admin."],
      [{ email: admin.email }, "Role must be one of manager, analyst, admin."],
      [{ role: "admin" }, "E-mail is required."],
      [{ email: "a\u0000b", role: "admin" }, "E-mail contains a character that cannot be stored."],
    ];
    for (const [body, sentence] of bad) expectRefusal("api", await give(admin, body), 400, sentence);
    expectRefusal("api", await admin.api.get("/people?search=%00"), 400);

    // A role would hold in the other account too, where this admin is nobody.
    const both = await world.addPerson("analyst", accountId);
    await world.sql`insert into memberships (user_id, account_id) values (${both.id}, ${world.stranger.accountId})`;
    const refusal = await give(admin, { email: both.email, role: "admin" });
    expectRefusal("api", refusal, 403, /is also in an account that you are not in/);
    const shown = (await peopleFor(admin)).people.find(({ email }) => email === both.email);
    expect(shown?.refusal).toMatch(/is also in an account/);
  });
});

test("the pages of answers open with the project that their person opened last, in any browser", async ({ world }) => {
  const { id } = await addProject(world, "Last");
  const person = await world.addPerson("manager");
  const { api } = await signedIn(person);
  expect((await api.patch("/mine", { body: { last_project_id: id } })).status).toBe(200);
  const { session } = await signedIn(person);
  const leadsTo = async (path: string) => (await session.get(path)).headers().location;
  for (const path of ["/answers", "/questions", "/trends"]) {
    expect(await leadsTo(path)).toBe(`${path}?project=${id}`);
  }
  expect(await leadsTo("/pivots")).toBe(`/pivots/new?project=${id}`);
  expect(await leadsTo("/pivots?chart=bars")).toBe(`/pivots?project=${id}&chart=bars`);
});
