import * as contract from "@/lib/contracts/ours/trends";
import type { Role } from "@/lib/contracts/rules/permissions";
import { MAX_NOTE } from "@/lib/contracts/terms/trends";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { test as base, type Client, clientOf, expectRefusal, type Json, patient } from "./world";

/** Who comes to a project's notes: three roles of its account, two of another. */
type People = Record<Role, Client> & { stranger: Client; foreignAdmin: Client };
type Scene = { people: People; project: string };

const test = base.extend<{ scene: Scene }>({
  scene: async ({ world }, use) => {
    const come = async (role: Role, accountId?: string): Promise<Client> => {
      const session = await openSession(await world.addPerson(role, accountId));
      return patient(clientOf(session, "/api/trends/notes", () => ({})));
    };
    const theirs = world.stranger.accountId;
    const [manager, analyst, admin, stranger, foreignAdmin] = await Promise.all([
      come("manager"),
      come("analyst"),
      come("admin"),
      come("analyst", theirs),
      come("admin", theirs),
    ]);
    const [row] = await world.sql<{ id: string }[]>`
      insert into projects (account_id, project_manager_id, project_name, project_number)
      values (${world.service.accountId}, ${world.service.managerId}, ${`Notes ${crypto.randomUUID()}`}, 'N-1')
      returning id`;
    await use({ people: { manager, analyst, admin, stranger, foreignAdmin }, project: row?.id ?? "" });
  },
});

async function add(client: Client, project: string, members: Json = {}): Promise<contract.TrendNote> {
  const { status, json } = await client.post("", {
    body: { project_id: project, day: "2031-02-28", text: "Fieldwork began", ...members },
  });
  expect(status, JSON.stringify(json)).toBe(201);
  return contract.addTrendNote.response.schema.parse(json) as contract.TrendNote;
}

async function notesFor(client: Client, project: string): Promise<contract.TrendNote[]> {
  const { status, json } = await client.get(`?project_id=${encodeURIComponent(project)}`);
  expect(status, JSON.stringify(json)).toBe(200);
  return (contract.listTrendNotes.response.schema.parse(json) as { notes: contract.TrendNote[] }).notes;
}

const UNKNOWN = "This project could not be found.";
const GONE = "This note does not exist any more.";

test("analysts and admins write, every role of the account reads, earliest day first and as typed", async ({
  scene: { people, project },
}) => {
  expect(await notesFor(people.manager, project)).toEqual([]);
  const late = await add(people.analyst, project, {
    day: "2032-02-29",
    text: "  <b>New</b> wording; “Q1” 😀\nof wave 2  ",
  });
  const early = await add(people.admin, project, { day: "2031-12-31" });
  const second = await add(people.analyst, project, { day: "2031-12-31", text: "Another of that day" });
  expect(late).toMatchObject({
    project_id: project,
    day: "2032-02-29",
    text: "<b>New</b> wording; “Q1” 😀\nof wave 2",
  });
  expect(late.who).toMatch(/^analyst-/);
  expect(early.who).toMatch(/^admin-/);
  for (const reader of [people.manager, people.analyst, people.admin]) {
    expect(await notesFor(reader, project)).toEqual([early, second, late]);
  }
});

test("a manager writes and deletes none, and nobody does without signing in", async ({
  world,
  scene: { people, project },
}) => {
  const note = await add(people.analyst, project);
  const body = { project_id: project, day: "2031-03-01", text: "Mine" };
  expectRefusal("api", await people.manager.post("", { body }), 403, /role does not allow/);
  expectRefusal("api", await people.manager.post("/delete", { body: { id: note.id } }), 403, /role does not allow/);
  expectRefusal("api", await world.anonymous.get(`/api/trends/notes?project_id=${project}`), 401);
  expectRefusal("api", await world.anonymous.post("/api/trends/notes", { body }), 401);
  expectRefusal("api", await world.anonymous.post("/api/trends/notes/delete", { body: { id: note.id } }), 401);
  expect(await notesFor(people.manager, project)).toEqual([note]);
});

test("another account's project is as unknown as none, and its notes nobody else's to delete", async ({
  world,
  scene: { people, project },
}) => {
  const note = await add(people.analyst, project);
  for (const other of [people.stranger, people.foreignAdmin]) {
    expectRefusal("api", await other.get(`?project_id=${project}`), 404, UNKNOWN);
    const body = { project_id: project, day: "2031-03-01", text: "Theirs" };
    expectRefusal("api", await other.post("", { body }), 404, UNKNOWN);
    expectRefusal("api", await other.post("/delete", { body: { id: note.id } }), 404, GONE);
  }
  const both = `${project},${world.stranger.projectId}`;
  for (const id of [world.stranger.projectId, crypto.randomUUID(), "no such", both, ` ${project}`]) {
    expectRefusal("api", await people.analyst.get(`?project_id=${encodeURIComponent(id)}`), 404, UNKNOWN);
    const body = { project_id: id, day: "2031-03-01", text: "Ours" };
    expectRefusal("api", await people.analyst.post("", { body }), 404, UNKNOWN);
  }
  expect(await notesFor(people.admin, project)).toEqual([note]);
});

test("a writer deletes any note of the account, once, and the audit has it", async ({
  world,
  scene: { people, project },
}) => {
  const [kept, gone] = [await add(people.analyst, project), await add(people.analyst, project, { text: "Wrong day" })];
  const deleted = await people.admin.post("/delete", { body: { id: gone.id } });
  expect([deleted.status, deleted.json]).toEqual([200, gone]);
  expectRefusal("api", await people.analyst.post("/delete", { body: { id: gone.id } }), 404, GONE);
  for (const id of [crypto.randomUUID(), "no such", "%"]) {
    expectRefusal("api", await people.analyst.post("/delete", { body: { id } }), 404, GONE);
  }
  expect(await notesFor(people.manager, project)).toEqual([kept]);
  const entries = await world.sql<Json[]>`
    select action, before, after from audit where thing = 'projects' and thing_id = ${project} order by id`;
  const kepts = { day: "2031-02-28", text: "Fieldwork began" };
  const gones = { day: "2031-02-28", text: "Wrong day" };
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["addTrendNote", null, kepts],
    ["addTrendNote", null, gones],
    ["deleteTrendNote", gones, null],
  ]);
});

test("a writer changes any note of the account that is still as they saw it, and the audit has it", async ({
  world,
  scene: { people, project },
}) => {
  const note = await add(people.analyst, project);
  const seen = { id: note.id, seen_day: note.day, seen_text: note.text };
  const body = { ...seen, day: "2031-03-02", text: "  Fieldwork began late " };
  expectRefusal("api", await people.manager.post("/update", { body }), 403, /role does not allow/);
  expectRefusal("api", await world.anonymous.post("/api/trends/notes/update", { body }), 401);
  for (const other of [people.stranger, people.foreignAdmin]) {
    expectRefusal("api", await other.post("/update", { body }), 404, GONE);
  }
  expectRefusal("api", await people.admin.post("/update", { body: { ...body, id: "no such" } }), 404, GONE);
  const bad = { ...body, day: "2031-02-30" };
  expectRefusal("api", await people.admin.post("/update", { body: bad }), 400, /Day must be a date/);
  expectRefusal("api", await people.admin.post("/update", { body: { ...body, text: " " } }), 400, /Note is required/);
  expectRefusal("api", await people.admin.get("/update"), 405);
  expect(await notesFor(people.manager, project)).toEqual([note]);

  const { status, json } = await people.admin.post("/update", { body });
  expect(status, JSON.stringify(json)).toBe(200);
  const changed = contract.updateTrendNote.response.schema.parse(json) as contract.TrendNote;
  expect(changed).toMatchObject({ id: note.id, day: "2031-03-02", text: "Fieldwork began late" });
  expect(changed.who).toMatch(/^admin-/);
  const late = { ...seen, day: "2031-02-27", text: "Mine" };
  expectRefusal("api", await people.analyst.post("/update", { body: late }), 412, /changed this note meanwhile/);
  expect(await notesFor(people.manager, project)).toEqual([changed]);
  const [entry] = await world.sql<Json[]>`
    select before, after from audit where thing_id = ${project} and action = 'updateTrendNote'`;
  expect(entry).toEqual({
    before: { day: "2031-02-28", text: "Fieldwork began" },
    after: { day: "2031-03-02", text: "Fieldwork began late" },
  });
});

test("says what a note needs, and keeps nothing of a bad one", async ({ scene: { people, project } }) => {
  const bad: [members: Json, message: RegExp][] = [
    [{ day: undefined }, /Day is required/],
    [{ day: "2031-02-30" }, /Day must be a date such as 2031-02-28/],
    [{ day: "28.2.2031" }, /Day must be a date/],
    [{ day: "2031-02-28T10:00:00Z" }, /Day must/],
    [{ day: 20310228 }, /Day must be text/],
    [{ text: undefined }, /Note is required/],
    [{ text: " \n " }, /Note is required/],
    [{ text: "x".repeat(MAX_NOTE + 1) }, /Note must have at most 500 characters/],
    [{ text: "a\u0000b" }, /Note contains a character that cannot be stored/],
    [{ text: ["a"] }, /Note must be text/],
    [{ project_id: undefined }, /Project is required/],
    [{ project_id: 5 }, /Project must be text/],
  ];
  const good = { project_id: project, day: "2031-02-28", text: "Good" };
  for (const [members, message] of bad) {
    expectRefusal("api", await people.analyst.post("", { body: { ...good, ...members } }), 400, message);
  }
  expectRefusal("api", await people.analyst.post("", { body: [good] }), 400, /The body must be an object/);
  expectRefusal("api", await people.analyst.post("", { text: "{" }), 400);
  expectRefusal("api", await people.analyst.post("/delete", { body: {} }), 400, /Note's id is required/);
  expectRefusal("api", await people.analyst.get(""), 400, /Project is required/);
  expectRefusal("api", await people.analyst.get("?project_id=%00"), 400);
  for (const method of ["put", "patch", "delete"] as const) {
    expectRefusal("api", await people.analyst[method]("", { body: good }), 405);
    expectRefusal("api", await people.analyst[method]("/delete", { body: { id: "x" } }), 405);
  }
  expectRefusal("api", await people.analyst.get("/delete"), 405);
  expect(await notesFor(people.analyst, project)).toEqual([]);
  expect((await add(people.analyst, project, { text: "x".repeat(MAX_NOTE) })).text).toHaveLength(500);
});

test("a project has at most 1,000 notes, however many are sent at once", async ({
  world,
  scene: { people, project },
}) => {
  await world.sql`
    insert into trend_notes (connection, account_id, project_id, day, text, who)
    select 'built-in', ${world.service.accountId}, ${project}, '2031-02-28', 'Note ' || n, 'somebody'
    from generate_series(1, ${contract.MOST_NOTES - 2}) n`;
  const body = { project_id: project, day: "2031-03-01", text: "One more" };
  const replies = await Promise.all(Array.from({ length: 8 }, () => people.analyst.post("", { body })));
  const refused = replies.filter(({ status }) => status !== 201);
  for (const reply of refused) expectRefusal("api", reply, 400, /has 1000 notes. Delete one/);
  expect(refused).toHaveLength(6);
  expect(await notesFor(people.manager, project)).toHaveLength(contract.MOST_NOTES);
});
