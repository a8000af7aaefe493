import type { ImportPlan, Question } from "@/lib/contracts/interfaces/answers";
import { changeQuestions } from "@/lib/contracts/ours/question-changes";
import { countAnswers, listQuestions } from "@/lib/contracts/ours/questions";
import type { ImportMode } from "@/lib/contracts/terms/answers";
import { expect, retryUntilPassing } from "../expect";
import type { HttpReply, HttpSession } from "../http-session";
import { openSession } from "../sessions";
import { test, type World } from "./world";

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
async function withAnswers(world: World): Promise<{ api: HttpSession; project: string }> {
  const [row] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${world.service.accountId}, ${world.service.managerId}, ${`Q ${crypto.randomUUID()}`}, 'Q-1') returning id`;
  const project = row?.id ?? "";
  const api = await openSession(await world.addPerson("analyst"));
  await importFile(api, project, { csv: "id,age,sex\n1,20,m\n2,-1,f\n3,3.5,m\n", mode: "append", plan: PLAN });
  return { api, project };
}

type FileImport = { csv: string; mode: ImportMode; plan?: ImportPlan };

/** Imports a file by a plan, or by what is guessed of it, and waits until its answers are there. */
async function importFile(api: HttpSession, project: string, { csv, mode, plan }: FileImport): Promise<void> {
  const address = `/api/imports/files?${new URLSearchParams({ project_id: project, name: "a.csv" })}`;
  const { id: file } = await (
    await api.post(address, { data: Buffer.from(csv), headers: { "content-type": "application/octet-stream" } })
  ).json();
  const looked = plan ?? (await (await api.post("/api/imports/guess", { data: { file, mode } })).json()).plan;
  const job = await (await api.post("/api/imports", { data: { file, plan: looked, mode } })).json();
  await retryUntilPassing(async () => {
    const { jobs } = await (await api.get("/api/jobs")).json();
    expect(jobs.find(({ id }: { id: string }) => id === job.id)).toMatchObject({ state: "done", counts: { done: 1 } });
  });
}

const list = async (api: HttpSession, project: string) =>
  listQuestions.reply.parse(await (await api.get(`/api/questions?project_id=${project}`)).json());

async function refused(reply: HttpReply, status: number, sentence: RegExp): Promise<void> {
  expect(reply.status(), await reply.text()).toBe(status);
  expect((await reply.json()).message).toMatch(sentence);
}

test("labels and values are edited once by version, and traced", async ({ world }) => {
  const { api, project } = await withAnswers(world);
  const change = { project_id: project, id: "sex", version: 1, options: [{ code: 1, label: "Male", value: 10 }] };
  const edited = await api.patch("/api/questions", { data: change });
  expect(edited.status(), await edited.text()).toBe(200);
  expect(await edited.json()).toMatchObject({ version: 2, options: [{ label: "Male", value: 10 }, { label: "f" }] });
  await refused(await api.patch("/api/questions", { data: change }), 412, /changed meanwhile/);
  await refused(
    await api.patch("/api/questions", { data: { ...change, id: "nowhere" } }),
    404,
    /question could not be found/,
  );
  const audit = await world.sql`select action, after from audit where thing = 'questions' and thing_id = ${project}`;
  expect(audit.map(({ action }) => action)).toEqual(["updateQuestion"]);
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
  await refused(await remove("ages"), 400, /“ages” cannot be removed\. “young” is made of it/);
  await refused(await remove("age"), 400, /came with an import/);
  expect((await remove("young")).status()).toBe(200);
  expect((await remove("ages")).status()).toBe(200);
  expect((await list(api, project)).questions.map(({ id }: Question) => id)).toEqual(["age", "sex"]);
});

test("formulas are refused with the place of a mistake, counted, kept over imports, and undone with them", async ({
  world,
}) => {
  const { api, project } = await withAnswers(world);
  const formula = (expression: string) => ({ form: "formula", expression });
  const add = (id: string, expression: string) =>
    api.post("/api/questions", { data: { project_id: project, id, text: "", derivation: formula(expression) } });
  await refused(await add("a", "1 + agee"), 400, /^Column 5: There is no question “agee”\. Did you mean “age”\?$/);
  await refused(await add("a", 'sex = "x"'), 400, /^Column 7: “sex” has no option “x”\.$/);
  expect((await add("ratio", "12 / (age + 1)")).status()).toBe(201);
  const grouped = await add("grouped", 'if(ratio > 2, "Steep", sex)');
  expect(await grouped.json()).toMatchObject({
    kind: "single",
    options: ["Steep", "m", "f"].map((label, at) => ({ code: at + 1, label })),
    derivation: { gives: "category", questionIds: ["ratio", "sex"] },
  });
  const circle = { project_id: project, id: "ratio", version: 1, derivation: formula('count(grouped = "m")') };
  await refused(await api.patch("/api/questions", { data: circle }), 400, /“grouped” is itself made of “ratio”/);
  const preview = await api.post("/api/questions/preview", { data: { project_id: project, id: "ratio" } });
  expect(await preview.json()).toMatchObject({
    answered: 2,
    no_answer: 1,
    faults: { divided_by_zero: 1, too_large: 0 },
  });

  await importFile(api, project, { csv: "id,age,sex\n4,1,x\n5,2,x\n", mode: "append" });
  expect(await countsOf(api, project, "grouped")).toMatchObject({ answered: 4 });
  const after = (await list(api, project)).questions.find(({ id }) => id === "grouped");
  expect(after?.options.map(({ label }) => label)).toEqual(["Steep", "m", "f", "x"]);
  const { revision } = await list(api, project);
  expect((await api.post("/api/imports/undo", { data: { project_id: project, revision } })).status()).toBe(200);
  expect(await countsOf(api, project, "grouped")).toMatchObject({ answered: 2 });
  const remove = (id: string) => api.post("/api/questions/remove", { data: { project_id: project, id } });
  await refused(await remove("ratio"), 400, /“ratio” cannot be removed\. “grouped” is made of it/);
  expect((await remove("grouped")).status()).toBe(200);
  expect((await remove("ratio")).status()).toBe(200);
  const audit = await world.sql`select action from audit where thing = 'questions' and thing_id = ${project}`;
  expect(audit.map(({ action }) => action).sort()).toEqual([
    "addQuestion",
    "addQuestion",
    "removeQuestion",
    "removeQuestion",
  ]);
});

type Counted = { id: string; answered: number; not_asked: number; no_answer: number; numbers: { mean: number } | null };

async function countsOf(api: HttpSession, project: string, id: string): Promise<Counted | undefined> {
  const reply = await api.get(`/api/questions/answers?project_id=${project}`);
  return countAnswers.reply.parse(await reply.json()).questions.find((each) => each.id === id);
}

test("an answer is marked as missing, left out of counts and means, and taken back after another import", async ({
  world,
}) => {
  const { api, project } = await withAnswers(world);
  const patch = (data: object) => api.patch("/api/questions", { data: { project_id: project, id: "age", ...data } });
  const missing = [{ cell: 20, kind: "no_answer" }];
  const preview = await api.post("/api/questions/preview", { data: { project_id: project, id: "age", missing } });
  expect(await preview.json()).toMatchObject({ responses: 3, answered: 2, no_answer: 1, numbers: { mean: 1.25 } });
  expect(await countsOf(api, project, "age")).toMatchObject({ answered: 3, numbers: { mean: 7.5 } });
  expect((await patch({ version: 1, missing })).status()).toBe(200);
  expect(await countsOf(api, project, "age")).toMatchObject({ answered: 2, no_answer: 1, numbers: { mean: 1.25 } });
  const relabelled = [
    { code: 1, label: "Male", value: 7, order: 1 },
    { code: 2, order: 0 },
  ];
  const sex = { id: "sex", version: 1, missing: [{ cell: "f", kind: "not_asked" }] };
  expect((await patch({ ...sex, options: relabelled })).status()).toBe(200);
  expect(
    (await api.post("/api/questions/move", { data: { project_id: project, id: "sex", before: "age" } })).status(),
  ).toBe(200);

  // The next file knows nothing of it, and brings the same answers once more: appended, then by id.
  await importFile(api, project, { csv: "id,age,sex\n4,20,f\n5,30,m\n", mode: "append" });
  await importFile(api, project, { csv: "id,age,sex\n5,20,m\n", mode: "update" });
  const kept = (await list(api, project)).questions;
  expect(kept.map(({ id }) => id)).toEqual(["sex", "age"]);
  expect(kept[0]?.options.map(({ label, value }) => [label, value])).toEqual([
    ["f", null],
    ["Male", 7],
  ]);
  expect(await countsOf(api, project, "age")).toMatchObject({ answered: 2, no_answer: 3 });
  expect(await countsOf(api, project, "sex")).toMatchObject({ answered: 3, not_asked: 2, numbers: { mean: 7 } });

  const version = kept.find(({ id }) => id === "age")?.version;
  expect((await patch({ version, missing: [] })).status()).toBe(200);
  expect(await countsOf(api, project, "age")).toMatchObject({ answered: 5, no_answer: 0 });
});

test("a question gets another kind in one step that is undone whole, or a sentence why not", async ({ world }) => {
  const { api, project } = await withAnswers(world);
  const kind = (id: string, version: number, to: string) =>
    api.post("/api/questions/kind", { data: { project_id: project, id, version, kind: to } });
  const patch = (data: object) => api.patch("/api/questions", { data: { project_id: project, ...data } });
  await refused(await kind("age", 1, "single"), 400, /2 answers are no whole numbers .* the first is -1/);
  await refused(await kind("age", 1, "date"), 400, /cannot be read as date/);
  await refused(await kind("age", 9, "scale"), 412, /changed meanwhile/);
  await refused(await kind("nowhere", 1, "scale"), 404, /question could not be found/);
  await refused(await kind("sex", 1, "numeric"), 400, /“m”, “f” have no value/);

  const bands = { form: "bands", questionId: "age", bands: [{ code: 1, low: 0, high: null }] };
  const made = { project_id: project, id: "ages", text: "", options: [{ code: 1, label: "Any" }], derivation: bands };
  expect((await api.post("/api/questions", { data: made })).status()).toBe(201);
  const missing = [
    { cell: -1, kind: "no_answer" },
    { cell: 3.5, kind: "not_asked" },
  ];
  expect((await patch({ id: "age", version: 1, missing })).status()).toBe(200);
  await refused(await kind("age", 2, "single"), 400, /“ages” is made of “age” and could not be made any more/);
  const before = await list(api, project);
  const changed = listQuestions.reply.parse(await (await kind("age", 2, "scale")).json());
  expect(changed.questions[0]).toMatchObject({
    id: "age",
    kind: "scale",
    version: 3,
    options: [{ code: 20, value: 20 }],
  });
  expect(changed.revision).not.toBe(before.revision);
  expect(await countsOf(api, project, "age")).toMatchObject({ answered: 1, no_answer: 1, not_asked: 1 });
  expect(await countsOf(api, project, "ages")).toMatchObject({ answered: 1 });

  // A later file brings a number that was not there: it becomes an option.
  await importFile(api, project, { csv: "id,age,sex\n9,44,m\n10,20,f\n", mode: "append" });
  const later = (await list(api, project)).questions.find(({ id }) => id === "age");
  expect(later?.options.map(({ label, value }) => [label, value])).toEqual([
    ["20", 20],
    ["44", 44],
  ]);
  const undo = async () => {
    const { revision } = await list(api, project);
    return api.post("/api/imports/undo", { data: { project_id: project, revision } });
  };
  expect((await undo()).status()).toBe(200);
  const { revisions } = await (await undo()).json();
  expect(revisions[1]).toMatchObject({ mode: "kind", state: "undone", file_name: "“age”: Number to Scale", rows: 3 });
  // As it was, but for the version: who still has it as a scale is told so.
  const age = (version: number) => before.questions.map((each) => (each.id === "age" ? { ...each, version } : each));
  expect(await list(api, project)).toEqual({ ...before, questions: age(4) });
  expect(await countsOf(api, project, "age")).toMatchObject({ answered: 1, no_answer: 1, not_asked: 1 });

  expect((await patch({ id: "sex", version: 1, options: [{ code: 1, label: "Male" }] })).status()).toBe(200);
  expect((await kind("sex", 2, "open")).status()).toBe(200);
  const back = listQuestions.reply.parse(await (await kind("sex", 3, "single")).json());
  expect(back.questions[1]?.options.map(({ code, label }) => [code, label])).toEqual([
    [1, "Male"],
    [2, "f"],
  ]);
  const audit = await world.sql`select action from audit where thing_id = ${project} and action = 'changeQuestionKind'`;
  expect(audit).toHaveLength(3);
});

test("several changes of questions are previewed, done in one revision and undone whole", async ({ world }) => {
  const { api, project } = await withAnswers(world);
  const changes = [
    { change: "options", id: "sex", options: [{ code: 1, label: "Male", value: 1 }] },
    {
      change: "missing",
      ids: ["age"],
      missing: [
        { cell: -1, kind: "no_answer" },
        { cell: 3.5, kind: "not_asked" },
      ],
    },
    { change: "kind", ids: ["age"], kind: "scale" },
  ];
  const send = (client: HttpSession, more: object) =>
    client.post("/api/questions/changes", { data: { project_id: project, dry_run: false, changes, ...more } });
  const before = await list(api, project);
  const dry = changeQuestions.reply.parse(await (await send(api, { dry_run: true })).json());
  expect(dry).toMatchObject({ problems: [], revision: null, responses: 3 });
  const answered = dry.questions.map(({ before, after }) => [
    after?.question.id,
    [before?.counted?.answered, after?.counted?.answered],
  ]);
  expect(Object.fromEntries(answered)).toEqual({ age: [3, 1], sex: [3, 3] });
  expect(await list(api, project)).toEqual(before);

  const seen = [{ id: "sex", version: 9 }];
  await refused(await send(api, { seen }), 412, /“sex” was changed meanwhile/);
  await refused(await send(api, { changes: [] }), 400, /Say what to change/);
  await refused(await send(api, { changes: [{ change: "paint", ids: ["sex"] }] }), 400, /./);
  await refused(await send(api, { changes: [{ change: "kind", ids: ["age"], kind: "date" }] }), 400, /cannot be read/);
  const copy = (id: string) => ({ change: "copy", ids: ["sex"], from: { project_id: id, id: "x" }, parts: ["labels"] });
  const [theirs] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    select ${world.stranger.accountId}, project_manager_id, 'Theirs', 'T-1' from projects where id = ${project}
    returning id`;
  await refused(await send(api, { changes: [copy(theirs?.id ?? "")] }), 404, /project could not be found/);
  expect(await list(api, project)).toEqual(before);

  const { revision } = changeQuestions.reply.parse(await (await send(api, {})).json());
  expect((await list(api, project)).questions).toMatchObject([{ kind: "scale" }, { options: [{ label: "Male" }, {}] }]);
  const audit = await world.sql`select after from audit where thing_id = ${project} and action = 'changeQuestions'`;
  expect(audit).toMatchObject([{ after: { questions: ["age", "sex"], revision } }]);
  const undone = await api.post("/api/imports/undo", { data: { project_id: project, revision } });
  const { revisions } = await undone.json();
  expect(revisions[0]).toMatchObject({
    mode: "setup",
    state: "undone",
    file_name: "Options, Missing codes, Kind of 2 questions",
  });
  const back = await list(api, project);
  expect(back.questions).toMatchObject([{ kind: "numeric" }, { options: [{ label: "m", value: null }, {}] }]);

  const manager = await openSession(await world.addPerson("manager"));
  const stranger = await openSession(await world.addPerson("analyst", world.stranger.accountId));
  await refused(await send(manager, {}), 403, /role/);
  await refused(await send(stranger, { dry_run: true }), 404, /project could not be found/);
});

test("bad bodies and unknown questions change nothing", async ({ world }) => {
  const { api, project } = await withAnswers(world);
  const post = (path: string, data: object) =>
    api.post(`/api/questions${path}`, { data: { project_id: project, ...data } });
  await refused(await post("/move", { id: "sex", before: "nowhere" }), 400, /no other question “nowhere”/);
  await refused(await post("/move", { id: "sex" }), 400, /required|must/);
  await refused(await post("/move", { id: "nowhere", before: null }), 404, /question could not be found/);
  await refused(await post("/kind", { id: "sex", version: 1, kind: "colour" }), 400, /kind is one of/);
  await refused(await post("/preview", { id: "nowhere" }), 404, /question could not be found/);
  const nets = { form: "nets", questionId: "age", nets: [{ code: 1, of: [1] }] };
  await refused(await post("/preview", { id: "new", derivation: nets }), 400, /“age” has no options/);
  await refused(
    await api.patch("/api/questions", {
      data: { project_id: project, id: "age", version: 1, missing: [{ low: 9, high: 2, kind: "no_answer" }] },
    }),
    400,
    /end before they begin/,
  );
  const { questions } = await list(api, project);
  expect(questions.map(({ id, version }) => [id, version])).toEqual([
    ["age", 1],
    ["sex", 1],
  ]);
});

test("questions are read by everybody of the account, edited by analysts, and unknown to others", async ({ world }) => {
  const { project } = await withAnswers(world);
  const manager = await openSession(await world.addPerson("manager"));
  const stranger = await openSession(await world.addPerson("analyst", world.stranger.accountId));
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
  for (const [path, body] of [
    ["/kind", { id: "sex", version: 1, kind: "scale" }],
    ["/move", { id: "sex", before: "age" }],
  ] as const) {
    const data = { project_id: project, ...body };
    await refused(await manager.post(`/api/questions${path}`, { data }), 403, /role/);
    await refused(await stranger.post(`/api/questions${path}`, { data }), 404, /project could not be found/);
  }
  const seen = { data: { project_id: project, id: "sex" } };
  expect((await manager.post("/api/questions/preview", seen)).status()).toBe(200);
  expect(await countsOf(manager, project, "sex")).toMatchObject({ answered: 3 });
  await refused(await stranger.post("/api/questions/preview", seen), 404, /project could not be found/);
  await refused(await stranger.get(`/api/questions/answers?project_id=${project}`), 404, /project could not be found/);
  const admin = await openSession(await world.addPerson("admin"));
  const moved = await admin.post("/api/questions/move", { data: { project_id: project, id: "sex", before: "age" } });
  expect(moved.status()).toBe(200);
});
