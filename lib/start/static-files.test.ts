import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { prepareStaticFiles, staticFiles } from "./static-files";

const SCRIPT = "console.log('a line of a script');\n".repeat(200);
const STYLE = ".row { color: red; }\n".repeat(200);
let folder = "";
let server: Server;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "static-"));
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks", "page.js"), SCRIPT);
  writeFileSync(join(folder, "chunks", "page.css"), STYLE);
  writeFileSync(join(folder, "chunks", "short.js"), "1");
  writeFileSync(join(folder, "picture.svg"), SCRIPT);
  await prepareStaticFiles(folder);
  const answer = staticFiles(folder, "/_next/static/");
  server = createServer((asked, response) => {
    if (!answer(asked, response)) response.writeHead(200).end("Next answers");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

type Asked = { method?: string; headers?: Record<string, string> };

function ask(path: string, { method = "GET", headers = { "accept-encoding": "gzip, deflate, br" } }: Asked = {}) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((done, failed) => {
    const asked = request(url, { method, headers }, async (reply) => {
      const parts: Buffer[] = [];
      for await (const part of reply) parts.push(part as Buffer);
      done({ headers: reply.headers, body: Buffer.concat(parts) });
    });
    asked.on("error", failed).end();
  });
}

test("a script comes compressed, to be kept for good", async () => {
  const { headers, body } = await ask("/_next/static/chunks/page.js?dpl=1");
  expect(headers).toMatchObject({
    "content-type": "application/javascript; charset=UTF-8",
    "content-encoding": "br",
    "content-length": String(body.length),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
  expect(brotliDecompressSync(body).toString()).toBe(`//# allFunctionsCalledOnLoad\n${SCRIPT}`);
  expect((await ask("/_next/static/chunks/page.js", { method: "HEAD" })).body).toHaveLength(0);
});

test("an uncompressed script has the compile hint too; a style is unchanged", async () => {
  const script = readFileSync(join(folder, "chunks", "page.js"), "utf8");
  expect(script).toBe(`//# allFunctionsCalledOnLoad\n${SCRIPT}`);
  expect(brotliDecompressSync((await ask("/_next/static/chunks/page.css")).body).toString()).toBe(STYLE);
});

test("whatever else is asked for is Next's to answer", async () => {
  const others: [string, Asked?][] = [
    ["/_next/static/chunks/page.js", { headers: { "accept-encoding": "gzip" } }],
    ["/_next/static/chunks/page.js", { headers: { "accept-encoding": "gzip, br;q=0" } }],
    ["/_next/static/chunks/page.js", { headers: { "accept-encoding": "br", range: "bytes=0-1" } }],
    ["/_next/static/chunks/page.js", { method: "POST" }],
    ["/_next/static/chunks/short.js"],
    ["/_next/static/chunks/page.js.br"],
    ["/_next/static/picture.svg"],
  ];
  for (const [path, asked] of others) expect((await ask(path, asked)).body.toString(), path).toBe("Next answers");
});

test("a folder that is not there holds nothing", () => {
  expect(() => staticFiles(join(folder, "none"), "/_next/static/")).not.toThrow();
});
