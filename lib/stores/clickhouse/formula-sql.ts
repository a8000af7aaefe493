import { checkFormula } from "@/lib/contracts/formulas/check";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { LARGEST_NUMBER } from "@/lib/contracts/rules/answer-cells";
import { nameKey } from "@/lib/contracts/rules/option-names";
import { AppError } from "@/lib/http/problem";
import type { FormulaSql, OfFormula, Reading } from "./answer-sql";
import { faultConditions } from "./formula-faults";
import { boundOf } from "./formula-range";
import { optionsSql, stepSql } from "./formula-steps";
import { lookedUp } from "./look-up-sql";

/** The result of a question's formula as SQL over a row of answers. All values are bound. */
export function formulaSql(question: Question, derivation: OfFormula, reading: Reading): FormulaSql {
  const { step, results, type } = checked(question, derivation, reading);
  if (type === "number") {
    const value = inRange(stepSql(reading, step), boundOf(step));
    return { value, isThere: `isNotNull(${value})` };
  }
  if (type === "yesno") {
    const value = `toUInt16(${stepSql(reading, step)})`;
    return { value, isThere: `isNotNull(${value})` };
  }
  const codes = new Map(derivation.results.map(({ text, code }) => [nameKey(text), code]));
  const codeOf = new Map(results.flatMap(({ id, text }) => pairOf(id, codes.get(nameKey(text)))));
  if (type === "category") {
    const value = lookedUp(stepSql(reading, step), codeOf, { key: "UInt16", value: "UInt16" }, reading.params);
    return { value, isThere: `isNotNull(${value})` };
  }
  const { ids, isAnswered } = optionsSql(reading, step);
  const [from, to] = [[...codeOf.keys()], [...codeOf.values()]].map((list) =>
    reading.params.bind(list, "Array(UInt16)"),
  );
  const known = `arrayFilter(i -> has(${from}, i), ${ids})`;
  return { value: `arrayMap(i -> transform(i, ${from}, ${to}, toUInt16(0)), ${known})`, isThere: isAnswered };
}

const pairOf = (id: number, code: number | undefined): [number, number][] => (code === undefined ? [] : [[id, code]]);

function checked(question: Question, { expression }: OfFormula, { questions }: Reading) {
  const { formula, problem } = checkFormula(expression, [...questions.values()], question.id);
  if (formula) return formula;
  throw new AppError("invalid", `The formula of “${question.id}” cannot be read. ${problem.message}`);
}

/** A number too large to be squared is missing, as it is where a file has it. */
function inRange(value: string, bound: number): string {
  return bound <= LARGEST_NUMBER ? value : `arrayFirstOrNull(n -> ifNull(abs(n) <= ${LARGEST_NUMBER}, 0), [${value}])`;
}

/** Where a formula divides by zero, and where a number in it is too large: conditions that are 0 or 1. */
export function faultsSql(
  question: Question,
  derivation: OfFormula,
  reading: Reading,
): { zero: string; large: string } {
  const { step, type } = checked(question, derivation, reading);
  const { zero, large } = faultConditions(reading, step);
  const isBeyond = type === "number" && boundOf(step) > LARGEST_NUMBER;
  const beyond = isBeyond ? [`ifNull(abs(${stepSql(reading, step)}) > ${LARGEST_NUMBER}, 0)`] : [];
  const any = (conditions: string[]) => (conditions.length > 0 ? `(${conditions.join(" OR ")})` : "0");
  return { zero: any(zero), large: any([...large, ...beyond]) };
}
