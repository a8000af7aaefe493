import { createServer } from "node:net";
import { StartError } from "@/lib/start/say";

/** Why an address cannot be listened on, in a sentence that says what to do. */
export function explainListenError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  variable: "PORT" | "WORKER_PORT" = "PORT",
): string {
  if (error.code === "EADDRINUSE") {
    return `Port ${port} on ${host} is taken by another program. Stop that one, or set ${variable} to another number.`;
  }
  if (error.code === "EACCES")
    return `Port ${port} may not be used by this user. Set ${variable} to a number above 1023.`;
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return `HOST is ${host}, which is not an address of this machine.`;
  }
  return `${host}:${port} cannot be listened on: ${error.message}`;
}

/** Fails now with that sentence, rather than after the database and the build. */
export async function requireFreePort(host: string, port: number, variable?: "PORT" | "WORKER_PORT"): Promise<void> {
  const server = createServer();
  await new Promise<void>((done, fail) => {
    server.once("error", (error) => fail(new StartError(explainListenError(error, host, port, variable))));
    server.listen(port, host, () => server.close(() => done()));
  });
}
