import "server-only";
import { refuse } from "@/lib/answers/questions/questions";
import { leftBy, undoneChanges } from "@/lib/answers/questions/undone-changes";
import type { Context } from "@/lib/contracts/context";
import type { LeftQuestion, Question } from "@/lib/contracts/interfaces/answers";
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
export const UNDONE_ALREADY = new AppError("invalid", "This has been undone already.");

const refusals: Record<UndoRefusal, AppError> = {
  unknown: new AppError("not_found", "This import could not be found."),
  "undone already": UNDONE_ALREADY,
  "not the newest": new AppError(
    "invalid",
    "This is not the newest import or change of the project any more: undo the later one first.",
  ),
  "previous gone": new AppError("invalid", "The answers before this are no longer kept: it cannot be undone."),
};

/**
 * Goes back to the answers before the newest revision of a project. An import takes the questions back with it; a
 * change of set-up only what it changed in them, and a weight nothing: later edits stay, and the sentences that it
 * resolves with name those of the same fields. `onUndone` is told in the transaction that does it; what it throws leaves
 * everything as it was.
 */
export async function undoImport(
  context: Context,
  project: ProjectKey,
  revision: number,
  onUndone?: (transaction: Connection) => Promise<void>,
): Promise<string[]> {
  const set = await findAnswerSet(db(), project);
  if (!set) throw refusals.unknown;
  let stayed: string[] = [];
  await db().transaction(async (transaction) => {
    const refusal = await undoRevision(transaction, set, revision, (undoing) => {
      const left = leftByUndoing(undoing);
      stayed = left.stayed;
      return { questions: left.questions, weights: left.weights };
    });
    if (refusal) throw refusals[refusal];
    await addAudit(transaction, context, {
      ...{ accountId: project.accountId, action: "undoImport", thing: "imports", thingId: project.projectId },
      outcome: "done",
      after: { revision, ...(stayed.length > 0 && { stayed }) },
    });
    await onUndone?.(transaction);
  });
  return stayed;
}

type Left = Pick<Undoing["set"], "questions" | "weights"> & { stayed: string[] };

function leftByUndoing({ set, undone, before }: Undoing): Left {
  const { questions = [], weights = [] } = before ?? {};
  if (undone.mode === "weight") {
    // A weight that was deleted since stays deleted.
    const present = new Set(set.weights.map(({ id }) => id));
    return { questions: set.questions, weights: weights.filter(({ id }) => present.has(id)), stayed: [] };
  }
  if (undone.mode !== "kind" && undone.mode !== "setup") return { questions, weights, stayed: [] };
  const changed = undone.changed ?? touchedBy(undone.mode, questions, set.questions);
  const { problems, stayed, questions: back } = undoneChanges(set.questions, questions, changed);
  refuse(problems);
  return { questions: back, weights: set.weights, stayed };
}

/** Of a revision that does not say what it changed, as earlier releases made them: later edits count as its own. */
function touchedBy(mode: "kind" | "setup", before: readonly Question[], now: readonly Question[]): LeftQuestion[] {
  const columns = new Map(before.map(({ id, column }) => [id, column]));
  return leftBy(before, now).filter(({ id, after }) =>
    mode === "setup" ? !after?.derivation : after !== null && after.column !== columns.get(id),
  );
}
