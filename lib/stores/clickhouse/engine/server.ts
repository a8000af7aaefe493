import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { logger } from "@/lib/logger";
import type { ChdbResult } from "./chdb";
import { type Credentials, credentialsOf, isKnown } from "./credentials";
import type { Engine } from "./engine";
import { EngineError, exceptionCode, exceptionText, statusOf, wrongKey } from "./problem";
import { type Received, receive } from "./request";
import type { Spool } from "./spool";
import { intoFile, isUnlimited } from "./statement";

export type Parts = { engine: Engine; spool: Spool; credentials: Credentials };

const PLAIN = { "content-type": "text/plain; charset=UTF-8" };

/** What a server tells of the work, as clients read it. `rowsRead` of an INSERT are the rows of its data. */
function summaryOf({ rowsRead, bytesRead, elapsed }: ChdbResult, isInsert: boolean): string {
  return JSON.stringify({
    read_rows: String(rowsRead),
    read_bytes: String(bytesRead),
    written_rows: String(isInsert ? rowsRead : 0),
    written_bytes: String(isInsert ? bytesRead : 0),
    elapsed_ns: String(Math.round(elapsed * 1e9)),
  });
}

async function answer(parts: Parts, received: Received, response: ServerResponse, gone: AbortSignal): Promise<void> {
  const { engine, spool } = parts;
  const { query, dataFile } = received;
  const resultFile = isUnlimited(query) ? spool.name() : undefined;
  try {
    const statement = resultFile ? intoFile(query.statement, resultFile) : query.statement;
    const result = await engine.run({ ...query, statement }, gone);
    response.setHeader("x-clickhouse-summary", summaryOf(result, dataFile !== undefined));
    response.setHeader("x-clickhouse-timezone", "UTC");
    response.writeHead(200, PLAIN);
    if (resultFile) await pipeline(createReadStream(resultFile, { highWaterMark: 1024 * 1024 }), response);
    else response.end(result.bytes);
  } finally {
    if (resultFile) await spool.remove(resultFile);
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const code = exceptionCode(error);
  // Of a body that was not read to its end nobody knows where the next request begins.
  if (!request.complete) response.setHeader("connection", "close");
  response.writeHead(statusOf(code), { ...PLAIN, "x-clickhouse-exception-code": String(code) });
  response.end(`${exceptionText(error)}\n`);
}

async function handle(opened: () => Promise<Parts>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => response.writableFinished || gone.abort());
  let received: Received | undefined;
  const parts = await opened();
  try {
    const { pathname, searchParams } = new URL(`http://engine${request.url}`);
    response.setHeader("x-clickhouse-query-id", encodeURI(searchParams.get("query_id") || randomUUID()));
    if (pathname === "/ping") {
      response.writeHead(200, PLAIN).end("Ok.\n");
      return;
    }
    if (pathname !== "/") throw new EngineError(60, "UNKNOWN_TABLE", "Statements are taken at / alone.");
    if (!isKnown(credentialsOf(request.headers), parts.credentials)) throw wrongKey();
    received = await receive(request, searchParams, parts.spool);
    await answer(parts, received, response, gone.signal);
  } catch (error) {
    if (!gone.signal.aborted && exceptionCode(error) === 1002) logger.error({ err: error }, "engine request failed");
    refuse(request, response, error);
  } finally {
    if (received?.dataFile) await parts.spool.remove(received.dataFile);
  }
}

/**
 * Answers as a ClickHouse server does over HTTP, as far as `@clickhouse/client` goes. Does not listen yet; what comes
 * before the engine is opened waits for it.
 */
export function engineServer(opened: () => Promise<Parts>): Server {
  return createServer(
    {
      maxHeaderSize: 1024 * 1024, // parameters and an INSERT's statement stand in the address
      requestTimeout: 0, // rows may come for as long as an import reads its file
      headersTimeout: 15_000,
      keepAliveTimeout: 30_000,
    },
    (request, response) => void handle(opened, request, response),
  );
}
