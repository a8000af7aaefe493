import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeFor } from "@/lib/answers/columns/change-plan";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { sampleFile } from "./look-at-file";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "look-"));
});
afterAll(() => rm(folder, { recursive: true }));

const project = { questions: [], weights: [], columnsGiven: 0, before: null, table: null };

type Looking = Partial<Pick<Parameters<typeof sampleFile>[0], "project" | "layout">>;

async function lookAt(lines: readonly string[], plan?: ImportPlan, more: Looking = {}) {
  const path = join(folder, "answers.csv");
  await writeFile(path, `${lines.join("\n")}\n`);
  const sent = { id: crypto.randomUUID(), name: "answers.csv", bytes: 0, project_id: "1" };
  return sampleFile({ path, sent, project, plan, mode: "append", ...more }, new AbortController().signal);
}

test("a column with too many values to be options is told of, and its values are shown beside it still", async () => {
  const lines = ["Q1,Q2", ...Array.from({ length: 1200 }, (_, at) => `${at % 3},Text ${at}`)];
  const { plan, columns } = await lookAt(lines);
  const looked = await lookAt(lines, takeFor(plan, "Q2", "single", { columns, values: [] }));
  expect(looked.problems).toEqual([expect.stringMatching(/^Column “Q2” has more than 1,000 different values/)]);
  expect(looked.sample[0]).toMatchObject({ row: 2, cells: ["0", "Text 0"] });
  expect(looked.looks.map(({ column }) => column)).toEqual(["Q2"]);
});

test("dates whose order a row tells that is not among the first shown are not said to be open", async () => {
  const days = Array.from({ length: 80 }, (_, at) => `${1 + (at % 9)},0${1 + (at % 9)}/02/2024`);
  const looked = await lookAt(["Q1,Visit", ...days, "1,02/28/2024"]);
  expect(looked.plan.questions[1]).toMatchObject({ kind: "date", column: "Visit", order: "mdy" });
  expect(looked.looks).toEqual([]);
  expect((await lookAt(["Q1,Visit", ...days])).looks).toMatchObject([{ column: "Visit" }]);
});

test("the next file of a project is read where a person said that the table of the one before stands", async () => {
  const lines = ["score,again", "grade,more", ...Array.from({ length: 20 }, (_, at) => `${at % 5},${at}`)];
  const { plan: before } = await lookAt(lines, undefined, { layout: { headerRow: 2 } });
  expect(before.layout).toEqual({ headerRow: 2 });
  const next = await lookAt(lines, undefined, { project: { ...project, before } });
  expect([next.plan.layout, next.columns.map(({ name }) => name)]).toEqual([{ headerRow: 2 }, ["grade", "more"]]);
  const other = await lookAt(["a,b", "1,2", "3,4"], undefined, { project: { ...project, before } });
  expect([other.plan.layout, other.columns.map(({ name }) => name)]).toEqual([undefined, ["a", "b"]]);
});
