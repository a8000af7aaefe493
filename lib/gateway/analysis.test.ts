import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import { getTrend } from "./analysis";
import type { SignedInContext } from "./call";

withOwnDatabase();

/** A demand service with two accounts and a trend service beside it, on one address. */
type Received = { path: string; authorization: string | undefined; body: unknown };
let received: Received[] = [];
/** What the trend service answers instead of its usual reply. */
let said: object | null = null;
const PROJECT = "p/1 ä";
const projects = [
  { id: PROJECT, account_id: "7", project_name: "Ours" },
  { id: "p2", account_id: "9", project_name: "Of an account without a key" },
];
const replies: Record<string, unknown> = {
  projects: { total_projects: 2, projects },
  accounts: [
    { id: "7", name: "Seven" },
    { id: "9", name: "Nine" },
  ],
};

async function answer(request: IncomingMessage): Promise<unknown> {
  const path = request.url ?? "";
  const body = request.method === "POST" ? await json(request) : null;
  received.push({ path, authorization: request.headers.authorization, body });
  const name = /^\/(\w+)\?/.exec(path)?.[1];
  if (name) return replies[name];
  if (said) return said;
  const point = { x: "2024-01-01T00:00:00Z", mean: "3.50", min: 1, max: 5 };
  return { projectId: PROJECT, responses: { Q1: [point, { ...point, mean: 0 }] } };
}

let server: Server;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json").end(JSON.stringify(await answer(request)));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const analysis = { url: `${url}/trends`, keys: { "7": "the key" } };
  const panel = { name: "panel", title: "Panel", environment: "production", demand: { url }, analysis };
  env.CONNECTIONS = JSON.stringify([panel]);
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  received = [];
  said = null;
});

const viewer = { connection: "panel", email: "a@b.test", name: "A", role: "analyst" as const, accounts: [] };
const contextOf = (token: string): SignedInContext => ({
  viewer: { ...viewer, token },
  requestId: "r",
  origin: "page",
});
const body = { fromDate: "2024-01-01", toDate: "2024-01-02", type: "daily", filter: [{ field: "age", is: ["x"] }] };

test("a remote service is asked with the account's key, what we do not know unchanged, once the project is proven", async () => {
  const context = contextOf("one");
  const trend = await getTrend(context, { projectId: PROJECT, body });
  expect(trend.responses.Q1?.map(({ mean, count }) => [mean, count])).toEqual([
    [3.5, null],
    [null, null],
  ]);
  await getTrend(context, { projectId: PROJECT, body });
  const paths = received.map(({ path }) => path.split("?")[0]);
  const asked = `/trends/numeric-analysis-service/trend/${encodeURIComponent(PROJECT)}`;
  // Both lists are read at once, for the first of the two.
  expect(paths.slice(0, 2).sort()).toEqual(["/accounts", "/projects"]);
  expect(paths.slice(2)).toEqual([asked, asked]);
  expect(received.at(-1)).toEqual({ path: asked, authorization: "the key", body });
});

test("shares and a trend by a question go on unchanged; a service that takes no notice of them is known by its reply", async () => {
  const context = contextOf("five");
  const asked = { ...body, by: "wave", shares: [{ questionId: "Q1", codes: [4, 5] }], questions: [], soon: { a: 1 } };
  const ignored = await getTrend(context, { projectId: PROJECT, body: asked });
  expect(received.at(-1)?.body).toEqual(asked);
  expect(ignored).toMatchObject({ shares: [], buckets: null });
  const shares = [{ questionId: "Q1", codes: [4, 5], points: [{ x: "1", count: 8, chosen: 2, share: 0.25 }] }];
  said = { responses: {}, shares, buckets: [{ x: "1", label: "Wave 1" }] };
  const unsaid = { weightedCount: null, weightedChosen: null, effectiveCount: null };
  expect(await getTrend(context, { projectId: PROJECT, body: asked })).toMatchObject({
    responses: {},
    shares: [{ ...shares[0], points: [{ ...shares[0]?.points[0], ...unsaid }] }],
    buckets: [{ x: "1", label: "Wave 1" }],
  });
});

test("a reply too large to read beside everybody else's work is refused, and what to do is said", async () => {
  said = { responses: {}, padding: "x".repeat(48 * 1024 * 1024) };
  const says = "cannot be read: it is larger than 48 MB; ask for a shorter range or fewer questions.";
  await expect(getTrend(contextOf("six"), { projectId: PROJECT, body })).rejects.toThrow(says);
});

test("a reply that is no trend is said to be none, in a sentence with one full stop", async () => {
  said = { responses: [] };
  const says = /^Trends of .* cannot be read: The reply is not a trend\. Try again/;
  await expect(getTrend(contextOf("seven"), { projectId: PROJECT, body })).rejects.toThrow(says);
});

test("another's project is as unknown as none, and nothing is asked of the trends", async () => {
  for (const projectId of ["p3", "", "p2,p/1 ä", " p2"]) {
    await expect(getTrend(contextOf("two"), { projectId, body })).rejects.toMatchObject({ code: "not_found" });
  }
  expect(received.some(({ path }) => path.startsWith("/trends"))).toBe(false);
});

test("an account without a key is told so", async () => {
  await expect(getTrend(contextOf("three"), { projectId: "p2", body })).rejects.toThrow("Panel has no key for Nine");
});

test("a caller who has gone ends the call", async () => {
  const gone = new AbortController();
  gone.abort(new Error("the page was left"));
  const asked = getTrend(contextOf("four"), { projectId: PROJECT, body, signal: gone.signal });
  await expect(asked).rejects.toThrow("the page was left");
});
