import readWorkbook, { type Sheet } from "read-excel-file/node";
import * as z from "zod";
import { importAnswers } from "../answers";
import { expect } from "../expect";
import { type HttpReply, type HttpSession, httpSession } from "../http-session";
import { openSession } from "../sessions";
import { baseURL, type Person, test, type World } from "./world";

const session = (person: Person) => openSession(person);
const ask = (api: HttpSession, data: object) => api.post("/api/exports/book", { data });

async function refused(reply: HttpReply, status: number, sentence: RegExp): Promise<void> {
  expect(reply.status(), await reply.text()).toBe(status);
  expect((await reply.json()).message).toMatch(sentence);
}

/** Forty people, of whom nobody is in the west; every third has a car, and everybody a name of his own. */
function answersCsv(): string {
  const rows = Array.from({ length: 40 }, (_, at) => {
    const time = new Date(Date.UTC(2025, at % 2, 3)).toISOString();
    return [`p${at}`, time, at % 4 ? "South" : "North", at % 2 ? "Male" : "Female", at % 3 ? "no" : "yes", at].join(
      ",",
    );
  });
  return ["id,time,Region,Sex,Car,Spend", ...rows].join("\n");
}

async function withAnswers(world: World): Promise<string> {
  const [row] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${world.service.accountId}, ${world.service.managerId}, 'Books', 'B-1') returning id`;
  const api = await session(await world.addPerson("analyst"));
  await importAnswers(api, row?.id ?? "", answersCsv());
  return row?.id ?? "";
}

const jobs = z.object({
  jobs: z.array(z.object({ id: z.string(), state: z.string(), counts: z.record(z.string(), z.number()) })),
});

async function whenDone(api: HttpSession, id: string): Promise<Record<string, number>> {
  const found = async () => jobs.parse(await (await api.get("/api/jobs")).json()).jobs.find((job) => job.id === id);
  await expect.poll(async () => (await found())?.state).toBe("done");
  return (await found())?.counts ?? {};
}

const result = (id: string) => `/api/jobs/result?id=${id}`;

async function bookOf(api: HttpSession, data: object): Promise<{ id: string; sheets: Sheet[] }> {
  const reply = await ask(api, data);
  expect(reply.status(), await reply.text()).toBe(200);
  const { id } = (await reply.json()).job;
  await whenDone(api, id);
  const file = await api.get(result(id));
  expect(file.headers()["content-disposition"]).toMatch(/Book%20of%20tables%20\d{4}-\d\d-\d\d\.xlsx$/);
  return { id, sheets: await readWorkbook(await file.body()) };
}

test("a book has an index and a sheet of each question by the banner, for whoever asked for it alone", async ({
  world,
}) => {
  const project = await withAnswers(world);
  const table = { project, columns: "Sex,Car", banner: "true", values: "column", against: "columns", bases: "both" };
  const api = await session(await world.addPerson("manager"));
  const { id, sheets } = await bookOf(api, { table });
  expect(sheets.map(({ sheet }) => sheet)).toEqual(["Index", "1 Region", "2 Sex", "3 Car"]);
  const [index, region, sex] = sheets.map(({ data }) => data.map((row) => row.filter((each) => each !== null)));
  expect(index?.slice(0, 3)).toEqual([["Book of tables"], ["Project: Books"], ["Columns: Sex, Car"]]);
  expect(index?.[4]).toEqual([
    expect.stringMatching(/^All of revision \d+ of .+; 40 responses, 0 excluded for quality\.$/),
  ]);
  const numbers = "Its answers are numbers, without options to make rows or columns of.";
  const of = ["Sex, Car", "No filter", "All who answered"];
  expect(index?.slice(-4)).toEqual([
    [1, "Region", "Region", ...of, 40, "1 Region"],
    [2, "Sex", "Sex", ...of, 40, "2 Sex"],
    [3, "Car", "Car", ...of, 40, "3 Car"],
    [4, "Spend", "Spend", `Not tabulated: ${numbers} Put it into values, or make bands of it.`],
  ]);
  const lines = region?.map((row) => String(row[0])) ?? [];
  expect(lines.slice(0, 2)).toEqual(["Region: Region", "Project: Books"]);
  for (const line of [/^Base: respondents who answered/, /^Unweighted\.$/, /^No filter\.$/, /^A letter: .* at 95%/]) {
    expect(
      lines.some((each) => line.test(each)),
      String(line),
    ).toBe(true);
  }
  expect(lines).toContain("Bases of the table: n 40.");
  expect(lines.some((line) => /^Made .* UTC\.$/.test(line))).toBe(true);
  // All ten of the North are women; a third of them have a car.
  const north = region?.find(([label]) => label === "North")?.filter((each) => typeof each === "number");
  expect(north?.slice(0, 2)).toEqual([0.5, 0]);
  expect(region?.find(([label]) => label === "Base (n)")).toEqual(["Base (n)", 20, 20, 14, 26, 40, 40]);
  // A question of the banner stands in its rows, by the other one.
  expect(sex?.map(([first]) => first)).toContain("It stands in the rows here, so it is left out of the columns.");
  const stranger = await session(await world.addPerson("admin"));
  expect((await stranger.get(result(id))).status()).toBe(404);
  await refused(
    await api.patch("/api/jobs", { data: { id, action: "undo" } }),
    400,
    /^Nothing in this job can be undone/,
  );
});

const female = JSON.stringify([{ questionId: "Sex", operator: "in", value: [1] }]);

test("a book has sets of sheets, each with its columns, filter and questions, which its index names", async ({
  world,
}) => {
  const project = await withAnswers(world);
  const api = await session(await world.addPerson("analyst"));
  const { sheets } = await bookOf(api, {
    table: { project, columns: "Sex,Car", banner: "true", values: "count" },
    questions: ["Region"],
    others: [
      { table: { project, columns: "Car", values: "count", filter: female }, questions: ["Region", "Sex"] },
      { table: { project, columns: "Sex,Car", values: "count", baseRule: "all" }, questions: ["Region"] },
    ],
  });
  expect(sheets.map(({ sheet }) => sheet)).toEqual(["Index", "1 Region", "2 Region", "3 Sex", "4 Region"]);
  const [index, beside, women, , nested] = sheets.map(({ data }) =>
    data.map((row) => row.filter((each) => each !== null)),
  );
  expect(index?.[2]).toEqual(["3 sets of sheets, each with its columns and filter"]);
  const ofWomen = ["Car", "Sex is one of Female", "All who answered", 20];
  expect(index?.slice(-4)).toEqual([
    [1, "Region", "Region", "Sex, Car", "No filter", "All who answered", 40, "1 Region"],
    [2, "Region", "Region", ...ofWomen, "2 Region"],
    [3, "Sex", "Sex", ...ofWomen, "3 Sex"],
    [4, "Region", "Region", "Sex › Car", "No filter", "All responses", 40, "4 Region"],
  ]);
  const baseOf = (rows: typeof women) => rows?.find(([label]) => label === "Base (n)")?.slice(1);
  expect(baseOf(beside)).toEqual([20, 20, 14, 26, 40]);
  expect(baseOf(women)).toEqual([7, 13, 20]);
  expect(baseOf(nested)).toEqual([7, 13, 20, 7, 13, 20, 40]);
  expect(women?.flat()).toContain("Filter: Sex is one of Female.");
});

test("a book that an earlier release began goes on, and its index says what it knows", async ({ world }) => {
  const project = await withAnswers(world);
  const api = await session(await world.addPerson("analyst"));
  const { id } = await bookOf(api, {
    table: { project, columns: "Car", filter: female },
    questions: ["Region", "Sex"],
  });
  await world.sql`update jobs set input = input - 'others' - 'filter', state = 'paused', finished_at = null where id = ${id}`;
  await world.sql`update job_items set key = input->>'dimension', input = input - 'set', after = after - 'set',
    state = case position when 1 then 'waiting' else state end, attempts = 0 where job_id = ${id}`;
  expect((await api.patch("/api/jobs", { data: { id, action: "resume" } })).status()).toBe(200);
  expect(await whenDone(api, id)).toEqual({ done: 2 });
  const [index] = await readWorkbook(await (await api.get(result(id))).body());
  const of = ["Car", "Sex is one of 1", "All who answered", 20];
  expect(index?.data.slice(-2)).toEqual([
    [1, "Region", "Region", ...of, "1 Region"],
    [2, "Sex", "Sex", ...of, "2 Sex"],
  ]);
});

test("a question that cannot be tabulated is in the index with its reason, and the rest goes on", async ({ world }) => {
  const project = await withAnswers(world);
  const api = await session(await world.addPerson("analyst"));
  const filter = JSON.stringify([{ questionId: "Region", operator: "unanswered" }]);
  const { id, sheets } = await bookOf(api, {
    table: { project, filter, baseRule: "all" },
    questions: ["Region", "Sex"],
  });
  expect(sheets).toHaveLength(1);
  expect(sheets[0]?.data.at(-1)).toEqual(
    expect.arrayContaining(["Sex", "Not tabulated: Nobody answered it among the respondents of the book."]),
  );
  expect(await whenDone(api, id)).toEqual({ refused: 2 });
});

test("paused work has no file yet, and resumed it goes on to its end", async ({ world }) => {
  const project = await withAnswers(world);
  const api = await session(await world.addPerson("manager"));
  const { id } = await bookOf(api, { table: { project, columns: "Sex" } });
  // As a pause before its last question leaves it; so small a book has ended before anybody can pause it.
  await world.sql`update job_items set state = 'waiting', attempts = 0 where job_id = ${id} and position = 2`;
  await world.sql`update jobs set state = 'paused', finished_at = null where id = ${id}`;
  await refused(await api.get(result(id)), 400, /^This book is not complete/);
  expect((await api.patch("/api/jobs", { data: { id, action: "resume" } })).status()).toBe(200);
  expect(await whenDone(api, id)).toEqual({ done: 3 });
  expect(await readWorkbook(await (await api.get(result(id))).body())).toHaveLength(4);
});

test("an impossible book is refused in a sentence, and nothing begins", async ({ world }) => {
  const project = await withAnswers(world);
  const api = await session(await world.addPerson("analyst"));
  const refusals: [data: object, sentence: RegExp][] = [
    [{}, /The table must be an object of texts/],
    [{ table: { project: 1 } }, /The table must be an object of texts/],
    [{ table: {} }, /^The table names no project/],
    [{ table: { project, values: "what" } }, /does not say the values in a way that can be read/],
    [{ table: { project, columns: "Gone" } }, /“Gone” cannot stand in the columns/],
    [{ table: { project }, questions: [] }, /^Choose at least one question/],
    [{ table: { project }, questions: ["Spend"] }, /“Spend” cannot stand in the rows/],
    [{ table: { project }, questions: ["Sex", "Sex"] }, /^Name each question once/],
    [{ table: { project, search: "x".repeat(20_001) } }, /larger than 20 kB/],
    [{ table: { project }, more: 1 }, /./],
    [{ table: { project }, others: [{ questions: ["Sex"] }] }, /The table must be an object of texts/],
    [{ table: { project }, others: [{ table: { project: crypto.randomUUID() } }] }, /^All tables of a book are of one/],
    [{ table: { project }, others: [{ table: { project, columns: "Gone" } }] }, /“Gone” cannot stand in the columns/],
    [{ table: { project }, others: Array(20).fill({ table: { project } }) }, /^A book has at most 20 sets of sheets/],
    [{ table: { project, columns: "Sex,Car,Sex" } }, /“Sex” is in the table twice/],
    [{ table: { project, columns: "Sex,Car,Sex", banner: "true" } }, /“Sex” is in the table twice/],
    [{ table: { project, filter: '[{"questionId":"Gone","operator":"answered"}]' } }, /“Gone” is not a question of/],
  ];
  for (const [data, sentence] of refusals) await refused(await ask(api, data), 400, sentence);
  await refused(await ask(api, { table: { project: crypto.randomUUID() } }), 404, /could not be found/);
  expect(jobs.parse(await (await api.get("/api/jobs")).json()).jobs).toEqual([]);
  await refused(await api.get("/api/exports/book"), 405, /./);
  expect((await ask(httpSession(baseURL()), { table: { project } })).status()).toBe(401);
  const stranger = await session(await world.addPerson("admin", world.stranger.accountId));
  await refused(await ask(stranger, { table: { project } }), 404, /could not be found/);
});
