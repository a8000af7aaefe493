import { readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

/** What a build makes for browsers is compressed once, as small as it gets; while a page waits there is no time for that. */
const TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};
const SUFFIX = ".br";
const LEAST_BYTES = 1000;
const tightly = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/**
 * A script that begins with this line is compiled by V8 on another thread while it arrives. Without it, each function
 * is compiled at its first call, on the page's main thread (https://v8.dev/blog/explicit-compile-hints).
 */
const COMPILE_AHEAD = Buffer.from("//# allFunctionsCalledOnLoad\n");

/** Adds the compile hint to a build's scripts, and puts a compressed copy beside each script and style. */
export async function prepareStaticFiles(folder: string): Promise<void> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => extname(file) in TYPES);
  await Promise.all(files.map((file) => prepareStaticFile(join(folder, file))));
}

async function prepareStaticFile(path: string): Promise<void> {
  const built = await readFile(path);
  if (built.length < LEAST_BYTES) return;
  const isScript = extname(path) === ".js";
  const content = isScript ? Buffer.concat([COMPILE_AHEAD, built]) : built;
  if (isScript) await writeFile(path, content);
  await writeFile(`${path}${SUFFIX}`, await promisify(brotliCompress)(content, tightly));
}

type Handler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Answers requests for what has a compressed copy, from callers who can read that; `prefix`: the folder's address. */
export function staticFiles(folder: string, prefix: string): Handler {
  const files = new Map(compressedIn(folder).map((file) => [`${prefix}${file.split(sep).join("/")}`, file]));
  const contents = new Map<string, Buffer>();
  return ({ method, url = "", headers }, response) => {
    const file = files.get(url.split("?")[0] ?? "");
    if (file === undefined || (method !== "GET" && method !== "HEAD") || headers.range !== undefined) return false;
    if (!reads(headers["accept-encoding"])) return false;
    const content = contents.get(file) ?? readFileSync(join(folder, `${file}${SUFFIX}`));
    contents.set(file, content);
    response.writeHead(200, {
      "content-type": TYPES[extname(file)],
      "content-encoding": "br",
      "content-length": content.length,
      vary: "Accept-Encoding",
      "cache-control": "public, max-age=31536000, immutable",
    });
    response.end(method === "HEAD" ? undefined : content);
    return true;
  };
}

function compressedIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => file.slice(0, -SUFFIX.length));
  } catch {
    return []; // nothing is built in development
  }
}

/** Whether brotli is among the encodings, and not refused by `q=0`. */
const reads = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? "")
    .split(",")
    .some((each) => /^\s*br\s*(;\s*q\s*=\s*(?!0(\.0*)?\s*$).*)?$/i.test(each));
