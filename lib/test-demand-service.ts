import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { env } from "@/lib/env";
import type { SignedInContext } from "@/lib/gateway/call";

type Row = Record<string, unknown>;

/** What servers take as an address, commonly. */
const LONGEST_ADDRESS = 8000;

const usual = () => ({
  /** Elements of each list, by its path. */
  lists: {} as Record<string, unknown[]>,
  /** The most elements that a page has, however many are asked for. */
  most: 50,
  /** Answers every page with the first. */
  ignoresPage: false,
  /** Answers everything, whichever ids are asked for. */
  ignoresIds: false,
  saysTotal: true,
  /** What happens while it makes a page. */
  onPage: (): void | Promise<void> => {},
  /** Ends the connection instead of creating what it is sent. */
  cutsOff: false,
  /** How it answers requests of these methods instead; `body` is no JSON unless it says so. */
  fails: null as { methods: string[]; status: number; body?: string; headers?: Record<string, string> } | null,
  /** How many changes it still carries out without their replies arriving. */
  losesReplies: 0,
  /** Refuses what it is sent to create. */
  refuses: false,
  /** How many tokens it still issues, and how long they last. */
  tokens: { left: 100, lastMs: 60 * 60_000 },
  /** The one password that it takes; null: any. */
  password: null as string | null,
  /** Takes no token any more. */
  refusesTokens: false,
  /** Addresses of what was read, and bodies of what was changed. */
  reads: [] as string[],
  /** Method and address of everything that it was asked, in order. */
  calls: [] as string[],
  writes: [] as Row[],
});

/**
 * A remote demand service with manners of its own, at the connection `panel`, for the test file that calls this. It
 * answers what it is asked, except that it decides itself how much a page has.
 */
export function withDemandService({ timeoutMs = 20_000 } = {}) {
  const service = usual();
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => void answer(service, request, response));
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const demand = { url, requestsPerSecond: 1000 };
    env.CONNECTIONS = JSON.stringify([{ name: "panel", title: "Panel", environment: "staging", timeoutMs, demand }]);
  });
  beforeEach(() => void Object.assign(service, usual()));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return service;
}

/** A manager who is signed in to it. */
export const panelContext = (origin: SignedInContext["origin"] = "page"): SignedInContext => ({
  viewer: { connection: "panel", email: "a@b.test", name: "A", role: "manager", accounts: [], token: "t" },
  ...{ requestId: "r", origin },
});

async function answer(service: ReturnType<typeof usual>, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? "/", "http://service");
  const say = (body: unknown, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const name = url.pathname.slice(1);
  service.calls.push(`${request.method} ${url.pathname}${decodeURIComponent(url.search)}`);
  const { fails } = service;
  if (fails?.methods.includes(request.method ?? "")) {
    return response.writeHead(fails.status, { "content-type": "text/html", ...fails.headers }).end(fails.body);
  }
  const list = service.lists[name] ?? [];
  if (name === "tokens") {
    const { password } = (await json(request)) as Row;
    if (service.password !== null && password !== service.password) return say({ message: "Unauthorized." }, 401);
    if (service.tokens.left <= 0) return say({ message: "Too many requests." }, 429);
    service.tokens.left -= 1;
    return say({ token: "token", expiration: new Date(Date.now() + service.tokens.lastMs).toISOString() });
  }
  if (service.refusesTokens) return say({ message: "Unauthorized." }, 401);
  if (name === "definitions") return say({ survey_attributes: {} });
  if (request.method !== "GET") {
    const body = (await json(request)) as Row;
    service.writes.push(body);
    if (request.method === "POST") {
      if (service.refuses) return say({ message: "Refused." }, 400);
      if (service.cutsOff) return void request.socket.destroy();
      const created = { ...body, id: `${name}-${list.length + 1}` };
      service.lists[name] = [...list, created];
      return say(created, 201);
    }
    const row = list.find((one) => (one as Row | null)?.id === body.id) as Row | undefined;
    if (!row) return say({ message: "Not found." }, 404);
    Object.assign(row, body);
    if (service.losesReplies > 0) {
      service.losesReplies -= 1;
      return void request.socket.destroy();
    }
    return say(row);
  }
  service.reads.push(`${url.pathname}${url.search}`);
  await service.onPage();
  if (`${url.pathname}${url.search}`.length > LONGEST_ADDRESS) return say({ message: "Too long." }, 414);
  const found = list.filter((row) => service.ignoresIds || isAsked(row as Row | null, url.searchParams));
  const size = Math.min(Number(url.searchParams.get("page_size") ?? 50), service.most);
  const page = service.ignoresPage ? 1 : Number(url.searchParams.get("page") ?? 1);
  const items = found.slice((page - 1) * size, page * size);
  const total = service.saysTotal && { [`total_${name}`]: found.length };
  return say({ ...total, page, page_size: items.length, [name]: items });
}

const FILTERS = { ids: "id", rduds: "rdud", project_ids: "project_id", project_manager_ids: "project_manager_id" };

/** Elements that are nothing readable are everywhere. */
const isAsked = (row: Row | null, asked: URLSearchParams) =>
  row === null ||
  Object.entries(FILTERS).every(([parameter, member]) => {
    const wanted = asked.get(parameter)?.split(",").filter(Boolean);
    return !wanted?.length || wanted.includes(String(row[member]));
  });
