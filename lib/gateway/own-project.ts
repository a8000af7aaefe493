import "server-only";
import { createHash } from "node:crypto";
import * as demand from "@/lib/contracts/demand";
import { AppError } from "@/lib/http/problem";
import { isOneId, readByIds } from "@/lib/http/read-by-ids";
import { processWide } from "@/lib/process-wide";
import { call, connectionOf, type SignedInContext } from "./call";
import { ownAccounts } from "./own-account";
import { roomOf } from "./room";

/** A project that the viewer's own token shows him, with the account that it belongs to. */
export type OwnProject = { id: string; name: string; accountId: string };

/** How long another service's word that a project is the viewer's is believed. */
const BELIEVED_MS = 60_000;
const MOST_BELIEVED = 5000;

type Believed = { until: number; project: Promise<OwnProject> };
const believed = () => processWide("gateway.projects", () => new Map<string, Believed>());

/** The project of an id, proven to be the viewer's by the demand interface; another's is as unknown as none. */
export function ownProject(context: SignedInContext, id: string): Promise<OwnProject> {
  if (connectionOf(context.viewer).demand.url === null) return provenProject(context, id);
  const { connection, token } = context.viewer;
  const key = createHash("sha256")
    .update(JSON.stringify([connection, token, id]))
    .digest("base64");
  const present = believed().get(key);
  if (present && Date.now() < present.until) return present.project;
  if (believed().size >= MOST_BELIEVED) believed().clear();
  const project = provenProject(context, id);
  believed().set(key, { until: Date.now() + BELIEVED_MS, project });
  project.catch(() => believed().delete(key));
  return project;
}

const unknown = () => new AppError("not_found", "This project could not be found.");

async function provenProject(context: SignedInContext, id: string): Promise<OwnProject> {
  if (!isOneId(id)) throw unknown();
  const found = await findProject(context, id);
  if (!found) throw unknown();
  const accountId = found.account_id ?? (await onlyAccount(context));
  return { id, name: found.project_name ?? id, accountId };
}

async function findProject(context: SignedInContext, id: string): Promise<demand.Project | undefined> {
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
