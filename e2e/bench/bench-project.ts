import { readFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";
import * as z from "zod";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { newTableName } from "@/lib/stores/clickhouse/answer-table";
import { runStatement } from "@/lib/stores/clickhouse/client";
import { writeAnswers } from "@/lib/test-answers";
import { showAnswers } from "../answer-store";
import type { Instance } from "../instance";

const secrets = z.object({ databasePassword: z.string() });

/** The embedded database of an instance that runs. */
export function databaseUrl({ dataDir }: Pick<Instance, "dataDir">): string {
  const port = readFileSync(join(dataDir, "postgres", "postmaster.pid"), "utf8").split("\n")[3];
  const { databasePassword } = secrets.parse(JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8")));
  return `postgres://postgres:${databasePassword}@127.0.0.1:${port}/fieldwork`;
}

/** A new project of the demo account. */
export async function addProject(sql: postgres.Sql): Promise<{ id: string; account: string }> {
  const [project] = await sql<{ id: string; account: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    select account_id, project_manager_id, 'Bench', 'B-1' from projects p join accounts a on a.id = p.account_id
    where a.name = 'Demo Research' limit 1 returning id, account_id as account`;
  if (!project) throw new Error("There is no demo account.");
  return project;
}

type Answers = { questions: Question[]; insert: (table: string) => string };

/** A new project of the demo account with answers that a statement writes; its id. */
export async function addProjectWith(sql: postgres.Sql, { questions, insert }: Answers): Promise<string> {
  const project = await addProject(sql);
  const table = newTableName();
  await writeAnswers(table, questions, []);
  await runStatement(insert(table));
  await showAnswers(sql, { accountId: project.account, projectId: project.id, table, questions, weights: [] });
  return project.id;
}
