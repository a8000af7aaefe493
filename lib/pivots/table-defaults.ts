import "server-only";
import type { SessionViewer } from "@/lib/auth/viewer";
import type { BodyOf } from "@/lib/contracts/operation";
import type * as contract from "@/lib/contracts/ours/pivots";
import type { SignedInContext } from "@/lib/gateway/call";
import { projectOf } from "@/lib/gateway/project-of";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { addAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/table-defaults";
import { defaultsProblem, defaultsQuery, loadDefaults } from "./defaults";

type Context = SignedInContext<SessionViewer>;

export async function getTableDefaults(context: Context, projectId: string): Promise<contract.StoredDefaults> {
  const stored = await store.findTableDefaults(db(), await projectOf(context, projectId));
  return { query: stored?.query ?? null, who: stored?.who ?? null };
}

/** Sets them where they still are what was seen; else whoever changed them meanwhile would be overwritten unseen. */
export async function saveTableDefaults(
  context: Context,
  { project_id, query, seen }: BodyOf<typeof contract.saveTableDefaults>,
): Promise<contract.StoredDefaults> {
  const problem = query === null ? null : defaultsProblem(query);
  if (problem !== null) throw invalid({ query: problem });
  const project = await projectOf(context, project_id);
  const who = context.viewer.email;
  const next = query === null ? null : defaultsQuery(loadDefaults(query));
  await db().transaction(async (transaction) => {
    const before = await store.holdTableDefaults(transaction, project);
    if ((before?.query ?? null) !== seen) throw changed(before?.who ?? null);
    await store.putTableDefaults(transaction, project, { query: next, who });
    await addAudit(transaction, context, {
      accountId: project.accountId,
      action: "saveTableDefaults",
      thing: "projects",
      thingId: project.projectId,
      before: { defaults: before?.query ?? null },
      after: { defaults: next },
      outcome: "done",
    });
  });
  return { query: next, who: next === null ? null : who };
}

const changed = (who: string | null) =>
  new AppError(
    "conflict",
    `${who ?? "Somebody"} changed the defaults meanwhile, and yours are not saved. Close this, open it again, and save then.`,
  );
