import type { Question } from "@/lib/contracts/interfaces/answers";
import { fixedColumns, identifier } from "./answer-table";
import { answerSql, type CellResponse, type KeptAnswer, responseColumns, responseOf } from "./cell-responses";
import { type Limits, readTuples } from "./client";
import { readingOf } from "./reading";

/** The response of an id with its answers to the questions shown; null: the table has none. */
export async function readResponse(
  { table, questions, shown, id }: { table: string; questions: readonly Question[]; shown: Question[]; id: string },
  limits: Limits,
): Promise<CellResponse | null> {
  const reading = readingOf({ table, questions });
  const columns = responseColumns.inOrder({
    id: [fixedColumns.id],
    time: ["NULL"],
    excluded: [fixedColumns.excluded],
    weight: ["NULL"],
    answers: shown.map((question) => answerSql(reading, question)),
  });
  const wanted = reading.params.bind(id, "String");
  const query = `SELECT ${columns.flat().join(", ")} FROM ${identifier(table)} WHERE ${fixedColumns.id} = ${wanted} LIMIT 1`;
  const [row] = await readTuples<KeptAnswer>(query, reading.params.values, limits);
  return row ? responseOf(row) : null;
}
