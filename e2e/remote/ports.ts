import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, one of which could else take a port before its stand-in. */
const [LOWEST_PORT, PORT_COUNT] = [20_000, 12_000];

/** Ports of loopback that nobody listens on. */
export async function reservePorts(count: number): Promise<number[]> {
  const found: number[] = [];
  const first = LOWEST_PORT + Math.floor(Math.random() * PORT_COUNT);
  for (let port = first; found.length < count; port += 1) if (await isFree(port)) found.push(port);
  return found;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
