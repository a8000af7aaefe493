import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports from which systems take one for each outgoing connection: those come and go at every moment. */
const [FIRST, LAST] = [20_000, 32_000];
const TRIES = 100;

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** A port of loopback that nothing listens on, for a server that must be told one. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
  throw new Error("There is no free port on this machine.");
}
