import { type CheckedFormula, checkFormula } from "@/lib/contracts/formulas/check";
import type { AnswerOption, Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { canonicalJson } from "@/lib/contracts/rules/canonical-json";
import { nameKey } from "@/lib/contracts/rules/option-names";

export type Formula = Extract<Derivation, { form: "formula" }>;
type Result = Formula["results"][number];

/** A question of this formula with what it gives and names; as it is where the formula cannot be read. */
export function settledFormula(
  derivation: Formula,
  questions: readonly Question[],
  self?: string,
  gone: readonly number[] = [],
): Formula {
  const { formula } = checkFormula(derivation.expression, questions, self);
  if (!formula) return derivation;
  const { expression } = derivation;
  const results = resultsOf(formula, derivation.results, gone);
  return { form: "formula", expression, gives: formula.type, questionIds: formula.questionIds, results };
}

const YES_AND_NO = [
  { code: 1, text: "Yes", from: ["yes"] },
  { code: 0, text: "No", from: ["no"] },
];

/**
 * Options of a formula keep their codes: by what gives them, so that a question's option which is renamed is the same
 * here, or else by their texts. Others get codes that no option had.
 */
function resultsOf({ type, results }: CheckedFormula, before: readonly Result[], gone: readonly number[]): Result[] {
  if (type === "yesno") return YES_AND_NO;
  const codes = new Map<number, number>();
  const taken = new Set<number>();
  const take = (id: number, code: number | undefined) => {
    if (code === undefined || codes.has(id) || taken.has(code)) return;
    codes.set(id, code);
    taken.add(code);
  };
  for (const { id, text } of results) take(id, before.find((each) => nameKey(each.text) === nameKey(text))?.code);
  for (const { id, from } of results)
    take(id, before.find((each) => each.from.some((one) => from.includes(one)))?.code);
  let next = Math.max(0, ...gone, ...before.map(({ code }) => code)) + 1;
  for (const { id } of results) {
    if (!codes.has(id)) take(id, next++);
  }
  return results.map(({ id, text, from }) => ({ code: codes.get(id) ?? 0, text, from: [...from] }));
}

type Named = Pick<AnswerOption, "code" | "label" | "value">;

/**
 * The options of a formula's results: those that there were keep what a person made of them, and one whose label was its
 * text follows the text.
 */
export function formulaOptions(
  { results, gives }: Formula,
  before: { results: readonly Result[]; options: readonly Named[] },
): Named[] {
  const texts = new Map(before.results.map(({ code, text }) => [code, text]));
  const known = new Map(before.options.map((option) => [option.code, option]));
  const options = results.map(({ code, text }): Named => {
    const option = known.get(code);
    if (!option) return { code, label: text, value: gives === "yesno" ? code : null };
    return { code, value: option.value, label: option.label === texts.get(code) ? text : option.label };
  });
  const places = new Map(before.options.map(({ code }, at) => [code, at]));
  const placeOf = ({ code }: Named) => places.get(code) ?? places.size;
  return places.size > 0 ? options.toSorted((one, other) => placeOf(one) - placeOf(other)) : options;
}

/** A question made by a formula as it is among these questions now; the same object where nothing changes. */
export function formulaAgain(question: Question, questions: readonly Question[]): Question {
  const { derivation, options, id, goneCodes = [] } = question;
  if (derivation?.form !== "formula") return question;
  const settled = settledFormula(derivation, questions, id, [...goneCodes, ...options.map(({ code }) => code)]);
  if (canonicalJson(settled) === canonicalJson(derivation)) return question;
  const inOrder = options.toSorted((one, other) => one.order - other.order);
  const named = formulaOptions(settled, { results: derivation.results, options: inOrder });
  const present = new Set(named.map(({ code }) => code));
  const gone = [...new Set([...goneCodes, ...options.map(({ code }) => code)])].filter((code) => !present.has(code));
  return {
    ...question,
    derivation: settled,
    options: named.map((option, order): AnswerOption => ({ ...option, order, cells: [] })),
    ...(gone.length > 0 && { goneCodes: gone }),
  };
}

/** Why a formula cannot be kept, a sentence each; none when it can. */
export function formulaProblems({ expression }: Formula, questions: readonly Question[], self: string): string[] {
  const { problem } = checkFormula(expression, questions, self);
  return problem ? [problem.message] : [];
}
