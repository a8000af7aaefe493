import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import {
  checkImport,
  getCheck,
  getProjectSessions,
  guessImport,
  listImports,
  sendFile,
} from "@/lib/contracts/ours/imports";
import { MOST_CHECKED_BYTES } from "@/lib/contracts/terms/imports";
import { expect, retryUntilPassing } from "../expect";
import type { HttpReply, HttpSession } from "../http-session";
import { newSurvey } from "../new-survey";
import { openSession } from "../sessions";
import { inBatches, type Person, test, type World } from "./world";

const session = (person: Person) => openSession(person);
const DATA = fileURLToPath(new URL("../../../shared/data", import.meta.url));

/** A project of its own for a test. */
async function addProject({ sql, service }: World, accountId = service.accountId): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${accountId}, ${service.managerId}, ${`Imports ${crypto.randomUUID()}`}, 'I-1') returning id`;
  return row?.id ?? "";
}

const send = (api: HttpSession, project: string, name: string, data: string | Buffer) =>
  api.post(`/api/imports/files?${new URLSearchParams({ project_id: project, name })}`, {
    data: Buffer.from(data),
    headers: { "content-type": "application/octet-stream" },
  });

async function sent(api: HttpSession, project: string, name: string, data: string | Buffer): Promise<string> {
  const reply = await send(api, project, name, data);
  expect(reply.status(), await reply.text()).toBe(201);
  return sendFile.response.schema.parse(await reply.json()) && (await reply.json()).id;
}

async function guessed(api: HttpSession, file: string) {
  const reply = await api.post("/api/imports/guess", { data: { file } });
  expect(reply.status(), await reply.text()).toBe(200);
  return guessImport.reply.parse(await reply.json());
}

async function checked(api: HttpSession, file: string, plan: ImportPlan, mode = "append") {
  const reply = await api.post("/api/imports/check", { data: { file, plan, mode } });
  expect(reply.status(), await reply.text()).toBe(200);
  return checkImport.reply.parse(await reply.json());
}

async function ended(api: HttpSession, id: string) {
  let job: { state: string; finished_at: string | null; counts: object } | undefined;
  await retryUntilPassing(async () => {
    const { jobs } = await (await api.get("/api/jobs")).json();
    job = jobs.find((each: { id: string }) => each.id === id);
    expect(job?.finished_at).not.toBeNull();
  });
  return job;
}

async function imported(api: HttpSession, file: string, plan: ImportPlan, mode = "append") {
  const reply = await api.post("/api/imports", { data: { file, plan, mode } });
  expect(reply.status(), await reply.text()).toBe(201);
  const { id } = await reply.json();
  const job = await ended(api, id);
  const { items } = await (await api.get(`/api/jobs/items?id=${id}`)).json();
  return { id, job, message: String(items[0]?.message), state: String(items[0]?.state) };
}

const revisions = async (api: HttpSession, project: string) =>
  listImports.reply.parse(await (await api.get(`/api/imports?project_id=${project}`)).json()).revisions;

async function refused(reply: HttpReply, status: number, sentence: RegExp): Promise<void> {
  expect(reply.status(), await reply.text()).toBe(status);
  expect((await reply.json()).message).toMatch(sentence);
}

test.describe("a real file comes in right, end to end:", () => {
  test.skip(!existsSync(DATA), "the real files are not beside the project");
  const real: [
    name: string,
    rows: number,
    questions: number,
    plan: Record<string, unknown>,
    reported: RegExp | null,
  ][] = [
    ["nonvoters.csv", 5836, 92, { id: "RespId", weights: ["weight"], time: null }, null],
    [
      "mueller-approval-polls.csv",
      65,
      10,
      { time: { column: "Start", order: "mdy" } },
      /7\/17\/17, is before the start/,
    ],
    ["comma-survey.csv", 1129, 12, { id: "RespondentID", time: null }, null],
  ];
  for (const [name, rows, questions, plan, reported] of real) {
    test(name, async ({ world }) => {
      const project = await addProject(world);
      const api = await session(await world.addPerson("analyst"));
      const file = await sent(api, project, name, readFileSync(join(DATA, name)));
      const guess = await guessed(api, file);
      expect(guess.plan).toMatchObject(plan);
      expect(guess.plan.questions).toHaveLength(questions);
      expect(guess.problems).toEqual([]);
      expect(guess.sample.length).toBeGreaterThan(10);
      const check = await checked(api, file, guess.plan);
      expect(check).toMatchObject({ rows, kept: rows, refused: 0, reported: reported ? 1 : 0 });
      if (reported) expect(check.first.reported[0]).toMatchObject({ row: 2, reason: expect.stringMatching(reported) });
      const { id, message } = await imported(api, file, guess.plan);
      expect(message).toContain(`The project has ${rows.toLocaleString("en")} responses now.`);
      const list = await (await api.get(`/api/jobs/result?id=${id}`)).text();
      expect(list.split("\r\n").filter((line) => line.includes(",reported,"))).toHaveLength(reported ? 1 : 0);
      expect(await revisions(api, project)).toMatchObject([
        { state: "visible", current: true, can_undo: true, rows, refused: 0, responses: rows, file_name: name },
      ]);
    });
  }
});

test("the next file of a project is guessed from what was chosen for the one before", async ({ world }) => {
  const project = await addProject(world);
  const api = await session(await world.addPerson("analyst"));
  const rowsOf = (ids: readonly number[], first: number) =>
    ids.map((id, at) => `${id},P${first + at},0${1 + (at % 9)}/02/2024,${at % 3}`).join("\n");
  const header = "respondent_id,panel_id,answered_date,Q1";
  const ids = Array.from({ length: 60 }, (_, at) => at + 1);
  const file = await sent(api, project, "first.csv", `${header}\n${rowsOf(ids, 1)}\n`);
  const { plan } = await guessed(api, file);
  expect(plan).toMatchObject({ id: "respondent_id", time: { column: "answered_date", order: "mdy" } });
  await imported(api, file, { ...plan, time: { column: "answered_date", order: "dmy" }, timeZone: "Europe/Berlin" });
  const next = await sent(api, project, "next.csv", `${header}\n${rowsOf([...ids, 61, 61], 100)}\n`);
  const guess = await guessed(api, next);
  expect(guess.plan).toMatchObject({ id: "respondent_id", time: { order: "dmy" }, timeZone: "Europe/Berlin" });
  const { effect } = await checked(api, next, guess.plan);
  expect(effect).toMatchObject({ now: 60, after: 61, repeated: 1, id_column: "respondent_id" });
});

const WAVE_1 = "id,when,rating\n1,2024-01-01,5\n2,2024-01-02,4\n,2024-01-03,3\n4,soon,2\n";
const PLAN: ImportPlan = {
  ...{
    timeZone: "UTC",
    decimal: ".",
    end: null,
    endBeforeStart: "keep",
    id: "id",
    weights: [],
    ignored: [],
    notes: [],
  },
  time: { column: "when", order: "ymd" },
  questions: [
    { kind: "numeric", id: "rating", text: "Rating", column: "rating", missing: [], blank: "not_asked", grid: null },
  ],
};

test("refused rows say where and why; a later import replaces by id, and only the newest is undone", async ({
  world,
}) => {
  const project = await addProject(world);
  const person = await world.addPerson("analyst");
  const api = await session(person);
  const file = await sent(api, project, "wave 1.csv", WAVE_1);
  const check = await checked(api, file, PLAN);
  expect(check).toMatchObject({ rows: 4, kept: 2, refused: 2, reported: 0 });
  expect(check.first.refused).toMatchObject([
    { row: 4, column: "id", reason: expect.stringMatching(/id is blank/) },
    { row: 5, column: "when", value: "soon" },
  ]);
  expect(check.effect).toMatchObject({ now: 0, after: 2, questions: { added: { count: 1, first: ["rating"] } } });
  const whole = await api.get(`/api/imports/check/list?id=${check.list}`);
  expect(await whole.text()).toMatch(/^5,refused,when,soon,/m);
  const colleague = await session(await world.addPerson("analyst"));
  await refused(await colleague.get(`/api/imports/check/list?id=${check.list}`), 404, /no longer kept/);
  await refused(await colleague.get("/api/imports/check/list?id=x"), 400, /Name the list/);
  const first = await imported(api, file, PLAN);
  expect(first.message).toBe("2 kept + 2 refused = 4 rows of the file. The project has 2 responses now.");
  const list = await (await api.get(`/api/jobs/result?id=${first.id}`)).text();
  expect(list).toMatch(/^5,refused,when,soon,/m);
  const second = await sent(
    api,
    project,
    "wave 2.csv",
    "id,when,rating\n2,2024-02-02,1\n3,2024-02-03,1\n3,2024-02-04,2\n",
  );
  expect((await imported(api, second, PLAN)).message).toBe(
    "3 kept + 0 refused = 3 rows of the file. 1 row has the id of a later one, which counts. The project has 3 responses now.",
  );
  const [newest, before] = await revisions(api, project);
  expect(newest).toMatchObject({ can_undo: true, before_kept: true, brought: { added: 1, again: 1, gone: 0 } });
  expect(before).toMatchObject({ can_undo: false, before_kept: true });
  await refused(
    await api.post("/api/imports/undo", { data: { project_id: project, revision: before?.id } }),
    400,
    /not the newest/,
  );
  const undo = await api.patch("/api/jobs", { data: { id: first.id, action: "undo" } });
  const late = await ended(api, (await undo.json()).id);
  expect(late?.counts).toEqual({ refused: 1 });
  const undone = await api.post("/api/imports/undo", { data: { project_id: project, revision: newest?.id } });
  expect(undone.status(), await undone.text()).toBe(200);
  expect(await revisions(api, project)).toMatchObject([
    { id: newest?.id, state: "undone", current: false },
    { id: before?.id, state: "visible", current: true, can_undo: true, responses: 2, brought: { added: 2, again: 0 } },
  ]);
  const audit =
    await world.sql`select action, after from audit where thing = 'imports' and thing_id = ${project} order by id`;
  expect(audit.map(({ action }) => action)).toEqual(["importAnswers", "importAnswers", "undoImport"]);
  expect(audit[0]?.after).toMatchObject({ file: "wave 1.csv", rows: 4, kept: 2, refused: 2 });
});

/** More than is tried while a person waits: an id and a long reply a row, but for the last row, which has no id. */
function largeCsv(): { csv: string; rows: number } {
  const reply = "x".repeat(20_000);
  const rows = Math.ceil(MOST_CHECKED_BYTES / reply.length) + 1;
  const lines = Array.from({ length: rows }, (_, at) => `${at + 1 < rows ? at : ""},${at % 5},${reply}\n`);
  return { csv: `id,rating,reply\n${lines.join("")}`, rows };
}

test("a large file is tried as work: its result is who started it's, and it can be cancelled and tried again", async ({
  world,
}) => {
  const project = await addProject(world);
  const [api, colleague] = await Promise.all(
    [await world.addPerson("analyst"), await world.addPerson("analyst")].map(session),
  );
  if (!api || !colleague) throw new Error("Nobody is signed in.");
  const { csv, rows } = largeCsv();
  const file = await sent(api, project, "large.csv", csv);
  const plan: ImportPlan = { ...PLAN, time: null, ignored: ["reply"] };
  const body = { file, plan, mode: "append" };
  await refused(
    await api.post("/api/imports/check", { data: body }),
    400,
    /dry run of a file of more than 20 MB is a job/,
  );
  await refused(await colleague.post("/api/imports/checks", { data: body }), 404, /no longer kept/);
  const request_id = crypto.randomUUID();
  const begun = await api.post("/api/imports/checks", { data: { ...body, request_id } });
  expect(begun.status(), await begun.text()).toBe(201);
  const repeated = await api.post("/api/imports/checks", { data: { ...body, request_id } });
  const job = { id: request_id, kind: "check import", title: "Dry run of large.csv", can_undo: false };
  expect(await repeated.json()).toMatchObject(job);
  const look = async (id: string) => getCheck.reply.parse(await (await api.get(`/api/imports/checks?id=${id}`)).json());
  await expect.poll(async () => (await look(request_id)).is_over).toBe(true);
  const { result, message } = await look(request_id);
  expect(result).toMatchObject({ rows, kept: rows - 1, refused: 1, reported: 0 });
  expect(result?.first.refused).toMatchObject([{ row: rows + 1, column: "id" }]);
  expect(message).toBe(
    `${(rows - 1).toLocaleString("en")} kept + 1 refused = ${rows.toLocaleString("en")} rows of the file; nothing was imported.`,
  );
  await refused(await colleague.get(`/api/imports/checks?id=${request_id}`), 404, /dry run could not be found/);
  await refused(await api.get("/api/imports/checks?id=x"), 400, /./);
  expect(await revisions(api, project)).toEqual([]);
  const { id } = await (await api.post("/api/imports/checks", { data: body })).json();
  const cancelled = await api.patch("/api/jobs", { data: { id, action: "cancel" } });
  // It may have ended before: then there is nothing to cancel, and its result is there.
  if (cancelled.ok()) {
    await expect.poll(async () => (await look(id)).is_over).toBe(true);
    expect(await look(id)).toMatchObject({ result: null, message: "The dry run was cancelled." });
  }
});

test("only analysts and admins import, each with his own files and the projects of his account", async ({ world }) => {
  const project = await addProject(world);
  const theirs = await addProject(world, world.stranger.accountId);
  const analyst = await session(await world.addPerson("analyst"));
  const colleague = await session(await world.addPerson("analyst"));
  const manager = await session(await world.addPerson("manager"));
  await refused(await send(manager, project, "a.csv", WAVE_1), 403, /role does not allow/);
  await refused(await send(analyst, theirs, "a.csv", WAVE_1), 404, /project could not be found/);
  await refused(await analyst.get(`/api/imports?project_id=${theirs}`), 404, /project could not be found/);
  await refused(await analyst.post("/api/imports/undo", { data: { project_id: theirs, revision: 1 } }), 404, /project/);
  expect((await manager.get(`/api/imports?project_id=${project}`)).status()).toBe(200);
  const file = await sent(analyst, project, "a.csv", WAVE_1);
  await refused(await manager.get(`/api/imports/check/list?id=${file}`), 403, /role/);
  const draft = { thing: "imports", thing_id: project, version: 1, follows: null, base: null, draft: { file } };
  const writer = crypto.randomUUID();
  await refused(await manager.post("/api/drafts", { data: { ...draft, writer } }), 403, /role/);
  expect((await analyst.post("/api/drafts", { data: { ...draft, writer } })).status()).toBe(200);
  const kept = await analyst.get(`/api/drafts?thing=imports&thing_id=${project}`);
  expect(await kept.json()).toMatchObject({ draft: { writer, draft: { file } } });
  for (const path of ["/guess", "/check", "/checks", ""]) {
    const data = { file, plan: PLAN, mode: "append" };
    await refused(await colleague.post(`/api/imports${path}`, { data }), 404, /no longer kept/);
    await refused(await manager.post(`/api/imports${path}`, { data }), 403, /role/);
    expect((await world.anonymous.post(`/api/imports${path}`, { body: data })).status).toBe(401);
  }
  expect((await world.anonymous.post(`/api/imports/files?project_id=${project}&name=a`, { body: {} })).status).toBe(
    401,
  );
});

/** Sessions of a survey of a project: completed ones by these ids, and one under way. */
async function addSessions({ sql, service }: World, project: string, rids: readonly string[]): Promise<void> {
  const { json } = await service.manager.post("/surveys", { body: newSurvey(project) });
  const survey = String(json.id);
  for (const rid of [...rids, `open ${survey}`]) {
    const status = rids.includes(rid) ? "complete" : "in progress";
    await sql`
      insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at, ended_at)
      values (${rid}, ${survey}, ${status}, 1.5, '[{"question_id": 1, "option_ids": [40]}]', '{}',
        '2026-03-01T10:00:00Z', '2026-03-01T10:05:00Z')`;
  }
}

test("a project's completed sessions are imported, kept in its answers when that is switched on, and joined by a file", async ({
  world,
}) => {
  const project = await addProject(world);
  const rids = ["one", "two"].map((name) => `${name}-${project}`);
  await addSessions(world, project, rids);
  const api = await session(await world.addPerson("analyst"));
  const about = async () => {
    const reply = await api.get(`/api/imports/sessions?project_id=${project}`);
    expect(reply.status(), await reply.text()).toBe(200);
    return getProjectSessions.reply.parse(await reply.json());
  };
  const unimported = { refusal: null, completes: 2, keeps: false, problem: null, imported: null, is_current: false };
  expect(await about()).toEqual(unimported);
  const start = async () => {
    const reply = await api.post("/api/imports/sessions", { data: { project_id: project } });
    expect(reply.status(), await reply.text()).toBe(201);
    return ended(api, (await reply.json()).id);
  };
  expect(await start()).toMatchObject({ counts: { done: 1 } });
  expect(await start()).toMatchObject({ counts: { unchanged: 1 } });
  expect(await about()).toMatchObject({ is_current: true, imported: { rows: 2 } });
  expect(await revisions(api, project)).toMatchObject([
    { mode: "update", automatic: false, file_name: "Completed sessions", rows: 2, responses: 2 },
  ]);
  const kept = await api.patch("/api/imports/sessions", { data: { project_id: project, keeps: true } });
  expect(getProjectSessions.reply.parse(await kept.json()).keeps).toBe(true);
  const file = await sent(
    api,
    project,
    "client.csv",
    `id,when,rating\n${rids[0]},2026-03-01,5\nstranger,2026-03-01,4\n`,
  );
  const { sessions, list } = await checked(api, file, PLAN, "update");
  expect(sessions).toEqual({ matched: 1, file_only: 1, sessions_only: 1 });
  const lines = await (await api.get(`/api/imports/check/list?id=${list}`)).text();
  expect(lines).toMatch(/,file only,id,stranger,/);
  expect(lines).toContain(`,session only,id,${rids[1]},`);
  const joined = await imported(api, file, PLAN, "update");
  expect(joined.message).toContain("1 id matches a session; 1 id is in the file only; 1 completed session is not in");
  expect(await (await api.get(`/api/jobs/result?id=${joined.id}`)).text()).toBe(lines);
  const audit = await world.sql`
    select before, after from audit where action = 'keepSessions' and thing_id = ${project}`;
  expect(audit).toMatchObject([{ before: { keeps: false }, after: { keeps: true } }]);
});

test("sessions are the account's own, and only analysts and admins import them", async ({ world }) => {
  const project = await addProject(world);
  const theirs = await addProject(world, world.stranger.accountId);
  const [analyst, manager] = await Promise.all(
    [await world.addPerson("analyst"), await world.addPerson("manager")].map(session),
  );
  if (!analyst || !manager) throw new Error("Nobody is signed in.");
  const path = "/api/imports/sessions";
  const data = { project_id: project };
  await refused(await analyst.get(`${path}?project_id=${theirs}`), 404, /project could not be found/);
  await refused(await analyst.post(path, { data: { project_id: theirs } }), 404, /project could not be found/);
  await refused(await analyst.patch(path, { data: { project_id: theirs, keeps: true } }), 404, /project/);
  await refused(await analyst.get(path), 400, /./);
  await refused(await analyst.patch(path, { data: { ...data, keeps: "yes" } }), 400, /./);
  await refused(await manager.post(path, { data }), 403, /role/);
  await refused(await manager.patch(path, { data: { ...data, keeps: true } }), 403, /role/);
  expect((await manager.get(`${path}?project_id=${project}`)).status()).toBe(200);
  expect((await world.anonymous.get(`${path}?project_id=${project}`)).status).toBe(401);
  expect((await world.anonymous.post(path, { body: data })).status).toBe(401);
  const started = await analyst.post(path, { data });
  const { id } = await started.json();
  expect(await ended(analyst, id)).toMatchObject({ counts: { refused: 1 } });
});

/** A workbook of one file in its archive, which unpacks to far more than it is. */
function bomb(): Buffer {
  const name = Buffer.from("xl/worksheets/sheet1.xml");
  const plain = Buffer.alloc(64 * 1024 * 1024, "<c/>");
  const data = deflateRawSync(plain);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(data.length, 18);
  head.writeUInt32LE(plain.length, 22);
  head.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(data.length, 20);
  central.writeUInt32LE(plain.length, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(46 + name.length, 12);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  return Buffer.concat([head, name, data, central, name, end]);
}

const wide = Array.from({ length: 20_000 }, (_, at) => `c${at}`).join(",");

test("a Parquet file comes in, read by the page and by the worker", async ({ world }) => {
  const project = await addProject(world);
  const api = await session(await world.addPerson("analyst"));
  const data = Array.from({ length: 300 }, (_, at) => at);
  const bytes = parquetWriteBuffer({
    columnData: [
      { name: "id", data: data.map((at) => `r${at}`), type: "STRING" },
      { name: "rating", data: data.map((at) => (at % 7 === 0 ? null : at % 5)), type: "INT32" },
    ],
  });
  const file = await sent(api, project, "answers.parquet", Buffer.from(bytes));
  const { plan } = await guessed(api, file);
  expect(await checked(api, file, plan)).toMatchObject({ rows: 300, kept: 300, refused: 0, reported: 0 });
  expect((await imported(api, file, plan)).state).toBe("done");
  expect(await revisions(api, project)).toMatchObject([{ responses: 300 }]);
});

test("a table is read where a person says that it stands, by the page and by the worker", async ({ world }) => {
  const project = await addProject(world);
  const api = await session(await world.addPerson("analyst"));
  const rows = Array.from({ length: 40 }, (_, at) => `r${at};${at % 5};${at % 2 ? "Yes" : "No"}`);
  const file = await sent(api, project, "answers.csv", ["id;score;again", "key;grade;more", ...rows, ""].join("\n"));
  const found = await guessed(api, file);
  expect(found.table).toMatchObject({ delimiter: ";", header_row: 1, sheets: [], sheet: null });
  const reply = await api.post("/api/imports/guess", { data: { file, layout: { headerRow: 2, headerRows: 1 } } });
  const chosen = guessImport.reply.parse(await reply.json());
  expect(chosen.columns.map(({ name }) => name)).toEqual(["key", "grade", "more"]);
  expect(chosen.plan.layout).toEqual({ headerRow: 2, headerRows: 1 });
  expect(await checked(api, file, chosen.plan)).toMatchObject({ rows: 40, kept: 40, stop: null });
  expect((await imported(api, file, chosen.plan)).state).toBe("done");
  const wrong = await api.post("/api/imports/guess", { data: { file, layout: { delimiter: "dot" } } });
  await refused(wrong, 400, /delimiter is a comma, semicolon, tab or bar/);
  const empty = await api.post("/api/imports/guess", { data: { file, layout: { headerRow: 900 } } });
  await refused(empty, 400, /Row 900 has nothing in it/);
});

/** A Parquet file whose description is lists of lists, each of which says that it has thirty million of them. */
function listsOfLists(): Buffer {
  const lists = Array.from({ length: 200 }, () => [0xf9, 0x80, 0x87, 0xa7, 0x0e]).flat();
  const length = Buffer.alloc(4);
  length.writeUInt32LE(lists.length + 1);
  return Buffer.concat([Buffer.from("PAR1"), Buffer.from([0x19, ...lists]), length, Buffer.from("PAR1")]);
}

test("bad files get a sentence, and what cannot be imported changes nothing", async ({ world }) => {
  const project = await addProject(world);
  const api = await session(await world.addPerson("analyst"));
  await refused(await send(api, project, "empty.csv", ""), 400, /file is empty/);
  const cut = Buffer.concat([Buffer.from("$FL2@(#) SPSS DATA FILE"), Buffer.alloc(100, 0x20)]);
  const bad: [name: string, data: string | Buffer, sentence: RegExp][] = [
    ["header.csv", "a,b\n", /header and no rows/],
    ["wide.csv", `${wide}\n${wide}\n`, /20,000 columns/],
    ["cut.sav", cut, /\S.*\.$/],
    ["bomb.xlsx", bomb(), /\S.*\.$/],
    ["lists.parquet", listsOfLists(), /description at the end cannot be read/],
    ["page.csv", "<!DOCTYPE html><html>Sign in</html>", /web page/],
    ["picture.csv", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), /picture/],
  ];
  await inBatches(
    bad,
    async ([name, data, sentence]) => {
      const file = await sent(api, project, name, data);
      await refused(await api.post("/api/imports/guess", { data: { file } }), 400, sentence);
      const job = await imported(api, file, PLAN);
      expect(job.state, name).toBe("refused");
      expect(job.message, name).toMatch(sentence);
    },
    4,
  );
  const file = await sent(api, project, "ragged.csv", "id,when,rating\n1,2024-01-01,5\n2,2024-01-01\n");
  expect(await checked(api, file, PLAN)).toMatchObject({ rows: 2, kept: 1, refused: 1 });
  const other = { ...PLAN, id: "nowhere" };
  await refused(
    await api.post("/api/imports/check", { data: { file, plan: other, mode: "append" } }),
    400,
    /no column “nowhere”/,
  );
  await refused(
    await api.post("/api/imports", { data: { file, plan: PLAN, mode: "merge" } }),
    400,
    /mode must be one of/,
  );
  expect(await revisions(api, project)).toEqual([]);
});
