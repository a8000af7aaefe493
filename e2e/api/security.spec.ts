import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "../expect";
import { httpSession, type OwnSession } from "../http-session";
import { addFailedGuesses, openSession } from "../sessions";
import { signInApi } from "../sign-in";
import { baseURL, createSurvey, expectRefusal, type Person, test } from "./world";

/** What somebody tries who is not meant to get in, to see or to stay; and what many do at once. */
const MISMATCH = "This e-mail and password do not match. Check both and try again.";
const TOO_MANY = "Too many requests. Please try again later.";

/** "in", or the sentence that the sign-in page would show. */
async function outcomeOf(person: Pick<Person, "email" | "password">): Promise<string> {
  try {
    await signInApi(baseURL(), person);
    return "in";
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^.*could not sign in: /, "") : String(error);
  }
}

async function withSession<T>(person: Person, use: (session: OwnSession) => Promise<T>): Promise<T> {
  return use(await openSession(person));
}

async function withSignIn<T>(person: Person, use: (session: OwnSession) => Promise<T>): Promise<T> {
  return use(await signInApi(baseURL(), person));
}

const cookieOf = (session: OwnSession) =>
  session.cookies().find(({ name }) => name === "session" || name === "__Host-session");

test("an address of thousands of parameters is refused before anything reads it", async ({ world }) => {
  for (const path of ["/sign-in", "/surveys", "/api/demand/surveys", "/service/demand/surveys"]) {
    const { status, json } = await world.anonymous.get(`${path}?${"a=&".repeat(15_000)}`);
    expect(status, path).toBe(414);
    expect(json.message).toMatch(/more than 200 parameters/);
  }
});

test("a large body without a sign-in is refused before anything reads it", async ({ world }) => {
  const long = "x".repeat(70_000);
  for (const path of ["/service/demand/tokens", "/api/auth/callback/credentials"]) {
    const { status, json } = await world.anonymous.post(path, { body: { email: long, password: long } });
    expect(status, path).toBe(413);
    expect(json.message).toBe("The request body is larger than 64 KB. Send less at once.");
  }
  // Spelled otherwise, an address leads nowhere.
  const odd = await world.anonymous.post("/api/%61uth/callback/credentials", { body: { email: long, password: long } });
  expect(odd.status).toBe(404);
});

test.describe("guessing a password", () => {
  test("ends after ten failures at the sign-in page, there and at the service, also for who has signed in before", async ({
    world,
  }) => {
    const victim = await world.addPerson("manager");
    expect(await outcomeOf(victim)).toBe("in");
    await addFailedGuesses(victim.email, 8);
    for (let failure = 8; failure < 10; failure += 1) {
      expect(await outcomeOf({ ...victim, password: `wrong-${failure}` })).toBe(MISMATCH);
    }
    expect(await outcomeOf(victim)).toBe(TOO_MANY);
    const { email, password } = victim;
    const reply = await world.anonymous.post("/service/demand/tokens", { body: { email, password } });
    expectRefusal("service", reply, 429, TOO_MANY);
    expect(Number(reply.headers["retry-after"])).toBeGreaterThan(60);
  });

  test("many times at once gets ten answers, at the page and at the service", async ({ world }) => {
    const [atPage, atService] = [await world.addPerson("manager"), await world.addPerson("manager")];
    for (const { email } of [atPage, atService]) await addFailedGuesses(email, 7);
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, (_, index) => outcomeOf({ ...atPage, password: `wrong-${index}` })),
    );
    expect(outcomes.filter((outcome) => outcome === MISMATCH)).toHaveLength(3);
    // The rate of the operation, which others use too, puts off what comes too fast: it is asked again.
    const guess = async (index: number): Promise<number> => {
      const body = { email: atService.email, password: `wrong-${index}` };
      const { status, headers } = await world.anonymous.post("/service/demand/tokens", { body });
      const seconds = Number(headers["retry-after"]);
      if (status !== 429 || seconds > 60) return status;
      await sleep(seconds * 1000);
      return guess(index);
    };
    const statuses = await Promise.all([0, 1, 2, 3, 4].map(guess));
    expect(statuses.sort()).toEqual([401, 401, 401, 429, 429]);
  });
});

test.describe("a session", () => {
  test("ends with signing out, whatever other cookies the browser has", async ({ world }) => {
    const person = await world.addPerson("manager");
    await withSignIn(person, async (session) => {
      const cookie = cookieOf(session);
      const { csrfToken } = await (await session.get("/api/auth/csrf")).json();
      const csrf = session.cookieHeader();
      const use = { cookie: `${cookie?.name}=${cookie?.value}` };
      const outside = httpSession(baseURL());
      expect((await outside.get("/api/demand/accounts", { headers: use })).status()).toBe(200);
      await outside.post("/api/auth/signout", {
        headers: { cookie: `${csrf}; ${cookie?.name}id=of-another-product` },
        form: { csrfToken, json: "true" },
      });
      expect((await outside.get("/api/demand/accounts", { headers: use })).status()).toBe(401);
    });
  });

  test("is out of a script's and of another site's reach, and never one that was brought along", async ({ world }) => {
    const person = await world.addPerson("manager");
    const headers = { cookie: "session=planted-by-somebody" };
    expect((await world.anonymous.get("/api/demand/accounts", { headers })).status).toBe(401);
    await withSignIn(person, async (session) => {
      const cookie = cookieOf(session);
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
      expect(cookie?.value).toMatch(/^[\w-]{43}$/);
      // Without the page's token nobody is signed out.
      const outside = httpSession(baseURL());
      const headers = { cookie: `${cookie?.name}=${cookie?.value}` };
      await outside.post("/api/auth/signout", { headers, form: { json: "true" } });
      expect((await outside.get("/api/demand/accounts", { headers })).status()).toBe(200);
    });
  });

  test("is refused to a page of somebody else's, which says whose it is; who says nothing uses it", async ({
    world,
  }) => {
    const [before, now] = [await world.addPerson("manager"), await world.addPerson("manager")];
    const idOf = async ({ email }: Person) => {
      const [row] = await world.sql<{ id: string }[]>`select id from people where email = ${email}`;
      return row?.id ?? "";
    };
    await withSession(now, async (session) => {
      const ask = (headers: Record<string, string>) => session.get("/api/demand/accounts", { headers });
      expect((await ask({})).status()).toBe(200);
      expect((await ask({ "x-viewer": await idOf(now) })).status()).toBe(200);
      const refused = await ask({ "x-viewer": await idOf(before) });
      expect(refused.status()).toBe(401);
      expect((await refused.json()).message).toContain("Somebody else has signed in in this browser since.");
      const headers = { "x-viewer": await idOf(before) };
      const data = { time_zone: "Asia/Kolkata" };
      expect((await session.patch("/api/settings/mine", { headers, data })).status()).toBe(401);
    });
  });

  test("stands in no page, and neither does its token", async ({ world }) => {
    await withSession(await world.addPerson("manager"), async (session) => {
      const cookie = cookieOf(session);
      for (const path of ["/surveys", "/projects", "/surveys/new"]) {
        const page = await (await session.get(path)).text();
        expect(page).toContain("Fieldwork");
        expect(page).not.toContain(cookie?.value);
        expect(page).not.toMatch(/eyJ[\w-]{20,}\.eyJ/);
      }
    });
  });
});

test("signing in leads to a page of ours or to the surveys", async ({ world }) => {
  await withSession(await world.addPerson("manager"), async (session) => {
    const leadsTo = async (next: string) => {
      const reply = await session.get(`/sign-in?next=${encodeURIComponent(next)}`);
      return reply.headers().location;
    };
    expect(await leadsTo("/projects?search=a")).toBe("/projects?search=a");
    for (const elsewhere of [
      "//evil.example",
      "/\\evil.example",
      "/\t/evil.example",
      "/\n/evil.example",
      "https://evil.example",
      "javascript:alert(1)",
    ]) {
      expect(await leadsTo(elsewhere), elsewhere).toBe("/surveys");
    }
  });
});

test("a signed-out person is led to the sign-in and back to the page asked for, whatever a header says", async () => {
  const stranger = httpSession(baseURL());
  const headers = { "x-requested-target": "/audit" };
  for (const asked of ["/surveys?search=a%20b&page=2", "/pivots?project=1"]) {
    const reply = await stranger.get(asked, { headers });
    expect(reply.headers().location, asked).toBe(`/sign-in?next=${encodeURIComponent(asked)}`);
  }
  expect((await stranger.get("/surveys", { headers })).headers().location).toBe("/sign-in");
});

test("pages that are not there say so, under the same policy", async ({ world }) => {
  await withSession(await world.addPerson("analyst"), async (session) => {
    const reply = await session.get("/nowhere");
    expect(reply.status()).toBe(404);
    const [, nonce] = /'nonce-([^']+)'/.exec(reply.headers()["content-security-policy"] ?? "") ?? [];
    const scripts = (await reply.text()).match(/<script[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  });
});

test("addresses that are no text have nothing at them, for clients and pages alike", async ({ world }) => {
  const trend = "analysis/numeric-analysis-service/trend";
  for (const path of ["/service/demand/%ff", `/service/${trend}/%ED%A0%80`, `/api/${trend}/%`, "/surveys/%ff"]) {
    for (const reply of [await world.anonymous.get(path), await world.anonymous.post(path, { body: {} })]) {
      expect([reply.status, reply.json]).toEqual([404, { message: "There is nothing at this address." }]);
      expect(reply.headers["content-type"]).toBe("application/json");
    }
  }
});

test("a body full of mistakes gets a short answer", async ({ world }) => {
  const quotas = { respondent_attributes: Array(5000).fill(1) };
  const reply = await world.api.manager.post("/surveys", { body: quotas });
  expectRefusal("api", reply, 400);
  expect(JSON.stringify(reply.json).length).toBeLessThan(20_000);
});

test.describe("changes at once", () => {
  test("of one project are all made, one after another", async ({ world }) => {
    const { projectId } = world.api;
    const bodies = Array.from({ length: 12 }, (_, index) => ({ id: projectId, business_unit: `Unit ${index}` }));
    const replies = await Promise.all(bodies.map((body) => world.api.manager.patch("/projects", { body })));
    expect(replies.map(({ status }) => status)).toEqual(bodies.map(() => 200));
  });

  test("of one survey's status and name, beside surveys whose time is over, are all answered", async ({ world }) => {
    const surveys = await Promise.all(Array.from({ length: 4 }, () => createSurvey(world.api, { status: "Live" })));
    for (let round = 0; round < 3; round += 1) {
      const [, ...others] = surveys.map(({ id }) => id);
      await world.sql`update surveys set status = 'Live', out_of_field_at = now() - interval '1 second'
        where id in ${world.sql(others)}`;
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, index) => {
          const status = index % 2 === 0 ? "Paused" : "Live";
          const body = { id: surveys[0]?.id, ...(index % 3 === 0 ? { name: `Name ${index}` } : { status }) };
          return world.api.manager.patch("/surveys", { body });
        }),
      );
      for (const { status, json } of replies) expect([200, 412], JSON.stringify(json)).toContain(status);
    }
    const [counted] = await world.sql`
      select coalesce(sum(t.surveys), 0)::int as totals, (select count(*)::int from surveys s
        where s.account_id = ${world.api.accountId} and s.status in ('Live', 'Paused', 'Complete')) as rows
      from survey_totals t where t.account_id = ${world.api.accountId} and t.status in ('Live', 'Paused', 'Complete')`;
    expect(counted?.totals).toBe(counted?.rows);
  });
});

test.describe("an address to return to after a sign-in", () => {
  /** More of them are tried beside what reads them, in `lib/auth/safe-callback.test.ts`. */
  const AWAY = ["http://localhost:3100.evil.test/", "//evil.test", "http://[evil"];
  const start = () => `${baseURL()}/surveys`;

  test("is one of ours, or the start page, wherever it is named", async ({ world }) => {
    const person = await world.addPerson("manager");
    const forged = ["next-auth.callback-url", "__Secure-next-auth.callback-url"];
    for (const away of AWAY) {
      const context = httpSession(baseURL());
      const named = encodeURIComponent(away);
      expect((await context.get(`/sign-in?next=${named}`)).status(), away).toBe(200);
      expect((await context.get(`/sign-in?callbackUrl=${named}`)).status(), away).toBe(200);
      const asked = await context.get(`/api/auth/signin?callbackUrl=${named}`);
      const leadsTo = new URL(asked.headers().location ?? "", baseURL());
      expect([asked.status(), leadsTo.pathname, leadsTo.searchParams.get("callbackUrl")], away).toEqual([
        302,
        "/sign-in",
        start(),
      ]);
      const cookie = forged.map((name) => `${name}=${named}`).join("; ");
      const planted = await world.anonymous.get("/api/auth/csrf", { headers: { cookie } });
      expect(planted.status, away).toBe(200);
      const { csrfToken } = await (await context.get("/api/auth/csrf")).json();
      const form = { csrfToken, connection: "built-in", ...person, json: "true", callbackUrl: away };
      const reply = await context.post(`/api/auth/callback/credentials?callbackUrl=${named}`, { form });
      expect([reply.status(), await reply.json()], away).toEqual([200, { url: start() }]);
    }
  });

  test("may be a path of ours, or our own whole address", async ({ world }) => {
    const person = await world.addPerson("manager");
    await withSession(person, async (session) => {
      for (const callbackUrl of ["/audit?page=2", `${baseURL()}/audit?page=2`]) {
        const { csrfToken } = await (await session.get("/api/auth/csrf")).json();
        const form = { csrfToken, connection: "built-in", ...person, json: "true", callbackUrl };
        const reply = await session.post("/api/auth/callback/credentials", { form });
        expect(await reply.json()).toEqual({ url: `${baseURL()}/audit?page=2` });
      }
    });
  });
});

test("health names connections to signed-in admins alone", async ({ world }) => {
  const keys = async (session: OwnSession) => {
    const reply = await session.get("/api/health");
    expect(reply.status()).toBe(200);
    return Object.keys(await reply.json()).sort();
  };
  const outside = httpSession(baseURL());
  expect(await keys(outside)).toEqual(["status", "stores", "worker"]);
  for (const role of ["manager", "analyst"] as const)
    await withSession(await world.addPerson(role), async (session) =>
      expect(await keys(session)).toEqual(["status", "stores", "worker"]),
    );
  await withSession(await world.addPerson("admin"), async (session) => {
    expect(await keys(session)).toEqual(["connections", "status", "stores", "worker"]);
    expect((await (await session.get("/api/health")).json()).connections).toContainEqual({ name: "built-in" });
  });
});
