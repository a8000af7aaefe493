import { createServer, request as httpRequest, type RequestListener, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createView } from "@/lib/contracts/ours/views";
import { AppError } from "@/lib/http/problem";
import { readRequest } from "@/lib/http/read-request";
import { endStalledBody } from "./web-body";

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(
  answer: RequestListener,
  progress = { bytes: 1000, everyMs: 400, lingerMs: 5000 },
): Promise<number> {
  const server = createServer((request, response) => {
    endStalledBody(request, response, progress);
    answer(request, response);
  });
  open.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** A request whose body has begun; `write` sends more of it. */
function beginning(port: number, headers: Record<string, string>) {
  const request = httpRequest({ port, method: "POST", headers });
  const status = new Promise<number | undefined>((done, fail) => {
    request.on("response", (response) => {
      response.resume();
      done(response.statusCode);
    });
    request.on("error", fail);
  });
  status.catch(() => {}); // cut off while it was sending
  const closed = new Promise<void>((done) => request.on("close", done));
  request.write("ab");
  return {
    status,
    closed,
    write: (bytes: number) => request.write("x".repeat(bytes)),
    end: () => request.end("cd"),
    destroy: () => request.destroy(),
  };
}

const readAll: RequestListener = async (request, response) => {
  try {
    for await (const _ of request);
    response.end("whole");
  } catch {
    response.destroy();
  }
};

const framings: Record<string, string>[] = [{ "content-length": "100000" }, { "transfer-encoding": "chunked" }];
for (const headers of framings) {
  test(`a body that stops is given up in words (${Object.keys(headers)})`, async () => {
    const sending = beginning(await serve(readAll), headers);
    expect(await sending.status).toBe(408);
    await sending.closed;
  });
}

test("one that comes in drops is given up too; one that makes progress may take as long as it needs", async () => {
  const port = await serve(readAll);
  const [drops, steady] = [
    beginning(port, { "transfer-encoding": "chunked" }),
    beginning(port, { "transfer-encoding": "chunked" }),
  ];
  let isSending = true;
  const sending = (async () => {
    while (isSending) {
      drops.write(1);
      steady.write(2000);
      await new Promise((done) => setTimeout(done, 10));
    }
    steady.end();
  })();
  expect(await drops.status).toBe(408);
  isSending = false;
  await sending;
  expect(await steady.status).toBe(200);
});

test("a sender whom we keep waiting is not slow", async () => {
  const port = await serve(async (request, response) => {
    await new Promise((done) => setTimeout(done, 1200));
    await readAll(request, response);
  });
  const sending = beginning(port, { "transfer-encoding": "chunked" });
  sending.write(10_000_000);
  sending.end();
  expect(await sending.status).toBe(200);
});

test("who goes on sending after the answer is cut off, and the server lives on", async () => {
  const answerAtOnce: RequestListener = (request, response) => {
    // In production a request that was answered early has lost its socket by the time that we look at it.
    response.once("finish", () => Reflect.set(request, "socket", null));
    response.statusCode = 401;
    response.end("no");
  };
  const port = await serve(answerAtOnce, { bytes: 1000, everyMs: 10_000, lingerMs: 50 });
  const sending = Array.from({ length: 5 }, () => beginning(port, { "transfer-encoding": "chunked" }));
  for (const { status, closed } of sending) {
    expect(await status).toBe(401);
    await closed;
  }
  const whole = beginning(port, { "content-length": "4" });
  whole.end();
  expect(await whole.status).toBe(401);
});

describe("a body that a handler reads as Next hands it on", () => {
  const operation = createView;
  const answerLikeNext: RequestListener = async (incoming, response) => {
    const { method = "POST", url = "/" } = incoming;
    const headers = incoming.headers as Record<string, string>;
    // Next makes a request of the incoming message itself.
    const request = new Request(`http://web.test${url}`, {
      ...{ method, headers, body: incoming, duplex: "half" },
    } as unknown as RequestInit);
    try {
      await readRequest(operation, request, { network: "192.0.2.1", personId: "p" });
      response.end("read");
    } catch (error) {
      response.statusCode = error instanceof AppError ? error.status : 500;
      response.end("refused");
    }
  };
  const chunked = { "transfer-encoding": "chunked", "content-type": "application/json" };
  const patience = { bytes: 1000, everyMs: 5000, lingerMs: 100 };

  test("is refused in words when it is too large, and the connection then ends", async () => {
    const port = await serve(answerLikeNext, patience);
    const sending = Array.from({ length: 5 }, () => beginning(port, chunked));
    for (const { write } of sending) write(5_000_000);
    for (const { status, closed } of sending) {
      expect(await status).toBe(413);
      await closed;
    }
    const next = beginning(port, { "content-length": "4", "content-type": "application/json" });
    next.end();
    expect(await next.status).toBe(400);
  });

  test("is refused when the same person has too many under way, and what they held is free again", async () => {
    const port = await serve(answerLikeNext, patience);
    const sending = Array.from({ length: 24 }, () => beginning(port, chunked));
    for (const { write } of sending) write(3_900_000);
    expect(await Promise.race(sending.map(({ status }) => status))).toBe(429);
    for (const { destroy } of sending) destroy();
    await Promise.all(sending.map(({ closed }) => closed));
    const next = beginning(port, { "content-length": "4", "content-type": "application/json" });
    next.end();
    expect(await next.status).toBe(400);
  });
});
