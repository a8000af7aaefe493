import type { WeightRecipe } from "@/lib/contracts/interfaces/answers";
import { listWeights, tryWeight } from "@/lib/contracts/ours/weights";
import { importAnswers } from "../answers";
import { expect } from "../expect";
import { type HttpReply, type HttpSession, httpSession } from "../http-session";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { baseURL, test, type World } from "./world";

/** Forty answers: 30 men and 10 women, half of each in spring; a weight of the file's own. */
const ROWS = Array.from({ length: 40 }, (_, at) => [
  `r${at}`,
  at % 4 === 0 ? "f" : "m",
  at < 20 ? "spring" : "autumn",
  1,
]);
const csvOf = (rows: (string | number)[][]) => ["id,sex,wave,weight", ...rows.map((row) => row.join(","))].join("\n");

const recipe = (targets: [code: number, target: number][], more: Partial<WeightRecipe> = {}) => ({
  margins: [{ questionId: "sex", unit: "percent", targets: targets.map(([code, target]) => ({ code, target })) }],
  ...more,
});

type Project = { api: HttpSession; project: string; codes: Record<string, number> };

async function withAnswers(world: World): Promise<Project> {
  const [row] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${world.service.accountId}, ${world.service.managerId}, ${`W ${crypto.randomUUID()}`}, 'W-1') returning id`;
  const project = row?.id ?? "";
  const api = await openSession(await world.addPerson("analyst"));
  await importAnswers(api, project, csvOf(ROWS));
  const { questions } = await (await api.get(`/api/questions?project_id=${project}`)).json();
  type Option = { code: number; label: string };
  const options: Option[] = questions.find(({ id }: { id: string }) => id === "sex").options;
  return { api, project, codes: Object.fromEntries(options.map(({ label, code }) => [label, code])) };
}

const post = (api: HttpSession, path: string, data: object) => api.post(`/api/weights${path}`, { data });

const list = async (api: HttpSession, project: string) =>
  listWeights.reply.parse(await (await api.get(`/api/weights?project_id=${project}`)).json());

async function refused(reply: HttpReply, status: number, sentence: RegExp): Promise<void> {
  expect(reply.status(), await reply.text()).toBe(status);
  expect((await reply.json()).message).toMatch(sentence);
}

/** Sums of weights by sex, as a weighted table has them. */
async function weightedCounts(api: HttpSession, project: string, weight: string): Promise<Record<string, number>> {
  const reply = await api.post("/api/pivot/v1/pivotTable/fetchData", {
    data: { projectId: project, rows: ["sex"], columns: [], measures: [{ aggregationType: 1 }], weight },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  const { rows, cells } = await reply.json();
  return Object.fromEntries(rows.map((path: string[], at: number) => [path.join(), cells[at][0][0]]));
}

test("a weight is tried, saved, used at once, calculated again and taken back", async ({ world }) => {
  const { api, project, codes } = await withAnswers(world);
  const [m = 0, f = 0] = [codes.m, codes.f];
  const even = recipe([
    [m, 50],
    [f, 50],
  ]);
  const before = await list(api, project);
  expect(before.weights).toMatchObject([
    { id: "weight", source: "file", file_name: "answers.csv", n: 40, without: 0, efficiency: 1, changed: null },
  ]);

  const tried = await post(api, "/try", { project_id: project, recipe: { ...even, wave: "wave" } });
  expect(tried.status(), await tried.text()).toBe(200);
  const report = tryWeight.reply.parse(await tried.json());
  expect(strictly(tryWeight.response.schema).safeParse(report).error?.issues ?? []).toEqual([]);
  expect(report).toMatchObject({ responses: 40, n: 40, left_out: 0, excluded: 0, reached: true });
  expect(report.groups.map(({ wave, n }) => [wave?.label, n]).sort()).toEqual([
    ["autumn", 20],
    ["spring", 20],
  ]);
  // 20 of 30 men's weight, 20 of 10 women's: 1 + cv² = (30 * (2/3)² + 10 * 2²) / 40.
  expect(report.design_effect).toBeCloseTo(4 / 3, 9);
  expect(report.effective).toBeCloseTo(30, 6);
  expect(await list(api, project)).toEqual(before);

  const save = (name: string, of: object, replace = false) =>
    post(api, "", { project_id: project, name, recipe: of, replace });
  expect((await save("even", even)).status()).toBe(201);
  const [, even1] = (await list(api, project)).weights;
  expect(even1).toMatchObject({ id: "even", source: "raked", n: 40, sum: 40, changed: null, recipe: { wave: null } });
  expect(await weightedCounts(api, project, "even")).toMatchObject({ m: 20, f: 20, "": 40 });
  await refused(await save("Even", even), 400, /a weight “even” already/);
  await refused(await save("weight", even, true), 400, /came with a file/);
  await refused(await save("nowhere", even, true), 400, /no weight “nowhere”/);

  const other = recipe(
    [
      [m, 25],
      [f, 75],
    ],
    { caps: { low: 0.3, high: 2 } },
  );
  expect((await save("even", other, true)).status()).toBe(201);
  expect(await weightedCounts(api, project, "even")).toMatchObject({ m: 20, f: 20 });
  const undo = async () =>
    api.post("/api/imports/undo", { data: { project_id: project, revision: (await list(api, project)).revision } });
  expect((await undo()).status()).toBe(200);
  expect((await list(api, project)).weights[1]).toEqual(even1);

  // What comes later has no weight, and the weight says so until it is calculated again.
  await importAnswers(
    api,
    project,
    csvOf([
      ["new1", "f", "spring", 1],
      ["new2", "f", "spring", 1],
    ]),
  );
  const [, later] = (await list(api, project)).weights;
  expect(later).toMatchObject({ n: 40, without: 2 });
  expect(later?.changed).toMatch(/calculate it again/);
  expect((await save("even", later?.recipe ?? {}, true)).status()).toBe(201);
  expect((await list(api, project)).weights[1]).toMatchObject({ n: 42, without: 0, changed: null });
  expect((await weightedCounts(api, project, "even")).f).toBeCloseTo(21, 9);

  const remove = (id: string) => post(api, "/remove", { project_id: project, id });
  await refused(await remove("weight"), 400, /came with a file/);
  expect((await remove("even")).status()).toBe(200);
  await refused(await remove("even"), 404, /could not be found/);
  expect((await list(api, project)).weights.map(({ id }) => id)).toEqual(["weight"]);
  const audit = await world.sql`select action from audit where thing = 'weights' and thing_id = ${project} order by id`;
  expect(audit.map(({ action }) => action)).toEqual(["saveWeight", "saveWeight", "saveWeight", "removeWeight"]);
});

test("impossible weights are refused in a sentence that names the reason, and nothing changes", async ({ world }) => {
  const { api, project, codes } = await withAnswers(world);
  const [m = 0, f = 0] = [codes.m, codes.f];
  const before = await list(api, project);
  const attempts: [of: object, sentence: RegExp][] = [
    [
      recipe([
        [m, 50],
        [f, 49],
      ]),
      /“sex” add up to 99%/,
    ],
    [recipe([[m, 100]]), /“f” of “sex” has 10 respondents and no target/],
    [
      recipe([
        [m, 100],
        [f, 0],
      ]),
      /“f” of “sex” has 10 respondents and a target of 0/,
    ],
    [
      recipe(
        [
          [m, 50],
          [f, 50],
        ],
        { caps: { low: 1.5, high: 3 } },
      ),
      /the lower one is below 1/,
    ],
    [
      recipe([
        [m, -1],
        [f, 101],
      ]),
      /0 or more/,
    ],
    [
      recipe(
        [
          [m, 50],
          [f, 50],
        ],
        { wave: "nowhere" },
      ),
      /no question “nowhere”/,
    ],
    [{ margins: [] }, /at least one question/],
    [{}, /margins are required/],
  ];
  for (const [of, sentence] of attempts) {
    await refused(await post(api, "/try", { project_id: project, recipe: of }), 400, sentence);
    await refused(await post(api, "", { project_id: project, name: "x", recipe: of }), 400, sentence);
  }
  await refused(await post(api, "", { project_id: project, name: " ", recipe: {} }), 400, /name is required|margins/);
  expect(await list(api, project)).toEqual(before);
  const writing = await world.sql`
    select r.id from answer_revisions r join answer_sets s on s.id = r.answer_set
    where s.project_id = ${project} and r.mode = 'weight'`;
  expect(writing).toEqual([]);
});

test("of weights, imports and undoing at once some win and the others are refused: nothing is half", async ({
  world,
}) => {
  const { api, project, codes } = await withAnswers(world);
  const even = recipe([
    [codes.m ?? 0, 50],
    [codes.f ?? 0, 50],
  ]);
  const first = await post(api, "", { project_id: project, name: "first", recipe: even });
  expect(first.status(), await first.text()).toBe(201);
  const { revision } = await list(api, project);
  const replies = await Promise.all([
    ...["a", "b", "c"].map((name) => post(api, "", { project_id: project, name, recipe: even })),
    api.post("/api/imports/undo", { data: { project_id: project, revision } }),
    importAnswers(api, project, csvOf([["late", "f", "spring", 1]])).then(() => null),
    post(api, "/remove", { project_id: project, id: "first" }),
  ]);
  const [a, b, c] = replies.map((reply) => reply?.status() ?? 0);
  for (const status of [a, b, c]) expect([201, 400, 412]).toContain(status);
  const { weights } = await list(api, project);
  const names = weights.map(({ id }) => id);
  for (const weight of weights) {
    // Each is whole over the answers that it was made of; the late one has a weight of the file alone.
    const { id, n, without } = weight;
    if (id === "weight") expect(without).toBe(0);
    else expect([n, n + without]).toEqual(without === 0 ? [n, n] : [40, 41]);
    const counts = await weightedCounts(api, project, id);
    if (id !== "weight") expect(counts.m).toBeCloseTo(n / 2, 9);
  }
  // Whoever was told that his weight is kept either has it, or somebody undid that revision afterwards.
  const [kept] = await world.sql<{ n: number }[]>`
    select count(*)::int as n from answer_revisions r join answer_sets s on s.id = r.answer_set
    where s.project_id = ${project} and r.state = 'writing'`;
  expect(kept?.n).toBe(0);
  expect(new Set(names).size).toBe(names.length);
});

test("weights are read by everybody of the account, made by analysts, and unknown to others", async ({ world }) => {
  const { project, codes } = await withAnswers(world);
  const even = recipe([
    [codes.m ?? 0, 50],
    [codes.f ?? 0, 50],
  ]);
  const manager = await openSession(await world.addPerson("manager"));
  const stranger = await openSession(await world.addPerson("analyst", world.stranger.accountId));
  const nobody = httpSession(baseURL());
  expect((await list(manager, project)).weights).toHaveLength(1);
  const writes: [path: string, data: object][] = [
    ["/try", { project_id: project, recipe: even }],
    ["", { project_id: project, name: "x", recipe: even }],
    ["/remove", { project_id: project, id: "weight" }],
  ];
  for (const [path, data] of writes) {
    await refused(await post(manager, path, data), 403, /role/);
    await refused(await post(stranger, path, data), 404, /project could not be found/);
    expect((await post(nobody, path, data)).status()).toBe(401);
  }
  await refused(await stranger.get(`/api/weights?project_id=${project}`), 404, /project could not be found/);
  expect((await nobody.get(`/api/weights?project_id=${project}`)).status()).toBe(401);
});
