import { beforeEach, expect, test } from "vitest";
import type { ExportTableName } from "@/lib/contracts/ours/exports";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { exportSources } from "./export-sources";

withOwnDatabase();
const service = withDemandService();

const context = panelContext("job");
const ids = Array.from({ length: 200 }, (_, at) => `s${at}`);

beforeEach(() => {
  service.lists = {
    surveys: [{ id: "s", name: "S" }, ...ids.map((id) => ({ id, name: `Survey ${id}`, project_id: `p-${id}` }))],
    projects: ids.map((id) => ({ id: `p-${id}`, project_name: `Project ${id}` })),
    responses: ids.map((id) => ({ rdud: id, survey_id: "s", status: "complete" })),
  };
});

async function written(table: ExportTableName, chunk: string[], query = {}): Promise<unknown[][]> {
  const read = await exportSources[table].read(context, query, { ids: chunk });
  return read((columns, rows) => rows.map((row) => columns.map(({ value }) => value(row))));
}

test("a list is exported whole, with all its names, from a service that gives less than it is asked for", async () => {
  const surveys = await written("surveys", ids);
  expect(surveys).toHaveLength(200);
  expect(surveys.every((row, at) => row.includes(`Survey s${at}`) && row.includes(`Project s${at}`))).toBe(true);
  const projects = await written(
    "projects",
    ids.map((id) => `p-${id}`),
  );
  expect(projects).toHaveLength(200);
  const responses = await written("responses", ids, { survey_id: "s" });
  expect(responses.map((row) => row.find((value) => /^s\d/.test(String(value))))).toEqual(ids);
});
