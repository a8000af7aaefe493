import { fixedColumns, identifier, rowKey } from "./answer-table";
import { type Limits, readTuples } from "./client";
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
  return (await readTuples(query, {}, limits)).length > 0;
}

type Of = { table: string; excluded: ExcludedRows };

/** How many responses a table holds, and how many of them are excluded for quality, without reading all of its rows. */
export async function countResponses(
  { table, excluded: { of, count } }: Of,
  limits: Limits,
): Promise<Pick<TableState, "responses" | "excluded">> {
  const rows = identifier(table);
  const known = of ? ` AND ${rowKey} NOT IN (${excludedKeys(of)})` : "";
  const [[responses, imported] = []] = await readTuples<number | string>(
    `SELECT (SELECT count() FROM ${rows}), count() FROM ${rows} WHERE ${fixedColumns.excluded} = 1${known}`,
    {},
    limits,
  );
  return { responses: Number(responses ?? 0), excluded: count + Number(imported ?? 0) };
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
      ? ["NULL", "0"]
      : [
          `toString(sumIf(cityHash64(assumeNotNull(${column})), isNotNull(${column})))`,
          `countIf(NOT ${hasWeight(column)})`,
        ];
  const [row = []] = await readTuples<number | string | null>(
    `SELECT count(), countIf(${isExcludedSql(excluded)}), ${ofWeights.join(", ")} FROM ${identifier(table)}`,
    {},
    limits,
  );
  const [responses, left, hash, withoutWeight] = row;
  return {
    responses: Number(responses ?? 0),
    excluded: Number(left ?? 0),
    weights: hash == null ? null : String(hash),
    withoutWeight: Number(withoutWeight ?? 0),
  };
}
