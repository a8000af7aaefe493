import type * as z from "zod";
import * as demand from "@/lib/contracts/interfaces/demand";
import { expect } from "../expect";
import { newSurvey } from "../new-survey";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { type Client, clientOf, createSurvey, expectRefusal, type Json, sides, test, type World } from "./world";

/** Every operation with a request that its caller may make, and what its reply has to be. */
type Good = { query?: string; body?: Json };
const good: Record<string, (world: World, surveyId: string) => Good> = {
  listAccounts: () => ({}),
  listUsers: () => ({ query: "?page=1&page_size=2" }),
  getDefinitions: () => ({}),
  listQualifications: () => ({ query: "?country_code=US&language_code=EN" }),
  listProjects: () => ({ query: "?sums=true" }),
  createProject: ({ service }) => ({
    body: {
      account_id: service.accountId,
      project_manager_id: service.managerId,
      project_name: "New",
      project_number: "7",
    },
  }),
  updateProject: ({ service }) => ({ body: { id: service.projectId, business_unit: "Product" } }),
  listSurveys: (_, id) => ({ query: `?ids=${id}` }),
  createSurvey: ({ service }) => ({ body: newSurvey(service.projectId) }),
  updateSurvey: (_, id) => ({ body: { id, name: "Renamed" } }),
  listResponses: (_, id) => ({ query: `?survey_id=${id}` }),
  updateResponse: (_, id) => ({ body: { rdud: `r-${id}`, reconciliation_status: "Accepted" } }),
};

const operations = demand.demandOperations.filter(({ name }) => name !== "createToken");
const writes = operations.filter(({ permission }) => permission === "surveys:write");

const send = (client: Client, { method, path }: { method: string; path: string }, { query = "", body }: Good) =>
  client[method.toLowerCase() as keyof Client](`${path}${query}`, body ? { body } : {});

async function survey(world: World): Promise<string> {
  const { id } = await createSurvey(world.service);
  await world.sql`
    insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at)
    values (${`r-${id}`}, ${id}, 'complete', 1.07, '[]', '{}', now())`;
  return id;
}

for (const { name, method, path, response } of operations) {
  test(`${name} answers exactly what its contract says, to whoever may`, async ({ world }) => {
    const id = await survey(world);
    for (const side of sides) {
      const asked = good[name]?.(world, id);
      if (!asked) throw new Error(`Say what a good ${name} is.`);
      const reply = await send(world[side].manager, { method, path }, asked);
      expect(reply.status, JSON.stringify(reply.json)).toBe(response.status);
      expect(reply.headers["x-request-id"]).toBeTruthy();
      expect(reply.headers["cache-control"]).toContain("no-store");
      const schema: z.ZodType = side === "service" ? strictly(response.schema) : response.schema;
      expect(schema.safeParse(reply.json).error?.issues ?? []).toEqual([]);
    }
  });

  test(`${name} is a 401 without a credential`, async ({ world }) => {
    const good401 = good[name]?.(world, crypto.randomUUID()) ?? {};
    const atService = await send(prefixed(world.anonymous, "/service/demand", {}), { method, path }, good401);
    expectRefusal("service", atService, 401, "Unauthorized.");
    const atApi = await send(prefixed(world.anonymous, "/api/demand", {}), { method, path }, good401);
    expectRefusal("api", atApi, 401, "Unauthorized.");
  });
}

/** That no operation admits another credential is proved of all of them beside the routes: one is tried here. */
test("a wrong credential, one with Bearer and one in a cookie is a 401", async ({ world }) => {
  const get = (prefix: string, headers: Record<string, string>) =>
    prefixed(world.anonymous, prefix, headers).get("/surveys");
  const { email, password } = await world.addPerson("manager");
  const issued = await world.anonymous.post("/service/demand/tokens", { body: { email, password } });
  const token = String(issued.json.token);
  const wrong: Record<string, string>[] = [
    { authorization: "" },
    { authorization: "x" },
    { authorization: `${token}x` },
    { authorization: token.replace(/\.[^.]+\./, ".e30.") },
    { authorization: unsigned(token) },
    { cookie: `session=${token}; token=${token}; Authorization=${token}` },
  ];
  for (const headers of wrong) {
    expectRefusal("service", await get("/service/demand", headers), 401, "Unauthorized.");
  }
  const bearer = await get("/service/demand", { authorization: `Bearer ${token}` });
  expectRefusal("service", bearer, 401, /without the prefix “Bearer”/);
  const noSession: Record<string, string>[] = [{ authorization: token }, { cookie: "session=nobody" }];
  for (const headers of noSession) {
    expectRefusal("api", await get("/api/demand", headers), 401, "Unauthorized.");
  }
  // The token itself is good.
  expect((await get("/service/demand", { authorization: token })).status).toBe(200);
});

test("a session cookie is nothing at the service", async ({ world }) => {
  const session = await openSession(await world.addPerson("manager"));
  const reply = await clientOf(session, "/service/demand", () => ({})).get("/surveys");
  expectRefusal("service", reply, 401);
});

for (const { name, method, path } of writes) {
  test(`${name} is a 403 for an analyst, and leaves a trace at the service`, async ({ world }) => {
    const id = await survey(world);
    const asked = good[name]?.(world, id) ?? {};
    for (const side of sides) {
      const reply = await send(world[side].analyst, { method, path }, asked);
      expectRefusal(side, reply, 403, "Your role does not allow this. Ask an admin of your account.");
    }
    // Permission comes before input: whoever may not write learns nothing by trying.
    expectRefusal("service", await send(world.service.analyst, { method, path }, { body: {} }), 403);
    const rows = await world.sql`
      select outcome from audit where action = ${name} and account_id = ${world.service.accountId} and outcome = 'refused'`;
    expect(rows.length).toBeGreaterThan(0);
  });
}

test("analysts read what managers read", async ({ world }) => {
  const id = await survey(world);
  for (const side of sides) {
    for (const { name, method, path } of operations.filter((operation) => operation.method === "GET")) {
      const asked = good[name]?.(world, id) ?? {};
      const [seen, expected] = [
        await send(world[side].analyst, { method, path }, asked),
        await send(world[side].manager, { method, path }, asked),
      ];
      expect(seen.status, name).toBe(200);
      if (name !== "listUsers") expect(seen.json, name).toEqual(expected.json);
    }
  }
});

test("another account's things are not there", async ({ world }) => {
  const id = await survey(world);
  const { manager, projectId } = world.stranger;
  const theirs = await createSurvey(world.stranger);
  expect((await manager.get(`/surveys?ids=${id}`)).json).toMatchObject({ total_surveys: 0, surveys: [] });
  expect((await manager.get(`/surveys?project_ids=${world.service.projectId}`)).json).toMatchObject({
    total_surveys: 0,
  });
  expect((await manager.get(`/surveys?search=${id}`)).json).toMatchObject({ total_surveys: 0 });
  expect((await manager.get(`/projects?ids=${world.service.projectId}`)).json).toMatchObject({ total_projects: 0 });
  for (const side of sides) {
    const { manager: ours, projectId: ourProject, accountId } = world[side];
    expect((await ours.get(`/surveys?ids=${theirs.id}`)).json).toMatchObject({ total_surveys: 0, surveys: [] });
    expectRefusal(
      side,
      await ours.patch("/surveys", { body: { id: theirs.id, name: "Mine" } }),
      404,
      "Survey could not be found.",
    );
    expectRefusal(side, await ours.get(`/responses?survey_id=${theirs.id}`), 404, "Survey could not be found.");
    expectRefusal(
      side,
      await ours.patch("/projects", { body: { id: projectId, project_name: "Mine" } }),
      404,
      "Project could not be found.",
    );
    expectRefusal(
      side,
      await ours.post("/surveys", { body: newSurvey(projectId) }),
      400,
      /^Project could not be found/,
    );
    const own = await createSurvey(world.service);
    expectRefusal(
      side,
      await ours.patch("/surveys", { body: { id: own.id, project_id: projectId } }),
      400,
      /^Project could not be found/,
    );
    const [quota] = theirs.respondent_attributes;
    const element = { quota_id: quota?.quota_id, quota_name: "Mine" };
    expectRefusal(
      side,
      await ours.patch("/surveys", { body: { id: own.id, respondent_attributes: [element] } }),
      400,
      /is not a quota of this survey\.$/,
    );
    const project = {
      account_id: world.stranger.accountId,
      project_manager_id: world[side].managerId,
      project_name: "A",
      project_number: "1",
    };
    expectRefusal(
      side,
      await ours.post("/projects", { body: project }),
      400,
      "Account could not be found. Choose one of yours.",
    );
    const managed = { ...project, account_id: accountId, project_manager_id: world.stranger.managerId };
    expectRefusal(side, await ours.post("/projects", { body: managed }), 400, /^Project manager could not be found/);
    expectRefusal(
      side,
      await ours.patch("/projects", { body: { id: ourProject, project_manager_id: world.stranger.managerId } }),
      400,
    );
    expectRefusal(
      side,
      await ours.patch("/projects", { body: { id: ourProject, account_id: world.stranger.accountId } }),
      400,
    );
  }
  const rejected = { rdud: `r-${id}`, reconciliation_status: "Rejected" };
  expectRefusal("service", await manager.patch("/responses", { body: rejected }), 404, "Response could not be found.");
  const users = (await manager.get("/users")).json.users as Json[];
  expect(users.map((user) => user.id)).toEqual([world.stranger.managerId]);
  const unchanged = await manager.get(`/surveys?ids=${theirs.id}`);
  expect(unchanged.json.surveys).toEqual([theirs]);
});

test("the demo's second account and the first see nothing of each other", async ({ world }) => {
  const person = (email: string) => world.signedIn({ id: "", email, password: "fieldwork-demo" });
  const [manager, other] = [await person("manager@demo.test"), await person("other@demo.test")];
  const { surveys, total_surveys } = (await other.get("/surveys")).json as { surveys: Json[]; total_surveys: number };
  expect(total_surveys).toBe(3);
  expect(new Set(surveys.map(({ project_id }) => project_id)).size).toBe(1);
  const ids = surveys.map(({ id }) => id).join();
  expect((await manager.get(`/surveys?ids=${ids}`)).json).toMatchObject({ total_surveys: 0, surveys: [] });
  expectRefusal("service", await manager.get(`/responses?survey_id=${surveys[0]?.id}`), 404);
  expectRefusal("service", await manager.patch("/surveys", { body: { id: surveys[0]?.id, name: "Mine" } }), 404);
});

function prefixed(client: Client, prefix: string, headers: Record<string, string>): Client {
  const wrap = (method: keyof Client) => (path: string, ask?: Parameters<Client["get"]>[1]) =>
    client[method](`${prefix}${path}`, { ...ask, headers: { ...ask?.headers, ...headers } });
  return { get: wrap("get"), post: wrap("post"), patch: wrap("patch"), put: wrap("put"), delete: wrap("delete") };
}

/** The same claims under the algorithm "none". */
function unsigned(signed: string): string {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url");
  return `${header}.${signed.split(".")[1]}.`;
}
