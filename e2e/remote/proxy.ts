import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

type Arrival = { at: number; method: string; path: string; credential: string };
/** `before`: the request never reaches the service. `after`: the service carries it out and its reply is lost. */
type Drop = { method: string; path: string; when: "before" | "after" };

/** What becomes of every call until the service is told to behave otherwise. */
type Mode =
  | "well"
  /** One call in ten gets a 503; the first one does not. */
  | "failing at times"
  /** No call is answered; those that still wait when it behaves otherwise are then carried out. */
  | "hanging"
  /** No connection is accepted. */
  | "down"
  /** 503 to every call, as while a service is being restarted. */
  | "restarting"
  /** 200 with HTML, as a portal or a proxy's error page. */
  | "web pages"
  /** 200 with an object that says what went wrong. */
  | "error objects"
  /** 429 with `Retry-After`, by a date where the clock is wrong. */
  | "limiting"
  /** Writes are carried out and their replies lost; reads are answered. */
  | "losing replies";

export type Behaviour = {
  mode?: Mode;
  /** Each call waits so long before it gets there. */
  latencyMs?: number;
  retryAfterS?: number;
  /** How far the service's clock is ahead, in what its replies say of the time. */
  clockAheadMs?: number;
};

export type ServiceProxy = {
  arrivals: Arrival[];
  /** Drops the next request of this method and path, and only that one. */
  dropNext: (drop: Drop) => void;
  behave: (behaviour: Behaviour) => Promise<void>;
  /** How many callers still wait for an answer that the service holds back. */
  waiting: () => number;
  close: () => Promise<void>;
};

type Call = { incoming: IncomingMessage; outgoing: ServerResponse; isWrite: boolean };
type Reply = { status: number; headers?: Record<string, string>; body: string };

const JSON_TYPE = { "content-type": "application/json" };
const FAILED: Reply = { status: 503, headers: JSON_TYPE, body: '{"message":"The service is being restarted."}' };
const WEB_PAGE: Reply = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: "<!doctype html><title>Gateway</title><p>Please try again later.</p>",
};
const ERROR_OBJECT: Reply = {
  status: 200,
  headers: JSON_TYPE,
  body: '{"error":{"code":"internal","message":"Something went wrong."}}',
};

function limited({ retryAfterS = 20, clockAheadMs }: Behaviour): Reply {
  const until = new Date(Date.now() + (clockAheadMs ?? 0) + retryAfterS * 1000).toUTCString();
  const retryAfter = clockAheadMs === undefined ? String(retryAfterS) : until;
  return {
    status: 429,
    headers: { ...JSON_TYPE, "retry-after": retryAfter },
    body: '{"message":"Too many requests."}',
  };
}

/** When a token ends, as a service says it whose clock is wrong. */
const byItsClock = (body: string, clockAheadMs: number): string =>
  JSON.stringify(JSON.parse(body), (name, value) =>
    name === "expiration" ? new Date(Date.parse(value) + clockAheadMs).toISOString() : value,
  );

const EVERY_TENTH = 10;

/**
 * A proxy before a service: notes when requests arrive, can lose one, and can make the service late, wrong or absent.
 * `accept` replaces what clients ask for.
 */
export async function startProxy(
  port: number,
  service: string,
  { accept }: { accept?: string } = {},
): Promise<ServiceProxy> {
  const target = new URL(service);
  const arrivals: Arrival[] = [];
  const drops: Drop[] = [];
  let behaviour: Behaviour = {};
  let calls = 0;
  let held: Call[] = [];

  const server = createServer((incoming, outgoing) => {
    const [path = "/"] = (incoming.url ?? "/").split("?");
    const method = incoming.method ?? "GET";
    arrivals.push({ at: performance.now(), method, path, credential: incoming.headers.authorization ?? "" });
    const at = drops.findIndex((drop) => drop.method === method && drop.path === path);
    const [drop] = at < 0 ? [] : drops.splice(at, 1);
    const call = { incoming, outgoing, isWrite: method !== "GET" && path !== "/tokens" };
    if (drop?.when === "before") incoming.socket.destroy();
    else if (drop) forward(call, { losesReply: true });
    else void carryOut(call);
  });

  async function carryOut(call: Call): Promise<void> {
    const { latencyMs = 0 } = behaviour;
    if (latencyMs > 0) await sleep(latencyMs);
    if (call.incoming.socket.destroyed) return;
    calls += 1;
    const instead: Record<Mode, () => void> = {
      well: () => forward(call),
      restarting: () => reply(call, FAILED),
      "failing at times": () => (calls % EVERY_TENTH === 0 ? reply(call, FAILED) : forward(call)),
      hanging: () => void held.push(call),
      down: () => void call.incoming.socket.destroy(),
      "web pages": () => reply(call, WEB_PAGE),
      "error objects": () => reply(call, ERROR_OBJECT),
      limiting: () => reply(call, limited(behaviour)),
      "losing replies": () => forward(call, { losesReply: call.isWrite }),
    };
    instead[behaviour.mode ?? "well"]();
  }

  const dateHeader = () => {
    const { clockAheadMs } = behaviour;
    return clockAheadMs === undefined ? {} : { date: new Date(Date.now() + clockAheadMs).toUTCString() };
  };

  function reply({ incoming, outgoing }: Pick<Call, "incoming" | "outgoing">, { status, headers, body }: Reply): void {
    incoming.resume();
    outgoing.writeHead(status, { ...headers, ...dateHeader() }).end(body);
  }

  function forward({ incoming, outgoing }: Call, { losesReply = false } = {}): void {
    const { clockAheadMs } = behaviour;
    const headers = {
      ...{ ...incoming.headers, host: target.host, ...(accept && { accept }) },
      // What is rewritten has to be readable.
      ...(clockAheadMs !== undefined && { "accept-encoding": "identity" }),
    };
    const options = { method: incoming.method, path: `${target.pathname}${incoming.url}`, headers };
    const sent = request(target, options, (received) => {
      if (losesReply) {
        received.resume().on("end", () => incoming.socket.destroy());
        return;
      }
      if (clockAheadMs !== undefined && incoming.url === "/tokens") {
        void text(received).then((body) =>
          reply(
            { incoming, outgoing },
            { status: received.statusCode ?? 502, headers: JSON_TYPE, body: byItsClock(body, clockAheadMs) },
          ),
        );
        return;
      }
      outgoing.writeHead(received.statusCode ?? 502, { ...received.headers, ...dateHeader() });
      received.pipe(outgoing);
    });
    sent.on("error", () => incoming.socket.destroy());
    incoming.pipe(sent);
  }

  const listen = () => new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });

  await listen();
  return {
    arrivals,
    dropNext: (drop) => drops.push(drop),
    behave: async (next) => {
      behaviour = next;
      const isDown = next.mode === "down";
      if (isDown && server.listening) await close();
      if (!isDown && !server.listening) await listen();
      const waiting = held;
      held = [];
      for (const call of waiting) void carryOut(call);
    },
    waiting: () => held.filter(({ incoming }) => !incoming.socket.destroyed).length,
    close: async () => {
      if (server.listening) await close();
    },
  };
}

/** Arrivals in the busiest stretch of this length. */
export function busiest(arrivals: { at: number }[], windowMs: number): number {
  const times = arrivals.map(({ at }) => at);
  return Math.max(0, ...times.map((end) => times.filter((at) => at > end - windowMs && at <= end).length));
}
