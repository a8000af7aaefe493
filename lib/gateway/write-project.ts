import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { credentialOf } from "@/lib/contracts/context";
import * as demand from "@/lib/contracts/interfaces/demand";
import type { Project } from "@/lib/contracts/interfaces/demand-replies";
import { readEverything } from "@/lib/http/every-page";
import { AppError } from "@/lib/http/problem";
import type { Rank } from "@/lib/stores/postgres/rate-limits";
import { audited } from "./audited";
import { call, readDeadline, type SignedInContext } from "./call";
import { beforeWrite, ReplyLost, writeLost } from "./errors";
import { separateWrite } from "./join";
import { onceByKey } from "./once-by-key";
import { ownAccountsOr } from "./own-account";
import { rankOfWrite, repeatsByKey, writeDeadlines } from "./write-time";

const LOOK_AGAIN_MS = 1000;
const CREATION = { noun: "project", act: "create" } as const;
const CHANGE = { noun: "project", act: "save" } as const;

/**
 * Creates a project; when the reply is lost, looks for one that was not there before and has what was sent. `key`: the
 * same for a repeat of the same creation, which is then answered with what the first one made.
 */
export const createProject = (context: SignedInContext, body: demand.NewProject, key?: string): Promise<Project> =>
  onceByKey(context, {
    ...{ operation: demand.createProject.name, key, body, noun: "project" },
    create: (onSend) => create(context, body, { key, onSend }),
    idOf: ({ id }) => id,
    read: (id) => requireProject(context, id, readDeadline(context)),
  });

async function create(
  context: SignedInContext,
  body: demand.NewProject,
  { key = crypto.randomUUID(), onSend }: { key: string | undefined; onSend: () => void },
): Promise<Project> {
  const reading = Promise.all([
    ownAccountId(context, body.account_id),
    repeatsByKey(context) ? null : allProjects(context, readDeadline(context), rankOfWrite(context)),
  ]);
  const [accountId, before] = await beforeWrite(CREATION, reading);
  const write = { action: "createProject", thing: "projects", thingId: null, accountId, sent: body } as const;
  const headers = { "idempotency-key": key };
  const send = async (deadline: number) =>
    (await call(context, demand.createProject, { body, headers, deadline })).data;
  const resolve: Resolve = before ? lookingForProject(context, body, before) : (_, deadline) => send(deadline);
  return separateWrite(credentialOf(context.viewer), () =>
    audited(context, { ...write, leaves: (project) => project }, async () => {
      // Not before: what was read first has a time of its own, and takes none from the write.
      const deadlines = writeDeadlines(context);
      onSend();
      return send(deadlines.send).catch(async (lost: unknown) => {
        if (!(lost instanceof ReplyLost)) throw lost;
        const created = await resolve(lost, deadlines.settle).catch(() => undefined);
        if (created) return created;
        if (created === undefined) throw writeLost(lost, lost.neverArrived ? "none" : "unknown", CREATION);
        throw writeLost(lost, lost.mayStillHappen ? "pending" : "none", CREATION);
      });
    }),
  );
}

/** The account of a project to be created where it is the viewer's: nobody writes into another's audit. */
async function ownAccountId(context: SignedInContext, asked: string): Promise<string | null> {
  const accounts = await ownAccountsOr(context, context.viewer.accounts);
  return accounts.some(({ id }) => id === asked) ? asked : null;
}

/** Finds out by a deadline what became of a creation; null: there is no such project yet. */
type Resolve = (lost: ReplyLost, deadline: number) => Promise<Project | null>;

const allProjects = (context: SignedInContext, deadline: number, rank?: Rank) => {
  const manner = { alone: true, deadline, ...(rank !== undefined && { rank }) };
  return readEverything(async (query) => (await call(context, demand.listProjects, { ...manner, query })).data);
};

/** Looks for the project that has come since there were these. */
function lookingForProject(context: SignedInContext, body: demand.NewProject, former: Project[]): Resolve {
  const before = new Set(former.map(({ id }) => id));
  const look = async (deadline: number) =>
    (await allProjects(context, deadline)).find((project) => !before.has(project.id) && has(project, body));
  return async (lost, deadline) => {
    const created = await look(deadline);
    if (created || !lost.mayStillHappen || Date.now() + LOOK_AGAIN_MS > deadline) return created ?? null;
    await sleep(LOOK_AGAIN_MS);
    return (await look(deadline)) ?? null;
  };
}

/** Changes a project; when the reply is lost, reads it back, and sends the change once more if it is not there. */
export async function updateProject(context: SignedInContext, body: demand.ProjectPatch): Promise<Project> {
  const deadlines = writeDeadlines(context);
  const { id, ...change } = body;
  return separateWrite(credentialOf(context.viewer), async () => {
    const before = await beforeWrite(CHANGE, requireProject(context, id, deadlines.read, rankOfWrite(context)));
    const write = { action: "updateProject", thing: "projects", thingId: id, accountId: before.account_id } as const;
    const send = async (deadline: number) => (await call(context, demand.updateProject, { body, deadline })).data;
    return audited(context, { ...write, before, sent: body }, () =>
      send(deadlines.send).catch(async (lost: unknown) => {
        if (!(lost instanceof ReplyLost)) throw lost;
        const now = await findProject(context, id, deadlines.settle).catch(() => null);
        if (now && has(now, change)) return now;
        if (!now) throw writeLost(lost, lost.neverArrived ? "none" : "unknown", CHANGE);
        return send(deadlines.settle).catch((again: unknown) => {
          throw again instanceof ReplyLost ? writeLost(again, "unknown", CHANGE) : again;
        });
      }),
    );
  });
}

async function findProject(context: SignedInContext, id: string, deadline: number, rank?: Rank) {
  const ask = { query: { ids: [id] }, alone: true, deadline, ...(rank !== undefined && { rank }) };
  const { data } = await call(context, demand.listProjects, ask);
  return data.items.find((project) => project.id === id);
}

async function requireProject(context: SignedInContext, id: string, deadline: number, rank?: Rank) {
  const found = await findProject(context, id, deadline, rank);
  if (!found) throw new AppError("not_found", "Project could not be found.");
  return found;
}

/** Whether a project has every member that was sent; a service may have trimmed what it was given. */
function has(project: Project, sent: Partial<demand.NewProject>): boolean {
  return Object.entries(sent).every(([name, value]) => {
    return value === undefined || plain(project[name as keyof Project]) === plain(value);
  });
}

const plain = (value: unknown) => (typeof value === "string" ? value.trim() : JSON.stringify(value));
