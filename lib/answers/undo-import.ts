import "server-only";
import type { Context } from "@/lib/contracts/context";
import { AppError } from "@/lib/http/problem";
import { findAnswerSet, type ProjectKey, type UndoRefusal, undoRevision } from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";

const refusals: Record<UndoRefusal, AppError> = {
  unknown: new AppError("not_found", "This import could not be found."),
  "not the newest": new AppError(
    "invalid",
    "This import is not the newest of the project any more: undo the later one first.",
  ),
  "previous gone": new AppError("invalid", "The answers before this import are no longer kept: it cannot be undone."),
};

/** Goes back to the answers and questions before the newest import of a project, exactly. */
export async function undoImport(context: Context, project: ProjectKey, revision: number): Promise<void> {
  const set = await findAnswerSet(db(), project);
  if (!set) throw refusals.unknown;
  await db().transaction(async (transaction) => {
    const refusal = await undoRevision(transaction, set, revision);
    if (refusal) throw refusals[refusal];
    await addAudit(transaction, context, {
      ...{ accountId: project.accountId, action: "undoImport", thing: "imports", thingId: project.projectId },
      outcome: "done",
      after: { revision },
    });
  });
}
