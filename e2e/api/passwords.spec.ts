import { expect } from "../expect";
import { openSession } from "../sessions";
import { clientOf, expectRefusal, type Json, type Person, test, type World } from "./world";

const GONE = "This link was used already or has expired. Ask an admin of your account for a new one.";
const PASSWORD = "seven green bottles";

/** A link to set a password of this person, as an admin of their account is shown it. */
async function linkFor(world: World, person: Person): Promise<string> {
  const session = await openSession(await world.addPerson("admin"));
  const admin = clientOf(session, "/api/settings", () => ({}));
  const { status, json } = await admin.post("/people/password-links", { body: { email: person.email } });
  expect(status, JSON.stringify(json)).toBe(201);
  expect(json).toMatchObject({ email: person.email, sent: false, problem: null });
  return String(json.link).split("#")[1] ?? "";
}

/** Waits out the rate of strangers, which all tests of this machine share. */
async function ask(world: World, path: string, body: Json) {
  for (;;) {
    const reply = await world.anonymous.post(`/api/passwords${path}`, { body });
    if (reply.status !== 429) return reply;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

test("a link sets the password of its person, ends their sessions and tokens, and is used up", async ({ world }) => {
  const person = await world.addPerson("manager");
  const token = await world.signedIn(person);
  const session = await openSession(person);
  const link = await linkFor(world, person);
  expect((await ask(world, "/links", { link })).json).toMatchObject({ email: person.email, purpose: "reset" });
  expect((await token.get("/accounts")).status).toBe(200);
  expect(await ask(world, "", { link, password: PASSWORD })).toMatchObject({
    status: 200,
    json: { email: person.email },
  });
  expectRefusal("service", await token.get("/accounts"), 401, "Unauthorized.");
  expect((await session.get("/api/demand/accounts")).status()).toBe(401);
  for (const [path, body] of [
    ["", { link, password: PASSWORD }],
    ["/links", { link }],
  ] as const) {
    expectRefusal("api", await ask(world, path, body), 404, GONE);
  }
  const entries =
    await world.sql`select who, after from audit where action = 'setPassword' and thing_id = ${person.id}`;
  expect(entries).toMatchObject([{ who: person.email, after: { email: person.email } }]);
});

test("a password that is too short, too long or common is refused with its field, and the link stays good", async ({
  world,
}) => {
  const link = await linkFor(world, await world.addPerson("manager"));
  const bad: [string, string][] = [
    ["short", "Password must have at least 12 characters. Several words make a good one."],
    ["x".repeat(1001), "Password must have at most 1,000 characters."],
    ["passwordpassword", "This is a common password. Choose another one."],
  ];
  for (const [password, sentence] of bad) {
    const reply = await ask(world, "", { link, password });
    expectRefusal("api", reply, 400, sentence);
    expect(reply.json.fields).toEqual({ password: sentence });
  }
  expect((await ask(world, "/links", { link })).status).toBe(200);
});

test("every request for a link gets the same answer", async ({ world }) => {
  const { email } = await world.addPerson("manager");
  for (const asked of [email, "nobody@nowhere.example"]) {
    expect(await ask(world, "/requests", { email: asked })).toMatchObject({ status: 200, json: { requested: true } });
  }
});

test("each network has a rate, and a write of another site's page is refused", async ({ world }) => {
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async () => (await world.anonymous.post("/api/passwords/links", { body: { link: "x" } })).status,
    ),
  );
  expect(statuses).toContain(429);
  expect(new Set(statuses)).toEqual(new Set(statuses.includes(404) ? [404, 429] : [429]));
  const headers = { origin: "https://elsewhere.example", "sec-fetch-site": "cross-site" };
  const foreign = await world.anonymous.post("/api/passwords", { body: { link: "x", password: PASSWORD }, headers });
  expectRefusal("api", foreign, 403);
});

test("inviting and sending links are for admins, of their own accounts", async ({ world }) => {
  const manager = await openSession(await world.addPerson("manager"));
  const admin = await openSession(await world.addPerson("admin"));
  const theirs = await world.addPerson("manager", world.stranger.accountId);
  const person = { email: `${crypto.randomUUID()}@new.example`, name: "New", role: "analyst" };
  for (const [path, data] of [
    ["/people/invitations", person],
    ["/people/password-links", { email: theirs.email }],
  ] as const) {
    expect((await manager.post(`/api/settings${path}`, { data })).status()).toBe(403);
    expectRefusal("api", await world.anonymous.post(`/api/settings${path}`, { body: data }), 401, "Unauthorized.");
  }
  const api = clientOf(admin, "/api/settings", () => ({}));
  expectRefusal("api", await api.post("/people/password-links", { body: { email: theirs.email } }), 404);
  const elsewhere = await api.post("/people/invitations", {
    body: { ...person, account_id: world.stranger.accountId },
  });
  expectRefusal("api", elsewhere, 400);
});
