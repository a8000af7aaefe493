import readWorkbook, { type Sheet } from "read-excel-file/node";
import * as contract from "@/lib/contracts/ours/exclusions";
import { getTrendExtent } from "@/lib/contracts/ours/trends";
import { importAnswers } from "../answers";
import { expect } from "../expect";
import type { HttpSession } from "../http-session";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { test, type World } from "./world";

/** Twenty answers over twenty days, from 1 to 20, by turns of two regions. */
const DAYS = 20;
const rowOf = (at: number) => `r${at},2031-01-${String(at).padStart(2, "0")},${at},${at % 2 ? "North" : "South"}`;
const csvOf = (places: readonly number[]) => ["id,date,n,region", ...places.map(rowOf)].join("\n");
const ALL = Array.from({ length: DAYS }, (_, at) => at + 1);
const PATH = "/api/respondents/exclusions";

async function withAnswers(world: World) {
  const [row] = await world.sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${world.service.accountId}, ${world.service.managerId}, ${`X ${crypto.randomUUID()}`}, 'X-1') returning id`;
  const project = row?.id ?? "";
  const api = await openSession(await world.addPerson("analyst"));
  await importAnswers(api, project, csvOf(ALL));
  return { api, project };
}

const change = (api: HttpSession, project: string, ids: string[], isExcluded: boolean, reason = "Speeder") =>
  api.post(PATH, { data: { project_id: project, response_ids: ids, is_excluded: isExcluded, reason } });

async function changedBy(...asked: Parameters<typeof change>): Promise<string[]> {
  const reply = await change(...asked);
  expect(reply.status(), await reply.text()).toBe(200);
  const body = await reply.json();
  expect(strictly(contract.changeExclusions.response.schema).safeParse(body).error?.issues ?? []).toEqual([]);
  return contract.changeExclusions.reply.parse(body).changed;
}

async function asked(api: HttpSession, path: string, data: object) {
  const reply = await api.post(path, { data });
  expect(reply.status(), await reply.text()).toBe(200);
  return reply.json();
}

/** Sum and number of answers as the trend, the table and the counts have them, and how many each leaves out. */
async function figuresOf(api: HttpSession, project: string, includeExcluded = false) {
  const trend = await asked(api, `/api/analysis/numeric-analysis-service/trend/${project}`, {
    ...{ fromDate: "2031-01-01", toDate: "2031-12-31", type: "yearly", filter: [], includeExcluded },
  });
  const table = await asked(api, "/api/pivot/v1/pivotTable/fetchData", {
    ...{ projectId: project, rows: [], columns: [], measures: [{ aggregationType: 4, questionId: "n" }] },
    ...{ filter: [], includeExcluded },
  });
  const counts = await (await api.get(`/api/questions/answers?project_id=${project}`)).json();
  const [point] = trend.responses.n;
  return {
    trend: [point.count, point.count * point.meanExact, trend.excluded],
    trendIsOf: [trend.counted, trend.included],
    table: [table.base[0][0][0], table.cells[0][0][0], table.provenance.excluded],
    tableIncludes: table.provenance.includesExcluded,
    counts: [counts.responses, counts.excluded],
    exclusions: table.provenance.exclusions,
  };
}

const EXTENT = "/api/trends/extent";

/** The days of the first and the last answer, and who counts. */
async function extentOf(api: HttpSession, project: string, includeExcluded = false) {
  const reply = await api.get(`${EXTENT}?project_id=${project}${includeExcluded ? "&include_excluded=true" : ""}`);
  expect(reply.status(), await reply.text()).toBe(200);
  const body = await reply.json();
  expect(strictly(getTrendExtent.response.schema).safeParse(body).error?.issues ?? []).toEqual([]);
  const { questions, answered, counted, included, excluded } = getTrendExtent.reply.parse(body).extent ?? {};
  return {
    questions,
    days: answered && [answered.first.slice(0, 10), answered.last.slice(0, 10)],
    counted,
    included,
    excluded,
  };
}

test("an exclusion shows at once in the trend, the table and the counts, and is undone exactly", async ({ world }) => {
  const { api, project } = await withAnswers(world);
  const before = await figuresOf(api, project);
  expect(before).toMatchObject({ trend: [20, 210, 0], table: [20, 210, 0], counts: [20, 0] });
  const changed = await changedBy(api, project, ["r1", "r20", "not there"], true, " Copied answers ");
  expect(changed).toEqual(["not there", "r1", "r20"]);
  const after = await figuresOf(api, project);
  expect(after).toMatchObject({ trend: [18, 189, 2], table: [18, 189, 2], counts: [18, 2] });
  expect(after).toMatchObject({ trendIsOf: [18, 0], tableIncludes: false });
  expect(after.exclusions).not.toBe(before.exclusions);
  const including = await figuresOf(api, project, true);
  expect(including).toMatchObject({ trend: [20, 210, 0], table: [20, 210, 2] });
  expect(including).toMatchObject({ trendIsOf: [20, 2], tableIncludes: true });
  const of = { questions: ["n"] };
  const days = ["2031-01-02", "2031-01-19"];
  expect(await extentOf(api, project)).toEqual({ ...of, days, counted: 18, included: 0, excluded: 2 });
  const all = ["2031-01-01", "2031-01-20"];
  expect(await extentOf(api, project, true)).toEqual({ ...of, days: all, counted: 20, included: 2, excluded: 0 });
  const list = await (await api.get(`${PATH}?project_id=${project}&page_size=2&page=2`)).json();
  expect(strictly(contract.listExclusions.response.schema).safeParse(list).error?.issues ?? []).toEqual([]);
  expect(list).toMatchObject({ total: 3, exclusions: [{ response_id: "r20", reason: "Copied answers" }] });
  expect(await changedBy(api, project, ["r1"], true)).toEqual([]);
  expect(await changedBy(api, project, changed, false, "Looked at again")).toEqual(changed);
  expect(await figuresOf(api, project)).toEqual(before);
});

test("with who is excluded included, cells, recorded tables and books have them and say so", async ({ world }) => {
  const { api, project } = await withAnswers(world);
  await changedBy(api, project, ["r1", "r20"], true);
  const table = { projectId: project, rows: ["region"], columns: [], filter: [], includeExcluded: true };

  const cell = { ...table, rowCodes: [], columnCodes: [], questions: ["n"] };
  const opened = await asked(api, "/api/pivot/v1/pivotTable/fetchResponses", cell);
  const marked = opened.responses.filter(({ excluded }: { excluded: boolean }) => excluded);
  expect([opened.total, marked.map(({ id }: { id: string }) => id)]).toEqual([20, ["r1", "r20"]]);

  const view = await (
    await api.post("/api/views", { data: { list: "pivots", name: "All", query: "rows=region", account_id: null } })
  ).json();
  const names = { titles: {}, weight: null, filter: [] };
  const body = { id: view.id, asked: { ...table, measures: [{ aggregationType: 1 }] }, names };
  const { recording } = await asked(api, "/api/views/recording", body);
  expect(recording).toMatchObject({
    asked: { includeExcluded: true },
    table: { cells: [[[10]], [[10]], [[20]]], provenance: { excluded: 2, includesExcluded: true } },
  });

  for (const [more, says] of [
    [{}, "18 responses in the project; 2 excluded for quality."],
    [{ includeExcluded: "true" }, "20 responses in the project; 2 excluded for quality are included."],
  ] as const) {
    const { job } = await asked(api, "/api/exports/book", { table: { project, ...more }, questions: ["region"] });
    const file = () => api.get(`/api/jobs/result?id=${job.id}`);
    await expect.poll(async () => (await file()).status()).toBe(200);
    const [index, region] = await readWorkbook(await (await file()).body());
    const linesOf = (sheet: Sheet | undefined) => sheet?.data.map(([first]) => String(first)) ?? [];
    expect(linesOf(region)).toContain(says);
    const state = `20 responses, 2 excluded for quality${"includeExcluded" in more ? " are included" : ""}.`;
    expect(linesOf(index).some((line) => line.endsWith(state))).toBe(true);
  }
});

test("exclusions stay over an import that appends or updates, and end with one that replaces everything", async ({
  world,
}) => {
  const { api, project } = await withAnswers(world);
  await changedBy(api, project, ["r1", "r2"], true);
  for (const mode of ["append", "update"] as const) {
    await importAnswers(api, project, csvOf([1, 5]), mode);
    expect(await figuresOf(api, project)).toMatchObject({ trend: [18, 207, 2], table: [18, 207, 2] });
  }
  await importAnswers(api, project, csvOf(ALL), "replace");
  expect(await figuresOf(api, project)).toMatchObject({ trend: [20, 210, 0], table: [20, 210, 0] });
  const { revisions } = await (await api.get(`/api/imports?project_id=${project}`)).json();
  await asked(api, "/api/imports/undo", { project_id: project, revision: revisions[0].id });
  expect(await figuresOf(api, project)).toMatchObject({ trend: [18, 207, 2], table: [18, 207, 2] });
});

test("another account's project is as unknown as none, and bad input changes nothing", async ({ world }) => {
  const { api, project } = await withAnswers(world);
  const stranger = await openSession(await world.addPerson("admin", world.stranger.accountId));
  for (const reply of [
    await change(stranger, project, ["r1"], true),
    await stranger.get(`${PATH}?project_id=${project}`),
    await stranger.get(`${EXTENT}?project_id=${project}`),
    await change(api, crypto.randomUUID(), ["r1"], true),
  ]) {
    expect(reply.status()).toBe(404);
  }
  for (const data of [
    { project_id: project, response_ids: [], is_excluded: true, reason: "x" },
    { project_id: project, response_ids: ["r1"], is_excluded: "yes", reason: "x" },
    { project_id: project, response_ids: ["r1"], is_excluded: true },
    { project_id: project, response_ids: "r1", is_excluded: true, reason: "x" },
  ]) {
    const reply = await api.post(PATH, { data });
    expect(reply.status(), await reply.text()).toBe(400);
  }
  expect((await api.get(`${EXTENT}?project_id=${project}&include_excluded=maybe`)).status()).toBe(400);
  expect(await figuresOf(api, project)).toMatchObject({ trend: [20, 210, 0] });
});
