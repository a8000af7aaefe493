import { chunked } from "@/lib/chunked";
import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";
import { createTable, fixedColumns, hourSql, identifier, tableColumns } from "./answer-table";
import { type Limits, readRows, runStatement } from "./client";
import { type ColumnsTogether, columnsFigures } from "./trend-figures";

/** Of fewer rows an hour, adding up its figures takes half as long as the rows, and writing them longer than those. */
const ROWS_AN_HOUR = 80;
/** Of fewer rows everything is quick. */
const MANY_ROWS = 100_000;
/** Hours times columns: bounds what the figures take of memory while rows are written, some 400 MB. */
const MOST_FIGURES = 1_000_000;
/** What a statement of all of them takes to plan and to read grows with them. */
const MOST_COLUMNS = 200;
/** Columns whose figures stand in one array: with more, one question would wait for many; with fewer, all for planning. */
const TOGETHER = 10;
const BY_HOUR = "by_hour";

export type NewTable = {
  table: string;
  questions: readonly Question[];
  weights: readonly Weight[];
  /** The tables that its rows come from; with their `_time`. */
  from: readonly string[];
};

/**
 * Makes a revision's table, empty. One of many rows keeps the figures of its numeric columns added up by hours, which
 * trends of whole hours then read (`trend-sql.ts`): the engine writes them with the rows, and as rows are not changed
 * once they are seen, they stay true.
 */
export async function createAnswers({ table, questions, weights, from }: NewTable, limits: Limits): Promise<void> {
  const columns = tableColumns(questions, weights);
  const numeric = questions.flatMap(({ kind, column }) => (kind === "numeric" && column !== null ? [column] : []));
  const isFit = numeric.length > 0 && numeric.length <= MOST_COLUMNS;
  const { rows, hours } = isFit ? await spreadOf(from, limits) : { rows: 0, hours: 0 };
  const isWorth = rows >= Math.max(MANY_ROWS, ROWS_AN_HOUR * hours) && hours * numeric.length <= MOST_FIGURES;
  const projections = isWorth ? [byHour(numeric)] : [];
  await runStatement(createTable(table, columns, env.CLICKHOUSE_TABLE_ENGINE, projections), {}, limits);
}

/** How many tables are remembered. */
const MOST_KNOWN = 10_000;

/**
 * The columns whose figures a table keeps by hours, those together that stand in one array; none where it keeps none.
 * That never changes, so that it is asked once of each.
 */
export async function keptByHour(table: string, limits: Limits): Promise<readonly ColumnsTogether[]> {
  const known = processWide("kept-by-hour", () => new Map<string, readonly ColumnsTogether[]>());
  const before = known.get(table);
  if (before !== undefined) return before;
  const [made] = await readRows<{ statement: string }>(`SHOW CREATE TABLE ${identifier(table)}`, {}, limits);
  const kept = [...(made?.statement ?? "").matchAll(COUNTED)].map(([, columns = ""]) => columns.split(", "));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(table, kept);
  return kept;
}

const COUNTED = /countForEach\(\[([^\]]*)\]\)/g;

function byHour(columns: readonly string[]): string {
  const { time, excluded } = fixedColumns;
  const figures = chunked(columns, TOGETHER).flatMap(columnsFigures);
  const moments = `min(${time}), max(${time})`;
  const keys = `${hourSql}, ${excluded}`;
  return `PROJECTION ${BY_HOUR} (SELECT ${[keys, moments, ...figures].join(", ")} GROUP BY ${keys})`;
}

/** How many rows there are, and at most in how many hours. */
async function spreadOf(tables: readonly string[], limits: Limits): Promise<{ rows: number; hours: number }> {
  const spread = { rows: 0, hours: 0 };
  for (const table of tables) {
    const [found] = await readRows<{ responses: number; hours: number }>(
      `SELECT count() AS responses, uniq(${hourSql}) AS hours FROM ${identifier(table)}`,
      {},
      limits,
    );
    spread.rows += found?.responses ?? 0;
    spread.hours += found?.hours ?? 0;
  }
  return spread;
}
