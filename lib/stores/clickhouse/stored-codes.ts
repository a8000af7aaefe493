import type { MissingCode, Question } from "@/lib/contracts/interfaces/answers";
import { isMissing } from "./answer-sql";
import { identifier } from "./answer-table";
import { type Limits, readTuples } from "./client";
import { readingOf } from "./reading";

/** A statement of more conditions takes longer to plan than to run. */
const CODES_AT_ONCE = 100;

export type AskedCode = { question: Question; code: MissingCode };

/** Of these codes those that some response of a table has as its answer, also one that is excluded for quality. */
export async function storedCodes(table: string, asked: readonly AskedCode[], limits: Limits): Promise<AskedCode[]> {
  const found: AskedCode[] = [];
  for (let from = 0; from < asked.length; from += CODES_AT_ONCE) {
    const some = asked.slice(from, from + CODES_AT_ONCE);
    const reading = readingOf({ table, questions: [] });
    const conditions = some.map(({ question, code }) => isMissing(reading, question, [code]) ?? "0");
    const figures = conditions.map((each) => `max(ifNull(${each}, 0))`);
    const query = `SELECT ${figures.join(", ")} FROM ${identifier(table)}`;
    const [row = []] = await readTuples<number>(query, reading.params.values, limits);
    found.push(...some.filter((_, at) => row[at] === 1));
  }
  return found;
}
