import { qualityOperations } from "@/lib/contracts/interfaces/quality";
import * as contract from "@/lib/contracts/ours/respondents";
import { defaultThresholds } from "@/lib/contracts/rules/exclusion";
import { FORBIDDEN, type Role, roles } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { type Client, clientOf, createSurvey, expectRefusal, type Json, type Reply, test, type World } from "./world";

/** Respondents' quality as pages ask for it: the interface at `/api/quality`, and the review at `/api/respondents`. */

async function signedIn(world: World, role: Role, accountId?: string): Promise<Client> {
  const session = await openSession(await world.addPerson(role, accountId));
  return clientOf(session, "/api", () => ({}));
}

const GIBBERISH = "asdfghjkl qwertzuiop asdfghjkl";
const GOOD = "I always buy it because my family likes the taste of it";

const person = (surveyName: string, respondentId: string, answer = GOOD, more: Json = {}): Json => ({
  ...{ surveyName, respondentId, ...more },
  dataPoints: ["o1", "o2"].map((dataPointId) => ({ qualityCheck: "OES", dataPointId, question: "Why?", answer })),
});

const good = async (reply: Promise<Reply>): Promise<Json> => {
  const { status, json } = await reply;
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
};

/** A survey of our account with these respondents, who are named by whether they answer well. */
async function scored(world: World, client: Client, { version = "/v3" } = {}): Promise<string> {
  const { id } = await createSurvey(world.service);
  await good(client.post(`/quality${version}/addRespondent`, { body: person(id, "good") }));
  await good(client.post(`/quality${version}/addRespondent`, { body: person(id, "bad", GIBBERISH) }));
  return id;
}

test.describe("the interface", () => {
  test("answers every operation to whose role has it", async ({ world }) => {
    const admin = await signedIn(world, "admin");
    const [manager, analyst] = [await signedIn(world, "manager"), await signedIn(world, "analyst")];
    const id = await scored(world, admin);
    const asks: [string, Json, readonly Role[]][] = [
      ["getRespondent", { surveyName: id, respondentId: "good" }, roles],
      ["getAllRespondents", { surveyName: id }, roles],
      ["getAllRespondents", { surveyName: id, page: 1, page_size: 1 }, roles],
      ["creditCalculation", { TSDataPoints: 1 }, roles],
      ["updateRespondentsExcludedStatus", { surveyName: id, respondentIds: ["good"], isExcluded: true }, roles],
      ["stopSurvey", { surveyName: id }, ["manager", "admin"]],
      ["restartSurvey", { surveyName: id }, ["manager", "admin"]],
      ["deleteRespondents", { surveyName: id, respondentIds: ["bad"] }, ["admin"]],
      ["deleteSurveys", { surveyNames: [id] }, ["admin"]],
    ];
    for (const [name, body, allowed] of asks) {
      const operation = qualityOperations.find(({ path }) => path === `/v3/${name}`);
      for (const [role, client] of Object.entries({ manager, analyst, admin })) {
        const reply = await client.post(`/quality/v3/${name}`, { body });
        if (!(allowed as readonly string[]).includes(role)) {
          expectRefusal("api", reply, 403, FORBIDDEN);
          continue;
        }
        expect(reply.status, `${name} ${role} ${JSON.stringify(reply.json)}`).toBe(200);
        expect(operation?.response.schema.safeParse(reply.json).error?.issues ?? [], name).toEqual([]);
      }
    }
  });

  test("knows nothing of another account's survey, and of none", async ({ world }) => {
    const id = await scored(world, await signedIn(world, "admin"));
    const stranger = await signedIn(world, "admin", world.stranger.accountId);
    for (const surveyName of [id, crypto.randomUUID()]) {
      const bodies: Record<string, Json> = {
        addRespondent: person(surveyName, "new"),
        getRespondent: { surveyName, respondentId: "good" },
        getAllRespondents: { surveyName },
        stopSurvey: { surveyName },
        restartSurvey: { surveyName },
        updateRespondentsExcludedStatus: { surveyName, respondentIds: ["good"] },
        deleteRespondents: { surveyName, respondentIds: ["good"] },
        deleteSurveys: { surveyNames: [surveyName] },
      };
      for (const [name, body] of Object.entries(bodies)) {
        expectRefusal("api", await stranger.post(`/quality/v3/${name}`, { body }), 404, "Survey could not be found.");
      }
    }
  });

  test("refuses other methods, other versions and what a version lacks", async ({ world }) => {
    const client = await signedIn(world, "admin");
    const id = await scored(world, client, { version: "" });
    for (const method of ["get", "put", "patch", "delete"] as const) {
      expectRefusal("api", await client[method]("/quality/v3/getRespondent"), 405);
    }
    expectRefusal("api", await client.post("/quality/v2/deleteSurveys", { body: {} }), 404);
    expectRefusal("api", await client.post("/quality/v4/getRespondent", { body: {} }), 404);
    for (const name of ["getRespondent", "getAllRespondents"]) {
      const body = { surveyName: id, respondentId: "good" };
      expectRefusal("api", await client.post(`/quality/v3/${name}`, { body }), 400, /created with v1/);
      await good(client.post(`/quality/${name}`, { body }));
    }
    const missing = await client.post("/quality/v3/getRespondent", { body: { surveyName: id } });
    expectRefusal("api", missing, 400);
    expect(missing.json.fields).toMatchObject({ respondentId: expect.any(String) });
  });
});

test.describe("the review", () => {
  const list = async (client: Client, query: string): Promise<contract.RespondentList> =>
    contract.listRespondents.response.schema.parse(
      await good(client.get(`/respondents?${query}`)),
    ) as contract.RespondentList;

  test("lists, decides, shows the evidence and sums up, for every role", async ({ world }) => {
    const id = await scored(world, await signedIn(world, "admin"));
    for (const role of roles) {
      const client = await signedIn(world, role);
      const before = await list(client, `survey_id=${id}&order=score`);
      expect(before.respondents.map(({ respondent_id }) => respondent_id)).toEqual(["bad", "good"]);
      const decision = { survey_id: id, respondent_id: "bad", decision: "exclude", note: role };
      const decided = await good(client.post("/respondents/decisions", { body: decision }));
      expect(contract.decideRespondent.response.schema.parse(decided)).toMatchObject({
        respondent: { is_excluded: true, review: { decision: "exclude", note: role } },
      });
      expect((await list(client, `survey_id=${id}&excluded=only&decisions=exclude`)).total_respondents).toBe(1);
      const evidence = await good(client.get(`/respondents/evidence?survey_id=${id}&respondent_id=bad`));
      expect(contract.getEvidence.response.schema.parse(evidence)).toMatchObject({
        points: [{ category: "GIBBERISH", sent: { answer: GIBBERISH } }, { category: "GIBBERISH" }],
      });
      const summary = await good(client.get(`/respondents/summary?survey_id=${id}`));
      expect(contract.summarizeRespondents.response.schema.parse(summary)).toMatchObject({
        respondents: 2,
        excluded: 1,
      });
      const undone = { ...decision, decision: null, note: "", is_excluded: false };
      await good(client.post("/respondents/decisions", { body: undone }));
    }
  });

  test("moves thresholds, previews and starts them, and undoes the job", async ({ world }) => {
    const client = await signedIn(world, "manager");
    const id = await scored(world, await signedIn(world, "admin"));
    const body = { survey_id: id, thresholds: defaultThresholds };
    const saved = await good(client.post("/respondents/thresholds", { body }));
    expect(await good(client.get(`/respondents/thresholds?survey_id=${id}`))).toEqual(saved);
    const preview = await good(client.post("/respondents/thresholds/preview", { body: { ...body, question_ids: [] } }));
    expect(contract.previewThresholds.response.schema.parse(preview)).toMatchObject({
      ...{ respondents: 2, excluded_now: 0, excluded_after: 1, newly_excluded: 1 },
    });
    const job = await good(client.post("/respondents/exclusion", { body }));
    const excluded = async () => (await list(client, `survey_id=${id}&excluded=only`)).total_respondents;
    // A page shares what was read for some seconds, and the worker is another process.
    await expect.poll(excluded, { timeout: 30_000 }).toBe(1);
    const state = async () => {
      const { jobs } = (await good(client.get("/jobs"))) as { jobs: { id: string; can_undo: boolean }[] };
      return jobs.find((one) => one.id === job.id)?.can_undo;
    };
    await expect.poll(state, { timeout: 30_000 }).toBe(true);
    await good(client.patch("/jobs", { body: { id: job.id, action: "undo" } }));
    await expect.poll(excluded, { timeout: 30_000 }).toBe(0);
  });

  test("says what a copy to v3 would change, and copies it for who may write", async ({ world }) => {
    const [manager, analyst] = [await signedIn(world, "manager"), await signedIn(world, "analyst")];
    const id = await scored(world, manager, { version: "/v2" });
    const preview = contract.previewMigration.response.schema.parse(
      await good(analyst.get(`/respondents/migration?survey_id=${id}`)),
    ) as contract.QualityMigration;
    expect(preview).toMatchObject({ survey: { version: "v2" }, respondents: 2, refused: null });
    const body = { survey_id: id, new_survey_name: preview.new_survey_name };
    expectRefusal("api", await analyst.post("/respondents/migration", { body }), 403, FORBIDDEN);
    await good(manager.post("/respondents/migration", { body }));
    const copied = async () => {
      const [row] = await world.sql<{ count: number }[]>`
        select count(*)::int as count from quality_respondents r join quality_surveys s on s.id = r.survey_id
        where s.name = ${preview.new_survey_name ?? ""} and s.version = 'v3'`;
      return row?.count;
    };
    await expect.poll(copied, { timeout: 30_000 }).toBe(2);
  });

  test("is a 404 for another account, and a 401 for nobody", async ({ world }) => {
    const id = await scored(world, await signedIn(world, "admin"));
    const stranger = await signedIn(world, "admin", world.stranger.accountId);
    const thresholds = { survey_id: id, thresholds: defaultThresholds };
    const asks: ["get" | "post", string, Json?][] = [
      ["get", `/respondents?survey_id=${id}`],
      ["get", `/respondents/summary?survey_id=${id}`],
      ["get", `/respondents/thresholds?survey_id=${id}`],
      ["post", "/respondents/thresholds", thresholds],
      ["post", "/respondents/thresholds/preview", { ...thresholds, question_ids: [] }],
      ["post", "/respondents/exclusion", thresholds],
      ["post", "/respondents/exclusion", { survey_id: id, respondent_ids: ["bad"], is_excluded: true }],
      ["post", "/respondents/decisions", { survey_id: id, respondent_id: "bad", decision: "exclude", note: "" }],
      ["get", `/respondents/evidence?survey_id=${id}&respondent_id=bad`],
      ["get", `/respondents/migration?survey_id=${id}`],
      ["post", "/respondents/migration", { survey_id: id, new_survey_name: "New" }],
    ];
    for (const [method, path, body] of asks) {
      const ask = body ? { body } : {};
      expectRefusal("api", await stranger[method](path, ask), 404, "Survey could not be found.");
      expectRefusal("api", await world.anonymous[method](`/api${path}`, ask), 401);
    }
  });

  test("says which field is wrong, and changes nothing", async ({ world }) => {
    const client = await signedIn(world, "manager");
    const id = await scored(world, await signedIn(world, "admin"));
    const wrong: ["get" | "post", string, Json | undefined, string][] = [
      ["get", "/respondents", undefined, "survey_id"],
      ["get", `/respondents?survey_id=${id}&bands=worst`, undefined, "bands"],
      ["get", `/respondents?survey_id=${id}&order=name`, undefined, "order"],
      [
        "post",
        "/respondents/decisions",
        { survey_id: id, respondent_id: "bad", decision: "drop", note: "" },
        "decision",
      ],
      ["post", "/respondents/decisions", { survey_id: id, respondent_id: "bad", decision: "keep", note: 7 }, "note"],
      [
        "post",
        "/respondents/thresholds",
        { survey_id: id, thresholds: { ...defaultThresholds, total: 101 } },
        "thresholds.total",
      ],
    ];
    for (const [method, path, body, field] of wrong) {
      const reply = await client[method](path, body ? { body } : {});
      expectRefusal("api", reply, 400);
      expect(Object.keys(reply.json.fields as Json)).toContain(field);
    }
    expectRefusal(
      "api",
      await client.get(`/respondents/evidence?survey_id=${id}&respondent_id=nobody`),
      404,
      /no respondent “nobody”/,
    );
    const unknown = { survey_id: id, respondent_ids: ["bad", "nobody"], is_excluded: true };
    expectRefusal("api", await client.post("/respondents/exclusion", { body: unknown }), 404, /“nobody”/);
    expect((await list(client, `survey_id=${id}&excluded=only`)).total_respondents).toBe(0);
    for (const path of ["", "/summary", "/evidence"])
      expectRefusal("api", await client.post(`/respondents${path}`), 405);
  });
});
