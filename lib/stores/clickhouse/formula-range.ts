import type { AnyStep, FormulaStep, NumberStep } from "@/lib/contracts/formulas/steps";
import { LARGEST_NUMBER } from "@/lib/contracts/rules/answer-cells";

/** No number of a step is further from 0 than this; infinity: it may be beyond any number. */
export function boundOf(step: FormulaStep): number {
  const most = (steps: readonly FormulaStep[]) => Math.max(0, ...steps.map(boundOf));
  switch (step.step) {
    case "number":
      return Math.abs(step.value);
    case "number of":
      return LARGEST_NUMBER;
    case "as number":
      return 1;
    case "chosen":
    case "between":
      return 1e9;
    case "absolute":
      return boundOf(step.of);
    case "round":
      return boundOf(step.of) + 1;
    case "if":
      return most([step.result, step.otherwise]);
    case "first":
      return most(step.of);
    case "aggregate":
      return step.how === "sum" ? step.of.reduce((sum, each) => sum + boundOf(each), 0) : most(step.of);
    case "arithmetic":
      return arithmeticBound(step);
    case "missing":
      return 0;
    default:
      // A new step that gives a number does not compile here until it has a bound.
      step satisfies Exclude<FormulaStep, NumberStep | AnyStep>;
      return 0;
  }
}

function arithmeticBound({ sign, left, right }: Extract<FormulaStep, { step: "arithmetic" }>): number {
  const [one, other] = [boundOf(left), boundOf(right)];
  if (sign === "+" || sign === "-") return one + other;
  if (sign === "*") return one === 0 || other === 0 ? 0 : one * other;
  if (sign === "/" && right.step === "number" && right.value !== 0) return one / other;
  return Number.POSITIVE_INFINITY;
}

/** Whether a step may give what is no number, such as a root of a negative one, or one beyond all. */
export const canBeInfinite = (step: FormulaStep): boolean =>
  step.step === "arithmetic" && !Number.isFinite(arithmeticBound(step));
