import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

type Arrival = { at: number; method: string; path: string; credential: string };
/** `before`: the request never reaches the service. `after`: the service carries it out and its reply is lost. */
type Drop = { method: string; path: string; when: "before" | "after" };

export type LossyProxy = {
  arrivals: Arrival[];
  /** Drops the next request of this method and path, and only that one. */
  dropNext: (drop: Drop) => void;
  close: () => Promise<void>;
};

/** A proxy before a service: notes when requests arrive, and can lose one. `accept` replaces what clients ask for. */
export async function startProxy(
  port: number,
  service: string,
  { accept }: { accept?: string } = {},
): Promise<LossyProxy> {
  const target = new URL(service);
  const arrivals: Arrival[] = [];
  const drops: Drop[] = [];
  const server = createServer((incoming, outgoing) => {
    const [path = "/"] = (incoming.url ?? "/").split("?");
    const method = incoming.method ?? "GET";
    arrivals.push({ at: performance.now(), method, path, credential: incoming.headers.authorization ?? "" });
    const at = drops.findIndex((drop) => drop.method === method && drop.path === path);
    const [drop] = at < 0 ? [] : drops.splice(at, 1);
    if (drop?.when === "before") incoming.socket.destroy();
    else forward(incoming, outgoing, drop !== undefined);
  });
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse, loseReply: boolean) => {
    const headers = { ...incoming.headers, host: target.host, ...(accept && { accept }) };
    const options = { method: incoming.method, path: `${target.pathname}${incoming.url}`, headers };
    const sent = request(target, options, (reply) => {
      if (loseReply) {
        reply.resume().on("end", () => incoming.socket.destroy());
        return;
      }
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    sent.on("error", () => incoming.socket.destroy());
    incoming.pipe(sent);
  };
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    arrivals,
    dropNext: (drop) => drops.push(drop),
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

/** Arrivals in the busiest stretch of this length. */
export function busiest(arrivals: { at: number }[], windowMs: number): number {
  const times = arrivals.map(({ at }) => at);
  return Math.max(0, ...times.map((end) => times.filter((at) => at > end - windowMs && at <= end).length));
}
