import * as z from "zod";
import { expect } from "../expect";
import type { HttpSession } from "../http-session";
import { instanceStore } from "../instance-store";
import { makeSurvey } from "../new-survey";
import { sharedFront, signInRemote, startRemote } from "../remote/front";
import type { Production } from "../remote/production";
import type { Behaviour } from "../remote/proxy";
import { test } from "./world";

/** Another installation as the service of respondent quality, which is late, hangs, answers with pages and loses replies. */

test.describe.configure({ mode: "serial" });

const problemSchema = z.object({ message: z.string(), code: z.string(), requestId: z.string() });

let production: Production;
let admin: HttpSession;

test.beforeAll(async () => {
  production = await startRemote("scored");
  admin = await signInRemote(await sharedFront(), "scored");
});
test.afterEach(async () => {
  await production.behave({});
  // A service that failed is asked again by the worker before calls go through.
  await expect.poll(async () => (await credits()).status()).toBe(200);
});
test.afterAll(async () => {
  await production?.close();
});

const credits = () => admin.post("/api/quality/v3/creditCalculation", { data: { TSDataPoints: 1 } });

const answers = {
  good: "I always buy it because my family likes the taste of it",
  bad: "asdfghjkl qwertzuiop asdfghjkl",
};

const person = (surveyName: string, respondentId: keyof typeof answers) => ({
  ...{ surveyName, respondentId },
  dataPoints: ["o1", "o2"].map((dataPointId) => ({
    ...{ qualityCheck: "OES", dataPointId, question: "Why?", answer: answers[respondentId] },
  })),
});

async function good<T>(reply: ReturnType<HttpSession["post"]>): Promise<T> {
  const received = await reply;
  expect(received.status(), await received.text()).toBe(200);
  return (await received.json()) as T;
}

/** A survey of the remote account whose respondents are `good` and `bad`. */
async function scored(version = "/v3"): Promise<string> {
  const { id } = await makeSurvey(admin);
  for (const name of ["good", "bad"] as const) {
    await good(admin.post(`/api/quality${version}/addRespondent`, { data: person(id, name) }));
  }
  return id;
}

type Row = { respondent_id: string; is_excluded: boolean; categories: { category: string }[] };
const list = (id: string) => admin.get(`/api/respondents?survey_id=${id}&order=score`);
const rows = async (id: string) =>
  (await good<{ respondents: Row[]; survey: { version: string } }>(list(id))) ?? { respondents: [] };
const decide = (id: string, decision: string | null, note = "") =>
  admin.post("/api/respondents/decisions", { data: { survey_id: id, respondent_id: "bad", decision, note } });

const isExcludedThere = async (id: string) => {
  const [row] = await instanceStore()<{ is_excluded: boolean }[]>`
    select r.is_excluded from quality_respondents r join quality_surveys s on s.id = r.survey_id
    where s.name = ${id} and r.respondent_id = 'bad'`;
  return row?.is_excluded;
};

const UPDATE = "/v3/updateRespondentsExcludedStatus";
const updates = () => production.proxies.quality.arrivals.filter(({ path }) => path === UPDATE).length;

test("respondents of a remote service are listed, decided of and excluded there", async () => {
  const id = await scored();
  const { respondents, survey } = await rows(id);
  expect(survey.version).toBe("v3");
  expect(respondents.map(({ respondent_id }) => respondent_id)).toEqual(["bad", "good"]);
  expect(respondents[0]?.categories).toEqual([{ category: "GIBBERISH", answers: 2 }]);
  const before = updates();
  await good(decide(id, "exclude", "Keys"));
  expect([await isExcludedThere(id), updates() - before]).toEqual([true, 1]);
  // What is so already is not sent again, whatever the service would do with it.
  await good(decide(id, "exclude", "Keys again"));
  expect([await isExcludedThere(id), updates() - before]).toEqual([true, 1]);
  const evidence = await good<{ points: { sent: unknown }[]; history: { note: string }[] }>(
    admin.get(`/api/respondents/evidence?survey_id=${id}&respondent_id=bad`),
  );
  expect(evidence.points.map(({ sent }) => sent)).toEqual([null, null]);
  expect(evidence.history.map(({ note }) => note)).toEqual(["Keys again", "Keys"]);
});

test("an exclusion whose reply is lost is found out, and one that never arrived is not recorded", async () => {
  const id = await scored();
  production.proxies.quality.dropNext({ method: "POST", path: UPDATE, when: "after" });
  const decided = await good<{ respondent: Row }>(decide(id, "exclude"));
  expect([decided.respondent.is_excluded, await isExcludedThere(id)]).toEqual([true, true]);
  const before = updates();
  production.proxies.quality.dropNext({ method: "POST", path: UPDATE, when: "before" });
  const lost = await decide(id, "keep", "Lost");
  expect([lost.status(), problemSchema.parse(await lost.json()).message]).toEqual([
    ...[502, expect.stringContaining("The exclusion is as before and may still change.")],
  ]);
  expect([await isExcludedThere(id), updates() - before]).toEqual([true, 1]);
  const { history } = await good<{ history: { decision: string }[] }>(
    admin.get(`/api/respondents/evidence?survey_id=${id}&respondent_id=bad`),
  );
  expect(history.map(({ decision }) => decision)).toEqual(["exclude"]);
});

for (const [version, path] of Object.entries({ v1: "", v2: "/v2" })) {
  test(`a survey of ${version} is read in its version, which is learned once, and named as v3 does`, async () => {
    const id = await scored(path);
    const begin = production.proxies.quality.arrivals.length;
    const { respondents, survey } = await rows(id);
    expect([survey.version, respondents[0]?.categories]).toEqual([version, [{ category: "GIBBERISH", answers: 2 }]]);
    const asked = () => production.proxies.quality.arrivals.slice(begin).map((arrival) => arrival.path);
    expect(asked()).toEqual(["/v3/getAllRespondents", `${path}/getAllRespondents`]);
    await good(decide(id, "flag"));
    await rows(id);
    expect(asked().filter((each) => each.startsWith("/v3"))).toHaveLength(1);
    const refused = await decide(id, "exclude");
    expect([refused.status(), (await refused.json()).message]).toEqual([400, expect.stringContaining(version)]);
  });

  test(`a survey of ${version} is copied there to a new one of v3, and stays as it is`, async () => {
    const id = await scored(path);
    const preview = await good<{ refused: string | null; respondents: number; new_survey_name: string }>(
      admin.get(`/api/respondents/migration?survey_id=${id}`),
    );
    expect(preview).toMatchObject({ refused: null, respondents: 2, new_survey_name: `${id} v3` });
    const body = { survey_id: id, new_survey_name: preview.new_survey_name };
    await good(admin.post("/api/respondents/migration", { data: body }));
    const versionsThere = async () => {
      const rows = await instanceStore()<{ version: string; ids: string[] }[]>`
        select s.version, array_agg(r.respondent_id order by r.id) as ids
        from quality_respondents r join quality_surveys s on s.id = r.survey_id
        where s.name in (${id}, ${body.new_survey_name}) group by s.version order by s.version`;
      return rows.map((row) => [row.version, row.ids]);
    };
    const ids = ["good", "bad"];
    await expect.poll(versionsThere, { timeout: 30_000 }).toEqual([
      [version, ids],
      ["v3", ids],
    ]);
  });
}

test("a respondent deleted there leaves no review and no exclusion here, also when the reply is lost", async () => {
  const id = await scored();
  await good(decide(id, "exclude", "Keys"));
  production.proxies.quality.dropNext({ method: "POST", path: "/v3/deleteRespondents", when: "after" });
  const body = { surveyName: id, respondentIds: ["bad"] };
  await good(admin.post("/api/quality/v3/deleteRespondents", { data: body }));
  expect((await rows(id)).respondents.map(({ respondent_id }) => respondent_id)).toEqual(["good"]);
  await good(admin.post("/api/quality/v3/addRespondent", { data: person(id, "bad") }));
  const evidence = await good<{ history: unknown[]; respondent: Row }>(
    admin.get(`/api/respondents/evidence?survey_id=${id}&respondent_id=bad`),
  );
  expect([evidence.history, evidence.respondent.is_excluded]).toEqual([[], false]);
});

const MODES: Record<string, { behaviour: Behaviour; says: RegExp }> = {
  hangs: { behaviour: { mode: "hanging" }, says: /did not answer in time/ },
  "is down": { behaviour: { mode: "down" }, says: /cannot be reached/ },
  "answers with web pages": { behaviour: { mode: "web pages" }, says: /cannot be read/ },
  "answers 200 with an error object": { behaviour: { mode: "error objects" }, says: /cannot be read/ },
};

for (const [mode, { behaviour, says }] of Object.entries(MODES)) {
  test(`while the service ${mode}, reading and deciding fail in words, and nothing is recorded`, async () => {
    const id = await scored();
    await production.behave(behaviour, ["quality"]);
    for (const reply of await Promise.all([list(id), decide(id, "exclude")])) {
      expect(reply.status()).toBe(503);
      expect(problemSchema.parse(await reply.json()).message).toMatch(says);
    }
    await production.behave({});
    await expect.poll(async () => (await list(id)).status()).toBe(200);
    const { respondents } = await rows(id);
    expect([respondents[0]?.is_excluded, await isExcludedThere(id)]).toEqual([false, false]);
  });
}

test("a late service is waited for", async () => {
  const id = await scored();
  await production.behave({ latencyMs: 400 }, ["quality"]);
  await good(decide(id, "exclude"));
  expect((await rows(id)).respondents[0]?.is_excluded).toBe(true);
});
