import type { Question } from "@/lib/contracts/interfaces/answers";
import type { Reading } from "./answer-sql";
import { conditions } from "./filter-sql";
import { sqlParams } from "./sql-params";

/** What a statement over the answers to these questions begins with: all of the project, as some are made of others. */
export const readingOf = (questions: readonly Question[]): Reading => ({
  questions: new Map(questions.map((each) => [each.id, each])),
  params: sqlParams(),
  conditions,
  within: [],
  derived: new Map(),
});

/** A response without a weight, or with a negative one, counts nowhere. `weight`: a column. */
export const hasWeight = (weight: string) => `ifNull(${weight} >= 0, 0)`;
