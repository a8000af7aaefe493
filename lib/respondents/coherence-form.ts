import type { Question } from "@/lib/contracts/interfaces/answers";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import type { Interview } from "@/lib/contracts/ours/interviews";
import { nameKey } from "@/lib/contracts/rules/option-names";

/** How a rule names a question: by its id, or by words that its text contains. */
type Asked = CoherenceRule["first"];

/** A question that a rule can be about, as it is offered. */
export type RuleQuestion = { value: string; label: string; asked: Asked; isNumeric: boolean; answers: string[] };

const MOST_TEXT = 200;

export const askedKey = ({ question_id, text_contains }: Asked): string =>
  question_id === undefined ? `text ${text_contains}` : `id ${question_id}`;

/** Each wording once: rules compare the words of answers, so options of one label are one answer to them. */
const uniqueAnswers = (answers: readonly string[]): string[] => {
  const byKey = new Map<string, string>();
  for (const answer of answers) if (!byKey.has(nameKey(answer))) byKey.set(nameKey(answer), answer);
  return [...byKey.values()];
};

/** Questions of interviews first, with the answers given; then those of the project that no interview had yet. */
export function ruleQuestions(interview: Interview["questions"], questions: readonly Question[]): RuleQuestion[] {
  const labels = new Map(questions.map(({ id, options }) => [id, options.map(({ label }) => label)]));
  const asked = interview.map(({ question_id: id, question, answers, is_numeric: isNumeric }): RuleQuestion => {
    const by = id === null ? { text_contains: question.slice(0, MOST_TEXT) } : { question_id: id };
    const given = answers.map(({ answer }) => answer);
    const offered = uniqueAnswers([...(labels.get(id ?? "") ?? []), ...given]);
    return { value: askedKey(by), label: question || (id ?? ""), asked: by, isNumeric, answers: offered };
  });
  const others = questions
    .filter(({ kind }) => kind !== "open" && kind !== "date")
    .map(({ id, text, kind, options }): RuleQuestion => {
      const by = { question_id: id };
      const answers = uniqueAnswers(options.map(({ label }) => label));
      return { value: askedKey(by), label: text || id, asked: by, isNumeric: kind === "numeric", answers };
    });
  const present = new Set(asked.map(({ value }) => value));
  return [...asked, ...others.filter(({ value }) => !present.has(value))];
}

/** How an answer is meant: one of a list, or a number beyond or between limits. */
export const answerTests = ["answers", "under", "over", "between"] as const;
export type AnswerTest = (typeof answerTests)[number];

export type SideForm = {
  asked: Asked | null;
  test: AnswerTest;
  answers: string[];
  under: number | null;
  over: number | null;
};

/** A rule while it is written. */
export type RuleForm = {
  kind: CoherenceRule["kind"];
  /** Empty: the rule is called as it is worded. */
  name: string;
  first: SideForm;
  second: SideForm;
  atLeast: number | null;
  atMost: number | null;
};

const emptySide: SideForm = { asked: null, test: "under", answers: [], under: null, over: null };
export const emptyRule: RuleForm = {
  ...{ kind: "together", name: "", first: emptySide, second: { ...emptySide, test: "over" } },
  ...{ atLeast: null, atMost: null },
};

const numberOrNull = (value: number | undefined) => value ?? null;

export function formOf(rule: CoherenceRule): RuleForm {
  const { first, second } = rule;
  const named = { ...emptyRule, kind: rule.kind, name: rule.name };
  if (rule.kind === "difference") {
    const limits = { atLeast: numberOrNull(rule.at_least), atMost: numberOrNull(rule.at_most) };
    return { ...named, ...limits, first: { ...emptySide, asked: first }, second: { ...emptySide, asked: second } };
  }
  return {
    ...named,
    first: sideOf(first, { answers: rule.first_answers, under: rule.first_under, over: rule.first_over }),
    second: sideOf(second, { answers: rule.second_answers, under: rule.second_under, over: rule.second_over }),
  };
}

type Condition = { answers: string[] | undefined; under: number | undefined; over: number | undefined };

const sideOf = (asked: Asked, { answers, under, over }: Condition): SideForm => ({
  ...{ asked, answers: answers ?? [], under: numberOrNull(under), over: numberOrNull(over) },
  test: answers ? "answers" : under === undefined ? "over" : over === undefined ? "under" : "between",
});

/** What is still missing of a rule, in a sentence at its place. */
export type RuleProblems = Partial<Record<"name" | "first" | "second" | "limits", string>>;

/** The rule that a form says; `rule` null: something is missing. */
export function ruleOf(
  form: RuleForm,
  { labelOf, otherNames }: { labelOf: (asked: Asked) => string; otherNames: readonly string[] },
): { rule: CoherenceRule | null; problems: RuleProblems } {
  const { first, second } = form;
  const problems: RuleProblems = {};
  for (const side of ["first", "second"] as const) {
    const problem = sideProblem(form[side], form.kind === "together");
    if (problem) problems[side] = problem;
  }
  if (form.kind === "difference") {
    const { atLeast, atMost } = form;
    if (atLeast === null && atMost === null) problems.limits = "Enter a least or a most difference.";
    else if (atLeast !== null && atMost !== null && atLeast > atMost) problems.limits = "The least is above the most.";
  }
  if (!first.asked || !second.asked || Object.keys(problems).length > 0) return { rule: null, problems };
  const unnamed = unnamedRule(form, first.asked, second.asked);
  const name = (form.name.trim() || ruleText(unnamed, labelOf)).slice(0, MOST_TEXT);
  if (otherNames.includes(name)) return { rule: null, problems: { name: "Another rule has this name." } };
  return { rule: { ...unnamed, name }, problems };
}

function sideProblem({ asked, test, answers, under, over }: SideForm, isTogether: boolean): string | null {
  if (asked === null || asked.text_contains?.trim() === "") return "Choose a question.";
  if (!isTogether) return null;
  if (test === "answers") return answers.length === 0 ? "Choose at least one answer." : null;
  if (test !== "over" && under === null) return "Enter a number.";
  if (test !== "under" && over === null) return "Enter a number.";
  return test === "between" && (over ?? 0) >= (under ?? 0) ? "Enter the smaller number first." : null;
}

function unnamedRule({ kind, first, second, atLeast, atMost }: RuleForm, one: Asked, other: Asked): CoherenceRule {
  const asked = { name: "", first: one, second: other };
  if (kind === "difference") {
    return { kind, ...asked, ...set("at_least", atLeast), ...set("at_most", atMost) };
  }
  return {
    ...{ kind, ...asked },
    ...(first.test === "answers"
      ? { first_answers: first.answers }
      : { ...set("first_under", limitOf(first, "under")), ...set("first_over", limitOf(first, "over")) }),
    ...(second.test === "answers"
      ? { second_answers: second.answers }
      : { ...set("second_under", limitOf(second, "under")), ...set("second_over", limitOf(second, "over")) }),
  };
}

const limitOf = (side: SideForm, limit: "under" | "over") =>
  side.test === limit || side.test === "between" ? side[limit] : null;

const set = <K extends string>(key: K, value: number | null) =>
  // Safe: the key is the one that was given.
  (value === null ? {} : { [key]: value }) as Partial<Record<K, number>>;

/** A rule in words: "Age under 20 and Years of work over 15". */
export function ruleText(rule: CoherenceRule, labelOf: (asked: Asked) => string): string {
  const [one, other] = [capitalized(labelOf(rule.first)), labelOf(rule.second)];
  if (rule.kind === "difference") {
    const beyond = [limitText("under", rule.at_least), limitText("over", rule.at_most)].filter((text) => text !== "");
    return `${one} less ${other} ${beyond.join(" or ")}`;
  }
  const first = testText({ answers: rule.first_answers, under: rule.first_under, over: rule.first_over });
  const second = testText({ answers: rule.second_answers, under: rule.second_under, over: rule.second_over });
  return `${one} ${first} and ${other} ${second}`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const either = new Intl.ListFormat("en", { type: "disjunction" });
const limitText = (word: "under" | "over", value: number | undefined) =>
  value === undefined ? "" : `${word} ${value}`;

function testText({ answers, under, over }: Condition): string {
  if (answers) return `is ${either.format(answers.map((answer) => `“${answer}”`))}`;
  if (under !== undefined && over !== undefined) return `between ${over} and ${under}`;
  return limitText("under", under) || limitText("over", over);
}

/** What a question is called in a rule's words. */
export function askedLabel(asked: Asked, questions: readonly RuleQuestion[]): string {
  const one = questions.find(({ value }) => value === askedKey(asked));
  if (one) return shorten(one.label.replace(/[?:.\s]+$/, ""));
  return asked.question_id ?? `a question with “${asked.text_contains}”`;
}

const MOST_LABEL = 60;
const shorten = (text: string) => (text.length > MOST_LABEL ? `${text.slice(0, MOST_LABEL - 1).trimEnd()}…` : text);

type Effect = { interviews: number; compared: number; contradicting: number };

/** How many of a survey's scored respondents contradict a rule, in words. */
export function effectText({ interviews, compared, contradicting }: Effect, count: (value: number) => string): string {
  if (interviews === 0) return "No respondent of this survey was scored with an interview yet.";
  const all = `${count(interviews)} scored ${interviews === 1 ? "respondent" : "respondents"}`;
  if (compared === 0) return `None of ${all} gave both answers.`;
  const gave = compared === interviews ? "" : ` ${count(compared)} gave both answers.`;
  return `${count(contradicting)} of ${all} ${contradicting === 1 ? "contradicts" : "contradict"} this.${gave}`;
}
