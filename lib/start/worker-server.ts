import { createServer } from "node:http";
import { explainListenError } from "@/lib/start/listen-error";
import { answerMetrics } from "@/lib/start/metrics-server";
import { answerHealth, type Serving } from "@/lib/start/serving";

/** Tells those who watch the worker how it is, at the same addresses as the web process. It takes no requests else. */
export async function watchWorker(host: string, port: number, serving: () => Serving): Promise<void> {
  const server = createServer((request, response) => {
    if (answerHealth(request, response, serving()) || answerMetrics(request, response, "worker")) return;
    response.writeHead(404, { "content-type": "application/json" });
    response.end(JSON.stringify({ message: "There is nothing at this address." }));
  });
  await new Promise<void>((done, fail) => {
    server.once("error", (error) => fail(new Error(explainListenError(error, host, port, "WORKER_PORT"))));
    server.listen(port, host, () => done());
  });
  server.unref(); // it keeps nothing running
}
