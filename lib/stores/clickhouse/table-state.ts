import { fixedColumns, identifier, rowKey } from "./answer-table";
import { type Limits, readRows } from "./client";
import { type ExcludedRows, excludedKeys, isExcludedSql } from "./excluded-rows";
import { hasWeight } from "./reading";

export type TableState = {
  /** All, those excluded for quality among them. */
  responses: number;
  excluded: number;
  /** The same for the same weights, in whatever order responses have them; null: no weight was asked about. */
  weights: string | null;
  /** All whose weight is missing or negative. */
  withoutWeight: number;
};

/** Whether it is known of any response when it was given. */
export async function hasTimes(table: string, limits: Limits): Promise<boolean> {
  const query = `SELECT 1 FROM ${identifier(table)} WHERE isNotNull(${fixedColumns.time}) LIMIT 1`;
  return (await readRows(query, {}, limits)).length > 0;
}

type Of = { table: string; excluded: ExcludedRows };

/** How many responses a table holds, and how many of them are excluded for quality, without reading all of its rows. */
export async function countResponses(
  { table, excluded: { of, count } }: Of,
  limits: Limits,
): Promise<Pick<TableState, "responses" | "excluded">> {
  const rows = identifier(table);
  const known = of ? ` AND ${rowKey} NOT IN (${excludedKeys(of)})` : "";
  const [found] = await readRows<{ responses: number; imported: number }>(
    `SELECT (SELECT count() FROM ${rows}) AS responses, count() AS imported FROM ${rows} WHERE ${fixedColumns.excluded} = 1${known}`,
    {},
    limits,
  );
  return { responses: found?.responses ?? 0, excluded: count + (found?.imported ?? 0) };
}

/** How many responses count, how many of these are excluded for quality but included on request, and how many are left out. */
export const whoCounts = (
  { responses, excluded }: Pick<TableState, "responses" | "excluded">,
  { includeExcluded }: { includeExcluded: boolean },
) =>
  includeExcluded
    ? { counted: responses, included: excluded, excluded: 0 }
    : { counted: responses - excluded, included: 0, excluded };

/** What a revision's table holds. `weight`: the column of a weight. */
export async function readTableState(
  { table, excluded }: Of,
  weight: string | null,
  limits: Limits,
): Promise<TableState> {
  const column = weight === null ? null : identifier(weight);
  const ofWeights =
    column === null
      ? { hash: "NULL", withoutWeight: "0" }
      : {
          hash: `toString(sumIf(cityHash64(assumeNotNull(${column})), isNotNull(${column})))`,
          withoutWeight: `countIf(NOT ${hasWeight(column)})`,
        };
  const [found] = await readRows<{ responses: number; left_out: number; hash: string | null; without_weight: number }>(
    `SELECT count() AS responses, countIf(${isExcludedSql(excluded)}) AS left_out,
      ${ofWeights.hash} AS hash, ${ofWeights.withoutWeight} AS without_weight FROM ${identifier(table)}`,
    {},
    limits,
  );
  return {
    responses: found?.responses ?? 0,
    excluded: found?.left_out ?? 0,
    weights: found?.hash ?? null,
    withoutWeight: found?.without_weight ?? 0,
  };
}
