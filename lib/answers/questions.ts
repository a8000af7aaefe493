import "server-only";
import type { Question } from "@/lib/contracts/answers";
import type { NewDerived, ProjectQuestionList, QuestionChange } from "@/lib/contracts/questions";
import type { SignedInContext } from "@/lib/gateway/call";
import { ownProject } from "@/lib/gateway/own-project";
import { AppError } from "@/lib/http/problem";
import { countAnswersIn } from "@/lib/stores/clickhouse/answer-rows";
import {
  type AnswerSet,
  findAnswerSet,
  findRevision,
  noteUse,
  type ProjectKey,
  writeQuestions,
} from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { derivationProblems, namesOf } from "./derived-questions";
import { addedRanges, derivedQuestion, editedQuestion } from "./edit-question";
import { keyOf } from "./imports";

/** Reading and editing the questions of a project's answers. */
export async function listQuestions(context: SignedInContext, projectId: string): Promise<ProjectQuestionList> {
  const set = await findAnswerSet(db(), keyOf(context, await ownProject(context, projectId)));
  return viewOf(set);
}

const viewOf = (set: AnswerSet | null): ProjectQuestionList =>
  set
    ? { questions: set.questions, weights: set.weights, revision: set.revision }
    : { questions: [], weights: [], revision: null };

const unknown = () => new AppError("not_found", "This question could not be found.");

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new AppError("invalid", problems.slice(0, 5).join(" "));
}

async function ownSet(context: SignedInContext, projectId: string): Promise<{ key: ProjectKey; set: AnswerSet }> {
  const key = keyOf(context, await ownProject(context, projectId));
  const set = await findAnswerSet(db(), key);
  if (!set) throw new AppError("not_found", "This project has no answers yet: import some first.");
  return { key, set };
}

type Edit = { action: string; id: string; change: (questions: Question[]) => Question[] };

/** Changes the questions as they are at this moment, with a trace of what became of the one that is meant. */
async function write(
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
  if (!found) throw unknown();
  await refuseMissingThatAreAnswers(own.set, found, change);
  const written = await write(context, own, {
    ...{ action: "updateQuestion", id: change.id },
    change: (questions) =>
      questions.map((question) => (question.id === change.id ? edit(question, change, questions) : question)),
  });
  return written.questions.find(({ id }) => id === change.id) ?? found;
}

function edit(question: Question, change: QuestionChange, questions: readonly Question[]): Question {
  if (question.version !== change.version) {
    throw new AppError("conflict", `“${question.id}” was changed meanwhile. Look at it as it is now, then change it.`);
  }
  const { edited, problems } = editedQuestion(question, change);
  refuse([...problems, ...derivationProblems(edited, questions)]);
  return edited;
}

/** A number that is an answer by now cannot become a missing code without reading the file again. */
async function refuseMissingThatAreAnswers(set: AnswerSet, question: Question, change: QuestionChange): Promise<void> {
  if (!change.missing || question.kind !== "numeric" || question.column === null || set.revision === null) return;
  const ranges = addedRanges(question, editedQuestion(question, change).edited);
  const revision = ranges.length > 0 ? await findRevision(db(), set.revision) : null;
  if (!revision?.tableName) return;
  await noteUse(db(), set);
  const count = await countAnswersIn(revision.tableName, question.column, ranges);
  if (count === 0) return;
  const many = count === 1 ? "1 answer has" : `${count.toLocaleString("en")} answers have`;
  refuse([`${many} this value in “${question.id}”: import the file again with it as missing.`]);
}

export async function addQuestion(context: SignedInContext, asked: NewDerived): Promise<Question> {
  const question = derivedQuestion(asked);
  await write(context, await ownSet(context, asked.project_id), {
    ...{ action: "addQuestion", id: asked.id },
    change: (questions) => {
      if (questions.some(({ id }) => id === asked.id)) {
        throw new AppError("invalid", `There is a question “${asked.id}” already: choose another id.`);
      }
      refuse(derivationProblems(question, questions));
      return [...questions, question];
    },
  });
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
      if (!found) throw unknown();
      if (found.derivation === null) {
        throw new AppError("invalid", `“${id}” came with an import: only derived questions can be removed.`);
      }
      const user = questions.find(({ derivation }) => derivation && namesOf(derivation).includes(id));
      if (user) throw new AppError("invalid", `“${user.id}” is made of “${id}”: remove that one first.`);
      return questions.filter((question) => question.id !== id);
    },
  });
  return viewOf(written);
}
