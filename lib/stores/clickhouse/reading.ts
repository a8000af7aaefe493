import type { Question } from "@/lib/contracts/interfaces/answers";
import type { Reading } from "./answer-sql";
import { identifier } from "./answer-table";
import { conditions } from "./filter-sql";
import { formulaSql } from "./formula-sql";
import { sqlParams } from "./sql-params";

/** What a statement over the answers to these questions begins with: all of the project, as some are made of others. */
export const readingOf = ({ table, questions }: { table: string; questions: readonly Question[] }): Reading => ({
  rows: identifier(table),
  questions: new Map(questions.map((each) => [each.id, each])),
  params: sqlParams(),
  conditions,
  formulaSql,
  within: [],
  derived: new Map(),
  formulas: new Map(),
});

/** A response without a weight, or with a negative one, counts nowhere. `weight`: a column. */
export const hasWeight = (weight: string) => `ifNull(${weight} >= 0, 0)`;
