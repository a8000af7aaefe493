import type { APIRequestContext, APIResponse } from "@playwright/test";
import type { ImportPlan, Question } from "@/lib/contracts/answers";
import { listQuestions } from "@/lib/contracts/questions";
import { signInApi } from "../sign-in";
import { baseURL, expect, test, type World } from "./world";

const PLAN: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [
    { kind: "numeric", id: "age", text: "Age", column: "age", missing: [], blank: "not_asked", grid: null },
    {
      ...{ kind: "single", id: "sex", text: "Sex", column: "sex", missing: [], blank: "not_asked", grid: null },
      options: [
        { code: 1, label: "m", order: 0, value: null, cells: ["m"] },
        { code: 2, label: "f", order: 1, value: null, cells: ["f"] },
      ],
    },
  ],
};

/** A project with answers of its own, and an analyst who may edit them. */
async function withAnswers(world: World): Promise<{ api: APIRequestContext; project: string }> {
  const [row] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${world.service.accountId}, ${world.service.managerId}, ${`Q ${crypto.randomUUID()}`}, 'Q-1') returning id`;
  const project = row?.id ?? "";
  const api = await signInApi(baseURL(), await world.addPerson("analyst"));
  const address = `/api/imports/files?${new URLSearchParams({ project_id: project, name: "a.csv" })}`;
  const sent = await api.post(address, { data: Buffer.from("id,age,sex\n1,20,m\n2,-1,f\n") });
  const { id: file } = await sent.json();
  const job = await (await api.post("/api/imports", { data: { file, plan: PLAN, mode: "append" } })).json();
  await expect(async () => {
    const { jobs } = await (await api.get("/api/jobs")).json();
    expect(jobs.find(({ id }: { id: string }) => id === job.id)).toMatchObject({ state: "done", counts: { done: 1 } });
  }).toPass({ timeout: 60_000 });
  return { api, project };
}

const list = async (api: APIRequestContext, project: string) =>
  listQuestions.reply.parse(await (await api.get(`/api/questions?project_id=${project}`)).json());

async function refused(reply: APIResponse, status: number, sentence: RegExp): Promise<void> {
  expect(reply.status(), await reply.text()).toBe(status);
  expect((await reply.json()).message).toMatch(sentence);
}

test("labels and values are edited once by version, refused where answers would have to be read again, and traced", async ({
  world,
}) => {
  const { api, project } = await withAnswers(world);
  const change = { project_id: project, id: "sex", version: 1, options: [{ code: 1, label: "Male", value: 10 }] };
  const edited = await api.patch("/api/questions", { data: change });
  expect(edited.status(), await edited.text()).toBe(200);
  expect(await edited.json()).toMatchObject({ version: 2, options: [{ label: "Male", value: 10 }, { label: "f" }] });
  await refused(await api.patch("/api/questions", { data: change }), 412, /changed meanwhile/);
  const wrong = { project_id: project, id: "age", version: 1, missing: [{ cell: -1, kind: "no_answer" }] };
  await refused(await api.patch("/api/questions", { data: wrong }), 400, /1 answer has this value in “age”/);
  await refused(
    await api.patch("/api/questions", { data: { ...wrong, id: "nowhere" } }),
    404,
    /question could not be found/,
  );
  const fine = await api.patch("/api/questions", { data: { ...wrong, missing: [{ cell: -9, kind: "no_answer" }] } });
  expect(fine.status(), await fine.text()).toBe(200);
  const audit = await world.sql`select action, after from audit where thing = 'questions' and thing_id = ${project}`;
  expect(audit.map(({ action }) => action)).toEqual(["updateQuestion", "updateQuestion"]);
  await api.dispose();
});

test("derived questions are made of what is there, in no circle, and removed when nothing needs them", async ({
  world,
}) => {
  const { api, project } = await withAnswers(world);
  const bands = {
    form: "bands",
    questionId: "age",
    bands: [
      { code: 1, low: null, high: 30 },
      { code: 2, low: 30, high: null },
    ],
  };
  const options = [
    { code: 1, label: "Young" },
    { code: 2, label: "Old" },
  ];
  const add = (data: object) => api.post("/api/questions", { data: { project_id: project, text: "", ...data } });
  expect((await add({ id: "ages", options, derivation: bands })).status()).toBe(201);
  await refused(await add({ id: "ages", options, derivation: bands }), 400, /already/);
  await refused(
    await add({ id: "x", options, derivation: { ...bands, questionId: "nowhere" } }),
    400,
    /no question “nowhere”/,
  );
  const filter = { form: "filter", filter: [{ questionId: "ages", operator: "eq", value: 1 }] };
  expect((await add({ id: "young", derivation: filter })).status()).toBe(201);
  const circle = { form: "filter", filter: [{ questionId: "young", operator: "eq", value: 1 }] };
  const round = { project_id: project, id: "ages", version: 1, derivation: circle };
  await refused(await api.patch("/api/questions", { data: round }), 400, /circle/);
  const remove = (id: string) => api.post("/api/questions/remove", { data: { project_id: project, id } });
  await refused(await remove("ages"), 400, /“young” is made of “ages”/);
  await refused(await remove("age"), 400, /came with an import/);
  expect((await remove("young")).status()).toBe(200);
  expect((await remove("ages")).status()).toBe(200);
  expect((await list(api, project)).questions.map(({ id }: Question) => id)).toEqual(["age", "sex"]);
  await api.dispose();
});

test("questions are read by everybody of the account, edited by analysts, and unknown to others", async ({ world }) => {
  const { api, project } = await withAnswers(world);
  const manager = await signInApi(baseURL(), await world.addPerson("manager"));
  const stranger = await signInApi(baseURL(), await world.addPerson("analyst", world.stranger.accountId));
  const change = { project_id: project, id: "sex", version: 1, text: "Changed" };
  expect((await list(manager, project)).questions).toHaveLength(2);
  await refused(await manager.patch("/api/questions", { data: change }), 403, /role/);
  await refused(await stranger.get(`/api/questions?project_id=${project}`), 404, /project could not be found/);
  await refused(await stranger.patch("/api/questions", { data: change }), 404, /project could not be found/);
  await refused(
    await stranger.post("/api/questions/remove", { data: { project_id: project, id: "sex" } }),
    404,
    /project/,
  );
  await Promise.all([api, manager, stranger].map((each) => each.dispose()));
});
