import "server-only";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import { isObject } from "@/lib/contracts/lenient";
import { db } from "@/lib/stores/postgres/client";
import { findQualitySurvey } from "@/lib/stores/postgres/quality";
import { listInterviews } from "@/lib/stores/postgres/quality-interviews";
import { UnreadableJson } from "@/lib/stores/stored-json";
import { checkRule } from "./scoring/account-rules";
import type { InterviewEntry } from "./scoring/coherence";
import { numberOf } from "./scoring/interview-number";

/** What other parts of the product read of interviews. That the account is the caller's, they have proven. */
type Named = { accountId: string; name: string };

type Interview = { respondentId: string; entries: InterviewEntry[] };

const READ_AT_ONCE = 500;

/** Interviews of a survey's scored respondents, the latest first; of those who had none there is none. */
async function* interviewsOf({ accountId, name }: Named, most: number): AsyncGenerator<Interview[]> {
  const survey = await findQualitySurvey(db(), accountId, name);
  if (!survey) return;
  let before = Number.MAX_SAFE_INTEGER;
  for (let read = 0; read < most; read += READ_AT_ONCE) {
    const limit = Math.min(READ_AT_ONCE, most - read);
    const rows = await listInterviews(db(), { surveyId: survey.id, before, limit });
    yield rows.flatMap(({ respondentId, interviews }) => {
      const entries = interviews.flat().map((entry) => readEntry(entry, respondentId));
      return entries.length > 0 ? [{ respondentId, entries }] : [];
    });
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    before = last.id;
  }
}

/** By hand: with the contract's schema, thousands of interviews take seconds. */
function readEntry(entry: unknown, respondentId: string): InterviewEntry {
  if (isEntry(entry)) return entry;
  throw new UnreadableJson(`interviewData of the respondent ${respondentId} in quality_respondents cannot be read.`);
}

const isEntry = (entry: unknown): entry is InterviewEntry =>
  isObject(entry) &&
  (entry.questionId === undefined || typeof entry.questionId === "string") &&
  typeof entry.question === "string" &&
  (typeof entry.answer === "string" || typeof entry.answer === "number");

type RuleEffect = {
  /** Who gave both answers that the rule compares. */
  compared: number;
  contradicting: number;
  /** The latest of those who contradict. */
  examples: string[];
};

/** What rules find: in how many interviews, and of whom each finds a contradiction. */
export type RulesEffect = { interviews: number; contradicting: number; effects: RuleEffect[] };

const MOST_EXAMPLES = 5;

/** What rules would find among the interviews of a survey's latest scored respondents, at most so many. */
export async function previewRules(
  named: Named,
  rules: readonly CoherenceRule[],
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<RulesEffect> {
  const effects = rules.map((): RuleEffect => ({ compared: 0, contradicting: 0, examples: [] }));
  let [interviews, contradicting] = [0, 0];
  for await (const some of interviewsOf(named, most)) {
    signal.throwIfAborted();
    interviews += some.length;
    for (const { respondentId, entries } of some) {
      const found = rules.map((rule) => checkRule(rule, entries));
      if (found.some(({ problem }) => problem !== null)) contradicting += 1;
      for (const [at, effect] of effects.entries()) {
        if (found[at]?.isCompared) effect.compared += 1;
        if ((found[at]?.problem ?? null) === null) continue;
        effect.contradicting += 1;
        if (effect.examples.length < MOST_EXAMPLES) effect.examples.push(respondentId);
      }
    }
  }
  return { interviews, contradicting, effects };
}

/** A question as interviews have it. Answers stand with the most frequent first; `isNumeric`: most are one number. */
export type InterviewQuestion = {
  id: string | null;
  question: string;
  answers: { answer: string; respondents: number }[];
  isNumeric: boolean;
};

const MOST_QUESTIONS = 300;
const MOST_ANSWERS = 50;

/** The questions of the interviews of a survey's latest scored respondents, at most so many, in their order. */
export async function interviewQuestions(named: Named, most: number): Promise<InterviewQuestion[]> {
  const found = new Map<string, { entry: InterviewEntry; answers: Map<string, number>; numbers: number }>();
  for await (const some of interviewsOf(named, most)) {
    for (const entry of some.flatMap(({ entries }) => entries)) {
      const key = JSON.stringify([entry.questionId ?? null, entry.questionId === undefined ? entry.question : ""]);
      const one = found.get(key) ?? { entry, answers: new Map<string, number>(), numbers: 0 };
      if (!found.has(key) && found.size < MOST_QUESTIONS) found.set(key, one);
      const answer = String(entry.answer).trim().slice(0, 200);
      one.answers.set(answer, (one.answers.get(answer) ?? 0) + 1);
      if (numberOf(entry.answer) !== null) one.numbers += 1;
    }
  }
  return [...found.values()].map(({ entry, answers, numbers }) => {
    const counted = [...answers].map(([answer, respondents]) => ({ answer, respondents }));
    const given = counted.reduce((sum, { respondents }) => sum + respondents, 0);
    return {
      id: entry.questionId ?? null,
      question: entry.question,
      answers: counted.sort((one, other) => other.respondents - one.respondents).slice(0, MOST_ANSWERS),
      isNumeric: numbers * 2 > given,
    };
  });
}
