import { Agent, request } from "node:http";

/** What a simulated browser gets of an answer. */
export type Visit = { status: number; location: string | null; body: string };

/** Asks addresses of one installation over a pool of connections, as many browsers would. */
export function fieldClient(base: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(base);
  const visit = (path: string, userAgent: string): Promise<Visit> =>
    new Promise((resolve, reject) => {
      const sent = request(
        { agent, hostname, port, path, headers: { "user-agent": userAgent, "accept-language": "en" } },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              location: response.headers.location ?? null,
              body: Buffer.concat(parts).toString("utf8"),
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end();
    });
  return { visit, close: () => agent.destroy() };
}

export type FieldClient = ReturnType<typeof fieldClient>;
