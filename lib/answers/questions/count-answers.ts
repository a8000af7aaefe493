import "server-only";
import { LIMITS } from "@/lib/answers/limits";
import { credentialOf } from "@/lib/contracts/context";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { CountedQuestions, PreviewInput, QuestionPreview } from "@/lib/contracts/ours/questions";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { countable, readCounts, readFaults, readTenths, readValues } from "@/lib/stores/clickhouse/answer-counts";
import { readExcludedRows } from "@/lib/stores/clickhouse/excluded-rows";
import { figuresInTurn } from "@/lib/stores/clickhouse/figures-in-turn";
import { findAnswers } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { derivationProblems } from "./derived-questions";
import { derivedQuestion, editedQuestion } from "./edit-question";
import { refuse, unknownQuestion } from "./questions";

/** The counts of all questions of a project. */
export async function countAnswers(
  context: SignedInContext,
  projectId: string,
  signal: AbortSignal,
): Promise<CountedQuestions> {
  const answers = await findAnswers(db(), keyOf(context, await ownProject(context, projectId)));
  if (!answers?.table) return { responses: 0, excluded: 0, questions: [] };
  const { table, questions, exclusions } = answers;
  const limits = { ...LIMITS, signal };
  return figuresInTurn(credentialOf(context.viewer), signal, async () => {
    const excluded = await readExcludedRows(table, exclusions, limits);
    const counts = await readCounts({ table, excluded, questions, asked: countable({ table, questions }) }, limits);
    return { ...counts, excluded: excluded.count };
  });
}

/** The counts of one question as it would be. */
export async function previewQuestion(
  context: SignedInContext,
  asked: PreviewInput,
  signal: AbortSignal,
): Promise<QuestionPreview> {
  const answers = await findAnswers(db(), keyOf(context, await ownProject(context, asked.project_id)));
  if (!answers?.table) throw unknownQuestion();
  const { table, questions, exclusions } = answers;
  const question = asIfEdited(asked, questions);
  const others = questions.filter(({ id }) => id !== question.id);
  const limits = { ...LIMITS, signal };
  const [counts, values, tenths, faults] = await figuresInTurn(credentialOf(context.viewer), signal, async () => {
    const excluded = await readExcludedRows(table, exclusions, limits);
    const of = { table, excluded, questions: [...others, question], asked: [question] };
    return Promise.all([
      readCounts(of, limits),
      readValues(of, question, limits),
      readTenths(of, limits),
      readFaults(of, limits),
    ]);
  });
  const [counted] = counts.questions;
  if (!counted) throw new Error("A question was counted and has no counts.");
  return { ...counted, responses: counts.responses, values, tenths, faults };
}

function asIfEdited(asked: PreviewInput, questions: readonly Question[]): Question {
  const { project_id, id, missing, derivation } = asked;
  const options = asked.options?.map(({ code, label = String(code), value }) => ({ code, label, value }));
  const found = questions.find((question) => question.id === id);
  if (!found && !derivation) throw unknownQuestion();
  if (!found && derivation) {
    const question = derivedQuestion({ id, text: "", options: options ?? [], derivation }, questions);
    refuse(derivationProblems(question, questions));
    return question;
  }
  if (!found) throw unknownQuestion();
  const change = { project_id, id, version: found.version, options, missing, derivation };
  const { edited, problems } = editedQuestion(found, change, questions);
  refuse([...problems, ...derivationProblems(edited, questions)]);
  return edited;
}
