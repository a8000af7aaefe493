import { type AnswerCondition, type CoherenceRule, conditionsOf } from "@/lib/contracts/interfaces/coherence-rule";
import type { InterviewEntry } from "./coherence";
import { numberOf } from "./interview-number";

/** Whether a rule had two answers to compare, and what contradicts, with both answers as evidence. */
export type Checked = { isCompared: boolean; problem: string | null };

const plain = (text: string) => text.normalize("NFKC").trim().toLowerCase();

const answersTo = (entries: readonly InterviewEntry[], { question_id, text_contains }: CoherenceRule["first"]) =>
  entries.filter(({ questionId, question }) =>
    text_contains === undefined ? questionId === question_id : plain(question).includes(plain(text_contains)),
  );

/** One rule of an account. Where a question was answered more than once, the two answers that fit best count. */
export function checkRule(rule: CoherenceRule, entries: readonly InterviewEntry[]): Checked {
  const firsts = answersTo(entries, rule.first);
  const seconds = answersTo(entries, rule.second);
  const pairs = firsts.flatMap((first) => seconds.map((second) => ({ first, second })));
  const judged = pairs.map((pair) => ({ pair, contradicts: contradicts(rule, pair.first.answer, pair.second.answer) }));
  const compared = judged.filter((each) => each.contradicts !== null);
  const [worst] = compared;
  if (!worst || compared.some((each) => each.contradicts === false)) {
    return { isCompared: worst !== undefined, problem: null };
  }
  return { isCompared: true, problem: `${rule.name}: ${said(worst.pair.first)} and ${said(worst.pair.second)}` };
}

const MOST_SHOWN = 60;
const shorten = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text);
const said = ({ question, answer }: InterviewEntry) => `“${shorten(String(answer))}” to “${shorten(question)}”`;

/** Null: the answers are none that the rule compares. */
function contradicts(rule: CoherenceRule, first: string | number, second: string | number): boolean | null {
  if (rule.kind === "together") {
    const conditions = conditionsOf(rule);
    const [one, other] = [meets(first, conditions.first), meets(second, conditions.second)];
    return one === null || other === null ? null : one && other;
  }
  const [one, other] = [numberOf(first), numberOf(second)];
  if (one === null || other === null) return null;
  const difference = one - other;
  const { at_least = Number.NEGATIVE_INFINITY, at_most = Number.POSITIVE_INFINITY } = rule;
  return difference < at_least || difference > at_most;
}

/** Null: the condition is about a number, and the answer is none. */
function meets(answer: string | number, { answers, under, over }: AnswerCondition): boolean | null {
  if (answers) return answers.some((each) => plain(each) === plain(String(answer)));
  const value = numberOf(answer);
  if (value === null) return null;
  return value < (under ?? Number.POSITIVE_INFINITY) && value > (over ?? Number.NEGATIVE_INFINITY);
}
