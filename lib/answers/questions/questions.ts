import type { AuditAction } from "@/lib/contracts/terms/audit";
import "server-only";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { NewDerived, ProjectQuestionList, QuestionChange, QuestionMove } from "@/lib/contracts/ours/questions";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { AppError } from "@/lib/http/problem";
import { type AnswerSet, findAnswerSet, type ProjectKey, writeQuestions } from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { derivationProblems, madeOf, newlyBroken, withKindsOf } from "./derived-questions";
import { derivedQuestion, editedQuestion } from "./edit-question";

/** Reading and editing the questions of a project's answers. */
export async function listQuestions(context: SignedInContext, projectId: string): Promise<ProjectQuestionList> {
  const set = await findAnswerSet(db(), keyOf(context, await ownProject(context, projectId)));
  return viewOf(set);
}

export const viewOf = (set: AnswerSet | null): ProjectQuestionList =>
  set
    ? { questions: set.questions, weights: set.weights, revision: set.revision }
    : { questions: [], weights: [], revision: null };

export const unknownQuestion = () => new AppError("not_found", "This question could not be found.");

export const changedMeanwhile = (id: string) =>
  new AppError("conflict", `“${id}” was changed meanwhile. Look at it as it is now, then change it.`);

export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new AppError("invalid", problems.slice(0, 5).join(" "));
}

export async function ownSet(
  context: SignedInContext,
  projectId: string,
): Promise<{ key: ProjectKey; set: AnswerSet }> {
  const key = keyOf(context, await ownProject(context, projectId));
  const set = await findAnswerSet(db(), key);
  if (!set) throw new AppError("not_found", "This project has no answers yet: import some first.");
  return { key, set };
}

type Edit = { action: AuditAction; id: string; change: (questions: Question[]) => Question[] };

/** Changes the questions as they are at this moment, with a trace of what became of the one that is meant. */
export async function write(
  context: SignedInContext,
  { key, set }: { key: ProjectKey; set: AnswerSet },
  { action, id, change }: Edit,
): Promise<AnswerSet> {
  return db().transaction(async (transaction) => {
    const of = (questions: readonly Question[]) => questions.find((question) => question.id === id) ?? null;
    let before: Question | null = null;
    const written = await writeQuestions(transaction, set, ({ questions }) => {
      before = of(questions);
      return { questions: change(questions) };
    });
    await addAudit(transaction, context, {
      ...{ accountId: key.accountId, action, thing: "questions", thingId: key.projectId, outcome: "done" },
      ...{ before, after: of(written.questions) },
    });
    return written;
  });
}

/** Edits a question; `conflict` when somebody has edited it since it was read. */
export async function updateQuestion(context: SignedInContext, change: QuestionChange): Promise<Question> {
  const own = await ownSet(context, change.project_id);
  const found = own.set.questions.find(({ id }) => id === change.id);
  if (!found) throw unknownQuestion();
  const written = await write(context, own, {
    ...{ action: "updateQuestion", id: change.id },
    change: (questions) => withEdit(change, questions),
  });
  return written.questions.find(({ id }) => id === change.id) ?? found;
}

/** All questions after an edit of one: nets that are made of it take several answers when it does. */
function withEdit(change: QuestionChange, questions: readonly Question[]): Question[] {
  const question = questions.find(({ id }) => id === change.id);
  if (!question) throw unknownQuestion();
  if (question.version !== change.version) throw changedMeanwhile(question.id);
  const { edited, problems } = editedQuestion(question, change, questions);
  const after = withKindsOf(questions.map((each) => (each.id === edited.id ? edited : each)));
  refuse([...problems, ...derivationProblems(edited, questions), ...newlyBroken(withKindsOf(questions), after)]);
  return after;
}

export async function addQuestion(context: SignedInContext, asked: NewDerived): Promise<Question> {
  let question: Question | null = null;
  await write(context, await ownSet(context, asked.project_id), {
    ...{ action: "addQuestion", id: asked.id },
    change: (questions) => {
      if (questions.some(({ id }) => id === asked.id)) {
        throw new AppError("invalid", `There is a question “${asked.id}” already: choose another id.`);
      }
      question = derivedQuestion(asked, questions);
      refuse(derivationProblems(question, questions));
      return [...questions, question];
    },
  });
  if (!question) throw new Error("A derived question was written and is not known.");
  return question;
}

export async function removeQuestion(
  context: SignedInContext,
  { project_id, id }: { project_id: string; id: string },
): Promise<ProjectQuestionList> {
  const written = await write(context, await ownSet(context, project_id), {
    ...{ action: "removeQuestion", id },
    change: (questions) => {
      const found = questions.find((question) => question.id === id);
      if (!found) throw unknownQuestion();
      if (found.derivation === null) {
        throw new AppError("invalid", `“${id}” came with an import: only derived questions can be removed.`);
      }
      const users = madeOf(id, questions).map((user) => `“${user.id}”`);
      if (users.length > 0) {
        const are = users.length === 1 ? "is made of it: remove that one first" : "are made of it: remove those first";
        throw new AppError("invalid", `“${id}” cannot be removed. ${users.join(", ")} ${are}.`);
      }
      return questions.filter((question) => question.id !== id);
    },
  });
  return viewOf(written);
}

/** Puts a question before another, or at the end. */
export async function moveQuestion(
  context: SignedInContext,
  { project_id, id, before }: QuestionMove,
): Promise<ProjectQuestionList> {
  const written = await write(context, await ownSet(context, project_id), {
    ...{ action: "moveQuestion", id },
    change: (questions) => {
      const moved = questions.find((question) => question.id === id);
      if (!moved) throw unknownQuestion();
      const others = questions.filter((question) => question !== moved);
      const at = before === null ? others.length : others.findIndex((question) => question.id === before);
      if (at === -1) throw new AppError("invalid", `There is no other question “${before}” to put “${id}” before.`);
      return others.toSpliced(at, 0, moved);
    },
  });
  return viewOf(written);
}
