import type { IncomingMessage, ServerResponse } from "node:http";
import { answeredWithin } from "@/lib/stores/postgres/answered-within";
import { db, isUp } from "@/lib/stores/postgres/client";

/** How far a process is: before `serving` and after it a load balancer sends its requests elsewhere. */
export type Serving = "starting" | "serving" | "stopping";

const ANSWER_WITHIN_MS = 3000;

/** False also when the database fails or takes longer than whoever watches would wait. */
export async function hasDatabase(check: () => Promise<boolean> = () => isUp(db())): Promise<boolean> {
  return answeredWithin(ANSWER_WITHIN_MS, check()).catch(() => false);
}

type Report = { status: number; body: { status: string } };

/** Whether requests may be sent here now. Without the answer store surveys, entries and most pages still work. */
export async function readiness(serving: Serving, isDatabaseUp: () => Promise<boolean> = hasDatabase): Promise<Report> {
  if (serving !== "serving") return { status: 503, body: { status: serving } };
  return (await isDatabaseUp())
    ? { status: 200, body: { status: "ready" } }
    : { status: 503, body: { status: "no database" } };
}

const READING = new Set(["GET", "HEAD"]);

/**
 * Answers `/api/health/live` and `/api/health/ready`, before anything else of a request is looked at: while a process
 * starts or stops nobody else would answer. False: the address is another one.
 */
export function answerHealth(request: IncomingMessage, response: ServerResponse, serving: Serving): boolean {
  const path = request.url?.split("?")[0];
  if (path !== "/api/health/live" && path !== "/api/health/ready") return false;
  const send = ({ status, body }: Report) => {
    response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
    response.end(JSON.stringify(body));
  };
  if (!READING.has(request.method ?? "")) {
    response.setHeader("allow", "GET, HEAD");
    send({ status: 405, body: { status: "not allowed" } });
  } else if (path === "/api/health/live") send({ status: 200, body: { status: "live" } });
  else void readiness(serving).then(send);
  return true;
}
