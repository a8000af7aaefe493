import postgres from "postgres";
import { fixedColumns } from "@/lib/stores/clickhouse/answer-table";
import { closeClickhouse, readTuples } from "@/lib/stores/clickhouse/client";
import { reachAnswers } from "../answer-store";
import { type Instance, startInstance } from "../instance";
import { databaseUrl } from "./bench-project";
import { byTurns, ratios, say, spread, timed } from "./figures";
import { askTrend, fill, mostResponses } from "./trends.bench";

const RESPONSES = Number(process.env.BENCH_RESPONSES ?? 1_000_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const SHARE = 20;

/**
 * A year of daily figures of 50 questions with every twentieth response excluded for quality, against the same answers
 * with nobody excluded: from what the table keeps by hours, and over the rows that a filter leaves. Beside it how long the
 * first trend takes after one response more was excluded, which brings up to date what stands beside the table.
 */
export async function run(): Promise<void> {
  const instance = await startInstance();
  reachAnswers(instance.dataDir);
  const sql = postgres(databaseUrl(instance), { max: 1, onnotice: () => {} });
  try {
    say(`Making ${RESPONSES.toLocaleString("en")} responses of 50 questions, twice…`);
    const [whole, cut] = [await fill(sql, RESPONSES), await fill(sql, RESPONSES)];
    const ids = await everyTwentieth(cut.table);
    const exclude = excluder(sql, cut.projectId);
    const excluding = await timed(() => exclude(ids));
    say(`  excluding ${ids.length.toLocaleString("en")} in PostgreSQL         ${excluding.toFixed(0)} ms`);
    say(
      `  the first trend after it            ${(await timed(() => askTrend(instance, cut.projectId))).toFixed(0)} ms`,
    );
    await compare(instance, { whole: whole.projectId, cut: cut.projectId });
    await oneByOne(instance, cut.projectId, exclude);
  } finally {
    await sql.end();
    await closeClickhouse();
    await instance.stop();
  }
}

type Projects = Record<"whole" | "cut", string>;

async function compare(instance: Instance, { whole, cut }: Projects): Promise<void> {
  for (const [title, filter] of [
    ["Of all responses", []],
    ["With a filter, Q50 of 10 or more", mostResponses],
  ] as const) {
    const asks = {
      whole: () => askTrend(instance, whole, { filter }),
      cut: () => askTrend(instance, cut, { filter }),
    };
    const turns = await byTurns(asks, ROUNDS);
    say(`\n${title}: ms over HTTP, ${ROUNDS} rounds by turns; median (lowest–highest).`);
    say(`  nobody excluded                     ${spread(turns.whole)}`);
    say(`  5% excluded                         ${spread(turns.cut)}`);
    say(`  times dearer                        ${spread(ratios(turns.cut, turns.whole), 2)}   aim: at most 1.2`);
  }
}

/** A reviewer excludes one after the other, and looks at the trend each time. */
async function oneByOne(instance: Instance, projectId: string, exclude: (ids: string[]) => Promise<void>) {
  const took: number[] = [];
  for (let at = 0; at < ROUNDS; at += 1) {
    await exclude([String(at * SHARE + 1)]);
    took.push(await timed(() => askTrend(instance, projectId)));
  }
  say(`\nThe trend after one response more was excluded: ${spread(took)} ms`);
}

async function everyTwentieth(table: string): Promise<string[]> {
  const { id, row } = fixedColumns;
  const rows = await readTuples<string>(`SELECT ${id} FROM ${table} WHERE ${row} % ${SHARE} = 0`);
  return rows.map(([each]) => String(each));
}

/** Excludes as the product does: a version more, and the last decision of each response. */
function excluder(sql: postgres.Sql, projectId: string) {
  return async (ids: string[]): Promise<void> => {
    await sql.begin(async (transaction) => {
      const [list] = await transaction<{ id: string; version: number }[]>`
        insert into exclusion_lists (connection, account_id, project_id, version)
        select connection, account_id, project_id, 1 from answer_sets where project_id = ${projectId}
        on conflict (connection, account_id, project_id) do update set version = exclusion_lists.version + 1
        returning id, version`;
      await transaction`
        insert into response_exclusions (list, since, response_id, is_excluded, version, reason, who)
        select ${list?.id ?? ""}, 0, id, true, ${list?.version ?? 0}, 'bench', 'bench@example.com'
        from unnest(${ids}::text[]) as id`;
    });
  };
}
