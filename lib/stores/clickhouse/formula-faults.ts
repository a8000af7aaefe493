import type { FormulaStep } from "@/lib/contracts/formulas/steps";
import type { Reading } from "./answer-sql";
import { canBeInfinite } from "./formula-range";
import { stepSql } from "./formula-steps";

type Faults = { zero: string[]; large: string[] };

const NONE: Faults = { zero: [], large: [] };

const joined = (faults: readonly Faults[]): Faults => ({
  zero: faults.flatMap(({ zero }) => zero),
  large: faults.flatMap(({ large }) => large),
});

/** Where a step divides by zero or comes to no number, each as a condition; of an `if` in the part that is used alone. */
export function faultConditions(reading: Reading, step: FormulaStep): Faults {
  if (step.step === "if") return ofIf(reading, step);
  const inner = joined(partsOf(step).map((part) => faultConditions(reading, part)));
  return step.step === "arithmetic" ? joined([inner, ofArithmetic(reading, step)]) : inner;
}

function partsOf(step: FormulaStep): readonly FormulaStep[] {
  if (step.step === "arithmetic" || step.step === "compare") return [step.left, step.right];
  if (step.step === "between") return [step.from, step.to];
  return "of" in step ? [step.of].flat() : [];
}

function ofIf(reading: Reading, { when, result, otherwise }: Extract<FormulaStep, { step: "if" }>): Faults {
  const condition = stepSql(reading, when);
  const used = (part: FormulaStep, value: 0 | 1): Faults => {
    const { zero, large } = faultConditions(reading, part);
    const where = (conditions: string[]) =>
      conditions.length > 0 ? [`(ifNull(${condition} = ${value}, 0) AND (${conditions.join(" OR ")}))`] : [];
    return { zero: where(zero), large: where(large) };
  };
  return joined([faultConditions(reading, when), used(result, 1), used(otherwise, 0)]);
}

function ofArithmetic(reading: Reading, step: Extract<FormulaStep, { step: "arithmetic" }>): Faults {
  if (!canBeInfinite(step)) return NONE;
  const [left, right] = [stepSql(reading, step.left), stepSql(reading, step.right)];
  const isZero = `ifNull(isNotNull(${left}) AND ${right} = 0, 0)`;
  const value =
    step.sign === "/"
      ? `${left} / nullIf(${right}, 0)`
      : step.sign === "*"
        ? `${left} * ${right}`
        : `pow(${left}, ${right})`;
  const isLarge = `ifNull(NOT isFinite(${value}), 0)`;
  return { zero: step.sign === "/" ? [isZero] : [], large: [isLarge] };
}
