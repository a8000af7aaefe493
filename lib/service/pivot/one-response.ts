import "server-only";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { readResponse } from "@/lib/stores/clickhouse/one-response";
import { findAnswers, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { inWords } from "./cell-responses";

/** More questions than anybody reads of one respondent. */
const MOST_SHOWN = 300;
const LIMITS = { timeMs: 5000, memoryBytes: 512 * 1024 * 1024 };

export type QuestionAnswer = { id: string; title: string; answer: string };

/** What one response of a project answers, in the questionnaire's order; null: the answers have no response of this id. */
export async function answersOfResponse(project: ProjectKey, id: string): Promise<QuestionAnswer[] | null> {
  const answers = await findAnswers(db(), project);
  if (!answers?.table || id.includes("\0")) return null;
  const { questions, table } = answers;
  const shown = questions.filter(({ derivation }) => !derivation).slice(0, MOST_SHOWN);
  const response = await readResponse({ table, questions, shown, id }, LIMITS);
  if (!response) return null;
  const read = inWords(
    questions,
    shown.map((question) => question.id),
  )(response);
  return shown.flatMap((question, at) => {
    const answer = read.answers[at] ?? null;
    return answer === null ? [] : [{ id: question.id, title: titleOf(question), answer: textOf(answer) }];
  });
}

const titleOf = ({ text, id }: Question) => text || id;
const textOf = (answer: string | number | string[]) => (Array.isArray(answer) ? answer.join("; ") : String(answer));
