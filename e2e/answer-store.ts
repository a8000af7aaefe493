import { readFileSync } from "node:fs";
import { join } from "node:path";
import type postgres from "postgres";
import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import { env } from "@/lib/env";

/** Points this process's ClickHouse client at the embedded engine of an instance, as its own processes reach it. */
export function reachAnswers(dataDir: string): void {
  const { web } = JSON.parse(readFileSync(join(dataDir, "processes.json"), "utf8")) as { web: { pid: number } };
  // The address is told to the web process alone, and nowhere written down.
  const environment = readFileSync(`/proc/${web.pid}/environ`, "utf8").split("\0");
  const handedOn = (name: string) => environment.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1);
  env.CLICKHOUSE_URL = handedOn("CLICKHOUSE_URL");
  env.CLICKHOUSE_USER = handedOn("CLICKHOUSE_USER") ?? "";
  env.CLICKHOUSE_PASSWORD = handedOn("CLICKHOUSE_PASSWORD") ?? "";
  env.CLICKHOUSE_DATABASE = handedOn("CLICKHOUSE_DATABASE") ?? "fieldwork";
}

type Shown = {
  accountId: string;
  projectId: string;
  table: string;
  questions: Question[];
  weights: Weight[];
  /** Left out: of the built-in connection. */
  connection?: string;
};

/** Makes a table that was written aside the one that is read as a project's answers. */
export async function showAnswers(
  sql: postgres.Sql,
  { accountId, projectId, table, questions, weights, connection = "built-in" }: Shown,
): Promise<void> {
  const json = (value: unknown) => sql.json(value as postgres.JSONValue);
  await sql.begin(async (transaction) => {
    const [set] = await transaction<{ id: string }[]>`
      insert into answer_sets (connection, account_id, project_id, questions, weights)
      values (${connection}, ${accountId}, ${projectId}, ${json(questions)}, ${json(weights)}) returning id`;
    const [revision] = await transaction<{ id: string }[]>`
      insert into answer_revisions
        (answer_set, mode, state, table_name, file_name, plan, questions, weights, who, visible_at)
      values (${set?.id ?? ""}, 'replace', 'visible', ${table}, 'tests', '{}', ${json(questions)}, ${json(weights)},
        'tests', now()) returning id`;
    await transaction`update answer_sets set revision = ${revision?.id ?? ""} where id = ${set?.id ?? ""}`;
  });
}
