import "server-only";
import { whileHeld } from "@/lib/answers/abandon-revision";
import { kindNames } from "@/lib/answers/words";
import { credentialOf } from "@/lib/contracts/context";
import type { Question } from "@/lib/contracts/interfaces/answers";
import type { KindChange, ProjectQuestionList } from "@/lib/contracts/ours/questions";
import type { SignedInContext } from "@/lib/gateway/call";
import { AppError } from "@/lib/http/problem";
import { WRITING } from "@/lib/stores/clickhouse/answer-rows";
import { figuresInTurn } from "@/lib/stores/clickhouse/figures-in-turn";
import { rewriteColumns } from "@/lib/stores/clickhouse/rewrite-column";
import {
  type AnswerRevision,
  type AnswerSet,
  beginRevision,
  findRevision,
  makeVisible,
  noteUse,
  type ProjectKey,
} from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { dependents, isRelabelling, kindRefusal, withKind } from "./change-kind";
import { converted } from "./convert-answers";
import { withKindsOf } from "./derived-questions";
import { changedMeanwhile, ownSet, refuse, unknownQuestion, viewOf, write } from "./questions";
import { leftBy } from "./undone-changes";

/**
 * Gives a question another kind. Where its answers have to be rewritten the whole table is written aside as a new
 * revision and shown in one step, which undoing takes back whole. `conflict` when the question was edited, or answers
 * came, meanwhile.
 */
export async function changeKind(
  context: SignedInContext,
  change: KindChange,
  signal: AbortSignal,
): Promise<ProjectQuestionList> {
  const own = await ownSet(context, change.project_id);
  const question = versionOf(own.set.questions, change);
  const refusal = kindRefusal(question, change.kind);
  refuse(refusal ? [refusal] : []);
  if (!isRelabelling(question.kind, change.kind)) return rewrite(context, own, { question, change, signal });
  const written = await write(context, own, {
    ...{ action: "changeQuestionKind", id: change.id },
    change: (questions) => {
      const before = versionOf(questions, change);
      const after = withKind(before, change.kind, before.options);
      refuse(dependents(before, after, questions));
      return withKindsOf(questions.map((each) => (each.id === after.id ? after : each)));
    },
  });
  return viewOf(written);
}

function versionOf(questions: readonly Question[], { id, version }: KindChange): Question {
  const found = questions.find((question) => question.id === id);
  if (!found) throw unknownQuestion();
  if (found.version !== version) throw changedMeanwhile(id);
  return found;
}

type Own = { key: ProjectKey; set: AnswerSet };
type Task = { question: Question; change: KindChange; signal: AbortSignal };

async function rewrite(context: SignedInContext, own: Own, { question, change, signal }: Task) {
  const { set } = own;
  const revision = set.revision === null ? null : await findRevision(db(), set.revision);
  if (!revision?.tableName) throw new AppError("not_found", "This project has no answers yet: import some first.");
  await noteUse(db(), set);
  const from = { table: revision.tableName, questions: set.questions };
  const inTurn = <T>(work: () => Promise<T>) => figuresInTurn(credentialOf(context.viewer), signal, work);
  const { options, conversion } = await inTurn(() => converted(from, question, change.kind));
  const after = { ...withKind(question, change.kind, options), column: `q${set.columnsGiven + 1}` };
  refuse(dependents(question, after, set.questions));
  const questions = withKindsOf(set.questions.map((each) => (each.id === after.id ? after : each)));
  const begun = await beginRevision(db(), {
    ...{ set, mode: "kind", fileName: inWords(question, after), plan: revision.plan },
    ...{ questions, weights: set.weights, who: context.viewer.email, isHeld: true },
  });
  const to = { table: begun.tableName, questions };
  const sources = new Map([[after.column, { form: "kind" as const, before: question, conversion }]]);
  return whileHeld(begun, async () => {
    await inTurn(() => rewriteColumns({ from, to, weights: set.weights, sources }, { ...WRITING, signal }));
    return show(context, own, { before: revision, begun, question, after });
  });
}

const inWords = ({ id, kind }: Question, after: Question) =>
  `“${id}”: ${kindNames[kind]} to ${kindNames[after.kind]}`.slice(0, 300);

type Shown = { before: AnswerRevision; begun: AnswerRevision; question: Question; after: Question };

/** In one step, unless answers came or the question was edited since: edits of other questions stay as they are now. */
async function show(context: SignedInContext, { key, set }: Own, { before, begun, question, after }: Shown) {
  const figures = { rows: before.responses, refused: 0, responses: before.responses };
  const shown = await db().transaction(async (transaction) => {
    let kept: Pick<AnswerSet, "questions" | "weights"> | null = null;
    const isVisible = await makeVisible(transaction, begun, figures, (now) => {
      const present = now.questions.find(({ id }) => id === question.id);
      if (present?.version !== question.version) throw changedMeanwhile(question.id);
      refuse(dependents(question, after, now.questions));
      const questions = withKindsOf(now.questions.map((each) => (each.id === after.id ? after : each)));
      kept = { questions, weights: now.weights };
      return {
        ...{ questions, weights: now.weights, columnsGiven: Math.max(now.columnsGiven, set.columnsGiven + 1) },
        changed: leftBy(now.questions, questions),
      };
    });
    if (!isVisible || !kept) return null;
    await addAudit(transaction, context, {
      ...{ accountId: key.accountId, action: "changeQuestionKind", thing: "questions", thingId: key.projectId },
      ...{ outcome: "done", before: question, after: { ...after, revision: begun.id } },
    });
    return kept as Pick<AnswerSet, "questions" | "weights">;
  });
  if (shown) return viewOf({ ...set, ...shown, revision: begun.id });
  throw new AppError("conflict", "Answers of this project were imported or undone meanwhile. Change the kind again.");
}
