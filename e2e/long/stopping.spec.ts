/** Instances of their own: they are stopped here. */
import { request as httpRequest } from "node:http";
import { createServer } from "node:net";
import { expect } from "@playwright/test";
import { startInstance } from "../instance";
import { test } from "../undrawn";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const place = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof place === "object" && place ? place.port : 0;
}

async function ready(url: string): Promise<[number, unknown]> {
  const reply = await fetch(`${url}/api/health/ready`);
  return [reply.status, await reply.json()];
}

/** A request whose body arrives in two parts; resolves to the status of its answer. */
function halfSent(url: string, body: string): { finish: () => Promise<number> } {
  const headers = { "content-type": "application/json", "content-length": String(Buffer.byteLength(body)) };
  const request = httpRequest(`${url}/service/demand/tokens`, { method: "POST", headers });
  const status = new Promise<number>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
  });
  status.catch(() => {});
  request.write(body.slice(0, 10));
  return {
    finish: () => {
      request.end(body.slice(10));
      return status;
    },
  };
}

test("a stop is announced while requests are still answered, those under way are finished, and it ends well", async () => {
  const workerPort = await freePort();
  const instance = await startInstance({ env: { DRAIN_SECONDS: "4", WORKER_PORT: String(workerPort) } });
  const worker = `http://127.0.0.1:${workerPort}`;
  // On a busy machine the database may answer too late at first. The worker follows the pages.
  await expect.poll(() => ready(instance.url)).toEqual([200, { status: "ready" }]);
  await expect.poll(() => ready(worker)).toEqual([200, { status: "ready" }]);
  for (const url of [instance.url, worker]) expect((await fetch(`${url}/api/health/live`)).status).toBe(200);
  const half = halfSent(instance.url, JSON.stringify({ email: "nobody@demo.test", password: "not theirs" }));
  process.kill(instance.pid, "SIGTERM");
  await expect.poll(() => ready(instance.url)).toEqual([503, { status: "stopping" }]);
  expect((await fetch(`${instance.url}/api/health/live`)).status).toBe(200);
  const other = await fetch(`${instance.url}/service/demand/openapi.json`);
  expect([other.status, other.headers.get("connection")]).toEqual([200, "close"]);
  expect(await half.finish()).toBe(401);
  expect(await instance.stop()).toBe(0);
  expect(instance.logs()).not.toContain("uncaught");
});

test("a worker alone is ready without a web process, and counts for itself", async () => {
  const workerPort = await freePort();
  const instance = await startInstance({ env: { PROCESSES: "worker", WORKER_PORT: String(workerPort) } });
  const worker = `http://127.0.0.1:${workerPort}`;
  expect(instance.pids().web).toBeUndefined();
  expect(await ready(worker)).toEqual([200, { status: "ready" }]);
  const metrics = await fetch(`${worker}/api/metrics`);
  expect(await metrics.text()).toMatch(/fieldwork_jobs|process="worker"/);
  expect(await instance.stop()).toBe(0);
});
