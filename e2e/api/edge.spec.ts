import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { expect, retryUntilPassing } from "../expect";
import type { HttpSession } from "../http-session";
import { newSurvey } from "../new-survey";
import { openSession } from "../sessions";
import { baseURL, casesFor, expectRefusal, type Person, sides, test } from "./world";

/** What is refused before anything is done for it: bodies, methods, rates, lists, writes of other sites. */
const { host: HOST, port: PORT } = { host: "127.0.0.1", port: () => Number(new URL(baseURL()).port) };

async function cookieOf(person: Person): Promise<{ cookie: string; session: HttpSession }> {
  const session = await openSession(person);
  return { session, cookie: session.cookieHeader() };
}

/** A request whose chunked body begins and never ends. */
function unfinished(path: string, bytes: number, headers: Record<string, string> = {}) {
  const sending = httpRequest({
    ...{ host: HOST, port: PORT(), path, method: "POST" },
    headers: { "content-type": "application/json", "transfer-encoding": "chunked", ...headers },
  });
  const answered = new Promise<{ status: number | undefined; text: string }>((done, fail) => {
    sending.on("error", fail);
    sending.on("response", async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      done({ status: response.statusCode, text });
    });
  });
  const closed = new Promise<void>((done) => sending.on("close", done));
  answered.catch(() => {});
  sending.write(Buffer.alloc(bytes, 0x20));
  return { answered, closed, end: () => sending.end(), destroy: () => sending.destroy() };
}

test.describe("a body", () => {
  test("of a stranger is not waited for: twenty that never end are answered and closed", async () => {
    const paths = ["/api/imports/files?project_id=p&name=a.csv", "/api/views", "/service/demand/surveys"];
    // Several times as much as may be held of strangers.
    const bodies = Array.from({ length: 20 }, (_, at) => unfinished(paths[at % 3] ?? "", 3_900_000));
    const answers = await Promise.all(bodies.map(({ answered }) => answered));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    await Promise.all(bodies.map(({ closed }) => closed));
  });

  test("that is too large is refused while it is still coming, by its bytes where it declares no length", async ({
    world,
  }) => {
    const { cookie } = await cookieOf(await world.addPerson("manager"));
    const ways: [path: string, headers: Record<string, string>][] = [
      ["/api/views", { cookie }],
      ["/service/demand/tokens", {}],
    ];
    // At once: each connection is closed only after a while, so that its answer arrives.
    await Promise.all(
      ways.map(async ([path, headers]) => {
        const body = unfinished(path, 5_000_000, headers);
        expect((await body.answered).status, path).toBe(413);
        await body.closed;
      }),
    );
  });

  test("waits in memory with others of the same person up to a bound; other people go on", async ({ world }) => {
    const { session, cookie } = await cookieOf(await world.addPerson("manager"));
    const other = await cookieOf(await world.addPerson("manager"));
    // Of several rates: of one alone, the later would be put off.
    const paths = ["/api/views", "/api/jobs", "/api/drafts"];
    const bodies = Array.from({ length: 24 }, (_, at) => unfinished(paths[at % 3] ?? "", 3_900_000, { cookie }));
    const first = await Promise.race(bodies.map(({ answered }) => answered));
    expect(first.status).toBe(429);
    expect(first.text).toContain("Too much is being sent at once. Please try again in a moment.");
    const view = { list: "surveys", name: "Mine", query: "", account_id: null };
    expect((await other.session.post("/api/views", { data: view })).status()).toBe(201);
    for (const body of bodies) body.destroy();
    await retryUntilPassing(async () => {
      expect((await session.post("/api/views", { data: { ...view, name: "Free" } })).status()).toBe(201);
    });
  });

  test("is taken in its declared type alone", async ({ world }) => {
    const { session } = await cookieOf(await world.addPerson("admin"));
    const view = JSON.stringify({ list: "surveys", name: "Typed", query: "", account_id: null });
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/vnd.api+json", "json"]) {
      const reply = await session.post("/api/views", { data: Buffer.from(view), headers: { "content-type": type } });
      expect([reply.status(), (await reply.json()).message]).toEqual([
        415,
        "The content type must be application/json.",
      ]);
    }
    const address = `/api/imports/files?${new URLSearchParams({ project_id: world.api.projectId, name: "a.csv" })}`;
    for (const type of ["text/plain", "text/csv", "multipart/form-data; boundary=x", "application/json"]) {
      const reply = await session.post(address, { data: Buffer.from("a\n1\n"), headers: { "content-type": type } });
      expect(reply.status(), type).toBe(415);
    }
  });
});

/** Sends a request line and headers as they are, and gives the answer's head and body. */
function raw(method: string, path: string): Promise<{ status: number; allow: string | undefined; body: string }> {
  return new Promise((done, fail) => {
    const socket = connect(PORT(), HOST, () =>
      socket.write(`${method} ${path} HTTP/1.1\r\nhost: ${HOST}:${PORT()}\r\nconnection: close\r\n\r\n`),
    );
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
    });
    socket.on("error", fail);
    socket.on("end", () => {
      const [head = "", body = ""] = text.split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1]);
      done({ status, allow: /^allow: (.*)$/im.exec(head)?.[1]?.trim(), body });
    });
  });
}

test("methods that nothing answers are refused with those that are there, at both sides and at pages", async () => {
  const addresses: [path: string, allow: string][] = [
    ["/service/demand/surveys", "GET, PATCH, POST"],
    ["/service/demand/tokens", "POST"],
    ["/service/pivot/v1/pivotTable/fetchData", "POST"],
    ["/service/openapi.json", "GET"],
    ["/api/demand/surveys", "GET, PATCH, POST"],
    ["/api/demand/accounts", "GET"],
    ["/api/views", "GET, PATCH, POST"],
    ["/api/imports/files", "POST"],
    ["/api/health", "GET"],
    ["/api/auth/session", "GET, POST"],
    ["/api/saml/corporate", "POST"],
    ["/scim/v2/Users", "GET, POST"],
    ["/scim/v2/Users/1", "DELETE, GET, PATCH, PUT"],
    ["/enter/1", "GET, HEAD"],
    ["/return/complete", "GET, HEAD"],
    ["/surveys", "GET, HEAD"],
    ["/sign-in", "GET, HEAD"],
  ];
  const others = ["TRACE", "PROPFIND", "OPTIONS", "PURGE", "SEARCH"];
  for (const [at, [path, allow]] of addresses.entries()) {
    for (const method of [others[at % others.length] ?? "", others[(at + 1) % others.length] ?? ""]) {
      const { status, allow: given, body } = await raw(method, path);
      expect([status, given?.split(", ").toSorted().join(", ")], `${method} ${path}`).toEqual([405, allow]);
      const { message, ...rest } = JSON.parse(body.replace(/^[0-9a-f]+\r\n|\r\n0$/g, "")) as Record<string, string>;
      expect(message).toBe("This method is not supported here.");
      expect(Object.keys(rest)).toEqual(path.startsWith("/api/") ? ["code", "requestId"] : []);
    }
  }
  for (const path of ["/service/nothing", "/api", "/api/nothing", "/scim/v2/Groups", "/enter"]) {
    expect((await raw("TRACE", path)).status, path).toBe(404);
  }
  expect(await raw("POST", "/surveys")).toMatchObject({ status: 405, allow: "GET, HEAD" });
});

test.describe("the rate of an operation of ours", () => {
  test("holds for a person, whatever the session, and leaves others alone", async ({ world }) => {
    const person = await world.addPerson("manager");
    const sessions = [await cookieOf(person), await cookieOf(person)].map(({ session }) => session);
    const other = await cookieOf(await world.addPerson("manager"));
    const bodies = Array.from({ length: 120 }, (_, at) => ({
      ...{ list: "projects", name: `View ${at}`, query: "", account_id: null },
    }));
    const begun = Date.now();
    const replies = await Promise.all(bodies.map((data, at) => sessions[at % 2]?.post("/api/views", { data })));
    const seconds = Math.ceil((Date.now() - begun) / 1000);
    const statuses = replies.map((reply) => reply?.status());
    expect(statuses.filter((status) => status !== 201 && status !== 429)).toEqual([]);
    // 20 in any second, and what was put off. A machine that answers fewer a second than that refuses none.
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(20 * (seconds + 1));
    for (const refused of replies.filter((reply) => reply?.status() === 429)) {
      expect(refused?.headers()["retry-after"]).toMatch(/^[1-9]\d*$/);
      expect(await refused?.json()).toMatchObject({
        code: "busy",
        message: "Too many requests. Please try again later.",
      });
    }
    expect((await other.session.get("/api/views?list=projects")).status()).toBe(200);
  });

  test("puts off what a page asks for at once, and refuses none of it", async ({ world }) => {
    const { session } = await cookieOf(await world.addPerson("manager"));
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, at) => session.get(`/api/demand/surveys?page=${at + 1}&page_size=1`)),
    );
    expect(replies.map((reply) => reply.status())).toEqual(replies.map(() => 200));
  });
});

test("lists longer than anything needs are refused by their length, on both sides", async ({ world }) => {
  const body = (members: object) => ({ body: newSurvey(world.api.projectId, members as never) });
  const quota = { quota_name: "Q", quota: 1, qualifications: [{ question_id: 1, allowed_option_ids: [1] }] };
  const many = { ...quota, qualifications: [{ question_id: 1, allowed_option_ids: Array(300_000).fill(1) }] };
  const tooLong: [members: object, sentence: string | RegExp][] = [
    [{ device_compatibilities: Array(200_000).fill("x") }, "Devices can have at most 20 items."],
    [{ respondent_attributes: Array(5001).fill(quota) }, "A survey can have at most 5,000 quotas."],
    [{ respondent_attributes: [many] }, /Allowed options can have at most 10,000 items/],
  ];
  for (const side of sides) {
    for (const [members, sentence] of casesFor(side, tooLong)) {
      expectRefusal(side, await world[side].manager.post("/surveys", body(members)), 400, sentence);
    }
  }
  const parts = await world.api.manager.post("/surveys", { text: `[${"{},".repeat(400_000)}{}]` });
  expectRefusal("api", parts, 413, "The request body has too many parts. Send less at once.");
  const { session } = await cookieOf(await world.addPerson("analyst"));
  const trend = { fromDate: "2031-01-01", toDate: "2031-02-01", type: "daily", questions: [] };
  const post = (members: object) =>
    session.post(`/api/analysis/numeric-analysis-service/trend/${world.api.projectId}`, {
      data: { ...trend, ...members },
    });
  const groups = await post({
    groups: Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`g${at}`, ["q"]])),
  });
  expect([groups.status(), (await groups.json()).message]).toEqual([400, "groups can have at most 2,000 groups."]);
  const shares = await post({ shares: Array(50_000).fill({ questionId: "q", codes: [1] }) });
  expect((await shares.json()).message).toBe("shares can have at most 200 items.");
});

test("our own API takes no write that another site's page sends, or that hides where it comes from", async ({
  world,
}) => {
  const person = await world.addPerson("manager");
  const { session } = await cookieOf(person);
  const own = new URL(baseURL()).origin;
  const write = async (headers: Record<string, string>) => {
    const data = { list: "surveys", name: `From ${JSON.stringify(headers)}`.slice(0, 100), query: "" };
    const reply = await session.post("/api/views", { data, headers });
    return [reply.status(), reply.status() === 201 ? null : (await reply.json()).message];
  };
  const foreign = "This request came from another site. Open Fieldwork itself and try again.";
  const others: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    { "sec-fetch-site": "same-site", origin: own },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { "sec-fetch-mode": "no-cors" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: `${own}.evil.example` },
    { origin: own.replace("http:", "https:") },
  ];
  for (const headers of others) expect(await write(headers), JSON.stringify(headers)).toEqual([403, foreign]);
  const ours: Record<string, string>[] = [{}, { origin: own }, { origin: own, "sec-fetch-site": "same-origin" }];
  for (const headers of ours) expect(await write(headers), JSON.stringify(headers)).toEqual([201, null]);
  const signIn = await session.post("/api/auth/callback/credentials", {
    headers: { origin: "https://evil.example" },
    form: { email: person.email, password: person.password, json: "true" },
  });
  expect(signIn.status()).toBe(403);
});
