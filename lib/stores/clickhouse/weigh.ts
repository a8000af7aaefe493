import type { Question, Weight } from "@/lib/contracts/interfaces/answers";
import { env } from "@/lib/env";
import { namedColumns } from "../named-columns";
import { dropStaged, stagingOf } from "./answer-rows";
import { codesSql } from "./answer-sql";
import { identifier, tableColumns } from "./answer-table";
import { insertRows, type Limits, readTuples, runStatement } from "./client";
import { type ExcludedRows, isCountedSql } from "./excluded-rows";
import { createAnswers } from "./new-table";
import { hasWeight, readingOf } from "./reading";

/** Where answers stand, with all questions of the project: those asked for may be made of others. */
type From = { table: string; questions: readonly Question[]; excluded: ExcludedRows };

/**
 * Respondents who gave the same answers to some questions, each with one answer; null: none. How many of them have a
 * weight, the least and the greatest.
 */
type WeighedCell = {
  codes: readonly (number | null)[];
  n: number;
  weighted: number;
  low: number;
  high: number;
};

/**
 * Every combination of answers to these questions that somebody gave who is not excluded for quality; one more than
 * `most` says that there are too many.
 */
export async function readCells(
  { table, questions, excluded }: From,
  asked: readonly Question[],
  { most, weight }: { most: number; weight?: Weight },
  limits: Limits,
): Promise<WeighedCell[]> {
  const reading = readingOf({ table, questions });
  const codes = asked.map((question, at) => `${codesSql(reading, question)} AS ${keyOf(at)}`);
  const keys = asked.map((_, at) => keyOf(at)).join(", ");
  const w = weight ? identifier(weight.column) : "CAST(NULL AS Nullable(Float64))";
  const columns = namedColumns(["codes", "n", "weighted", "low", "high"], { codes: asked.length });
  const figures = { n: ["count()"], weighted: [`count(${w})`], low: [`min(${w})`], high: [`max(${w})`] };
  const selected = columns.inOrder({ codes, ...figures }).flat();
  const rows = await readTuples<number>(
    `SELECT ${selected.join(", ")} FROM ${identifier(table)} WHERE ${isCountedSql(excluded)}
      GROUP BY ${keys} ORDER BY ${keys} LIMIT ${most + 1}`,
    reading.params.values,
    limits,
  );
  const { at } = columns;
  return rows.map((row) => ({
    codes: row.slice(at.codes, at.codes + asked.length),
    n: row[at.n] ?? 0,
    weighted: row[at.weighted] ?? 0,
    low: row[at.low] ?? 0,
    high: row[at.high] ?? 0,
  }));
}

const keyOf = (at: number) => `_k${at}`;

export type Weighing = {
  from: From;
  to: { table: string; weights: readonly Weight[] };
  /** One of the new table's weights. */
  weight: Weight;
  asked: readonly Question[];
  /** The weight of everybody who gave these answers; whoever gave others has none. */
  cells: readonly { codes: readonly number[]; weight: number }[];
};

/**
 * Writes a project's table again with a weight of respondents by their answers. Those excluded for quality have none.
 */
export async function writeWeight(task: Weighing, limits: Limits): Promise<void> {
  const { from, to, weight, asked, cells } = task;
  const reading = readingOf(from);
  const columns = tableColumns(from.questions, to.weights);
  await createAnswers({ ...from, ...to, from: [from.table] }, limits);
  await stageCells(to.table, { asked, cells }, limits);
  const names = columns.map(([name]) => identifier(name));
  const list = names.map((name) =>
    name === weight.column ? `if(${isCountedSql(from.excluded)}, _weight, NULL)` : name,
  );
  const codes = asked.map((question, at) => `${codesSql(reading, question)} AS ${keyOf(at)}`);
  const same = asked.map((_, at) => `a.${keyOf(at)} = c._c${at}`).join(" AND ");
  await runStatement(
    `INSERT INTO ${identifier(to.table)} (${names.join(", ")}) SELECT ${list.join(", ")}
      FROM (SELECT *, ${codes.join(", ")} FROM ${identifier(from.table)}) AS a
      LEFT ANY JOIN ${stagingOf(to.table)} AS c ON ${same}`,
    reading.params.values,
    // Whoever is in no cell gets the column's default, which is null here.
    { ...limits, settings: { ...limits.settings, join_use_nulls: 0 } },
  );
  await dropStaged(to.table);
}

/** The cells in a table beside the one that is written: there may be more than fit well into a statement. */
async function stageCells(table: string, { asked, cells }: Pick<Weighing, "asked" | "cells">, limits: Limits) {
  const names = asked.map((_, at) => `_c${at}`);
  const list = [...names.map((name) => `${name} UInt16`), "_weight Nullable(Float64)"].join(", ");
  await runStatement(
    `CREATE TABLE ${stagingOf(table)} (${list}) ENGINE = ${env.CLICKHOUSE_TABLE_ENGINE} ORDER BY tuple()`,
    {},
    limits,
  );
  const [first = "_weight", ...rest] = [...names, "_weight"];
  await insertRows(
    cells.map(({ codes, weight }) => [...codes, weight]),
    { table: stagingOf(table), columns: [first, ...rest], format: "JSONCompactEachRow" },
    // Otherwise the last digit of a number may be another.
    { ...limits, settings: { ...limits.settings, precise_float_parsing: 1 } },
  );
}

/** What a weight is over all responses that are not excluded for quality; `n` of them have one of 0 or more. */
export type WeightFigures = { n: number; without: number; sum: number; squares: number; low: number; high: number };

/** What a row holds: how many responses there are, then a block of each weight. */
const weightsColumns = namedColumns(["responses", "weights"]);
const weightColumns = namedColumns(["n", "sum", "squares", "low", "high"]);

export async function readWeightFigures(
  { table, excluded }: Pick<From, "table" | "excluded">,
  weights: readonly Weight[],
  limits: Limits,
): Promise<WeightFigures[]> {
  if (weights.length === 0) return [];
  const figures = weights.flatMap(({ column }) => {
    const w = identifier(column);
    const has = hasWeight(w);
    return weightColumns.inOrder({
      n: `countIf(${has})`,
      sum: `sumKahanIf(${w}, ${has})`,
      squares: `sumKahanIf(${w} * ${w}, ${has})`,
      low: `minIf(${w}, ${has})`,
      high: `maxIf(${w}, ${has})`,
    });
  });
  const selected = weightsColumns.inOrder({ responses: ["count()"], weights: figures }).flat();
  const [row = []] = await readTuples<number>(
    `SELECT ${selected.join(", ")} FROM ${identifier(table)} WHERE ${isCountedSql(excluded)}`,
    {},
    limits,
  );
  const { at } = weightsColumns;
  return weights.map((_, place) => {
    const first = at.weights + place * weightColumns.width;
    const figure = (name: keyof typeof weightColumns.at) => row[first + weightColumns.at[name]] ?? 0;
    const n = figure("n");
    const without = (row[at.responses] ?? 0) - n;
    return { n, without, sum: figure("sum"), squares: figure("squares"), low: figure("low"), high: figure("high") };
  });
}
