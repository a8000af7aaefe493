import Papa from "papaparse";
import { readSheet } from "read-excel-file/node";
import * as z from "zod";
import { copySurvey } from "../copy-survey";
import { expect } from "../expect";
import { type HttpReply, type HttpSession, httpSession } from "../http-session";
import { newSurvey } from "../new-survey";
import { openSession } from "../sessions";
import { baseURL, createSurvey, type Person, test, type World } from "./world";

const session = (person: Person) => openSession(person);
const ask = (api: HttpSession, data: object) => api.post("/api/exports", { data });

async function csv(reply: HttpReply): Promise<Record<string, string>[]> {
  expect(reply.status(), await reply.text()).toBe(200);
  expect(reply.headers()["content-type"]).toContain("text/csv");
  const text = (await reply.body()).toString("utf8");
  expect(text.startsWith("\uFEFF")).toBe(true);
  return Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true }).data;
}

async function refused(reply: HttpReply, status: number, sentence: string | RegExp): Promise<void> {
  expect(reply.status(), await reply.text()).toBe(status);
  const { message } = await reply.json();
  if (typeof sentence === "string") expect(message).toBe(sentence);
  else expect(message).toMatch(sentence);
}

/** A project of its own, so that its surveys are all that a filter by it finds. */
async function addProject({ sql, service }: World): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${service.accountId}, ${service.managerId}, ${`=Exports ${crypto.randomUUID()}`}, '-12') returning id`;
  return row?.id ?? "";
}

test("surveys as shown: the whole of what the query finds, in its order, columns as chosen, in the person's words", async ({
  world,
}) => {
  const project = await addProject(world);
  const members = { project_id: project, offered_price_per_complete: 1234.5, status: "Live" };
  for (const name of ["B", "=1+1", "C"]) await createSurvey(world.service, { ...members, name });
  const person = await world.addPerson("analyst");
  await world.sql`update people set number_format = '1.234,5', time_zone = 'Asia/Kolkata' where email = ${person.email}`;
  const api = await session(person);
  const query = { project_ids: project, sort: "-name", page: "2", page_size: "1" };
  const rows = await csv(await ask(api, { table: "surveys", format: "csv", query, columns: ["price", "name"] }));
  expect(rows.map(({ Survey }) => Survey)).toEqual(["C", "B", "'=1+1"]);
  expect(Object.keys(rows[0] ?? {})).toEqual(["Price", "Survey", "Project", "Market"]);
  expect(rows[0]).toMatchObject({ Price: "$1.234,50", Market: "US in EN" });
  expect(rows[0]?.Project).toMatch(/^'=Exports/);
});

test("surveys in full: ids, plain figures and instants in UTC; XLSX: figures, and a formula is a text", async ({
  world,
}) => {
  const project = await addProject(world);
  const members = { project_id: project, offered_price_per_complete: 1.85, status: "Live", respondents: 1500 };
  const survey = await createSurvey(world.service, { ...members, name: "=HYPERLINK(1)" });
  const api = await session(await world.addPerson("manager"));
  const asked = { table: "surveys", query: { ids: survey.id } };
  const [row] = await csv(await ask(api, { ...asked, format: "csv-full" }));
  expect(row).toMatchObject({
    Survey: "'=HYPERLINK(1)",
    "Survey id": survey.id,
    "Project id": project,
    Price: "1.85",
    Target: "1500",
    Completes: "0",
    "Out of field": "2031-05-31 18:00:00",
  });
  const reply = await ask(api, { ...asked, format: "xlsx", columns: ["name", "completes", "price", "last_complete"] });
  expect(reply.headers()["content-disposition"]).toMatch(/Surveys%20\d{4}-\d\d-\d\d\.xlsx$/);
  const [head, cells] = await readSheet(await reply.body());
  expect(head?.slice(0, 1)).toEqual(["Survey"]);
  expect(head?.at(-1)).toBe("Last complete (UTC)");
  expect(cells?.[0]).toBe("=HYPERLINK(1)");
  expect(cells).toEqual(expect.arrayContaining([0, 1500, 1.85]));
});

test("projects with the sums of their surveys", async ({ world }) => {
  const project = await addProject(world);
  await createSurvey(world.service, { project_id: project, status: "Live", respondents: 70 });
  const api = await session(await world.addPerson("analyst"));
  const rows = await csv(
    await ask(api, { table: "projects", format: "csv-full", query: { ids: project, sums: "true" } }),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    "Project id": project,
    "Project number": "'-12",
    Surveys: "1",
    Live: "1",
    Target: "70",
  });
  const shown = { table: "projects", format: "csv", query: { ids: project }, columns: ["completes"] };
  expect(await csv(await ask(api, shown))).toEqual([{ Completes: "0 / 70" }]);
});

test("the audit: what the list finds, for those who may read it", async ({ world }) => {
  const survey = await createSurvey(world.service, { status: "Live" });
  const changed = await world.service.manager.patch("/surveys", { body: { id: survey.id, status: "Paused" } });
  expect(changed.status).toBe(200);
  const asked = { table: "audit", format: "csv", query: { thing: "surveys", id: survey.id, limit: "1", before: "1" } };
  const manager = await session(await world.addPerson("manager"));
  const rows = await csv(await ask(manager, asked));
  expect(rows.map(({ What }) => What)).toEqual([`Paused survey ${survey.name}`, `Created survey ${survey.name}`]);
  expect(rows[0]).toMatchObject({
    "Before and after": "Status: Live → Paused",
    Outcome: "Done",
    From: "The interface",
  });
  const [full] = await csv(await ask(manager, { ...asked, format: "csv-full", columns: ["what", "changes"] }));
  expect(full).toMatchObject({ Action: "updateSurvey", Id: survey.id });
  expect(JSON.parse(full?.After ?? "")).toMatchObject({ status: "Paused" });
  const analyst = await session(await world.addPerson("analyst"));
  await refused(await ask(analyst, asked), 403, "Your role does not allow this. Ask an admin of your account.");
});

test("the responses of a survey, with what names their quotas", async ({ world }) => {
  const survey = await createSurvey(world.service, { status: "Live" });
  const quota = survey.respondent_attributes[0]?.quota_id ?? "";
  const rduds = [crypto.randomUUID(), crypto.randomUUID()];
  for (const [at, rdud] of rduds.entries()) {
    await world.sql`
      insert into responses (rdud, survey_id, status, quota_ids, qualification_attributes, buyer_cpi, started_at)
      values (${rdud}, ${survey.id}, 'complete', ${[quota]}, '[]', 1.25, ${new Date(Date.UTC(2026, 0, 1, at))})`;
  }
  const api = await session(await world.addPerson("analyst"));
  const asked = { table: "responses", query: { survey_id: survey.id } };
  const rows = await csv(await ask(api, { ...asked, format: "csv-full" }));
  expect(rows.map(({ Response }) => Response)).toEqual(rduds);
  expect(rows[0]).toMatchObject({ Quotas: "Everybody", Price: "1.25", Started: "2026-01-01T00:00:00.000Z" });
  await refused(await ask(api, { table: "responses", format: "csv" }), 400, "survey_id is required.");
  const stranger = await session(await world.addPerson("manager", world.stranger.accountId));
  await refused(await ask(stranger, { ...asked, format: "csv" }), 404, "Survey could not be found.");
});

test("another account's rows are in no file", async ({ world }) => {
  const survey = await createSurvey(world.service);
  const stranger = await session(await world.addPerson("admin", world.stranger.accountId));
  const exports = [
    { table: "surveys", query: { ids: survey.id } },
    { table: "projects", query: { ids: world.service.projectId } },
    { table: "audit", query: { thing: "surveys", id: survey.id } },
  ];
  for (const each of exports) expect(await csv(await ask(stranger, { ...each, format: "csv-full" }))).toEqual([]);
});

test("an impossible export is refused in a sentence", async ({ world }) => {
  const api = await session(await world.addPerson("manager"));
  const base = { table: "surveys", format: "csv" };
  const refusals: [data: object, sentence: string | RegExp][] = [
    [{ ...base, columns: ["name", "nothing"] }, "This list has no column “nothing”. Leave it out and export again."],
    [{ ...base, columns: [] }, "Choose at least one column."],
    [{ ...base, query: { statuses: "Lively" } }, /^There is no status “Lively”\./],
    [{ ...base, query: { sort: "mood" } }, /^sort must be one of /],
    [{ ...base, query: { search: "x".repeat(201) } }, "search must have at most 200 characters."],
    [{ ...base, query: { ids: 1 } }, "The query must be an object of texts, as in the list's address."],
    [{ ...base, format: "pdf" }, "The format must be one of csv, csv-full, xlsx."],
    [
      { ...base, table: "users" },
      "The table must be one of surveys, projects, responses, field-sessions, respondents, audit.",
    ],
    [{ ...base, table: "audit", query: { outcome: "maybe" } }, /^outcome must be one of /],
    [{ ...base, table: "projects", query: { sums: "perhaps" } }, "sums must be true or false."],
  ];
  for (const [data, sentence] of refusals) await refused(await ask(api, data), 400, sentence);
  await refused(await api.get("/api/exports"), 405, /./);
  expect((await ask(httpSession(baseURL()), base)).status()).toBe(401);
});

const jobs = z.object({
  jobs: z.array(z.object({ id: z.string(), state: z.string(), finished_at: z.string().nullable() })),
});

/** A large list in an account of its own. */
async function manySurveys(world: World, count: number): Promise<{ person: Person; project: string }> {
  const [account] = await world.sql<{ id: string }[]>`
    insert into accounts (name) values (${`Exports ${crypto.randomUUID()}`}) returning id`;
  const person = await world.addPerson("analyst", account?.id);
  const manager = await world.addPerson("manager", account?.id);
  const [project] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${account?.id ?? ""}, ${manager.id}, 'Many', 'M-1') returning id`;
  const client = await world.signedIn(manager);
  const made = await client.post("/surveys", { body: newSurvey(project?.id ?? "") });
  expect(made.status, JSON.stringify(made.json)).toBe(201);
  await copySurvey(world.sql, String(made.json.id), count - 1);
  return { person, project: project?.id ?? "" };
}

test("a large list becomes work of its starter, whose file has every row once", async ({ world }) => {
  const { person, project } = await manySurveys(world, 2345);
  const api = await session(person);
  const asked = { table: "surveys", format: "csv-full", query: { project_ids: project, sort: "name" } };
  const reply = await ask(api, asked);
  expect(reply.status(), await reply.text()).toBe(200);
  const { job } = await reply.json();
  expect(job.title).toBe("Export 2,345 surveys as CSV with full values");
  const result = `/api/jobs/result?id=${job.id}`;
  const paused = await api.patch("/api/jobs", { data: { id: job.id, action: "pause" } });
  if (paused.ok()) {
    await refused(await api.get(result), 400, "This export is not complete: its file is there when it is done.");
    expect((await api.patch("/api/jobs", { data: { id: job.id, action: "resume" } })).status()).toBe(200);
  }
  await expect
    .poll(async () => jobs.parse(await (await api.get("/api/jobs")).json()).jobs.find(({ id }) => id === job.id)?.state)
    .toBe("done");
  const rows = await csv(await api.get(result));
  expect(rows).toHaveLength(2345);
  expect(new Set(rows.map((row) => row["Survey id"])).size).toBe(2345);
  const stranger = await session(await world.addPerson("admin"));
  expect((await stranger.get(result)).status()).toBe(404);
  await refused(
    await api.patch("/api/jobs", { data: { id: job.id, action: "undo" } }),
    400,
    "Nothing in this job can be undone.",
  );
});
