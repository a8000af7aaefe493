import type { IncomingMessage } from "node:http";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { EngineError, notSupported } from "./problem";
import type { Spool } from "./spool";
import { fromFile, type Query, readQuery, takesData } from "./statement";

/** A statement's own text, without rows: lists of ids may be long. */
const STATEMENT_BYTES = 64 * 1024 * 1024;

export type Received = { query: Query; dataFile: string | undefined };

function bodyOf(request: IncomingMessage): Readable {
  const encoding = request.headers["content-encoding"];
  if (!encoding) return request;
  if (encoding !== "gzip") throw notSupported(`the encoding ${encoding}; send the body plain or as gzip`);
  return pipeline(request, createGunzip(), () => {}); // whoever reads gets the error
}

async function textOf(body: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > STATEMENT_BYTES) {
      throw new EngineError(307, "TOO_MANY_BYTES", `A statement has at most ${STATEMENT_BYTES} bytes.`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Clients send long parameters as a form, whose fields stand for the same names in the address. */
async function withFormFields(body: Readable, contentType: string, search: URLSearchParams): Promise<URLSearchParams> {
  const text = new Response(await textOf(body), { headers: { "content-type": contentType } });
  const joined = new URLSearchParams(search);
  for (const [name, value] of await text.formData()) joined.set(name, String(value));
  return joined;
}

/** Reads a request to its end: the statement, and the rows of an INSERT into a file. */
export async function receive(request: IncomingMessage, search: URLSearchParams, spool: Spool): Promise<Received> {
  const contentType = request.headers["content-type"] ?? "";
  const inAddress = search.get("query") ?? "";
  if (contentType.startsWith("multipart/form-data")) {
    const joined = await withFormFields(bodyOf(request), contentType, search);
    return { query: readQuery(joined, joined.get("query") ?? ""), dataFile: undefined };
  }
  if (request.method === "POST" && takesData(inAddress)) {
    const query = readQuery(search, inAddress);
    const dataFile = await spool.receive(bodyOf(request));
    return { query: { ...query, statement: fromFile(inAddress, dataFile) }, dataFile };
  }
  const text = await textOf(bodyOf(request));
  return {
    query: readQuery(search, inAddress && text ? `${inAddress}\n${text}` : inAddress || text),
    dataFile: undefined,
  };
}
