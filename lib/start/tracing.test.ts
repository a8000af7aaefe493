import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { trace } from "@opentelemetry/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getTrend } from "@/lib/contracts/interfaces/analysis";
import { env } from "@/lib/env";
import { findConnection } from "@/lib/gateway/connections";
import { send } from "@/lib/gateway/transport";
import { beginSpan, inSpan, traceHeaders } from "@/lib/traces";
import { startTracing } from "./tracing";

type Sent = { name: string; traceId: string; spanId: string; parentSpanId?: string };
type Scope = { scope: { name: string }; spans: Sent[] };

/** Takes what is exported, and stands for a remote service. */
const received: Scope[] = [];
const asked: IncomingHttpHeaders[] = [];
const server = createServer(async (request, response) => {
  const body = await text(request);
  if (request.url === "/v1/traces") {
    const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: Scope[] }[] };
    received.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans));
  } else asked.push(request.headers);
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
server.keepAliveTimeout = 600_000; // a busy machine may load the exporter for longer than the usual five seconds
let url = "";
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const place = server.address();
  url = `http://127.0.0.1:${typeof place === "object" ? place?.port : 0}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function callRemote(): Promise<void> {
  const connection = { ...findConnection("built-in"), analysis: { url, keys: {} } };
  const sent = { path: "/", method: "POST", headers: {}, body: "{}" };
  const context = { requestId: "request-7", origin: "page" as const };
  await send(connection as never, getTrend, sent, context, Date.now() + 20_000);
}

test("without an address no span is made, and a remote call carries its request id alone", async () => {
  await (await startTracing("web"))();
  await callRemote();
  expect(traceHeaders()).toEqual({});
  expect(asked.at(-1)?.["x-request-id"]).toBe("request-7");
  expect(asked.at(-1)?.traceparent).toBeUndefined();
});

test("with one a remote call stands under its request, belongs to its trace, and nobody else's spans are sent", async () => {
  env.TRACES_URL = `${url}/v1/traces`;
  const stop = await startTracing("web");
  const request = beginSpan({ name: "GET /trends", kind: "server" });
  await inSpan(request, async () => {
    const foreign = trace.getTracer("next.js").startSpan("GET /service/fraud/a-key");
    await callRemote();
    foreign.end();
  });
  request.end();
  await stop();
  expect(received.map(({ scope }) => scope.name)).toEqual(["fieldwork"]);
  const spans = received.flatMap((scope) => scope.spans);
  expect(spans.map(({ name }) => name).sort()).toEqual(["GET /trends", "analysis getTrend"]);
  const [call, parent] = ["analysis getTrend", "GET /trends"].map((name) => spans.find((span) => span.name === name));
  expect(call?.parentSpanId).toBe(parent?.spanId);
  expect(asked.at(-1)).toMatchObject({
    "x-request-id": "request-7",
    traceparent: `00-${call?.traceId}-${call?.spanId}-01`,
  });
});
