import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** As long as a proxy waits for an instance that does not answer. */
const PATIENCE_MS = 30_000;

/**
 * A proxy that sends each request to the next instance, whichever answered before. One that was not reached is passed
 * over, and a read whose instance dies goes to the next, as proxies do; a write may have arrived and gets 502.
 */
export async function startRoundRobin(instances: () => string[]) {
  const found = { requests: 0, passedOver: 0, cut: 0 };
  let turn = 0;

  function forward(incoming: IncomingMessage, body: Buffer, answer: ServerResponse, tries: number): void {
    const all = instances();
    const to = all[turn++ % all.length];
    if (to === undefined || tries === 0) {
      answer.writeHead(502).end();
      return;
    }
    const { method, url, headers } = incoming;
    let isOver = false;
    const failed = (error: NodeJS.ErrnoException) => {
      if (isOver) return;
      isOver = true;
      const isUnsent = error.code === "ECONNREFUSED";
      if (answer.headersSent) {
        found.cut += 1;
        answer.destroy();
      } else if (isUnsent || method === "GET") {
        found.passedOver += 1;
        forward(incoming, body, answer, tries - 1);
      } else answer.writeHead(502).end();
    };
    const sent = request(`${to}${url}`, { method, headers, timeout: PATIENCE_MS }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.on("error", failed);
      reply.on("aborted", () => failed(new Error("The instance broke off.")));
      reply.pipe(answer);
    });
    sent.on("timeout", () => sent.destroy(new Error("The instance does not answer.")));
    sent.on("error", failed);
    sent.end(body);
  }

  const server = createServer(async (incoming, answer) => {
    found.requests += 1;
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    forward(incoming, Buffer.concat(parts), answer, instances().length + 1);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    found,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
