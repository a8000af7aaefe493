import "server-only";
import { dependents } from "@/lib/answers/questions/change-kind";
import { derivedFrom } from "@/lib/answers/questions/derived-questions";
import { refuse } from "@/lib/answers/questions/questions";
import type { Context } from "@/lib/contracts/context";
import type { Question } from "@/lib/contracts/interfaces/answers";
import { AppError } from "@/lib/http/problem";
import {
  findAnswerSet,
  type ProjectKey,
  type Undoing,
  type UndoRefusal,
  undoRevision,
} from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";

/** Where it was undone meanwhile, what was asked for is so. */
export const UNDONE_ALREADY = new AppError("invalid", "This import has been undone already.");

const refusals: Record<UndoRefusal, AppError> = {
  unknown: new AppError("not_found", "This import could not be found."),
  "undone already": UNDONE_ALREADY,
  "not the newest": new AppError(
    "invalid",
    "This import is not the newest of the project any more: undo the later one first.",
  ),
  "previous gone": new AppError("invalid", "The answers before this import are no longer kept: it cannot be undone."),
};

/**
 * Goes back to the answers before the newest revision of a project. An import takes the questions back with it; a
 * change of several questions those, a change of kind that one question, and a weight none of them: what was edited in
 * the others since stays. `onUndone` is
 * told in the transaction that does it; what it throws leaves everything as it was.
 */
export async function undoImport(
  context: Context,
  project: ProjectKey,
  revision: number,
  onUndone?: (transaction: Connection) => Promise<void>,
): Promise<void> {
  const set = await findAnswerSet(db(), project);
  if (!set) throw refusals.unknown;
  await db().transaction(async (transaction) => {
    const refusal = await undoRevision(transaction, set, revision, leftByUndoing);
    if (refusal) throw refusals[refusal];
    await addAudit(transaction, context, {
      ...{ accountId: project.accountId, action: "undoImport", thing: "imports", thingId: project.projectId },
      outcome: "done",
      after: { revision },
    });
    await onUndone?.(transaction);
  });
}

function leftByUndoing({ set, undone, before }: Undoing) {
  const { questions = [], weights = [] } = before ?? {};
  if (undone.mode === "weight") {
    // A weight that was deleted since stays deleted.
    const present = new Set(set.weights.map(({ id }) => id));
    return { questions: set.questions, weights: weights.filter(({ id }) => present.has(id)) };
  }
  if (undone.mode === "kind") return { questions: withKindBack(set.questions, questions), weights: set.weights };
  if (undone.mode === "setup") return { questions: beforeChanges(set.questions, questions), weights: set.weights };
  return { questions, weights };
}

/** Questions as they were before several were changed. A derived one that was added since stays where it still can. */
function beforeChanges(present: readonly Question[], before: readonly Question[]): Question[] {
  const now = new Map(present.map((question) => [question.id, question]));
  const back = before.map((was) => {
    const is = now.get(was.id);
    return is === undefined || is.version === was.version ? was : { ...was, version: is.version + 1 };
  });
  return [...back, ...derivedFrom(present, back)];
}

/** The question whose answers were rewritten, which is the one in another column, as it was; its text stays. */
function withKindBack(present: readonly Question[], before: readonly Question[]): Question[] {
  const earlier = new Map(before.map((question) => [question.id, question]));
  return present.map((question) => {
    const was = earlier.get(question.id);
    if (!was || was.column === question.column) return question;
    const after = { ...was, text: question.text, version: question.version + 1 };
    refuse(dependents(question, after, present, before));
    return after;
  });
}
