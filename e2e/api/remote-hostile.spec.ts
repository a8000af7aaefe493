import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { expect } from "../expect";
import type { HttpSession } from "../http-session";
import { newSurvey } from "../new-survey";
import { type Front, sharedFront, standInPort } from "../remote/front";
import { goodList, goodSurvey, type StandIn, sendJson, startStandIn } from "../remote/stand-in";
import { signInApi } from "../sign-in";
import { test } from "./world";

/**
 * A remote service that misbehaves in every way we could think of: always a clear answer, and always before the request
 * is given up, which is ten times as long as the connection's own time.
 */

const problemSchema = z.object({ message: z.string().min(10), code: z.string(), requestId: z.string() });

let standIn: StandIn;
let front: Front;
let context: HttpSession;

test.beforeAll(async () => {
  standIn = await startStandIn(standInPort("hostile"));
  front = await sharedFront();
  context = await signInApi(front.url, { email: "someone@panel.test", connection: "hostile" });
});

test.afterAll(async () => {
  await standIn?.close();
});

// A service that fails again and again is not asked any more: it answers well between any two failures.
test.afterEach(async () => {
  standIn.surveys = undefined;
  expect((await context.get("/api/demand/accounts")).status()).toBe(200);
});

const list = () => context.get("/api/demand/surveys?page_size=50");

type Case = {
  name: string;
  says: RegExp;
  code?: string;
  answer: (request: IncomingMessage, response: ServerResponse) => void;
};

const raw =
  (text: string | Buffer, status = 200, type = "application/json") =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, { "content-type": type }).end(text);
  };

const cases: Case[] = [
  {
    name: "a web page with 200",
    answer: raw("<!doctype html><p>Hello", 200, "text/html"),
    says: /a web page, not JSON/,
  },
  {
    name: "a web page with 502",
    answer: raw("<html>Bad gateway</html>", 502, "text/html"),
    says: /not available at the moment \(502\)/,
  },
  { name: "JSON that breaks off", answer: raw('{"total_surveys": 2, "surveys": [{"id"'), says: /not whole JSON/ },
  { name: "nothing with 200", answer: raw(""), says: /it is empty/ },
  { name: "204", answer: raw("", 204), says: /it is empty/ },
  { name: "a word", answer: raw('"hello"'), says: /not a list of surveys/ },
  {
    name: "a list that is none",
    answer: raw('{"total_surveys": 1, "surveys": {"id": "1"}}'),
    says: /not a list of surveys/,
  },
  { name: "null", answer: raw("null"), says: /not a list of surveys/ },
  {
    name: "500 with a message",
    answer: raw('{"message": "The disk is full"}', 500),
    says: /^Hostile panel reports an error: The disk is full\./,
  },
  { name: "500 with a stack", answer: raw("Error: at foo.js:1", 500, "text/plain"), says: /an error \(500\)/ },
  {
    name: "a redirect",
    answer: (_, response) => response.writeHead(302, { location: "/elsewhere" }).end(),
    says: /redirect/,
  },
  {
    name: "403",
    answer: raw('{"message": "This account is suspended."}', 403),
    says: /^This account is suspended\.$/,
    code: "forbidden",
  },
  { name: "100,000 brackets", answer: raw(`{"surveys": ${"[".repeat(100_000)}`), says: /nested too deeply/ },
  {
    name: "100,000 brackets in a survey",
    answer: raw(`[{"id": "1", "deep": ${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}}]`),
    says: /nested too deeply/,
  },
  { name: "silence", answer: () => {}, says: /did not answer in time/ },
  {
    name: "a head and then silence",
    answer: (_, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).write('{"surveys": ['),
    says: /did not answer in time/,
  },
  {
    name: "a connection that is cut",
    answer: (request) => void request.socket.destroy(),
    says: /^Hostile panel broke the connection off/,
  },
  {
    name: "a reply that is cut",
    answer: (request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write('{"surveys": [');
      setTimeout(() => request.socket.destroy(), 20);
    },
    // It is asked for again until the time is up, which may be in the middle of a try.
    says: /broke the connection off|did not answer in time/,
  },
  {
    name: "a reply without end",
    answer: (_, response) => {
      const piece = Buffer.alloc(4 * 1024 * 1024, " ");
      const more = () => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once("drain", more);
      };
      response.writeHead(200, { "content-type": "application/json" });
      more();
    },
    says: /larger than 64 MB|did not answer in time/,
  },
];

for (const { name, answer, says, code = "unavailable" } of cases) {
  test(`${name} is a clear error in time`, async () => {
    standIn.surveys = answer;
    const reply = await list();
    const problem = problemSchema.parse(await reply.json());
    expect(problem.code).toBe(code);
    expect(problem.message).toMatch(says);
    expect(reply.status()).toBe(code === "forbidden" ? 403 : 503);
  });
}

test("a service that cannot be reached is said to be so at sign-in", async () => {
  const signIn = signInApi(front.url, { email: "someone@panel.test", connection: "down" });
  await expect(signIn).rejects.toThrow("Panel that is down cannot be reached.");
});

test("odd surveys hide no good ones", async () => {
  const odd = [
    null,
    7,
    "text",
    [],
    { name: "without id" },
    { id: {} },
    { id: "odd", name: { a: 1 }, respondents: "many" },
  ];
  const surveys = [goodSurvey(1), ...odd, goodSurvey(2)];
  standIn.surveys = (_, response) => sendJson(response, { total_surveys: surveys.length, surveys });
  const body = await (await list()).json();
  expect(body.surveys.map(({ id }: { id: string }) => id)).toEqual(["survey-1", "odd", "survey-2"]);
  expect(body.surveys[1]).toEqual({ id: "odd", name: { a: 1 }, respondents: "many" });
  expect(body.unreadable).toBe(6);
});

test("a bare array is read as the list", async () => {
  standIn.surveys = (_, response) => sendJson(response, goodList.surveys);
  expect(await (await list()).json()).toMatchObject({ total_surveys: 2, surveys: goodList.surveys });
});

test("a read is repeated while the failure may pass", async () => {
  let calls = 0;
  standIn.surveys = (request, response) => {
    calls += 1;
    if (calls === 1) request.socket.destroy();
    else if (calls === 2) raw("busy", 503)(request, response);
    else sendJson(response, goodList);
  };
  expect((await list()).status()).toBe(200);
  expect(calls).toBe(3);
});

test("no message or log of ours repeats the token that a service echoes", async () => {
  let token = "";
  standIn.surveys = (request, response) => {
    token = request.headers.authorization ?? "";
    sendJson(response, { message: `Token ${token} is not allowed here` }, 400);
  };
  const { message } = problemSchema.parse(await (await list()).json());
  expect(token).toMatch(/^token-/);
  expect(message).toBe("Token … is not allowed here.");
  expect(await front.logs()).not.toContain(token);
});

test.describe("a 429", () => {
  test("is waited out when its Retry-After allows", async () => {
    const own = await signInApi(front.url, { email: "patient@panel.test", connection: "hostile" });
    const times: number[] = [];
    standIn.surveys = (_, response) => {
      times.push(Date.now());
      if (times.length > 1) return sendJson(response, goodList);
      response.writeHead(429, { "retry-after": "1" }).end();
    };
    expect((await own.get("/api/demand/surveys?page_size=5")).status()).toBe(200);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(950);
  });

  test("that lasts longer than anyone waits is said at once, also to the next, without a further call", async () => {
    const own = await signInApi(front.url, { email: "blocked@panel.test", connection: "hostile" });
    standIn.surveys = (_, response) => void response.writeHead(429, { "retry-after": "60" }).end();
    await own.get("/api/demand/surveys?page_size=5");
    const calls = standIn.calls;
    const reply = await own.get("/api/demand/surveys?page_size=6");
    expect(reply.status()).toBe(429);
    expect(Number(reply.headers()["retry-after"])).toBeGreaterThan(50);
    expect(problemSchema.parse(await reply.json()).message).toMatch(/^Hostile panel asks to wait (5\d|60) s\./);
    expect(standIn.calls).toBe(calls);
  });
});

test.describe("a write", () => {
  const survey = newSurvey("project-1", { name: "New one" });

  /** Answers reads well and creates as told. */
  const creating =
    (post: Case["answer"]): Case["answer"] =>
    (request, response) =>
      request.method === "POST" ? post(request, response) : sendJson(response, goodList);

  const create = () => context.post("/api/demand/surveys", { data: survey });

  test("that nobody answers ends in time as one of unknown outcome", async () => {
    standIn.surveys = creating(() => {});
    const problem = problemSchema.parse(await (await create()).json());
    expect(problem.code).toBe("uncertain");
    expect(problem.message).toContain("before you create it again");
  });

  test("that was refused with 500 and is not there was not created", async () => {
    standIn.surveys = creating(raw('{"message": "Database error"}', 500));
    const reply = await create();
    expect(reply.status()).toBe(503);
    expect(await reply.json()).toMatchObject({
      message: "Hostile panel reports an error: Database error. The survey was not created.",
    });
  });

  test("is never repeated after a 429", async () => {
    let posts = 0;
    standIn.surveys = creating((request, response) => {
      posts += 1;
      raw("", 429)(request, response);
    });
    expect((await create()).status()).toBe(429);
    expect(posts).toBe(1);
  });

  test("that was answered with nothing, and is there, was created", async () => {
    let created: Record<string, unknown> | undefined;
    standIn.surveys = (request, response) => {
      if (request.method === "POST") {
        created = { ...survey, id: "survey-3" };
        return raw("")(request, response);
      }
      sendJson(response, created ? [...goodList.surveys, created] : goodList);
    };
    const reply = await create();
    expect(reply.status(), await reply.text()).toBe(201);
    expect(await reply.json()).toMatchObject({ id: "survey-3", name: "New one" });
  });
});

test("pages and errors of one connection never reach another credential", async () => {
  const other = await signInApi(front.url, { email: "other@panel.test", connection: "hostile" });
  const seen = new Set<string>();
  standIn.surveys = (request, response) => {
    const credential = request.headers.authorization ?? "";
    seen.add(credential);
    setTimeout(() => sendJson(response, [{ id: credential, name: "Mine" }]), 100);
  };
  const read = async (own: HttpSession) =>
    (await (await own.get("/api/demand/surveys?page_size=7")).json()).surveys[0].id;
  const [mine, theirs, again] = await Promise.all([read(context), read(other), read(context)]);
  expect(mine).toBe(again);
  expect(theirs).not.toBe(mine);
  expect(seen.size).toBe(2);
});

test("a token that the service takes no more leads from a page to the sign-in page, which stays", async () => {
  const someone = await signInApi(front.url, { email: "revoked@panel.test", connection: "hostile" });
  try {
    const open = (path: string) => someone.get(path);
    expect((await open("/surveys?status=Live")).status()).toBe(200);
    standIn.refusesTokens = true;
    // What the service said of the token before is believed for a minute.
    await expect
      .poll(async () => (await open("/surveys?status=Live")).status(), { timeout: 90_000, intervals: [1000] })
      .toBe(307);
    const signIn = await open("/sign-in?next=%2Fsurveys%3Fstatus%3DLive");
    expect([signIn.status(), await signIn.text()]).toEqual([200, expect.stringContaining("Password")]);
    const again = await open("/surveys?status=Live");
    expect([again.status(), again.headers().location]).toEqual([307, "/sign-in?next=%2Fsurveys%3Fstatus%3DLive"]);
  } finally {
    standIn.refusesTokens = false;
  }
});
