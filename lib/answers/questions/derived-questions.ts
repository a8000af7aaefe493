import { type Formula, formulaAgain, formulaProblems, settledFormula } from "@/lib/answers/formulas/formula-question";
import type { Derivation, Question } from "@/lib/contracts/interfaces/answers";
import { type FilterItem, membershipOf, readFilter } from "@/lib/contracts/rules/filter-items";
import { answerFinder, filterNumber } from "@/lib/contracts/rules/filter-values";
import { hasMean } from "@/lib/contracts/rules/question-rules";
import { filterOf, namesOf } from "@/lib/contracts/rules/question-sources";
import type { MissingKind } from "@/lib/contracts/terms/answers";

/**
 * Of the derived questions those that can still be made when only these others are left, be it with another kind than
 * before, and that mean what they did.
 */
export function derivedFrom(questions: readonly Question[], left: readonly Question[]): Question[] {
  const before = new Map(questions.map((question) => [question.id, question]));
  const present = new Map(left.map((question) => [question.id, question]));
  const kept: Question[] = [];
  let open = questions.filter(({ id, derivation }) => derivation !== null && !present.has(id));
  for (;;) {
    const able = open.filter((question) => canStay(question, before, present));
    if (able.length === 0) return kept;
    for (const question of able) {
      present.set(question.id, question);
      kept.push(question);
    }
    open = open.filter((question) => !able.includes(question));
  }
}

type ById = ReadonlyMap<string, Question>;

function canStay(question: Question, before: ById, present: ById): boolean {
  const { derivation } = question;
  if (derivation === null || derivationProblems(question, [...present.values()]).length > 0) return false;
  // Bands are of numbers, whatever kind of question gives them; a formula names answers by their words.
  if (derivation.form === "bands") return true;
  if (derivation.form === "formula") {
    return settledFormula(derivation, [...present.values()], question.id).gives === derivation.gives;
  }
  return namesOf(derivation).every((id) => {
    const [one, other] = [before.get(id), present.get(id)];
    return one !== undefined && other !== undefined && hasSameAnswers(one, other);
  });
}

/** Whether answers are named as before. Of one kind options keep their codes; of another they come with new ones. */
function hasSameAnswers(one: Question, other: Question): boolean {
  if (one.kind === other.kind) return true;
  if (![one, other].every(({ kind }) => kind === "single" || kind === "scale")) return false;
  const labels = new Map(other.options.map(({ code, label }) => [code, label]));
  return one.options.every(({ code, label }) => labels.get(code) === label);
}

/** The codes that a derivation gives. */
export function codesOf(derivation: Derivation): number[] {
  if (derivation.form === "bands") return derivation.bands.map(({ code }) => code);
  if (derivation.form === "nets") return derivation.nets.map(({ code }) => code);
  if (derivation.form === "formula") return derivation.results.map(({ code }) => code);
  return derivation.form === "combination" ? derivation.pairs.map(({ code }) => code) : [1, 0];
}

/** The kind that a derived question has: several answers where nets can be, a scale where options have values. */
export function kindOf(
  { derivation, options }: Pick<Question, "derivation" | "options">,
  questions: readonly Question[],
) {
  if (derivation?.form === "nets" && canBeSeveral(derivation, questions)) return "multiple";
  if (derivation?.form === "formula" && derivation.gives === "number") return "numeric";
  if (derivation?.form === "formula" && derivation.gives === "options") return "multiple";
  return options.some(({ value }) => value !== null) ? "scale" : "single";
}

/** Of a question with one answer, nets without a common option take in one answer each. */
function canBeSeveral({ questionId, nets }: Extract<Derivation, { form: "nets" }>, questions: readonly Question[]) {
  const codes = nets.flatMap(({ of }) => [...new Set(of)]);
  const isRepeated = new Set(codes).size < codes.length;
  return isRepeated || questions.find(({ id }) => id === questionId)?.kind === "multiple";
}

/** The derived questions that are made of this one, each directly. */
export const madeOf = (id: string, questions: readonly Question[]): Question[] =>
  questions.filter(({ derivation }) => derivation && namesOf(derivation).includes(id));

/**
 * The questions with what derived ones are among them: nets of a question with several answers are several, and the
 * options of a formula follow those that it names.
 */
export function withKindsOf(questions: readonly Question[]): Question[] {
  let all = [...questions];
  // What is made of one that has become another kind may become another too.
  for (let rounds = 0; rounds < questions.length; rounds++) {
    const before = all;
    all = before.map((given) => {
      const question = formulaAgain(given, before);
      const kind = question.derivation ? kindOf(question, before) : question.kind;
      return kind === given.kind && question === given ? given : { ...question, kind, version: given.version + 1 };
    });
    if (all.every((question, at) => question === before[at])) break;
  }
  return all;
}

/** Why questions could not be made any more, or would mean something else, after an edit of others: a sentence each. */
export function newlyBroken(before: readonly Question[], after: readonly Question[]): string[] {
  const byId = (all: readonly Question[]): ById => new Map(all.map((question) => [question.id, question]));
  const [earlier, now] = [byId(before), byId(after)];
  return after.flatMap((question) => {
    const { id, derivation } = question;
    const changed = derivation && namesOf(derivation).find((name) => earlier.get(name) !== now.get(name));
    if (!changed) return [];
    const known = new Set(derivationProblems(earlier.get(id) ?? question, before));
    const [problem] = [
      ...derivationProblems(question, after).filter((each) => !known.has(each)),
      ...lostBy(question, { earlier, now }),
      ...otherResult(earlier.get(id) ?? question, question),
    ];
    return problem === undefined ? [] : [`“${id}” is made of “${changed}” and could not be made any more: ${problem}`];
  });
}

const resultNames: Record<Formula["gives"], string> = {
  number: "numbers",
  yesno: "yes or no",
  category: "options",
  options: "several options",
};

/** A formula may be right as before and give something else, which charts and tables of it could not show. */
function otherResult({ derivation: before }: Question, { derivation: now }: Question): string[] {
  if (before?.form !== "formula" || now?.form !== "formula" || before.expression !== now.expression) return [];
  if (before.gives === now.gives) return [];
  return [`Its formula would give ${resultNames[now.gives]} instead of ${resultNames[before.gives]}.`];
}

/** Options that a filter names and that are gone, or others now; a question without options has no such names. */
function lostBy({ derivation }: Question, { earlier, now }: { earlier: ById; now: ById }): string[] {
  const items = derivation?.form === "filter" ? filterOf(derivation) : null;
  if (!items) return [];
  const [before, after] = [nameFinder(earlier), nameFinder(now)];
  return items.flatMap(namedIn).flatMap(({ questionId, value }) => {
    const was = before(questionId, value).join();
    const hasOptions = (now.get(questionId)?.options ?? []).length > 0;
    if (was === "" || !hasOptions || after(questionId, value).join() === was) return [];
    return [noOption(questionId, value)];
  });
}

/** Finds what a value of a filter names: codes of a question's options, which are indexed once each, or missing answers. */
function nameFinder(questions: ById): (questionId: string, value: string | number) => (number | MissingKind)[] {
  const finders = new Map<string, ReturnType<typeof answerFinder>>();
  return (questionId, value) => {
    const find = finders.get(questionId) ?? answerFinder(questions.get(questionId) ?? { options: [], missing: [] });
    finders.set(questionId, find);
    const { codes, missing } = find(value);
    return [...codes.toSorted((one, other) => one - other), ...missing];
  };
}

/** Why a derived question cannot be made among these questions, a sentence each; none when it can. */
export function derivationProblems(question: Question, questions: readonly Question[]): string[] {
  const { derivation } = question;
  if (derivation === null) return [];
  const others = new Map(questions.filter(({ id }) => id !== question.id).map((each) => [each.id, each]));
  if (derivation.form === "formula") {
    const problems = formulaProblems(derivation, questions, question.id);
    if (problems.length > 0) return problems;
  }
  const names = namesOf(derivation);
  if (names.includes(question.id)) return [`“${question.id}” cannot be made of itself.`];
  const unknown = names.filter((name) => !others.has(name));
  if (unknown.length > 0) return unknown.map((name) => `There is no question “${name}”.`);
  const circle = names.find((name) => isMadeOf(name, question.id, others));
  if (circle !== undefined) {
    return [`“${circle}” is itself made of “${question.id}”: that would be a circle.`];
  }
  return [...repeated(derivation, question), ...partsProblems(derivation, others)];
}

/** Whether one question's answers follow from another's, at whatever remove. */
function isMadeOf(id: string, of: string, questions: ReadonlyMap<string, Question>, seen = new Set<string>()): boolean {
  if (id === of) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const derivation = questions.get(id)?.derivation;
  return Boolean(derivation && namesOf(derivation).some((name) => isMadeOf(name, of, questions, seen)));
}

function repeated(derivation: Derivation, { options }: Question): string[] {
  const codes = codesOf(derivation);
  const twice = [...new Set(codes.filter((code, at) => codes.indexOf(code) !== at))];
  const labelled = new Set(options.map(({ code }) => code));
  const bare = codes.filter((code) => !labelled.has(code));
  return [
    ...twice.map((code) => `The code ${code} is there twice.`),
    ...bare.map((code) => `The code ${code} has no option with a label.`),
  ];
}

function partsProblems(derivation: Derivation, others: ReadonlyMap<string, Question>): string[] {
  if (derivation.form === "formula") return [];
  if (derivation.form === "bands") return bandProblems(derivation, others.get(derivation.questionId));
  if (derivation.form === "nets") {
    return codeProblems(
      others.get(derivation.questionId),
      derivation.nets.flatMap(({ of }) => of),
    );
  }
  if (derivation.form === "combination") {
    return derivation.questionIds.flatMap((id, side) => {
      const question = others.get(id);
      if (question?.kind === "multiple")
        return [`“${id}” has several answers: a combination takes questions with one.`];
      return codeProblems(
        question,
        derivation.pairs.map(({ of }) => of[side] ?? 0),
      );
    });
  }
  const { items, problems } = readFilter(derivation.filter);
  return problems.length > 0 ? problems : [...new Set(wordProblems(items, others))];
}

/** What the conditions of a filter compare answers with, and to which question, those alone whose values are answers. */
function namedIn(item: FilterItem): { questionId: string; value: string | number }[] {
  if ("any" in item) return item.any.flatMap(namedIn);
  if ("not" in item) return namedIn(item.not);
  const { questionId, operator, value = [] } = item;
  return membershipOf(operator) !== null ? [value].flat().map((each) => ({ questionId, value: each })) : [];
}

const noOption = (id: string, value: string | number) =>
  `“${id}” has no option ${typeof value === "number" ? value : `“${value.slice(0, 40)}”`}.`;

/** Words of a filter that name no option of their question, which cannot be asked; a number may be nobody's answer. */
function wordProblems(items: readonly FilterItem[], others: ReadonlyMap<string, Question>): string[] {
  const namesOfValue = nameFinder(others);
  return items.flatMap(namedIn).flatMap(({ questionId, value }) => {
    const options = others.get(questionId)?.options ?? [];
    const isOne = options.length === 0 || filterNumber(value) !== null || namesOfValue(questionId, value).length > 0;
    return isOne ? [] : [noOption(questionId, value)];
  });
}

type Bands = Extract<Derivation, { form: "bands" }>;

function bandProblems({ bands, questionId }: Bands, question: Question | undefined): string[] {
  if (!question || !hasMean(question)) {
    return [`“${questionId}” has no numbers: bands are made of a numeric question, or of a scale with values.`];
  }
  const empty = bands.filter(({ low, high }) => low !== null && high !== null && low >= high);
  const sorted = [...bands].sort((one, other) => (one.low ?? -Infinity) - (other.low ?? -Infinity));
  const overlaps = sorted.some(({ low }, at) => at > 0 && (sorted[at - 1]?.high ?? Infinity) > (low ?? -Infinity));
  return [
    ...empty.map(
      ({ low, high }) => `The band from ${low} to ${high} holds nothing: its end must be above its beginning.`,
    ),
    ...(overlaps && empty.length === 0 ? ["Two bands overlap: a number can be in one."] : []),
  ];
}

function codeProblems(question: Question | undefined, codes: readonly number[]): string[] {
  if (!question) return [];
  if (question.options.length === 0) return [`“${question.id}” has no options.`];
  const known = new Set(question.options.map(({ code }) => code));
  return [...new Set(codes)]
    .filter((code) => !known.has(code))
    .map((code) => `“${question.id}” has no option with the code ${code}.`);
}
