import { randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Span } from "@opentelemetry/api";
import next from "next";
import { TARGET_HEADER } from "@/lib/auth/sign-in-address";
import { env, publicUrl } from "@/lib/env";
import { logger } from "@/lib/logger";
import { countRequest, secondsSince } from "@/lib/metrics";
import { liveAsChild, report, storesReady } from "@/lib/start/as-child";
import { localUrl } from "@/lib/start/hand-over";
import { explainListenError } from "@/lib/start/listen-error";
import { answerMetrics } from "@/lib/start/metrics-server";
import { methodLabel, routeLabel } from "@/lib/start/route-label";
import { answerHealth, type Serving } from "@/lib/start/serving";
import { staticFiles } from "@/lib/start/static-files";
import { startTracing } from "@/lib/start/tracing";
import { endStalledBody } from "@/lib/start/web-body";
import { answerClientError } from "@/lib/start/web-client-error";
import { compressed } from "@/lib/start/web-compression";
import { refuseMethod } from "@/lib/start/web-methods";
import {
  cleanRequestHeaders,
  contentSecurityPolicy,
  hasReadablePath,
  hasTooManyParameters,
  isForRespondents,
  loggedPath,
  originForm,
  respondentPath,
  respondentPolicy,
  securityHeaders,
  withoutTrailingSlash,
} from "@/lib/start/web-policy";
import { beginSpan, inSpan } from "@/lib/traces";

const dev = env.NODE_ENV === "development";
/** Gigabytes of answers over a slow line; a body that makes no progress is ended sooner. */
const LONGEST_SENDING_MS = 6 * 3_600_000;

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;
let handle: Handle | undefined;
let serving: Serving = "starting";
const waiting: (() => void)[] = [];

const TOO_MANY_PARAMETERS =
  "The address has more than 200 parameters. Ask with fewer: a list is one, with commas in it.";

const fixedHeaders = securityHeaders(publicUrl());
const sendStatic = staticFiles(join(".next", "static"), "/_next/static/");

/** What every request passes before Next sees it. Next takes the nonce for its own scripts from the request's policy. */
function receive(request: IncomingMessage, response: ServerResponse): void {
  request.url = withoutTrailingSlash(originForm(request.url ?? "/"));
  if (serving === "stopping") response.setHeader("connection", "close");
  countWhenAnswered(request, response, request.url);
  if (answerHealth(request, response, serving) || answerMetrics(request, response, "web")) return;
  const nonce = randomBytes(16).toString("base64");
  const isRespondent = isForRespondents(request.url);
  const policy = isRespondent ? respondentPolicy(nonce) : contentSecurityPolicy(nonce, dev);
  cleanRequestHeaders(request.headers, request.socket.remoteAddress, env.TRUSTED_PROXIES);
  request.headers[TARGET_HEADER] = request.url;
  request.headers["content-security-policy"] = policy;
  response.setHeader("content-security-policy", policy);
  for (const [name, value] of fixedHeaders) response.setHeader(name, value);
  // Their addresses hold ids that no site they go on to has to learn.
  if (isRespondent) response.setHeader("referrer-policy", "no-referrer");
  if (isRespondent) request.url = respondentPath(request.url);
  endStalledBody(request, response);
  if (request.httpVersion === "1.1" && !request.headers.host) refuseWithoutHost(response);
  else if (!hasReadablePath(request.url)) sendMessage(response, 404, "There is nothing at this address.");
  else if (hasTooManyParameters(request.url)) sendMessage(response, 414, TOO_MANY_PARAMETERS);
  else if (!refuse(request, response) && !sendStatic(request, response)) passOn(request, response);
}

/** `target`: Next changes the request's own. 499: whoever asked went away before the answer was sent. */
function countWhenAnswered({ method }: IncomingMessage, response: ServerResponse, target: string): void {
  const since = performance.now();
  response.once("close", () => {
    const status = response.writableFinished ? response.statusCode : 499;
    const route = routeLabel(target);
    countRequest({ route, method: methodLabel(method), status, seconds: secondsSince(since) });
  });
}

const passOn = compressed((request, response) => {
  if (handle) void answer(handle, request, response);
  else waiting.push(() => handle && void answer(handle, request, response)); // Next or the stores are not ready
});

/** Whether the method was refused. In development Next's own tools post to addresses of theirs. */
function refuse({ method = "GET", url = "/" }: IncomingMessage, response: ServerResponse): boolean {
  const refusal = dev && url.startsWith("/_") ? null : refuseMethod(method, url);
  if (!refusal) return false;
  const requestId = randomUUID();
  response.setHeader("x-request-id", requestId);
  if (refusal.allow) response.setHeader("allow", refusal.allow);
  const isOurApi = url.startsWith("/api/");
  const code = refusal.status === 404 ? "not_found" : "invalid";
  sendJson(response, refusal.status, { message: refusal.message, ...(isOurApi && { code, requestId }) });
  return true;
}

async function answer(next: Handle, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await inSpan(spanOf(request, response), () => next(request, response));
  } catch (error) {
    logger.error({ err: error, method: request.method, path: loggedPath(request.url ?? "") }, "request failed");
    if (response.headersSent) response.destroy();
    else sendMessage(response, 500, "Our server experienced an unexpected error.");
  }
}

/** A span that ends with the answer. */
function spanOf({ method, url = "/" }: IncomingMessage, response: ServerResponse): Span {
  const [verb, route] = [methodLabel(method), routeLabel(url)];
  const attributes = { "http.request.method": verb, "http.route": route };
  const span = beginSpan({ name: `${verb} ${route}`, kind: "server", attributes });
  response.once("close", () => {
    span.setAttribute("http.response.status_code", response.statusCode);
    const requestId = response.getHeader("x-request-id");
    if (typeof requestId === "string") span.setAttribute("fieldwork.request_id", requestId);
    span.end();
  });
  return span;
}

function refuseWithoutHost(response: ServerResponse): void {
  response.setHeader("connection", "close");
  sendMessage(response, 400, "The request has no Host header.");
}

const sendMessage = (response: ServerResponse, status: number, message: string) =>
  sendJson(response, status, { message });

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const server = createServer(
  {
    maxHeaderSize: 65_536, // cookies of others on the same host
    headersTimeout: 15_000,
    requestTimeout: LONGEST_SENDING_MS,
    keepAliveTimeout: 65_000, // longer than a load balancer keeps its side, which then never meets a closing socket
    requireHostHeader: false, // answered above, as JSON
  },
  receive,
);
server.on("clientError", answerClientError);

/** PORT may be 0: the port that was found is what the rest of this process, Next included, goes by. */
function listen(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, () => {
      server.removeListener("error", reject);
      server.on("error", (error) => logger.error({ err: error }, "server error"));
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : env.PORT);
    });
  });
}

async function listenOrReport(): Promise<number> {
  try {
    return await listen();
  } catch (error) {
    const reason = explainListenError(error as NodeJS.ErrnoException, env.HOST, env.PORT);
    await report({ type: "failed", reason });
    if (!process.send) logger.fatal(reason);
    process.exit(1);
  }
}

const stores = storesReady();
const stopTracing = await startTracing("web");
const port = await listenOrReport();
env.PORT = port;
process.env.PORT = String(port);
process.env.NEXTAUTH_URL = publicUrl(); // next-auth reads its own variable and falls back to what a request says
await report({ type: "listening", port });

// In production Next would answer upgrades on our server by hanging: given a server of its own, it leaves ours alone.
const app = next({ dev, dir: process.cwd(), hostname: env.HOST, port, httpServer: dev ? server : createServer() });

const stopping = new AbortController();

liveAsChild(async () => {
  serving = "stopping";
  stopping.abort();
  await sleep(env.DRAIN_SECONDS * 1000);
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await Promise.race([closed, sleep(env.FINISH_SECONDS * 1000)]);
  server.closeAllConnections();
  await Promise.race([Promise.all([app.close(), stopTracing()]), sleep(300)]);
});

await Promise.all([app.prepare(), stores]);
handle = app.getRequestHandler();
if (serving === "starting") serving = "serving";
for (const go of waiting.splice(0)) go();
logger.info({ port }, "web ready");
await report({ type: "ready" });
if (!dev) await requestFirstPage();

/** Loads the code that all pages share. That takes seconds, which the first person would otherwise wait for. */
async function requestFirstPage(): Promise<void> {
  const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(30_000)]);
  try {
    const page = await fetch(`${localUrl(env.HOST, port)}/sign-in`, { signal });
    await page.arrayBuffer();
  } catch (error) {
    logger.debug({ err: error }, "the first page could not be loaded in advance");
  }
}
