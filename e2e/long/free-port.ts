import { type AddressInfo, createServer } from "node:net";

/** A port of this machine that nobody listens on now. */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((done) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
