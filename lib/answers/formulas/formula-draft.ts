import type { QuestionDraft } from "@/lib/answers/questions/question-draft";
import { checkFormula, type FormulaProblem } from "@/lib/contracts/formulas/check";
import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { type Formula, formulaOptions, settledFormula } from "./formula-question";

type Made = Pick<QuestionDraft, "options" | "derivation">;
type Around = {
  /** The questions that a formula may name. */
  questions: readonly Question[];
  /** The question that is edited; null: a new one. */
  saved: Question | null;
};

/**
 * A draft with another expression. Its options have the codes of those that are saved, whatever was typed on the way;
 * while the expression cannot be read they stay as they are.
 */
export function withExpression(draft: Made, expression: string, { questions, saved }: Around): Made {
  const before = draft.derivation?.form === "formula" ? draft.derivation : null;
  const base = saved?.derivation?.form === "formula" ? saved.derivation.results : [];
  const gone = saved ? [...(saved.goneCodes ?? []), ...saved.options.map(({ code }) => code)] : [];
  const asked: Formula = {
    form: "formula",
    expression,
    gives: before?.gives ?? "category",
    questionIds: [],
    results: base,
  };
  const settled = settledFormula(asked, questions, saved?.id, gone);
  if (settled === asked) {
    return { options: draft.options, derivation: { ...asked, ...before, expression } };
  }
  const options = formulaOptions(settled, { results: before?.results ?? [], options: draft.options });
  return { options, derivation: settled };
}

/** Why a formula cannot be read; null where it can, and where a question is made otherwise. */
export function problemOf(
  derivation: Derivation | null,
  questions: readonly Question[],
  self?: string,
): FormulaProblem | null {
  return derivation?.form === "formula" ? checkFormula(derivation.expression, questions, self).problem : null;
}
