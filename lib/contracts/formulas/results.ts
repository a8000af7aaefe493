import type { FormulaStep, NumberStep, TextStep, TimeStep, YesNoStep } from "./steps";

/** The ids of options that a step can give, each once, in the order in which it names them. */
export function resultIds(step: FormulaStep): number[] {
  return [...new Set(idsOf(step))];
}

function idsOf(step: FormulaStep): number[] {
  switch (step.step) {
    case "text":
      return [step.id];
    case "option of":
    case "options of":
      return step.ids.map(([, id]) => id);
    case "bands":
    case "quantiles":
      return step.ids;
    case "recoded":
    case "recoded options":
    case "combined":
      return step.ids.map(([, id]) => id);
    case "pool":
    case "first":
      return step.of.flatMap(idsOf);
    case "if":
      return [...idsOf(step.result), ...idsOf(step.otherwise)];
    case "missing":
      return [];
    default:
      // A new step that gives options does not compile here until its ids are listed.
      step satisfies NumberStep | YesNoStep | TimeStep | TextStep;
      return [];
  }
}
