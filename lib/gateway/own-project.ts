import "server-only";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import { AppError } from "@/lib/http/problem";
import { isOneId, readByIds } from "@/lib/http/read-by-ids";
import { beliefs, OWNERSHIP_MS } from "./believed";
import { type Account, call, connectionOf, type SignedInContext } from "./call";
import { ownAccount, ownAccounts } from "./own-account";
import { roomOf } from "./room";

/** A project that the viewer's own token shows him, with the account that it belongs to. */
export type OwnProject = { id: string; name: string; accountId: string };

/** Another service's word that a project is the viewer's. */
const believed = beliefs<OwnProject>("projects", { forMs: OWNERSHIP_MS, most: 5000 });

/** The project of an id, proven to be the viewer's by the demand interface; another's is as unknown as none. */
export function ownProject(context: SignedInContext, id: string): Promise<OwnProject> {
  if (connectionOf(context.viewer).demand.url === null) return provenProject(context, id);
  return believed.get(context, id, (asking) => provenProject(asking, id));
}

const unknown = () => new AppError("not_found", "This project could not be found.");

async function provenProject(context: SignedInContext, id: string): Promise<OwnProject> {
  if (!isOneId(id)) throw unknown();
  const found = await findProject(context, id);
  if (!found) throw unknown();
  const accountId = found.account_id ?? (await onlyAccount(context));
  return { id, name: found.project_name ?? id, accountId };
}

async function findProject(context: SignedInContext, id: string): Promise<Project | undefined> {
  const [found] = await readByIds(
    [id],
    roomOf(connectionOf(context.viewer)),
    async (query) => (await call(context, demand.listProjects, { query })).data,
  );
  return found;
}

/** A service whose projects name no account has one for each person, or says nothing that could be relied on. */
async function onlyAccount(context: SignedInContext): Promise<string> {
  const [only, another] = await ownAccounts(context);
  if (!only || another) throw unknown();
  return only.id;
}

/** The account of a project, which is proven to be the viewer's; the service is asked for both at the same time. */
export async function accountOfProject(context: SignedInContext, projectId: string): Promise<Account> {
  const [{ accountId }] = await Promise.all([ownProject(context, projectId), ownAccounts(context)]);
  return ownAccount(context, accountId);
}
