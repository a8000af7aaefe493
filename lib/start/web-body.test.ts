import { createServer, request as httpRequest, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { endSlowBody, withBodyLimit } from "./web-body";

const LIMIT = 100_000;
const LARGE = 300_000;
let server: Server;
let port = 0;
let handled = 0;

beforeAll(async () => {
  const echo = withBodyLimit(
    async (request, response) => {
      handled += 1;
      let bytes = 0;
      for await (const chunk of request) bytes += chunk.length;
      response.end(String(bytes));
    },
    new Map([["/api/lists", LARGE]]),
    LIMIT,
  );
  server = createServer(echo);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends parts as they come: chunked, unless a length is declared. Waits for the answer and until all is sent. */
function post(parts: Buffer[], length?: number, path = "/api/others"): Promise<{ status?: number; body: string }> {
  return new Promise((done, fail) => {
    const headers = length === undefined ? {} : { "content-length": length };
    const request = httpRequest({ port, path, method: "POST", headers }, async (response) => {
      let body = "";
      for await (const chunk of response) body += chunk;
      await sent;
      done({ status: response.statusCode, body });
    });
    const sent = new Promise((finished) => request.once("finish", finished));
    request.on("error", fail);
    for (const part of parts) request.write(part);
    request.end();
  });
}

const kilobytes = (count: number) => Array.from({ length: count }, () => Buffer.alloc(1000, 1));

test("passes bodies up to the limit on, declared or chunked, byte for byte", async () => {
  expect(await post(kilobytes(100), LIMIT)).toEqual({ status: 200, body: "100000" });
  expect(await post(kilobytes(100))).toEqual({ status: 200, body: "100000" });
  expect(await post([])).toEqual({ status: 200, body: "0" });
});

test("answers 413 as JSON beyond it, and no handler sees the request", async () => {
  const before = handled;
  const tooLarge = { status: 413, body: '{"message":"The request is larger than 98 KB."}' };
  expect(await post(kilobytes(101), 101_000)).toEqual(tooLarge);
  expect(await post(kilobytes(5000))).toEqual(tooLarge);
  expect(handled).toBe(before);
});

test("takes more where an address declares so, from whoever declares a length", async () => {
  expect(await post(kilobytes(300), LARGE, "/api/lists?x=1")).toEqual({ status: 200, body: "300000" });
  const tooLarge = { status: 413, body: '{"message":"The request is larger than 293 KB."}' };
  expect(await post(kilobytes(301), 301_000, "/api/lists")).toEqual(tooLarge);
  expect((await post(kilobytes(101), undefined, "/api/lists")).status, "held back in memory").toBe(413);
  expect((await post(kilobytes(101), 101_000, "/api/listsOther")).status).toBe(413);
});

test("takes little where a body is read before anybody has signed in, however the address is written", async () => {
  const tooLarge = { status: 413, body: '{"message":"The request is larger than 64 KB."}' };
  const addresses = [
    "/service/demand/tokens",
    "/service/demand/%74okens?x=1",
    "/api/auth/callback/credentials",
    "/api/%61uth/callback/credentials",
    "/sign-in",
    "/",
  ];
  for (const address of addresses) {
    expect(await post(kilobytes(66), 66_000, address), address).toEqual(tooLarge);
    expect(await post(kilobytes(66), undefined, address), address).toEqual(tooLarge);
    expect((await post(kilobytes(65), 65_000, address)).status, address).toBe(200);
  }
  for (const address of ["/api/authors", "/service/demand/surveys"])
    expect((await post(kilobytes(66), 66_000, address)).status, address).toBe(200);
});

/** A request whose body has begun, and what becomes of it; `finish` sends the rest. */
function beginning(path: string, to: number) {
  const request = httpRequest({ port: to, path, method: "POST", headers: { "content-length": 4 } });
  const status = new Promise<number | undefined>((done, fail) => {
    request.on("response", (response) => {
      response.resume();
      done(response.statusCode);
    });
    request.on("error", fail);
  });
  request.write("ab");
  return { status, finish: () => request.end("cd") };
}

test("a body that does not come is given up in words, but where large ones are taken", async () => {
  const large = new Map([["/files", LARGE]]);
  const slow = createServer(async (request, response) => {
    endSlowBody(request, response, large, 50);
    for await (const _ of request);
    response.end("whole");
  });
  await new Promise<void>((done) => slow.listen(0, "127.0.0.1", done));
  const address = slow.address();
  const to = typeof address === "object" && address ? address.port : 0;
  const [file, other] = [beginning("/files?x=1", to), beginning("/other", to)];
  expect(await other.status).toBe(408);
  file.finish();
  expect(await file.status).toBe(200);
  slow.closeAllConnections();
  slow.close();
});
