import { createServer, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { compressed } from "./web-compression";

let server: Server;
afterEach(() => server.close());

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(compressed(listener));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What crosses the line, not what a client makes of it. */
function sent(url: string, encoding: string) {
  return new Promise<{ encoding: string | undefined; body: Buffer }>((done, failed) => {
    const asked = request(url, { headers: { "accept-encoding": encoding } }, async (reply) => {
      const parts: Buffer[] = [];
      for await (const part of reply) parts.push(part as Buffer);
      done({ encoding: reply.headers["content-encoding"], body: Buffer.concat(parts) });
    });
    asked.on("error", failed).end();
  });
}

const points = JSON.stringify(
  Array.from({ length: 20_000 }, (_, at) => ({ x: new Date(at * 86_400_000).toISOString(), mean: Math.sin(at) })),
);
const answerPoints: RequestListener = (_, response) => {
  response.setHeader("content-type", "application/json");
  for (let at = 0; at < points.length; at += 65_536) response.write(points.slice(at, at + 65_536));
  response.end();
};

test("a large reply is whole, small, and as it is to a caller who cannot read it otherwise", async () => {
  const url = await serve(answerPoints);
  const small = await sent(url, "gzip");
  expect(small.encoding).toBe("gzip");
  expect(gunzipSync(small.body).toString()).toBe(points);
  expect(small.body.length).toBeLessThan(points.length / 3);
  const plain = await sent(url, "identity");
  expect([plain.encoding, plain.body.toString()]).toEqual([undefined, points]);
});

test("what browsers keep is made smaller than what is written for one caller", async () => {
  const url = await serve(answerPoints);
  const [kept, once] = await Promise.all(
    ["/_next/static/chunk.js", "/api/trend"].map((path) => sent(url + path, "gzip")),
  );
  expect(gunzipSync(kept?.body ?? Buffer.of()).toString()).toBe(points);
  expect(kept?.body.length).toBeLessThan((once?.body.length ?? 0) * 0.95);
});

test("a short reply and a picture stay as they are", async () => {
  const url = await serve((asked, response) => {
    response.setHeader("content-type", asked.url === "/short" ? "application/json" : "image/png");
    response.end(asked.url === "/short" ? "{}" : Buffer.alloc(100_000, 1));
  });
  expect(await sent(`${url}/short`, "gzip")).toEqual({ encoding: undefined, body: Buffer.from("{}") });
  expect((await sent(`${url}/picture`, "gzip")).encoding).toBe(undefined);
});

test("a part that is flushed arrives before the rest is written", async () => {
  let end = () => {};
  const url = await serve((_, response) => {
    response.setHeader("content-type", "text/html");
    response.write("<p>first</p>".repeat(200));
    (response as typeof response & { flush: () => void }).flush();
    end = () => response.end("<p>last</p>");
  });
  const reply = await fetch(url);
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toMatch(/^<p>first/);
  end();
  let rest = "";
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) rest += part.value;
  expect(rest).toMatch(/<p>last<\/p>$/);
});
