import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { guessPlan } from "@/lib/answers/columns/guess";
import { profiler } from "@/lib/answers/columns/profile";
import { openAnswerFile } from "@/lib/answers/files/open-answer-file";
import type { Context } from "@/lib/contracts/context";
import type { FilterItem } from "@/lib/contracts/rules/filter-items";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { optionsOfBuckets } from "@/lib/service/analysis/chosen-shares";
import { pivotTable } from "@/lib/service/pivot/pivot-table";
import { nobodyExcluded } from "@/lib/stores/clickhouse/excluded-rows";
import { readPivot } from "@/lib/stores/clickhouse/pivot";
import { findAnswers } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { filterWords, optionsToChoose } from "@/lib/tables/filter-words";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { linesOf } from "@/lib/trends/lines";
import { importFile } from "./import-file";
import { openProblemFile } from "./problem-file";

const CASE = fileURLToPath(new URL("../../../../shared/data/import-cases/same-labels.sav", import.meta.url));
const isThere = existsSync(CASE);

withOwnDatabase();
withEngine();

const context: Context = {
  viewer: { connection: "built-in", email: "analyst@demo.test", name: "A", role: "analyst", accounts: [] },
  requestId: "r",
  origin: "job",
};

async function imported() {
  const file = await openAnswerFile(CASE, { name: "same-labels.sav" });
  const seen = profiler(file.columns.length);
  for await (const rows of file.rows()) seen.add(rows);
  const plan = guessPlan(file, seen);
  await file.close();
  const project = { connection: "built-in", accountId: crypto.randomUUID(), projectId: crypto.randomUUID() };
  const problems = openProblemFile(`/tmp/${crypto.randomUUID()}.problems`);
  const task = { project, path: CASE, fileName: "same-labels.sav", plan, mode: "append" as const, isHeld: false };
  const signal = new AbortController().signal;
  await importFile(context, { ...task, problems, signal, onProgress: async () => {}, onBegun: async () => {} });
  await problems.close();
  const answers = await findAnswers(db(), project);
  if (!answers?.table) throw new Error("Nothing was imported.");
  return { table: answers.table, questions: answers.questions };
}

const NAMES = ["Alpha", "Other (code 2)", "Other (code 4)", "Other (2)"];

test.skipIf(!isThere)(
  `options of one label have the same names in tables, filters, trends and lists, and each name is a filter${isThere ? "" : " (skipped: ../shared/data is not here)"}`,
  async () => {
    const { table, questions } = await imported();
    const measures = [{ aggregationType: aggregations.count }];
    const tableOf = async (rows: string[], filter: FilterItem[] = []) => {
      const divided = { table, questions, rows, columns: [], filter, weight: null, baseRule: "answered" as const };
      const groups = await readPivot(
        { ...divided, timeZone: "UTC", excluded: nobodyExcluded, includeExcluded: false, measured: [] },
        {},
      );
      return pivotTable({ questions, rows, columns: [], measures, measured: [] }, groups);
    };
    const { rows, cells } = await tableOf(["dup"]);
    expect(rows).toEqual([...NAMES.map((name) => [name]), []]);
    const counts = cells.map(([cell]) => cell?.[0]);
    expect(counts.at(-1)).toBe(counts.slice(0, -1).reduce<number>((sum, each) => sum + (each ?? 0), 0));

    const question = questions.find(({ id }) => id === "dup");
    if (!question) throw new Error("The case file has no question “dup”.");
    for (const [at, name] of NAMES.entries()) {
      const found = await tableOf([], [{ questionId: "dup", operator: "eq", value: name }]);
      expect([name, found.cells[0]?.[0]?.[0]]).toEqual([name, counts[at]]);
      const code = question.options[at]?.code ?? -1;
      expect(filterWords({ questionId: "dup", operator: "in", value: [code] }, questions)).toContain(name);
      const share = { questions: [], groups: {}, shares: [{ questionId: "dup", codes: [code] }] };
      expect(linesOf(share, { choices: [], questions }).lines[0]?.title).toBe(`Brand used: ${name}`);
    }
    // The label itself is that of both.
    const both = await tableOf([], [{ questionId: "dup", operator: "eq", value: "Other" }]);
    expect(both.cells[0]?.[0]?.[0]).toBe((counts[1] ?? 0) + (counts[2] ?? 0));
    await expect(tableOf([], [{ questionId: "dup", operator: "gt", value: "Other" }])).rejects.toThrow("2 or 4");
    expect(optionsToChoose(question).map(({ label }) => label)).toEqual(NAMES);
    expect(optionsOfBuckets(questions, "dup").map(({ label }) => label)).toEqual(NAMES);
  },
);
