import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, test, vi } from "vitest";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import { fetchSpecs } from "@/lib/contracts/interfaces/pivot";
import * as router from "@/lib/service/router";
import { findConnection } from "./connections";
import { isDeeperThan, send } from "./transport";

/** Our own service while its store hangs: it ends when its caller has gone, and says so as the router does. */
beforeAll(() => {
  vi.spyOn(router, "answer").mockImplementation(
    (_of, _path, { signal }) =>
      new Promise((done) => {
        const gone = { status: 499, headers: new Headers(), body: { message: "The request was given up." } };
        signal.addEventListener("abort", () => done(gone));
      }),
  );
});

const askOurs = (signal: AbortSignal, deadline: number) => {
  const connection = findConnection("built-in");
  if (!connection) throw new Error("The built-in connection exists by itself.");
  const sent = { path: "/", method: "POST", headers: {}, body: "{}", signal };
  return send(connection, getTrend, sent, { requestId: "r", origin: "page" }, deadline);
};

test("a call of ours that its deadline ends was answered by nobody; one that its caller ends, by him", async () => {
  const stays = new AbortController();
  const late = { name: "ReplyLost", code: "unavailable", message: expect.stringContaining("did not answer in time") };
  await expect(askOurs(stays.signal, Date.now() + 30)).rejects.toMatchObject(late);
  const leaves = new AbortController();
  const asked = askOurs(leaves.signal, Date.now() + 60_000);
  leaves.abort(new Error("He has gone."));
  await expect(asked).rejects.toThrow("He has gone.");
});

test("nothing is sent once its deadline has passed, and that is certain", async () => {
  const asked = askOurs(new AbortController().signal, Date.now());
  await expect(asked).rejects.toMatchObject({ name: "ReplyLost", mayStillHappen: false });
});

test.each([9, 8])(
  "nothing can have arrived at a service where nobody listens, or fetch refuses the port: %s",
  async (port) => {
    const connection = { ...findConnection("built-in"), analysis: { url: `http://127.0.0.1:${port}`, keys: {} } };
    const sent = { path: "/", method: "POST", headers: {}, body: "{}" };
    const asked = send(connection as never, getTrend, sent, { requestId: "r", origin: "page" }, Date.now() + 20_000);
    await expect(asked).rejects.toMatchObject({ neverArrived: true, mayStillHappen: false });
  },
);

test("depth is counted by brackets outside strings", () => {
  expect(isDeeperThan("[".repeat(101), 100)).toBe(true);
  expect(isDeeperThan(`${"[".repeat(100)}${"]".repeat(100)}`, 100)).toBe(false);
  expect(isDeeperThan(JSON.stringify({ text: '[[[["\\[[[' }), 1)).toBe(false);
  expect(isDeeperThan('{"a":{"b":{"c":1}}}', 2)).toBe(true);
  expect(isDeeperThan('"never closed [[[[', 1)).toBe(false);
  expect(isDeeperThan(`"${"x".repeat(5_000_000)}"`, 1)).toBe(false);
});

test("a reply larger than its operation allows is refused, with what to do about it", async () => {
  const server = createServer((_, response) => response.end(JSON.stringify("x".repeat(1024 * 1024))));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const connection = { ...findConnection("built-in"), pivot: { url: `http://127.0.0.1:${port}`, keys: {} } };
  const operation = { ...fetchSpecs, largestReply: { mb: 1, advice: "choose fewer questions" } };
  const sent = { path: "/", method: "POST", headers: {}, body: "{}" };
  const asked = send(connection as never, operation, sent, { requestId: "r", origin: "page" }, Date.now() + 20_000);
  await expect(asked).rejects.toThrow("it is larger than 1 MB; choose fewer questions.");
  await new Promise((done) => server.close(done));
});
