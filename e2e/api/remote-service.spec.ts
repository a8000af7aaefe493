import type postgres from "postgres";
import * as z from "zod";
import { getProjectSessions } from "@/lib/contracts/ours/imports";
import { expect } from "../expect";
import type { HttpSession } from "../http-session";
import { newSurvey, ofWomenAndMen } from "../new-survey";
import { type Front, sharedFront, standInPort } from "../remote/front";
import { busiest, type ServiceProxy, startProxy } from "../remote/proxy";
import { openStore } from "../remote/store";
import { signInApi } from "../sign-in";
import { test } from "./world";

/**
 * An instance of the product has an installation of the product as its remote service, over HTTP, in the two ways
 * that services of the kind differ: flat without search, and grouped with it. The installation is the instance itself:
 * through the proxy it knows no more of itself than of any other.
 */
const EMAIL = "admin@demo.test";

const surveySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  project_id: z.string(),
  respondent_attributes: z.array(z.looseObject({ quota_id: z.string(), quota: z.number(), quota_name: z.string() })),
});
const pageSchema = z.object({
  total_surveys: z.number(),
  surveys: z.array(z.looseObject({ id: z.string(), name: z.string() })),
  as_of: z.string().optional(),
});
const projectsSchema = z.object({
  projects: z.array(z.object({ id: z.string(), survey_sums: z.unknown().optional() })),
});
const problemSchema = z.object({ message: z.string(), code: z.string(), requestId: z.string() });

let front: Front;
let store: postgres.Sql;
let direct: HttpSession;
let projectId: string;
const proxies: Record<string, ServiceProxy> = {};
const signedIn: Record<string, HttpSession> = {};
const CONNECTIONS = ["plain", "rich"] as const;

test.beforeAll(async () => {
  front = await sharedFront();
  const service = `${front.url}/service/demand`;
  proxies.plain = await startProxy(standInPort("plain"), service);
  proxies.rich = await startProxy(standInPort("rich"), service, { accept: "application/json;shape=grouped" });
  store = openStore(front.dataDir);
  direct = await signInApi(front.url, { email: EMAIL });
  const { projects } = projectsSchema.parse(await (await direct.get("/api/demand/projects?page_size=1")).json());
  projectId = projects[0]?.id ?? "";
});

test.afterAll(async () => {
  await store?.end({ timeout: 1 });
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
});

async function at(connection: string): Promise<HttpSession> {
  signedIn[connection] ??= await signInApi(front.url, { email: EMAIL, connection });
  return signedIn[connection];
}

async function list(context: HttpSession, query: string) {
  const reply = await context.get(`/api/demand/surveys?${query}`);
  expect(reply.status(), await reply.text()).toBe(200);
  return pageSchema.parse(await reply.json());
}

const idsOf = ({ surveys }: z.output<typeof pageSchema>) => surveys.map(({ id }) => id);

const bodyOf = (name: string) => newSurvey(projectId, { name, ...ofWomenAndMen });

async function create(connection: string, name: string) {
  const reply = await (await at(connection)).post("/api/demand/surveys", { data: bodyOf(name) });
  expect(reply.status(), await reply.text()).toBe(201);
  return { survey: surveySchema.parse(await reply.json()), tag: reply.headers().etag ?? "" };
}

/** Calls that left in one second arrive in so long a stretch, each up to a quarter of a second late. */
const STRETCH_MS = 750;

const called = (connection: string, method: string) =>
  proxies[connection]?.arrivals.filter((arrival) => arrival.method === method && arrival.path === "/surveys").length ??
  0;

for (const connection of CONNECTIONS) {
  test.describe(`through ${connection}`, () => {
    test("the first visit shows the newest surveys at once, and the other orders and searches as the service has them", async () => {
      const context = await at(connection);
      const newest = "sort=-created&page_size=20";
      const here = await list(context, newest);
      expect(here.as_of).toBeUndefined();
      expect(here).toEqual(await list(direct, newest));
      const queries = ["search=wave", "search=WAVE&sort=-name&page=2", "statuses=Live&sort=-survey_completes"];
      for (const key of [
        "name",
        "respondents",
        "offered_price_per_complete",
        "out_of_field_date",
        "-last_complete_at",
      ]) {
        queries.push(`sort=${key}`, `sort=${key}&page=3`);
      }
      for (const query of queries) {
        const [ours, theirs] = [
          await list(context, `${query}&page_size=20`),
          await list(direct, `${query}&page_size=20`),
        ];
        expect(idsOf(ours), query).toEqual(idsOf(theirs));
        expect(ours.total_surveys, query).toBe(theirs.total_surveys);
        expect(ours.as_of !== undefined, query).toBe(connection === "plain");
      }
    });

    test("a survey is as the service itself shows it, whatever shape it came in", async () => {
      const [one] = (await list(direct, "page_size=1&statuses=Live")).surveys;
      const query = `/api/demand/surveys?ids=${one?.id}`;
      const [here, there] = await Promise.all([(await at(connection)).get(query), direct.get(query)]);
      expect((await here.json()).surveys).toEqual((await there.json()).surveys);
      expect(here.headers().etag).toBe(there.headers().etag);
    });

    test("projects carry the sums of their surveys", async () => {
      const query = "/api/demand/projects?sums=true&page_size=5";
      const read = async (context: HttpSession) =>
        projectsSchema.parse(await (await context.get(query)).json()).projects.map(({ survey_sums }) => survey_sums);
      expect(await read(await at(connection))).toEqual(await read(direct));
    });

    test("a created survey is found at once, and a change of it too", async () => {
      const context = await at(connection);
      const name = `Remote ${connection} ${crypto.randomUUID()}`;
      const { survey, tag } = await create(connection, name);
      expect(idsOf(await list(context, `search=${encodeURIComponent(name)}`))).toEqual([survey.id]);
      const change = { id: survey.id, name: `${name} renamed`, respondents: 120 };
      const reply = await context.patch("/api/demand/surveys", { data: change, headers: { "if-match": tag } });
      expect(reply.status(), await reply.text()).toBe(200);
      expect(await reply.json()).toMatchObject(change);
      const found = await list(context, `search=${encodeURIComponent(`${name} renamed`)}`);
      expect(idsOf(found)).toEqual([survey.id]);
      expect(idsOf(await list(context, "sort=-created&page_size=1"))).toEqual([survey.id]);
    });

    test("a change of a survey that was changed meanwhile is refused and changes nothing", async () => {
      const { survey, tag } = await create(connection, `Conflict ${crypto.randomUUID()}`);
      const meanwhile = await direct.patch("/api/demand/surveys", { data: { id: survey.id, respondents: 150 } });
      expect(meanwhile.status()).toBe(200);
      const patches = called(connection, "PATCH");
      const reply = await (await at(connection)).patch("/api/demand/surveys", {
        data: { id: survey.id, respondents: 160 },
        headers: { "if-match": tag },
      });
      expect(reply.status()).toBe(412);
      expect(problemSchema.parse(await reply.json())).toMatchObject({ code: "conflict" });
      expect(called(connection, "PATCH")).toBe(patches);
      expect((await list(direct, `ids=${survey.id}`)).surveys[0]).toMatchObject({ respondents: 150 });
    });

    test("a quota left out of a change is removed, and the others stay", async () => {
      const { survey, tag } = await create(connection, `Quotas ${crypto.randomUUID()}`);
      const [women] = survey.respondent_attributes;
      const reply = await (await at(connection)).patch("/api/demand/surveys", {
        data: { id: survey.id, respondent_attributes: [{ quota_id: women?.quota_id, quota: 70 }] },
        headers: { "if-match": tag },
      });
      expect(reply.status(), await reply.text()).toBe(200);
      const expected = [{ quota_id: women?.quota_id, quota: 70, quota_name: "Women" }];
      expect((await reply.json()).respondent_attributes).toMatchObject(expected);
      const [there] = (await list(direct, `ids=${survey.id}`)).surveys;
      expect(there?.respondent_attributes).toMatchObject(expected);
      expect(there?.respondent_attributes).toHaveLength(1);
    });

    test("a quota is added only where the service can", async () => {
      const { survey } = await create(connection, `Added ${crypto.randomUUID()}`);
      const kept = survey.respondent_attributes.map(({ quota_id }) => ({ quota_id }));
      const added = { quota_id: null, quota_name: "Others", quota: 10, qualifications: [] };
      const reply = await (await at(connection)).patch("/api/demand/surveys", {
        data: { id: survey.id, respondent_attributes: [...kept, added] },
      });
      expect(reply.status(), await reply.text()).toBe(connection === "rich" ? 200 : 400);
      if (connection === "rich") expect((await reply.json()).respondent_attributes).toHaveLength(3);
    });

    test("a create whose reply is lost is found, and was made once", async () => {
      const name = `Lost ${crypto.randomUUID()}`;
      proxies[connection]?.dropNext({ method: "POST", path: "/surveys", when: "after" });
      const posts = called(connection, "POST");
      const { survey } = await create(connection, name);
      expect(called(connection, "POST")).toBe(posts + 1);
      expect(idsOf(await list(direct, `search=${encodeURIComponent(name)}`))).toEqual([survey.id]);
    });

    test("a create that never arrived is reported as unknown, not as saved, and is not repeated", async () => {
      const name = `Unborn ${crypto.randomUUID()}`;
      proxies[connection]?.dropNext({ method: "POST", path: "/surveys", when: "before" });
      const posts = called(connection, "POST");
      const reply = await (await at(connection)).post("/api/demand/surveys", { data: bodyOf(name) });
      expect(problemSchema.parse(await reply.json())).toMatchObject({ code: "uncertain" });
      expect(called(connection, "POST")).toBe(posts + 1);
      expect((await list(direct, `search=${encodeURIComponent(name)}`)).total_surveys).toBe(0);
    });

    test("a change whose reply is lost is read back; one that never arrived is sent once more", async () => {
      const { survey } = await create(connection, `Patched ${crypto.randomUUID()}`);
      const context = await at(connection);
      for (const [when, respondents, calls] of [
        ["after", 210, 1],
        ["before", 220, 2],
      ] as const) {
        proxies[connection]?.dropNext({ method: "PATCH", path: "/surveys", when });
        const patches = called(connection, "PATCH");
        const reply = await context.patch("/api/demand/surveys", { data: { id: survey.id, respondents } });
        expect(reply.status(), await reply.text()).toBe(200);
        expect(await reply.json()).toMatchObject({ respondents });
        expect(called(connection, "PATCH")).toBe(patches + calls);
        expect((await list(direct, `ids=${survey.id}`)).surveys[0]).toMatchObject({ respondents });
      }
    });

    test("the service's refusal is shown in its own words", async () => {
      const body = { ...bodyOf("Refused"), language_code: "ZZ" };
      const reply = await (await at(connection)).post("/api/demand/surveys", { data: body });
      expect(reply.status()).toBe(400);
      const problem = problemSchema.parse(await reply.json());
      expect(problem).toMatchObject({ code: "invalid" });
      expect(problem.message).toContain("ZZ");
    });

    test("every write is recorded before it is made and when it has ended", async () => {
      const name = `Audited ${crypto.randomUUID()}`;
      await create(connection, name);
      const rows = await store`select outcome, who, account_id from audit
        where connection = ${connection} and action = 'createSurvey' and after->>'name' = ${name} order by id`;
      expect(rows.map(({ outcome }) => outcome)).toEqual(["started", "done"]);
      expect(rows.every((row) => row.who === EMAIL && row.account_id !== null)).toBe(true);
      const ends = await store`select outcome, count(*)::int as count from audit
        where connection = ${connection} and outcome = 'uncertain' group by outcome`;
      expect(ends[0]).toMatchObject({ outcome: "uncertain", count: 1 });
    });

    test("many requests at once keep the service's rate, and none fails", async () => {
      const context = await at(connection);
      const surveys = (await list(direct, "page_size=30&sort=created")).surveys;
      const proxy = proxies[connection];
      const from = proxy?.arrivals.length ?? 0;
      const replies = await Promise.all(surveys.map(({ id }) => context.get(`/api/demand/surveys?ids=${id}`)));
      expect(replies.map((reply) => reply.status())).toEqual(surveys.map(() => 200));
      const arrivals = proxy?.arrivals.slice(from).filter(({ path }) => path === "/surveys") ?? [];
      expect(arrivals.length).toBeGreaterThanOrEqual(30);
      expect(busiest(arrivals, STRETCH_MS)).toBeLessThanOrEqual(10);
    });
  });
}

test("sessions of its projects are kept at the service: the page says so, and nothing of them is imported", async () => {
  const context = await at("plain");
  const reply = await context.get(`/api/imports/sessions?project_id=${projectId}`);
  const { refusal, completes } = getProjectSessions.reply.parse(await reply.json());
  expect(refusal).toMatch(/fields its surveys itself: their sessions and suppliers are kept there\.$/);
  expect(completes).toBe(0);
  for (const refused of [
    await context.post("/api/imports/sessions", { data: { project_id: projectId } }),
    await context.patch("/api/imports/sessions", { data: { project_id: projectId, keeps: true } }),
  ]) {
    expect(refused.status()).toBe(400);
    expect(problemSchema.parse(await refused.json()).message).toBe(refusal);
  }
});

test("over all of this no second ever saw more than ten survey calls, and no credential but the signed-in one", async () => {
  for (const connection of CONNECTIONS) {
    const arrivals = (proxies[connection]?.arrivals ?? []).filter(({ path }) => path === "/surveys");
    expect(busiest(arrivals, STRETCH_MS)).toBeLessThanOrEqual(10);
    expect(new Set(arrivals.map(({ credential }) => credential)).size).toBe(1);
  }
});
