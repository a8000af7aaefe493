import type postgres from "postgres";
import * as z from "zod";
import { type InterfaceName, interfaceNames, serviceName } from "@/lib/contracts/interface-list";
import { expect, retryUntilPassing } from "../expect";
import type { HttpReply, HttpSession } from "../http-session";
import { firstProject, makeSurvey, newSurvey } from "../new-survey";
import { answeredProject } from "../remote/answered-project";
import { type Front, remotePerson, sharedFront, signInRemote, startRemote } from "../remote/front";
import type { Production } from "../remote/production";
import type { Behaviour } from "../remote/proxy";
import { forgetWaits, openStore } from "../remote/store";
import { signInApi } from "../sign-in";
import { test } from "./world";

/** A connection to an installation of the product, each interface of which can fail apart from the others. */
const problemSchema = z.object({ message: z.string(), code: z.string(), requestId: z.string() });

let production: Production;
let front: Front;
let store: postgres.Sql;
let admin: HttpSession;
let surveyId: string;
let projectId: string;
/** Where surveys are created. */
let projectOfSurvey: string;

test.beforeAll(async () => {
  production = await startRemote("faulty");
  front = await sharedFront();
  store = openStore(front.dataDir);
  admin = await signInRemote(front, "faulty");
  surveyId = (await makeSurvey(admin)).id;
  projectOfSurvey = await firstProject(admin);
  projectId = await answeredProject();
});

test.afterEach(() => recover());

test.afterAll(async () => {
  await store?.end({ timeout: 1 });
  await production?.close();
});

const trend = { fromDate: "2025-01-01", toDate: "2025-01-31", type: "daily" };

/** One call of each interface, as a page makes it. */
const asks: Record<InterfaceName, () => Promise<HttpReply>> = {
  demand: () => admin.get(`/api/demand/surveys?ids=${surveyId}`),
  activation: () => admin.post("/api/duplicates/look-up", { data: { Session_Id: "nobody" } }),
  analysis: () => admin.post(`/api/analysis/numeric-analysis-service/trend/${projectId}`, { data: trend }),
  pivot: () => admin.post("/api/pivot/v1/pivotTable/fetchSpecs", { data: { projectId } }),
  quality: () => admin.post("/api/quality/v3/creditCalculation", { data: { TSDataPoints: 1 } }),
  fraud: () => admin.get("/api/fraud/api/v3/respondents/destination_platforms"),
};

const statuses = async () =>
  Object.fromEntries(await Promise.all(interfaceNames.map(async (name) => [name, (await asks[name]()).status()])));

const allWell = Object.fromEntries(interfaceNames.map((name) => [name, 200]));

/** All services are well and asked for again: nothing waits as long as they last asked to. */
async function recover(): Promise<void> {
  await production.behave({});
  await forgetWaits(store, "faulty");
  await retryUntilPassing(async () => {
    await admin.post("/api/settings/connection/health", { data: {} });
    expect(await statuses()).toEqual(allWell);
  });
}

const problemOf = async (reply: HttpReply) => problemSchema.parse(await reply.json());

const FAULTS: Record<string, Behaviour> = {
  "is down": { mode: "down" },
  "answers 200 with an error object": { mode: "error objects" },
};

for (const [fault, behaviour] of Object.entries(FAULTS)) {
  for (const name of interfaceNames) {
    test(`while ${name} alone ${fault}, it fails in words and what does not need it answers`, async () => {
      await production.behave(behaviour, [name]);
      // Whose a project or an account is, is asked of demand: without it nothing else can be shown to anybody.
      const others = name === "demand" ? [] : interfaceNames.filter((other) => other !== name);
      const reply = await asks[name]();
      const problem = await problemOf(reply);
      expect([reply.status(), problem.code]).toEqual([503, "unavailable"]);
      expect(problem.message).toContain(serviceName(name, "Faulty panel"));
      for (const other of others) expect((await asks[other]()).status(), other).toBe(200);
    });
  }
}

test("a service whose clock is hours off is waited for as long as it asks", async () => {
  await production.behave({ mode: "limiting", retryAfterS: 3, clockAheadMs: 5 * 3_600_000 });
  const reply = await admin.patch("/api/demand/surveys", { data: { id: surveyId, respondents: 130 } });
  expect(reply.status()).toBe(429);
  const wait = Number(reply.headers()["retry-after"]);
  expect([wait > 1, wait <= 3]).toEqual([true, true]);
});

test("a wrong clock changes neither how long a session lasts nor how old the copy is said to be", async () => {
  for (const clockAheadMs of [13, -13].map((hours) => hours * 3_600_000)) {
    await production.behave({ clockAheadMs });
    const session = await signInApi(front.url, remotePerson("faulty"));
    const before = Date.now();
    const reply = await session.get("/api/demand/surveys?sort=name&page_size=1");
    expect(reply.status(), await reply.text()).toBe(200);
    const { as_of } = await reply.json();
    expect(Math.abs(Date.parse(as_of) - before)).toBeLessThan(3_600_000);
  }
});

const priceChange = () => ({ surveys: { ids: [surveyId] }, change: { offered_price_per_complete: 8.64 } });
const acceptance = () => ({ survey_id: surveyId, decisions: [{ status: "Accepted", rduds: ["nobody"] }] });

/** What a person is told of the outcome; the sign-in page has no status of its own. */
type Told = { status: number | null; message: string };

const toldBy = async (reply: HttpReply): Promise<Told> => {
  const { message = "" } = await reply.json();
  return { status: reply.status(), message };
};

async function signInAgain(): Promise<Told> {
  const signIn = signInApi(front.url, remotePerson("faulty"));
  return signIn.then(
    () => ({ status: null, message: "signed in" }),
    (error: Error) => ({ status: null, message: error.message }),
  );
}

/** What fails while a service is away, and the sentence about its effect. The list is not among them: a copy has it. */
const actions: Record<string, { act: () => Promise<Told>; effect: string }> = {
  survey: { act: async () => toldBy(await asks.demand()), effect: "" },
  save: {
    act: async () => toldBy(await admin.patch("/api/demand/surveys", { data: { id: surveyId, respondents: 520 } })),
    effect: "Nothing was saved.",
  },
  create: {
    act: async () => toldBy(await admin.post("/api/demand/surveys", { data: newSurvey(projectOfSurvey) })),
    effect: "The survey was not created.",
  },
  bulk: {
    act: async () => toldBy(await admin.post("/api/jobs", { data: priceChange() })),
    effect: "Nothing was changed.",
  },
  reconciliation: {
    act: async () => toldBy(await admin.post("/api/responses", { data: acceptance() })),
    effect: "Nothing was changed.",
  },
  "sign-in": { act: signInAgain, effect: "" },
  // Which service's failure comes first depends on whether demand was asked lately whose the project is.
  trend: { act: async () => toldBy(await asks.analysis()), effect: "" },
  table: { act: async () => toldBy(await asks.pivot()), effect: "" },
};

type ModeTold = { behaviour: Behaviour; status: number; reason: RegExp };

const MODES: Record<string, ModeTold> = {
  "is down": { behaviour: { mode: "down" }, status: 503, reason: /cannot be reached|is not responding/ },
  hangs: {
    behaviour: { mode: "hanging" },
    status: 503,
    reason: /did not answer in time|could not be asked in time|is not responding/,
  },
  "is restarted": {
    behaviour: { mode: "restarting" },
    status: 503,
    reason: /is not available: The service is being restarted\.|is not responding/,
  },
  "answers with web pages": {
    behaviour: { mode: "web pages" },
    status: 503,
    reason: /cannot be read|is not responding/,
  },
  "asks to wait": { behaviour: { mode: "limiting", retryAfterS: 15 }, status: 429, reason: /asks to wait \d+ s/ },
};

for (const [mode, { behaviour, status, reason }] of Object.entries(MODES)) {
  test(`while everything ${mode}, the list is shown, and each action says why it failed and what became of it`, async () => {
    const list = "/api/demand/surveys?sort=name&page_size=1";
    await expect.poll(async () => (await admin.get(list)).status()).toBe(200);
    await production.behave(behaviour);
    const asked = Object.entries(actions);
    const [shown, ...told] = await Promise.all([admin.get(list), ...asked.map(([, { act }]) => act())]);
    expect([shown.status(), (await shown.json()).surveys.length]).toEqual([200, 1]);
    const wrong = asked.flatMap(([name, { effect }], at) => {
      const { status: got, message } = told[at] ?? { status: null, message: "" };
      const isTold = reason.test(message) && ["Faulty panel", effect].every((part) => message.includes(part));
      return (got ?? status) === status && isTold ? [] : [{ name, status: got, message }];
    });
    expect(wrong).toEqual([]);
  });
}

test("while nothing answers, the form of a new survey opens with what it needs, which was read before", async () => {
  const address = `/surveys/new?project=${projectOfSurvey}`;
  const opened = async () => {
    const reply = await admin.get(address);
    return [reply.status(), (await reply.text()).includes("Length of interview")];
  };
  expect(await opened()).toEqual([200, true]);
  await production.behave({ mode: "down" });
  expect(await opened()).toEqual([200, true]);
});

test("a bulk change through a service that is late and fails at times changes each survey", async () => {
  const ids: string[] = [];
  // One after the other: the service's rate would put some of them off.
  for (let each = 0; each < 6; each += 1) ids.push((await makeSurvey(admin)).id);
  await production.behave({ mode: "failing at times", latencyMs: 200 });
  const change = { offered_price_per_complete: 7.25 };
  const started = await admin.post("/api/jobs", { data: { surveys: { ids }, change } });
  expect(started.status(), await started.text()).toBe(201);
  const { id } = await started.json();
  const jobs = async () => (await (await admin.get("/api/jobs")).json()).jobs as { id: string }[];
  await expect
    .poll(async () => (await jobs()).find((job) => job.id === id))
    .toMatchObject({ state: "done", counts: { done: ids.length } });
});

test("where a service fields its surveys itself, sessions and suppliers are refused with the reason", async () => {
  const sentence = "Faulty panel fields its surveys itself: their sessions and suppliers are kept there.";
  for (const address of ["/suppliers", `/surveys/${surveyId}/sessions`]) {
    expect(await (await admin.get(address)).text(), address).toContain(sentence);
  }
});

test.describe("two browsers of one person", () => {
  let other: HttpSession;
  test.beforeEach(async () => {
    other = await signInApi(front.url, remotePerson("faulty"));
  });

  const demandCalls = () => production.proxies.demand.arrivals.length;

  test("keep one rate: what asks one to wait is not called by the other", async () => {
    await production.behave({ mode: "limiting", retryAfterS: 8 });
    expect((await admin.get(`/api/demand/surveys?ids=${surveyId}`)).status()).toBe(429);
    const calls = demandCalls();
    const reply = await other.get(`/api/demand/surveys?ids=${surveyId}&fields=name`);
    expect([reply.status(), demandCalls() - calls]).toEqual([429, 0]);
    expect(Number(reply.headers()["retry-after"])).toBeGreaterThan(1);
  });

  test("share one copy: what one creates, the other finds at once", async () => {
    const name = `From the first browser ${crypto.randomUUID()}`;
    const { id } = await makeSurvey(admin, { name });
    const list = await (await other.get(`/api/demand/surveys?search=${encodeURIComponent(name)}`)).json();
    expect(list.surveys.map((survey: { id: string }) => survey.id)).toEqual([id]);
  });

  test("do not overwrite each other: the later save of an older state is refused, and nothing is sent", async () => {
    const opened = (await admin.get(`/api/demand/surveys?ids=${surveyId}`)).headers().etag ?? "";
    const headers = { "if-match": opened };
    const first = await other.patch("/api/demand/surveys", { data: { id: surveyId, respondents: 210 }, headers });
    expect(first.status(), await first.text()).toBe(200);
    const patches = () => production.proxies.demand.arrivals.filter(({ method }) => method === "PATCH").length;
    const before = patches();
    const second = await admin.patch("/api/demand/surveys", { data: { id: surveyId, respondents: 220 }, headers });
    expect([second.status(), (await problemOf(second)).code, patches() - before]).toEqual([412, "conflict", 0]);
  });
});

test("a write that is answered 200 with an error object is not called saved", async () => {
  await production.behave({ mode: "error objects" }, ["demand"]);
  const reply = await admin.patch("/api/demand/surveys", { data: { id: surveyId, respondents: 310 } });
  expect(reply.status()).toBe(503);
  await recover();
  const { surveys } = await (await admin.get(`/api/demand/surveys?ids=${surveyId}`)).json();
  expect(surveys[0].respondents).not.toBe(310);
});

test("a change whose reply is lost is read back as saved, and sent once", async () => {
  await production.behave({ mode: "losing replies" }, ["demand"]);
  const patches = () => production.proxies.demand.arrivals.filter(({ method }) => method === "PATCH").length;
  const before = patches();
  const reply = await admin.patch("/api/demand/surveys", { data: { id: surveyId, respondents: 410 } });
  expect([reply.status(), patches() - before], await reply.text()).toEqual([200, 1]);
  expect(await reply.json()).toMatchObject({ respondents: 410 });
});
