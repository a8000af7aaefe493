import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { answerHealth, hasDatabase, readiness, type Serving } from "./serving";

const isUp = async () => true;

test("a process is ready while it serves and its database answers, and at no other time", async () => {
  expect(await readiness("serving", isUp)).toEqual({ status: 200, body: { status: "ready" } });
  expect(await readiness("serving", async () => false)).toEqual({ status: 503, body: { status: "no database" } });
  for (const serving of ["starting", "stopping"] as const) {
    expect(await readiness(serving, isUp)).toEqual({ status: 503, body: { status: serving } });
  }
});

test("a database that refuses is no database", async () => {
  expect(await hasDatabase(isUp)).toBe(true);
  expect(await hasDatabase(() => Promise.reject(new Error("refused")))).toBe(false);
});

let server: Server | undefined;
afterEach(() => void server?.close());

async function serverThat(serving: () => Serving): Promise<string> {
  server = createServer((request, response) => {
    if (!answerHealth(request, response, serving())) response.writeHead(404).end();
  });
  await new Promise<void>((listening) => server?.listen(0, "127.0.0.1", listening));
  const place = server.address();
  return `http://127.0.0.1:${typeof place === "object" ? place?.port : 0}`;
}

test("live is answered in every state, ready says which one it is, other addresses are left to others", async () => {
  let serving: Serving = "starting";
  const url = await serverThat(() => serving);
  for (serving of ["starting", "stopping"] as const) {
    expect((await fetch(`${url}/api/health/live?x=1`)).status).toBe(200);
    const ready = await fetch(`${url}/api/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([503, { status: serving }]);
  }
  expect((await fetch(`${url}/api/health`)).status).toBe(404);
  const refused = await fetch(`${url}/api/health/live`, { method: "POST" });
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
