import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeJwt, SignJWT } from "jose";
import { hashPassword } from "@/lib/stores/postgres/passwords";
import { expect } from "../expect";
import { newSurvey } from "../new-survey";
import { addFailedGuesses, openSession } from "../sessions";
import { clientOf, createSurvey, expectRefusal, type Json, type Person, type Reply, test, type World } from "./world";

/** Asks for a token; waits out the rate of the operation, which all tests of this machine share, but no throttle. */
async function ask(world: World, body: Json, headers: Record<string, string> = {}): Promise<Reply> {
  for (;;) {
    const reply = await world.anonymous.post("/service/demand/tokens", { body, headers });
    if (reply.status !== 429 || Number(reply.headers["retry-after"]) > 2) return reply;
    await sleep(300);
  }
}

test.describe("tokens", () => {
  test("last twelve hours and say so", async ({ world }) => {
    const person = await world.addPerson("manager");
    const { status, json } = await ask(world, { email: ` ${person.email.toUpperCase()} `, password: person.password });
    expect(status, JSON.stringify(json)).toBe(200);
    expect(Object.keys(json).sort()).toEqual(["expiration", "token"]);
    const { exp = 0, iat = 0, sub } = decodeJwt(String(json.token));
    expect(exp - iat).toBe(12 * 60 * 60);
    expect(sub).toBe(person.id);
    expect(json.expiration).toBe(new Date(exp * 1000).toISOString());
    expect(Math.abs(iat * 1000 - Date.now())).toBeLessThan(60_000);
  });

  test("are given for the right pair only", async ({ world }) => {
    const { email, password } = await world.addPerson("manager");
    for (const pair of [
      { email, password: `${password}x` },
      { email, password: password.toUpperCase() },
      { email, password: ` ${password}` },
      { email: `nobody-${email}`, password },
      { email: "' or 1=1 --", password },
    ]) {
      expectRefusal("service", await ask(world, pair), 401, "Unauthorized.");
    }
    const missing: [Json, string][] = [
      [{ password }, "E-mail is required."],
      [{ email }, "Password is required."],
      [{ email: 5, password }, "E-mail must be text."],
      [{ email, password: null }, "Password is required."],
      [{ email: "a\u0000b", password }, "E-mail contains a character that cannot be stored."],
    ];
    for (const [body, sentence] of missing) expectRefusal("service", await ask(world, body), 400, sentence);
  });

  test("are refused after ten failures of an e-mail from an address, whatever the request says of itself", async ({
    world,
  }) => {
    const [victim, bystander] = [await world.addPerson("manager"), await world.addPerson("manager")];
    await addFailedGuesses(victim.email, 8);
    for (let failure = 8; failure < 10; failure += 1) {
      const headers = {
        "x-forwarded-for": `10.0.0.${failure}`,
        "x-client-address": `10.0.1.${failure}`,
        forwarded: "for=10.0.0.1",
      };
      expect((await ask(world, { email: victim.email, password: `wrong-${failure}` }, headers)).status).toBe(401);
    }
    const throttled = await ask(world, { email: victim.email, password: victim.password });
    expectRefusal("service", throttled, 429, "Too many requests. Please try again later.");
    expect(throttled.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
    expect(Number(throttled.headers["retry-after"])).toBeLessThanOrEqual(15 * 60);
    expect((await ask(world, bystander)).status).toBe(200);
  });

  test("are refused to a user who had as many as an hour allows", async ({ world }) => {
    const person = await world.addPerson("manager");
    await world.sql`
      insert into rate_limits (key, moments, counts) values (${`tokens:${person.id}`}, array[now()]::timestamptz[], array[60])`;
    const reply = await ask(world, { email: person.email, password: person.password });
    expectRefusal("service", reply, 429);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(3000);
  });

  test("of a disabled user are worth nothing at once, and none is given", async ({ world }) => {
    const person = await world.addPerson("manager");
    const client = await world.signedIn(person);
    expect((await client.get("/accounts")).status).toBe(200);
    await world.sql`update users set disabled_at = now() where id = ${person.id}`;
    expectRefusal("service", await client.get("/accounts"), 401, "Unauthorized.");
    expectRefusal("service", await ask(world, person), 401, "Unauthorized.");
    await world.sql`update users set disabled_at = null where id = ${person.id}`;
    expect((await client.get("/accounts")).status).toBe(200);
  });

  test("end when the password that they were issued for changes", async ({ world }) => {
    const person = await world.addPerson("manager");
    const client = await world.signedIn(person);
    expect((await client.get("/accounts")).status).toBe(200);
    const stored = await hashPassword("another password of theirs");
    await world.sql`update users set password_hash = ${stored} where id = ${person.id}`;
    expectRefusal("service", await client.get("/accounts"), 401, "Unauthorized.");
    expectRefusal("service", await ask(world, person), 401, "Unauthorized.");
    const next = await ask(world, { email: person.email, password: "another password of theirs" });
    const authorization = String(next.json.token);
    expect((await world.anonymous.get("/service/demand/accounts", { headers: { authorization } })).status).toBe(200);
  });

  test("signed otherwise, run out or for somebody unknown are none", async ({ world }) => {
    const { id } = await world.addPerson("manager");
    const [user] = await world.sql`select password_hash from users where id = ${id}`;
    const file = join(process.env.INSTANCE_DATA_DIR ?? "", "secrets.json");
    const { appSecret } = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
    const key = createHash("sha256").update(`demand token\0${appSecret}`).digest();
    const now = Math.floor(Date.now() / 1000);
    const mark = createHmac("sha256", key).update(String(user?.password_hash)).digest("base64url").slice(0, 22);
    type Claims = { sub?: string; pwd?: string; iss?: string; aud?: string; exp?: number; signedWith?: Uint8Array };
    const status = async ({
      sub = id,
      pwd = mark,
      iss = "fieldwork",
      aud = "demand",
      exp = now + 600,
      signedWith = key,
    }: Claims) => {
      const token = new SignJWT({ pwd })
        .setProtectedHeader({ alg: "HS256" })
        .setSubject(sub)
        .setIssuer(iss)
        .setAudience(aud);
      const authorization = await token
        .setIssuedAt(now - 700)
        .setExpirationTime(exp)
        .sign(signedWith);
      return (await world.anonymous.get("/service/demand/accounts", { headers: { authorization } })).status;
    };
    expect(await status({})).toBe(200);
    expect(await status({ exp: now - 1 })).toBe(401);
    expect(await status({ aud: "pivot" })).toBe(401);
    expect(await status({ iss: "somebody" })).toBe(401);
    expect(await status({ pwd: "another" })).toBe(401);
    expect(await status({ sub: crypto.randomUUID() })).toBe(401);
    expect(await status({ signedWith: new TextEncoder().encode(appSecret) })).toBe(401);
    expect(await status({ signedWith: createHash("sha256").update("x").digest() })).toBe(401);
  });

  test("stand for who somebody is now: a role that was taken away is gone", async ({ world }) => {
    const person = await world.addPerson("manager");
    const client = await world.signedIn(person);
    await world.sql`update people set role = 'analyst' where email = ${person.email}`;
    expectRefusal("service", await client.post("/surveys", { body: newSurvey(world.service.projectId) }), 403);
    await world.sql`delete from memberships where user_id = ${person.id}`;
    expect((await client.get("/surveys")).json).toMatchObject({ total_surveys: 0, surveys: [] });
    expect((await client.get("/accounts")).json).toMatchObject({ total_accounts: 0, accounts: [] });
  });
});

test.describe("the rate", () => {
  const many = <T>(count: number, run: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => run(index)));

  test("of surveys is ten in any second for a credential, over GET, POST and PATCH together", async ({ world }) => {
    const [busy, calm] = [
      await world.signedIn(await world.addPerson("manager")),
      await world.signedIn(await world.addPerson("manager")),
    ];
    const since = Date.now();
    const replies = await many(30, (index) => {
      if (index % 3 === 0) return busy.get("/surveys?page_size=1&fields=id");
      return index % 3 === 1
        ? busy.post("/surveys", { body: {} })
        : busy.patch("/surveys", { body: { id: "x", name: "y" } });
    });
    const seconds = (Date.now() - since) / 1000;
    const refused = replies.filter(({ status }) => status === 429);
    const allowed = replies.length - refused.length;
    expect(allowed).toBeGreaterThanOrEqual(10);
    expect(allowed).toBeLessThanOrEqual(10 * (1 + Math.floor(seconds)));
    expect(refused.length).toBeGreaterThan(0);
    for (const reply of refused) {
      expectRefusal("service", reply, 429, "Too many requests. Please try again later.");
      expect(reply.headers["retry-after"]).toBe("1");
    }
    expect((await busy.get("/definitions")).status).toBe(200);
    expect((await calm.get("/surveys?page_size=1")).status).toBe(200);
    await sleep(1000 * Number(refused[0]?.headers["retry-after"]));
    expect((await busy.get("/surveys?page_size=1")).status).toBe(200);
  });

  test("refused by it, a write has not happened", async ({ world }) => {
    const client = await world.signedIn(await world.addPerson("manager"));
    const name = `Hasty ${crypto.randomUUID()}`;
    const replies = await many(15, () =>
      client.post("/surveys", { body: newSurvey(world.service.projectId, { name }) }),
    );
    const made = replies.filter(({ status }) => status === 201).length;
    expect(made).toBeLessThan(15);
    const found = await world.service.manager.get(`/surveys?search=${encodeURIComponent(name)}`);
    expect(found.json.total_surveys).toBe(made);
  });

  test("of responses is far higher", async ({ world }) => {
    const { id } = await createSurvey(world.service);
    const client = await world.signedIn(await world.addPerson("manager"));
    const replies = await many(40, () => client.get(`/responses?survey_id=${id}`));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("is none of our own pages'", async ({ world }) => {
    const replies = await many(30, (index) => world.api.manager.get(`/surveys?page_size=1&page=${index}`));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

test.describe("an unexpected error", () => {
  test("says one sentence and nothing more", async ({ world }) => {
    const [account] = await world.sql<
      { id: string }[]
    >`insert into accounts (name) values (${crypto.randomUUID()}) returning id`;
    const person: Person = await world.addPerson("manager", account?.id);
    const [project] = await world.sql<{ id: string }[]>`
      insert into projects (account_id, project_manager_id, project_name, project_number)
      values (${account?.id ?? ""}, ${person.id}, 'P', '1') returning id`;
    const client = await world.signedIn(person);
    const survey = (await client.post("/surveys", { body: newSurvey(project?.id ?? "") })).json;
    // No request can bring a survey into this state.
    await world.sql`update surveys set length_of_interview = 0 where id = ${String(survey.id)}`;
    const reply = await client.get("/surveys");
    expectRefusal("service", reply, 500, "Our server experienced an unexpected error.");
    const session = await openSession(person);
    const ours = await clientOf(session, "/api/demand", () => ({})).get("/surveys");
    expect(ours.status).toBeGreaterThanOrEqual(500);
    expectRefusal(
      "api",
      ours,
      ours.status,
      /^Fieldwork reports an error: Our server experienced an unexpected error\./,
    );
    await world.sql`update surveys set length_of_interview = 5 where id = ${String(survey.id)}`;
  });
});
