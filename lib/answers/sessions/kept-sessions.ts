import "server-only";
import type { ProjectSessionsView } from "@/lib/contracts/ours/imports";
import type { SignedInContext } from "@/lib/gateway/call";
import { fieldedElsewhere } from "@/lib/gateway/fielding";
import { ownProject } from "@/lib/gateway/own-project";
import { keyOf } from "@/lib/gateway/project-of";
import { projectSessions } from "@/lib/gateway/project-sessions";
import { AppError } from "@/lib/http/problem";
import { findAnswerSet, makeAnswerSet, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { findImportedSessions, setKeepsSessions } from "@/lib/stores/postgres/kept-sessions";
import { areCurrent } from "./written-sessions";

/** The completed sessions of a project of the viewer's, and how far they are in its answers. */
export async function getProjectSessions(context: SignedInContext, projectId: string): Promise<ProjectSessionsView> {
  return viewOf(context, keyOf(context, await ownProject(context, projectId)));
}

async function viewOf({ viewer }: SignedInContext, key: ProjectKey): Promise<ProjectSessionsView> {
  const [set, imported, found] = await Promise.all([
    findAnswerSet(db(), key),
    findImportedSessions(db(), key),
    projectSessions(key)?.summarize(),
  ]);
  const { completes, state } = found ?? { completes: 0, state: "" };
  const visible = imported?.state === "visible" ? imported : null;
  return {
    refusal: fieldedElsewhere(viewer),
    ...{ completes, keeps: set?.keepsSessions ?? false, problem: set?.sessionsProblem ?? null },
    imported: visible?.visibleAt ? { rows: visible.rows, at: visible.visibleAt.toISOString() } : null,
    is_current: visible ? areCurrent(visible, state) : completes === 0,
  };
}

/** Switches whether a project's sessions are imported by themselves. */
export async function keepSessions(
  context: SignedInContext,
  { project_id, keeps }: { project_id: string; keeps: boolean },
): Promise<ProjectSessionsView> {
  const key = keyOf(context, await ownProject(context, project_id));
  const elsewhere = fieldedElsewhere(context.viewer);
  if (elsewhere !== null) throw new AppError("invalid", elsewhere);
  await db().transaction(async (transaction) => {
    const set = await makeAnswerSet(transaction, key);
    if (set.keepsSessions === keeps) return;
    await setKeepsSessions(transaction, set.id, keeps);
    await addAudit(transaction, context, {
      ...{ accountId: key.accountId, action: "keepSessions", thing: "imports", thingId: key.projectId },
      ...{ outcome: "done", before: { keeps: set.keepsSessions }, after: { keeps } },
    });
  });
  return viewOf(context, key);
}
