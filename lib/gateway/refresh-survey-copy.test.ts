import { createServer, type Server } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { env } from "@/lib/env";
import { findAnything } from "@/lib/search/find-anything";
import { startWork } from "@/lib/start/work";
import { db } from "@/lib/stores/postgres/client";
import { keepUpstreamToken } from "@/lib/stores/postgres/people";
import { seal } from "@/lib/stores/postgres/sealed";
import { askForCopy, findCopyState, takeDueRefresh } from "@/lib/stores/postgres/survey-copy-runs";
import { withOwnDatabase } from "@/lib/test-database";
import type { SignedInContext } from "./call";
import { listSurveys } from "./list-surveys";
import { refreshSurveyCopy } from "./refresh-survey-copy";
import { addSumsFromCopy } from "./survey-copy";

withOwnDatabase();

type Answer = { status?: number; body: unknown };
const service = {
  surveys: [] as { id: string; name: string }[],
  calls: [] as string[],
  answer: null as ((url: URL) => Promise<Answer> | Answer | null) | null,
};

/** Lists its surveys page by page, unless a test says otherwise. */
async function answer(url: URL): Promise<Answer> {
  const own = await service.answer?.(url);
  if (own) return own;
  const size = Number(url.searchParams.get("page_size") ?? 50);
  const from = (Number(url.searchParams.get("page") ?? 1) - 1) * size;
  const surveys = service.surveys.slice(from, from + size);
  return { body: { total_surveys: service.surveys.length, page: 1, page_size: size, surveys } };
}

let server: Server;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    service.calls.push(`${request.url} ${request.headers.authorization}`);
    const { status = 200, body } = await answer(new URL(request.url ?? "/", "http://service"));
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const demand = { url, requestsPerSecond: 200 };
  env.CONNECTIONS = JSON.stringify([
    { name: "panel", title: "Panel", environment: "staging", timeoutMs: 60_000, demand },
    { name: "hurried", title: "Hurried", environment: "staging", timeoutMs: 1000, demand },
  ]);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let people = 0;
let viewer: SignedInContext["viewer"];
let context: SignedInContext;
const copy = () => ({ connection: viewer.connection, credential: viewer.email });

beforeEach(async () => {
  people += 1;
  const email = `person-${people}@panel.test`;
  viewer = { connection: "panel", email, name: "P", role: "manager", accounts: [], token: `token-${people}` };
  context = { viewer, requestId: "r", origin: "page" };
  Object.assign(service, { surveys: surveys(1234), calls: [], answer: null });
  await keepUpstreamToken(db(), {
    connection: "panel",
    email,
    passwordHash: "",
    token: seal(viewer.token),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
});

const surveys = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `s${index + 1}`, name: `Survey ${index + 1}` }));

/** As the worker does it; the pause between two refreshes is waived, and what other tests left behind is passed over. */
async function refresh(signal = new AbortController().signal): Promise<void> {
  await askForCopy(db(), copy());
  await db().execute(sql`update survey_copy_runs set begun_at = begun_at - interval '6 seconds',
    asked_at = clock_timestamp() where credential = ${viewer.email}`);
  for (;;) {
    const due = await takeDueRefresh(db());
    if (!due) throw new Error("nothing was due");
    if (due.credential === viewer.email) return refreshSurveyCopy(due, signal);
  }
}

const search = async (text: string) => (await listSurveys(context, { search: text })).items.map(({ id }) => id);

describe("refreshing a copy", () => {
  test("reads every page once, with the credential's own token, and answers search and sort from it", async () => {
    const before = Date.now();
    await refresh();
    expect(service.calls).toEqual([1, 2, 3].map((page) => `/surveys?page=${page}&page_size=500 ${viewer.token}`));
    expect(await search("survey 1234")).toEqual(["s1234"]);
    const newest = await listSurveys(context, { sort: "-created", page_size: 2 });
    expect(newest).toMatchObject({ total: 1234, items: [{ id: "s1234" }, { id: "s1233" }] });
    expect(Date.parse(newest.as_of ?? "")).toBeGreaterThanOrEqual(before);
    expect(service.calls).toHaveLength(3);
  });

  test("takes over what changed, came and went", async () => {
    await refresh();
    service.surveys = [...surveys(1230), { id: "s9999", name: "Newcomer" }];
    service.surveys[0] = { id: "s1", name: "Renamed" };
    await refresh();
    expect(await search("renamed")).toEqual(["s1"]);
    expect(await search("newcomer")).toEqual(["s9999"]);
    expect(await search("s1234")).toEqual([]);
    expect((await listSurveys(context, { sort: "name", page_size: 1 })).total).toBe(1231);
  });

  test("keeps the old copy when the service fails on the way, and says why", async () => {
    await refresh();
    service.answer = (url) =>
      url.searchParams.get("page") === "3" ? { status: 500, body: { message: "Disk full" } } : null;
    service.surveys[0] = { id: "s1", name: "Renamed" };
    await refresh();
    expect(await findCopyState(db(), copy())).toMatchObject({
      problem: "Panel reports an error: Disk full.",
      pending: false,
    });
    expect(await search("renamed")).toEqual([]);
    expect(await search("survey 1234")).toEqual(["s1234"]);
  });

  test("whose token was withdrawn is answered from it no more; another's whose own is taken still is", async () => {
    await refresh();
    service.answer = (url) => {
      if (url.pathname === "/accounts") return null;
      return { status: 401, body: { message: "Unauthorized." } };
    };
    await refresh();
    expect(await search("survey 1234")).toEqual(["s1234"]);
    service.answer = () => ({ status: 401, body: { message: "Unauthorized." } });
    viewer.token = `withdrawn-${viewer.token}`;
    await expect(search("survey 1234")).rejects.toMatchObject({ code: "unauthenticated" });
    await expect(findAnything(context, "survey 1234")).rejects.toMatchObject({ code: "unauthenticated" });
    // A service that is away has refused nothing.
    service.answer = () => ({ status: 500, body: { message: "Away." } });
    expect(await search("survey 1234")).toEqual(["s1234"]);
  });

  test("says that a sign-in has ended when there is no token that lasts, or the service takes it no more", async () => {
    service.answer = () => ({ status: 401, body: { message: "Unauthorized." } });
    await refresh();
    expect(await findCopyState(db(), copy())).toMatchObject({ problem: "Its sign-in has ended. Sign in again." });
    await db().execute(sql`delete from upstream_tokens where email = ${viewer.email}`);
    await refresh();
    expect(await findCopyState(db(), copy())).toMatchObject({ problem: "Its sign-in has ended. Sign in again." });
  });

  test("is given back at once when its worker stops in the middle of a page", async () => {
    const stopping = new AbortController();
    service.answer = (url) => {
      if (url.searchParams.get("page") !== "2") return null;
      stopping.abort();
      return new Promise(() => {}); // a page that never comes: only the stop ends the wait for it
    };
    await refresh(stopping.signal);
    expect(await findCopyState(db(), copy())).toMatchObject({ pending: true, asOf: null });
  });
});

describe("without a copy", () => {
  test("the newest surveys are shown at once, and a copy is asked for", async () => {
    const page = await listSurveys(context, { sort: "-created", page: 2, page_size: 50 });
    expect(page.items.map(({ id }) => id).slice(0, 2)).toEqual(["s1184", "s1183"]);
    expect(page).toMatchObject({ total: 1234, as_of: null });
    expect(await findCopyState(db(), copy())).toMatchObject({ pending: true });
    expect(service.calls.some((call) => call.includes("sort"))).toBe(false);
  });

  test("a search waits as long as the connection allows and then says how far the reading is", async () => {
    viewer.connection = "hurried";
    await askForCopy(db(), copy());
    await db().execute(sql`update survey_copy_runs set read = 1500, total = 9000, running_until = now() +
      interval '1 minute' where credential = ${viewer.email}`);
    await expect(search("x")).rejects.toMatchObject({
      code: "busy",
      message: "The surveys of Hurried are still being read (1,500 of 9,000). Try again in a moment.",
    });
  });

  test("projects have no sums", async () => {
    const page = { total: 1, page: 1, page_size: 1, items: [], unreadable: 0, as_of: null };
    expect(await addSumsFromCopy(context, page)).toBe(page);
  });
});

test("the worker is woken by whoever asks, and a search finds the copy it makes", async () => {
  const worker = crypto.randomUUID();
  const stop = await startWork(worker);
  try {
    expect(await search("survey 777")).toEqual(["s777"]);
    const [pulse] = await db().execute(sql`select at from worker_pulses where worker_id = ${worker}`);
    expect(pulse).toBeDefined();
  } finally {
    await stop();
  }
});
