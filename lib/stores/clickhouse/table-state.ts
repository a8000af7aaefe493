import { fixedColumns, identifier } from "./answer-table";
import { type Limits, readTuples } from "./client";

export type TableState = {
  /** All, those excluded for quality among them. */
  responses: number;
  excluded: number;
  /** The same for the same weights, in whatever order responses have them; null: no weight was asked about. */
  weights: string | null;
};

/** What a revision's table holds. `weight`: the column of a weight. */
export async function readTableState(table: string, weight: string | null, limits: Limits): Promise<TableState> {
  const column = weight === null ? null : identifier(weight);
  const weights =
    column === null ? "NULL" : `toString(sumIf(cityHash64(assumeNotNull(${column})), isNotNull(${column})))`;
  const [row = []] = await readTuples<number | string | null>(
    `SELECT count(), countIf(${fixedColumns.excluded} = 1), ${weights} FROM ${identifier(table)}`,
    {},
    limits,
  );
  const [responses, excluded, hash] = row;
  return {
    responses: Number(responses ?? 0),
    excluded: Number(excluded ?? 0),
    weights: hash == null ? null : String(hash),
  };
}
