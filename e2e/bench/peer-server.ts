import { createServer } from "node:http";
import next from "next";

/** A Next application in a server of its own, like `lib/start/web.ts`, with nothing of the product in it. */
const dir = process.argv[2] ?? ".";
const server = createServer();
server.listen(0, "127.0.0.1", async () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const app = next({ dir, dev: false, hostname: "127.0.0.1", port, httpServer: createServer() });
  await app.prepare();
  const handle = app.getRequestHandler();
  server.on("request", (request, response) => void handle(request, response));
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on("disconnect", () => process.exit(0));
