import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type postgres from "postgres";
import { expect } from "../expect";
import type { HttpSession } from "../http-session";
import { makeSurvey } from "../new-survey";
import { type Front, sharedFront, standInPort } from "../remote/front";
import { endRest, openStore } from "../remote/store";
import { signInApi } from "../sign-in";
import { test } from "./world";

/** Bulk work through a remote service, an installation of the product, that does not always do what is asked. */
const EMAIL = "other@demo.test";
/** Instead of the service: a reply, or a connection that breaks. Undefined: the service itself answers. */
type Rule = (asked: {
  method: string;
  url: URL;
}) => { status: number; body: unknown; retryAfter?: number } | "breaks" | undefined;

let front: Front;
let store: postgres.Sql;
let between: Server;
let rule: Rule = () => undefined;
let direct: HttpSession;
let surveys: string[];

test.beforeAll(async () => {
  front = await sharedFront();
  store = openStore(front.dataDir);
  between = createServer(answer);
  await new Promise<void>((listening) => between.listen(standInPort("jobs"), "127.0.0.1", listening));
  direct = await signInApi(front.url, { email: EMAIL });
  const made = Array.from({ length: 26 }, () => makeSurvey(direct));
  surveys = (await Promise.all(made)).map(({ id }) => id);
});

test.beforeEach(() => {
  rule = () => undefined;
});

test.afterAll(async () => {
  await store?.end({ timeout: 1 });
  between?.closeAllConnections();
  between?.close();
});

function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const url = new URL(incoming.url ?? "/", "http://between");
  const instead = rule({ method: incoming.method ?? "GET", url });
  if (instead === "breaks") {
    incoming.socket.destroy();
    return;
  }
  if (instead) {
    const { status, body, retryAfter } = instead;
    incoming.resume();
    outgoing.writeHead(status, {
      "content-type": "application/json",
      ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    });
    outgoing.end(JSON.stringify(body));
    return;
  }
  const target = new URL(front.url);
  const headers = { ...incoming.headers, host: target.host };
  const sent = request(
    target,
    { method: incoming.method, path: `/service/demand${incoming.url}`, headers },
    (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    },
  );
  sent.on("error", () => incoming.socket.destroy());
  incoming.pipe(sent);
}

const signIn = () => signInApi(front.url, { email: EMAIL, connection: "jobs" });

async function startPrice(api: HttpSession, ids: string[], price: number): Promise<string> {
  const data = { surveys: { ids }, change: { offered_price_per_complete: price } };
  const reply = await api.post("/api/jobs", { data });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()).id;
}

const jobOf = async (api: HttpSession, id: string) =>
  (await (await api.get("/api/jobs")).json()).jobs.find((job: { id: string }) => job.id === id);

const reaches = (api: HttpSession, id: string, wanted: Record<string, unknown>) =>
  expect.poll(() => jobOf(api, id)).toMatchObject(wanted);

/** Which of the surveys have this price at the service itself. */
async function priced(ids: string[], price: number): Promise<string[]> {
  const reply = await direct.get(`/api/demand/surveys?ids=${ids.join(",")}&page_size=50`);
  return (await reply.json()).surveys
    .filter((survey: { offered_price_per_complete: number }) => survey.offered_price_per_complete === price)
    .map(({ id }: { id: string }) => id)
    .sort();
}

test("a token that expires on the way makes the work wait for a sign-in, and then it goes on", async () => {
  const ids = surveys.slice(0, 10);
  const api = await signIn();
  let patches = 0;
  rule = ({ method, url }) => {
    if (method === "PATCH") patches += 1;
    const isOver = patches > 4 && url.pathname === "/surveys";
    return isOver ? { status: 401, body: { message: "The token has expired." } } : undefined;
  };
  const id = await startPrice(api, ids, 7.31);
  await reaches(api, id, { state: "signed out" });
  expect((await priced(ids, 7.31)).length).toBeLessThan(ids.length);

  rule = () => undefined;
  const again = await signIn();
  await reaches(again, id, { state: "done", counts: { done: ids.length } });
  expect(await priced(ids, 7.31)).toEqual([...ids].sort());
});

test("a job rests while its service is dead, and goes on where it was when it is back", async () => {
  const ids = surveys.slice(10, 22);
  const api = await signIn();
  let patches = 0;
  rule = ({ method }) => {
    if (method === "PATCH") patches += 1;
    if (method === "PATCH" && patches === 2) return { status: 429, body: { message: "Slow down." }, retryAfter: 1 };
    return patches > 5 ? "breaks" : undefined;
  };
  const id = await startPrice(api, ids, 7.32);
  const isDown = async () => {
    const { services } = await (await api.get("/api/settings/connection/health")).json();
    return services.some(({ state }: { state: string }) => state === "not responding");
  };
  await expect.poll(isDown).toBe(true);
  const { jobs } = await (await api.get("/api/jobs")).json();
  const job = jobs.find((each: { id: string }) => each.id === id);
  expect(job.finished_at).toBeNull();
  expect(job.counts.failed ?? 0).toBe(0);
  rule = () => undefined;
  const readItems = async () => (await (await api.get(`/api/jobs/items?id=${id}`)).json()).items;
  const whenRested = async () => {
    await endRest(store, id);
    return { ...(await jobOf(api, id)), items: await readItems() };
  };
  // The error of `toEqual` shows the whole job, with its steps.
  await expect.poll(whenRested).toEqual(expect.objectContaining({ state: "done" }));
  const items = await readItems();
  const inState = (state: string) =>
    items.filter((item: { state: string }) => item.state === state).map(({ key }: { key: string }) => key);
  const there = await priced(ids, 7.32);
  expect(items).toHaveLength(ids.length);
  // Before the service died it took five at most; of four at once it is not known whether they were saved.
  expect(inState("done").length).toBeGreaterThanOrEqual(ids.length - 4);
  expect(there).toEqual(expect.arrayContaining(inState("done")));
  const notDone = [...inState("failed"), ...inState("refused")];
  expect(there.filter((each) => notDone.includes(each))).toEqual([]);
  for (const { state, message } of items) if (state !== "done") expect(message).toMatch(/^[A-Z].+\.$/);
});

test("a survey that vanished is said in a sentence, and the others are changed", async () => {
  const ids = surveys.slice(22, 26);
  const [gone = "", ...rest] = ids;
  const api = await signIn();
  const none = { total_surveys: 0, page: 1, page_size: 1, surveys: [] };
  rule = ({ url }) => (url.searchParams.get("ids") === gone ? { status: 200, body: none } : undefined);
  const id = await startPrice(api, ids, 7.33);
  await reaches(api, id, { state: "done" });
  const { items } = await (await api.get(`/api/jobs/items?id=${id}`)).json();
  const vanished = items.find(({ key }: { key: string }) => key === gone);
  expect(vanished.state).not.toBe("done");
  expect(vanished.message).toMatch(/could not be found|no survey|not found/i);
  expect(await priced(ids, 7.33)).toEqual([...rest].sort());
});
