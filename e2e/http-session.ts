import { Agent, type IncomingMessage, request } from "node:http";
import type { APIResponse, BrowserContext } from "@playwright/test";

/**
 * Requests of the tests that need no browser. Playwright's request context costs several times as much: it unpacks
 * replies, and each call writes down its stack and reports a step. `page.request` can be used as a session, too.
 */
export type HttpReply = Pick<APIResponse, "status" | "ok" | "headers" | "text" | "json" | "body">;
type HttpAsk = {
  /** JSON, or what is sent as it is: text and bytes. */
  data?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
};
export const httpMethods = ["get", "post", "patch", "put", "delete"] as const;
export type HttpSession = Record<(typeof httpMethods)[number], (path: string, ask?: HttpAsk) => Promise<HttpReply>>;

/** As Playwright's browser contexts take them. */
type Cookie = Awaited<ReturnType<BrowserContext["cookies"]>>[number];
/** Follows no redirects. It need not be closed: idle connections keep no process alive. */
export type OwnSession = HttpSession & {
  /** Those it began with and those that replies have set. */
  cookies: () => Cookie[];
  /** The same as a header. */
  cookieHeader: () => string;
};

const agent = new Agent({ keepAlive: true });
const PATIENCE_MS = 90_000;

/** A session at an address, which keeps the cookies that it is sent. */
export function httpSession(baseURL: string, cookies: readonly Cookie[] = []): OwnSession {
  const jar = new Map(cookies.map((cookie) => [cookie.name, cookie]));
  const cookieHeader = () => [...jar.values()].map(({ name, value }) => `${name}=${value}`).join("; ");
  const send =
    (method: string) =>
    async (path: string, ask: HttpAsk = {}) => {
      const { body, type } = bodyOf(ask);
      const headers: Record<string, string | number> = {
        accept: "*/*",
        "user-agent": "API tests",
        ...(jar.size > 0 && { cookie: cookieHeader() }),
        ...(body && { "content-type": type, "content-length": body.length }),
        ...lowerCased(ask.headers),
      };
      const reply = await exchange(new URL(path, baseURL), { method, headers, body });
      for (const line of reply.setCookies) keepCookie(jar, line, new URL(baseURL).hostname);
      return reply;
    };
  return {
    ...{ get: send("GET"), post: send("POST"), patch: send("PATCH"), put: send("PUT"), delete: send("DELETE") },
    cookies: () => [...jar.values()],
    cookieHeader,
  };
}

const lowerCased = (headers: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function bodyOf({ data, form }: HttpAsk): { body?: Buffer; type: string } {
  if (form) return { body: Buffer.from(String(new URLSearchParams(form))), type: "application/x-www-form-urlencoded" };
  if (data === undefined) return { type: "" };
  if (typeof data === "string" || Buffer.isBuffer(data)) {
    return { body: Buffer.from(data as string), type: "application/octet-stream" };
  }
  return { body: Buffer.from(JSON.stringify(data)), type: "application/json" };
}

const sameSites = ["Strict", "Lax", "None"] as const;

/** Stores a cookie that a reply sets, or removes one that it expires. */
function keepCookie(jar: Map<string, Cookie>, line: string, domain: string): void {
  const [[name = "", value = ""] = [], ...attributes] = line.split(/; */).map((part) => splitOnce(part));
  const given = new Map(attributes.map(([key, of]) => [key.toLowerCase(), of]));
  if (given.get("max-age") === "0" || Date.parse(given.get("expires") ?? "") < Date.now()) jar.delete(name);
  else {
    const flags = { httpOnly: given.has("httponly"), secure: given.has("secure") };
    const sameSite = sameSites.find((each) => each.toLowerCase() === given.get("samesite")?.toLowerCase()) ?? "Lax";
    jar.set(name, { name, value, domain, path: given.get("path") ?? "/", expires: -1, ...flags, sameSite });
  }
}

function splitOnce(part: string): [string, string] {
  const at = part.indexOf("=");
  return at < 0 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
}

type Sent = { method: string; headers: Record<string, string | number>; body: Buffer | undefined };

async function exchange(url: URL, sent: Sent): Promise<HttpReply & { setCookies: string[] }> {
  const { message, bytes } = await exchangeOnce(url, sent);
  const headers = Object.entries(message.headers).map(([name, value = ""]) => [name, [value].flat().join("\n")]);
  const [status, text] = [message.statusCode ?? 0, () => bytes.toString("utf8")];
  return {
    status: () => status,
    ok: () => status >= 200 && status < 300,
    headers: () => Object.fromEntries(headers),
    body: async () => bytes,
    text: async () => text(),
    json: async () => JSON.parse(text()),
    setCookies: message.headers["set-cookie"] ?? [],
  };
}

/** A connection that the other side closes while it is taken from the pool has carried nothing: another one is used. */
function exchangeOnce(url: URL, { method, headers, body }: Sent): Promise<{ message: IncomingMessage; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method, headers, timeout: PATIENCE_MS }, (message) => {
      const chunks: Buffer[] = [];
      message.on("data", (chunk: Buffer) => chunks.push(chunk));
      message.on("end", () => resolve({ message, bytes: Buffer.concat(chunks) }));
      message.on("error", reject);
    });
    asked.on("timeout", () => asked.destroy(new Error(`${method} ${url.pathname} had no reply in time.`)));
    asked.on("error", (error: NodeJS.ErrnoException) => {
      if (asked.reusedSocket && error.code === "ECONNRESET") resolve(exchangeOnce(url, { method, headers, body }));
      else reject(error);
    });
    asked.end(body);
  });
}
