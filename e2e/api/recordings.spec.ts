import { gzipSync } from "node:zlib";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { Recorded } from "@/lib/contracts/ours/recordings";
import type { Role } from "@/lib/contracts/rules/permissions";
import { MOST_TABLES } from "@/lib/contracts/terms/recordings";
import { closeClickhouse } from "@/lib/stores/clickhouse/client";
import { question, writeAnswers } from "@/lib/test-answers";
import { reachAnswers, showAnswers } from "../answer-store";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { type Client, clientOf, expectRefusal, type Json, type Person, test, type World } from "./world";

test.beforeAll(() => {
  reachAnswers(process.env.INSTANCE_DATA_DIR ?? "");
});
test.afterAll(() => closeClickhouse());

const questions: Question[] = [
  question(1, "region", "single", {
    options: [
      [1, "North", null],
      [2, "South", null],
    ],
  }),
  question(2, "sex", "single", {
    options: [
      [1, "Female", null],
      [2, "Male", null],
    ],
  }),
];
const RECORDING = "/recording";
const FREEZE = "/recording/freeze";

async function addAnswers({ sql, service }: World, accountId = service.accountId): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${accountId}, ${service.managerId}, ${`Recorded ${crypto.randomUUID()}`}, 'P-1') returning id`;
  const projectId = row?.id ?? "";
  const name = `answers_${crypto.randomUUID().replaceAll("-", "")}`;
  await writeAnswers(
    name,
    questions,
    [1, 1, 2].map((region, at) => ({ time: null, answers: { region, sex: 1 + (at % 2) } })),
  );
  await showAnswers(sql, { accountId, projectId, table: name, questions, weights: [] });
  return projectId;
}

async function clientFor(person: Person): Promise<Client> {
  const session = await openSession(person);
  return clientOf(session, "/api/views", () => ({}));
}
const somebody = async (world: World, role: Role, accountId?: string) =>
  clientFor(await world.addPerson(role, accountId));

async function makeView(client: Client, account_id: string | null, list = "pivots"): Promise<string> {
  const { status, json } = await client.post("", { body: { list, name: "A table", query: "rows=region", account_id } });
  expect(status, JSON.stringify(json)).toBe(201);
  return json.id as string;
}

const names = { titles: { "dimension region": "Region" }, weight: null, filter: [] };
const askedOf = (projectId: string, members: Json = {}) => ({
  ...{ projectId, rows: ["region"], columns: [], measures: [{ aggregationType: 1 }], filter: [], ...members },
});

async function recorded(client: Client, id: string): Promise<Recorded> {
  const { status, json } = await client.get(`${RECORDING}?id=${id}`);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as Recorded;
}
const record = (client: Client, id: string, projectId: string, members: Json = {}) =>
  client.post(RECORDING, { body: { id, asked: askedOf(projectId), names, ...members } });

const GONE = "This view does not exist any more, or is not shared with you.";
const NOBODYS = "Only its maker or an admin can change this view. Save a copy of your own instead.";
const FROZEN = "The table of this view is frozen. Unfreeze it first, or save a new view.";
const UNREADABLE =
  "The figures that were recorded with this view cannot be read, so the table shows live ones. Record them anew.";

test("records what the service computes, not what a browser says, and keeps it until new figures are wanted", async ({
  world,
}) => {
  const projectId = await addAnswers(world);
  const maker = await somebody(world, "analyst");
  const id = await makeView(maker, null);
  expect(await recorded(maker, id)).toEqual({ recording: null, problem: null });
  const first = await record(maker, id, projectId, { table: { cells: [[[99]]] } });
  expect(first.status, JSON.stringify(first.json)).toBe(200);
  const { recording } = first.json as Recorded;
  expect(recording).toMatchObject({
    ...{ names, frozen_at: null, asked: askedOf(projectId) },
    table: { rows: [["North"], ["South"], []], cells: [[[2]], [[1]], [[3]]], provenance: { responses: 3 } },
  });
  expect(await recorded(maker, id)).toEqual(first.json);

  await world.sql`update answer_sets set questions = replace(questions::text, '"North"', '"Nord"')::jsonb
    where project_id = ${projectId}`;
  expect((await record(maker, id, projectId)).json).toEqual(first.json);
  const anew = (await record(maker, id, projectId, { anew: true })).json as Recorded;
  expect(anew.recording?.table.rows).toEqual([["Nord"], ["South"], []]);
  // Another table takes its place without a word.
  const swapped = askedOf(projectId, { rows: [], columns: ["region"] });
  expect((await record(maker, id, projectId, { asked: swapped })).json).toMatchObject({
    recording: { table: { rows: [[]] } },
  });
  const trail = await world.sql`select action from audit where thing = 'views' and thing_id = ${id} order by id`;
  expect(trail.map(({ action }) => action)).toEqual(["createView", "recordTable", "recordTable", "recordTable"]);

  await maker.post("/delete", { body: { id } });
  expectRefusal("api", await maker.get(`${RECORDING}?id=${id}`), 404, GONE);
  expect(await world.sql`select from table_recordings where view_id = ${id}`).toHaveLength(0);
});

const further = (columns: string[]) => ({ rows: ["region"], columns, measures: [{ aggregationType: 1 }] });

test("all tables that one is put together of are recorded together, compared and frozen, or none is", async ({
  world,
}) => {
  const projectId = await addAnswers(world);
  const maker = await somebody(world, "analyst");
  const id = await makeView(maker, null);
  const others = [further(["sex"]), further([])];
  const { recording } = (await record(maker, id, projectId, { others })).json as Recorded;
  expect(recording).toMatchObject({
    asked: askedOf(projectId),
    table: { cells: [[[2]], [[1]], [[3]]] },
    others: [
      {
        ...others[0],
        table: {
          columns: [["Female"], ["Male"], []],
          cells: [
            [[1], [1], [2]],
            [[1], [0], [1]],
            [[2], [1], [3]],
          ],
        },
      },
      { ...others[1], table: { cells: [[[2]], [[1]], [[3]]] } },
    ],
  });
  // The definitions of its questions are kept with it, and of no other.
  expect(recording?.questions?.map((each) => each.id).toSorted()).toEqual(["region", "sex"]);
  const rows = () => world.sql`select content, recorded_at from table_recordings where view_id = ${id}`;
  const before = await rows();
  expect(before).toHaveLength(1);
  expect((await record(maker, id, projectId, { others })).json).toEqual({ recording, problem: null });
  const gone = await record(maker, id, projectId, { others: [further(["sex"]), further(["gone"])], anew: true });
  expectRefusal("api", gone, 400, /gone/);
  expect(await rows()).toEqual(before);

  // The same first table with others beside it is another table.
  const frozen = (await maker.post(FREEZE, { body: { id, frozen: true } })).json as Recorded;
  expect(frozen.recording).toMatchObject({ others: recording?.others });
  expectRefusal("api", await record(maker, id, projectId), 400, FROZEN);
  expect((await record(maker, id, projectId, { others })).json).toEqual(frozen);
  const trail = await world.sql`select action from audit where thing = 'views' and thing_id = ${id} order by id`;
  expect(trail.map(({ action }) => action)).toEqual(["createView", "recordTable", "freezeTable"]);
});

test("figures that an earlier release recorded are of one table, read as they were", async ({ world }) => {
  const projectId = await addAnswers(world);
  const maker = await somebody(world, "analyst");
  const id = await makeView(maker, null);
  const { table, asked } = ((await record(maker, id, projectId)).json as Recorded).recording ?? {};
  const content = gzipSync(JSON.stringify({ asked, table, names }));
  await world.sql`update table_recordings set content = ${content} where view_id = ${id}`;
  const { recording, problem } = await recorded(maker, id);
  expect(problem).toBeNull();
  expect(recording).toMatchObject({ asked, table, names, others: [] });
  expect((await record(maker, id, projectId)).json).toEqual({ recording, problem: null });
});

test("a frozen table keeps its figures, whoever asks, until it is unfrozen", async ({ world }) => {
  const projectId = await addAnswers(world);
  const maker = await somebody(world, "analyst");
  const id = await makeView(maker, null);
  const freeze = (frozen: boolean) => maker.post(FREEZE, { body: { id, frozen } });
  expectRefusal("api", await freeze(true), 404, "No figures are recorded with this view.");
  await record(maker, id, projectId);
  const { recording } = (await freeze(true)).json as Recorded;
  expect(recording?.frozen_at).not.toBeNull();
  expect((await freeze(true)).json).toEqual({ recording, problem: null });
  expectRefusal("api", await record(maker, id, projectId, { anew: true }), 400, FROZEN);
  const other = askedOf(projectId, { rows: [], columns: ["region"] });
  expectRefusal("api", await record(maker, id, projectId, { asked: other }), 400, FROZEN);
  expect((await record(maker, id, projectId)).json).toEqual({ recording, problem: null });
  expect((await freeze(false)).json).toMatchObject({ recording: { frozen_at: null } });
  expect((await record(maker, id, projectId, { anew: true })).status).toBe(200);
});

test("is read by whoever may open the view and the project, and written by whoever may change the view", async ({
  world,
}) => {
  const projectId = await addAnswers(world);
  const maker = await somebody(world, "analyst");
  const id = await makeView(maker, world.service.accountId);
  const alone = await makeView(maker, null);
  await record(maker, id, projectId);
  await record(maker, alone, projectId);
  const [colleague, admin, stranger] = await Promise.all([
    somebody(world, "manager"),
    somebody(world, "admin"),
    somebody(world, "admin", world.stranger.accountId),
  ]);
  for (const reader of [colleague, admin]) {
    expect((await recorded(reader, id)).recording?.table.cells).toEqual([[[2]], [[1]], [[3]]]);
    expectRefusal("api", await reader.get(`${RECORDING}?id=${alone}`), 404, GONE);
  }
  expectRefusal("api", await record(colleague, id, projectId, { anew: true }), 403, NOBODYS);
  expectRefusal("api", await colleague.post(FREEZE, { body: { id, frozen: true } }), 403, NOBODYS);
  expect((await admin.post(FREEZE, { body: { id, frozen: true } })).status).toBe(200);
  expectRefusal("api", await stranger.get(`${RECORDING}?id=${id}`), 404, GONE);
  expectRefusal("api", await record(stranger, id, projectId), 404, GONE);
  expectRefusal("api", await stranger.post(FREEZE, { body: { id, frozen: false } }), 404, GONE);
  for (const [path, body] of [
    [RECORDING, { id, asked: askedOf(projectId), names }],
    [FREEZE, { id, frozen: false }],
  ] as const) {
    expectRefusal("api", await world.anonymous.post(`/api/views${path}`, { body }), 401);
  }
  expectRefusal("api", await world.anonymous.get(`/api/views${RECORDING}?id=${id}`), 401);
});

test("figures of a project of another account are shown to nobody of this one", async ({ world }) => {
  const theirs = await addAnswers(world, world.stranger.accountId);
  const both = await world.addPerson("analyst");
  await world.sql`insert into memberships (user_id, account_id) values (${both.id}, ${world.stranger.accountId})`;
  const maker = await clientFor(both);
  const id = await makeView(maker, world.service.accountId);
  expect((await record(maker, id, theirs)).status).toBe(200);
  expect((await recorded(maker, id)).recording).not.toBeNull();
  expect(await recorded(await somebody(world, "admin"), id)).toEqual({
    recording: null,
    problem:
      "The figures that were recorded with this view are of a project that you cannot open, so they are not shown.",
  });
  // Nor can they be recorded by who has no right to the project.
  const colleague = await somebody(world, "analyst");
  const own = await makeView(colleague, null);
  expectRefusal("api", await record(colleague, own, theirs), 404, "This project could not be found.");
});

test("a malformed recording is reported in a sentence and can be recorded again", async ({ world }) => {
  const projectId = await addAnswers(world);
  const maker = await somebody(world, "analyst");
  const id = await makeView(maker, null);
  await record(maker, id, projectId);
  const json = (value: unknown) => gzipSync(JSON.stringify(value));
  const table = { rows: [["a"]], columns: [[]], rowCodes: [], columnCodes: [], cells: [], base: [], weightedBase: [] };
  for (const content of [
    Buffer.from("no archive"),
    gzipSync("no JSON"),
    json({ asked: askedOf(projectId), names }),
    json({ asked: askedOf(projectId), names, table: { ...table, effectiveBase: [], deviation: [], excluded: 0 } }),
  ]) {
    await world.sql`update table_recordings set content = ${content} where view_id = ${id}`;
    expect(await recorded(maker, id)).toEqual({ recording: null, problem: UNREADABLE });
  }
  expect((await record(maker, id, projectId)).json).toMatchObject({ problem: null });

  const bad: [Json, number, string | RegExp][] = [
    [{ asked: askedOf(projectId, { rows: ["gone"] }) }, 400, /gone/],
    [{ asked: askedOf(projectId, { measures: [] }) }, 400, "measures needs at least one."],
    [{ asked: 7 }, 400, "The body must be an object."],
    [{ names: { titles: {} } }, 400, /names must have titles/],
    [{ names: { ...names, titles: { a: "x".repeat(2001) } } }, 400, /at most 2,000 characters/],
    [{ others: [{ rows: ["region"], columns: [] }] }, 400, "measures are required."],
    [
      { others: Array.from({ length: MOST_TABLES }, () => further([])) },
      400,
      new RegExp(`at most ${MOST_TABLES} tables`),
    ],
    [{ anew: "yes" }, 400, "anew must be true or false."],
    [{ id: "no-uuid" }, 404, GONE],
    [{ id: "'; drop table saved_views; --" }, 404, GONE],
  ];
  for (const [members, status, sentence] of bad) {
    expectRefusal("api", await record(maker, id, projectId, members), status, sentence);
  }
  const list = await makeView(maker, null, "surveys");
  expectRefusal("api", await record(maker, list, projectId), 400, "Only a view of tables has figures to record.");
  expectRefusal("api", await maker.get(`${RECORDING}?id=${list}`), 404, GONE);
  expectRefusal("api", await maker.patch(RECORDING, { body: {} }), 405);
  expectRefusal("api", await maker.get(FREEZE), 405);
});
