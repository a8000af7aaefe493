import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { type AuditEntry, type AuditPage, listAudit } from "@/lib/contracts/ours/audit";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { type Client, clientOf, createSurvey, expectRefusal, type Person, test } from "./world";

/** A person's client of our own API. */
async function apiOf(person: Person): Promise<Client> {
  return clientOf(await openSession(person), "/api", () => ({}));
}

async function read(client: Client, query: string): Promise<AuditPage> {
  const reply = await client.get(`/audit?${query}`);
  expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  return listAudit.response.schema.parse(reply.json) as AuditPage;
}

const history = async (client: Client, id: string): Promise<AuditEntry[]> =>
  (await read(client, `thing=surveys&id=${id}`)).entries;

test("says who paused a survey, from where, and only what differs", async ({ world }) => {
  const { id } = await createSurvey(world.service, { status: "Live" });
  const [pauser, reader] = [await world.addPerson("manager"), await world.addPerson("manager")];
  const paused = await (await apiOf(pauser)).patch("/demand/surveys", { body: { id, status: "Paused" } });
  expect(paused.status).toBe(200);
  const [last, first] = await history(await apiOf(reader), id);
  expect(last).toMatchObject({
    who: pauser.email,
    origin: "page",
    action: "updateSurvey",
    thing: "surveys",
    thing_id: id,
    outcome: "done",
    before: { status: "Live", country_code: "US" },
    after: { status: "Paused", country_code: "US" },
    request_id: paused.headers["x-request-id"],
  });
  expect(first).toMatchObject({ action: "createSurvey", origin: "service", before: null });
});

test("an id may be sent in capitals: the change stands in the history all the same", async ({ world }) => {
  const survey = await createSurvey(world.service);
  const { manager } = world.service;
  expect((await manager.patch("/surveys", { body: { id: survey.id.toUpperCase(), name: "Renamed" } })).status).toBe(
    200,
  );
  const project = { id: survey.project_id.toUpperCase(), project_number: "P-2" };
  expect((await manager.patch("/projects", { body: project })).status).toBe(200);
  const client = await apiOf(await world.addPerson("manager"));
  const [last] = await history(client, survey.id);
  expect(last).toMatchObject({ action: "updateSurvey", thing_id: survey.id, after: { name: "Renamed" } });
  const [ofProject] = (await read(client, `thing=projects&id=${survey.project_id}`)).entries;
  expect(ofProject).toMatchObject({ action: "updateProject", after: { project_number: "P-2" } });
});

test("shows what was refused, and narrows by person, action, outcome, name and time", async ({ world }) => {
  const name = `Audited ${Date.now()}`;
  const { id } = await createSurvey(world.service, { name });
  const analyst = await world.addPerson("analyst");
  const tried = await (await world.signedIn(analyst)).patch("/surveys", { body: { id, name: "No" } });
  expect(tried.status).toBe(403);
  const client = await apiOf(await world.addPerson("manager"));
  const refused = await read(client, `who=${encodeURIComponent(analyst.email)}`);
  expect(refused.entries).toHaveLength(1);
  expect(refused.entries[0]).toMatchObject({ action: "updateSurvey", outcome: "refused", who: analyst.email });
  expect(refused.entries[0]?.detail).toBeTruthy();
  const found = async (query: string) => (await read(client, query)).entries.map(({ thing_id }) => thing_id);
  expect(await found(`search=${encodeURIComponent(name.toLowerCase())}`)).toEqual([id]);
  expect(await found(`search=${id}&action=createSurvey&outcome=done`)).toEqual([id]);
  expect(await found(`search=${id}&outcome=refused`)).toEqual([]);
  expect(await found(`search=${id}&action=updateSurvey`)).toEqual([]);
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  expect(await found(`search=${id}&from=${yesterday}&to=${today}`)).toEqual([id]);
  expect(await found(`search=${id}&to=${yesterday}`)).toEqual([]);
});

test("shows a write that was refused on a page", async ({ world }) => {
  const { id } = await createSurvey(world.service);
  const analyst = await world.addPerson("analyst");
  const tried = await (await apiOf(analyst)).patch("/demand/surveys", { body: { id, name: "No" } });
  expect(tried.status).toBe(403);
  const client = await apiOf(await world.addPerson("manager"));
  const { entries } = await read(client, `who=${encodeURIComponent(analyst.email)}`);
  expect(entries).toMatchObject([{ action: "updateSurvey", outcome: "refused", origin: "page", who: analyst.email }]);
});

test("pages stay while entries are added", async ({ world }) => {
  const { id } = await createSurvey(world.service);
  for (const name of ["B", "C"]) {
    expect((await world.service.manager.patch("/surveys", { body: { id, name } })).status).toBe(200);
  }
  const client = await apiOf(await world.addPerson("manager"));
  const query = `thing=surveys&id=${id}&limit=2`;
  const newest = await read(client, query);
  expect(newest).toMatchObject({ newer: null, older: newest.entries[1]?.id });
  await world.service.manager.patch("/surveys", { body: { id, name: "D" } });
  const next = await read(client, `${query}&before=${newest.older}`);
  expect(next.entries.map(({ action }) => action)).toEqual(["createSurvey"]);
  expect(next.older).toBeNull();
  const back = await read(client, `${query}&after=${next.newer}`);
  expect(back.entries).toEqual(newest.entries);
  expect(back.newer).toBe(newest.entries[0]?.id);
});

test("an analyst reads none, a manager no administration, an admin all of his account", async ({ world }) => {
  const { accountId } = world.service;
  const requestId = crypto.randomUUID();
  await world.sql`
    insert into audit (connection, account_id, who, origin, request_id, action, thing, thing_id, outcome, after)
    values ('built-in', ${accountId}, 'command line', 'system', ${requestId}, 'setPassword', 'users', ${requestId},
      'done', '{"email": "a@b.example", "password": "not to be seen"}')`;
  const analyst = await apiOf(await world.addPerson("analyst"));
  expectRefusal(
    "api",
    await analyst.get("/audit"),
    403,
    "Your role does not allow this. Ask an admin of your account.",
  );
  expect((await read(await apiOf(await world.addPerson("manager")), `id=${requestId}`)).entries).toEqual([]);
  const { entries } = await read(await apiOf(await world.addPerson("admin")), `id=${requestId}`);
  expect(entries).toHaveLength(1);
  expect(JSON.stringify(entries)).toContain("a@b.example");
  expect(JSON.stringify(entries)).not.toContain("not to be seen");
});

test("another account's entries are not there, for admins neither", async ({ world }) => {
  const { id } = await createSurvey(world.service);
  for (const role of ["manager", "admin"] as const) {
    const stranger = await apiOf(await world.addPerson(role, world.stranger.accountId));
    expect(await history(stranger, id)).toEqual([]);
    expect((await read(stranger, `search=${id}`)).entries).toEqual([]);
    const { entries } = await read(stranger, "limit=200");
    expect(entries.filter(({ thing_id }) => thing_id === id)).toEqual([]);
  }
});

test("refuses what is no filter in a sentence, and every write", async ({ world }) => {
  const client = await apiOf(await world.addPerson("manager"));
  const wrong = ["before=x", "limit=0", "outcome=maybe", "from=yesterday", "to=2026-02-31", `who=${"x".repeat(201)}`];
  for (const query of wrong) expectRefusal("api", await client.get(`/audit?${query}`), 400);
  for (const method of ["post", "patch", "put", "delete"] as const) {
    expectRefusal("api", await client[method]("/audit"), 405, "Audit entries cannot be changed or removed.");
  }
  const anonymous = await world.anonymous.get("/api/audit");
  expectRefusal("api", anonymous, 401, "Unauthorized.");
});

/** The address that web and worker of the instance under test connect with. */
function restrictedUrl(): string | null {
  const dataDir = process.env.INSTANCE_DATA_DIR ?? "";
  const file = join(dataDir, "postgres", "postmaster.pid");
  if (process.env.DATABASE_URL || !existsSync(file)) return null;
  const port = readFileSync(file, "utf8").split("\n")[3];
  const secrets = JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")) as Record<string, string>;
  return `postgres://fieldwork_app:${secrets.restrictedPassword}@127.0.0.1:${port}/fieldwork`;
}

test("the database refuses the web's own role to change, remove or unprotect an entry", async ({ world }) => {
  const url = restrictedUrl();
  test.skip(url === null, "The instance runs on a configured database.");
  const inUse = await world.sql`select distinct usename from pg_stat_activity
    where datname = current_database() and application_name = 'postgres.js' and usename = 'fieldwork_app'`;
  expect(inUse).toHaveLength(1);
  const sql = postgres(url ?? "", { max: 1, onnotice: () => {} });
  const denied = "permission denied for table audit";
  await expect(sql`update audit set who = 'nobody' where false`).rejects.toThrow(denied);
  await expect(sql`delete from audit where false`).rejects.toThrow(denied);
  await expect(sql`truncate audit`).rejects.toThrow(denied);
  await expect(sql`alter table audit disable trigger audit_stays`).rejects.toThrow("must be owner of table audit");
  await sql.end({ timeout: 1 });
});
