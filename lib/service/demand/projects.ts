import "server-only";
import type { Viewer } from "@/lib/contracts/context";
import type * as demand from "@/lib/contracts/interfaces/demand";
import { DEFAULT_PAGE_SIZE, type QueryOf } from "@/lib/contracts/operation";
import { AppError } from "@/lib/http/problem";
import { invalid } from "@/lib/http/read-request";
import { addAudit } from "@/lib/stores/postgres/audit";
import { type Connection, db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/projects";
import { sharesAccount } from "@/lib/stores/postgres/users";
import { idempotently } from "../idempotently";
import type { Answer, Call } from "../service";

function viewProject(project: store.ProjectRow) {
  return {
    id: project.id,
    account_id: project.accountId,
    project_manager_id: project.projectManagerId,
    project_name: project.projectName,
    project_number: project.projectNumber,
    session_exclusions: project.sessionExclusions,
    business_unit: project.businessUnit,
  };
}

/** More than any list of projects has. */
const ALL = 1_000_000;

/** The ids of a whole list in its order, as one statement saw them. */
export async function listProjectIds(viewer: Viewer, query: QueryOf<typeof demand.listProjects>): Promise<string[]> {
  const { projects } = await store.listProjects(db(), { ...filterOf(viewer, query), page: 1, pageSize: ALL });
  return projects.map(({ id }) => id);
}

const filterOf = ({ accounts }: Viewer, query: QueryOf<typeof demand.listProjects>) => ({
  accountIds: accounts.map(({ id }) => id),
  ids: query.ids,
  managerIds: query.project_manager_ids,
  search: query.search,
});

/** `GET /projects`; with `sums=true` each carries the sums of its surveys. */
export async function listProjects({ viewer, query }: Call<typeof demand.listProjects>): Promise<Answer> {
  const filter = filterOf(viewer, query);
  const page = query.page ?? 1;
  const pageSize = query.page_size ?? DEFAULT_PAGE_SIZE;
  const { total, projects } = await store.listProjects(db(), { ...filter, page, pageSize });
  const ids = projects.map(({ id }) => id);
  const sums = query.sums ? await store.sumsOfProjects(db(), filter.accountIds, ids) : null;
  const views = projects.map((project) => ({
    ...viewProject(project),
    ...(sums && { survey_sums: sums.get(project.id) }),
  }));
  return { body: { total_projects: total, page, page_size: views.length, projects: views } };
}

/** `POST /projects`. */
export async function createProject(call: Call<typeof demand.createProject>): Promise<Answer> {
  const { viewer, body } = call;
  if (!viewer.accounts.some(({ id }) => id === body.account_id)) {
    throw invalid({ account_id: "Account could not be found. Choose one of yours." });
  }
  return idempotently("createProject", call, async (transaction) => {
    await checkManager(transaction, body.account_id, body.project_manager_id);
    const project = await store.insertProject(transaction, {
      accountId: body.account_id,
      projectManagerId: body.project_manager_id,
      projectName: body.project_name,
      projectNumber: body.project_number,
      sessionExclusions: body.session_exclusions ?? [],
      businessUnit: body.business_unit ?? null,
    });
    const view = viewProject(project);
    const thing = {
      accountId: project.accountId,
      action: "createProject",
      thing: "projects",
      thingId: project.id,
    } as const;
    await addAudit(transaction, call, { ...thing, after: view, outcome: "done" });
    return { body: view };
  });
}

/** `PATCH /projects`; a project stays in its account. */
export async function updateProject(call: Call<typeof demand.updateProject>): Promise<Answer> {
  const { viewer, body } = call;
  return db().transaction(async (transaction) => {
    const accountIds = viewer.accounts.map(({ id }) => id);
    const present = await store.lockProject(transaction, accountIds, body.id, "update");
    if (!present) throw new AppError("not_found", "Project could not be found.");
    if (body.account_id !== undefined && body.account_id !== present.accountId) {
      throw invalid({ account_id: "A project cannot be moved to another account." });
    }
    if (body.project_manager_id !== undefined) {
      await checkManager(transaction, present.accountId, body.project_manager_id);
    }
    const change = {
      ...(body.project_manager_id !== undefined && { projectManagerId: body.project_manager_id }),
      ...(body.project_name !== undefined && { projectName: body.project_name }),
      ...(body.project_number !== undefined && { projectNumber: body.project_number }),
      ...(body.session_exclusions !== undefined && { sessionExclusions: body.session_exclusions }),
      ...(body.business_unit !== undefined && { businessUnit: body.business_unit }),
    };
    const before = viewProject(present);
    const after = viewProject(await store.updateProject(transaction, present, change));
    const thing = {
      accountId: present.accountId,
      action: "updateProject",
      thing: "projects",
      thingId: present.id,
    } as const;
    await addAudit(transaction, call, { ...thing, before, after, outcome: "done" });
    return { body: after };
  });
}

async function checkManager(transaction: Connection, accountId: string, userId: string): Promise<void> {
  if (await sharesAccount(transaction, accountId, userId)) return;
  throw invalid({ project_manager_id: "Project manager could not be found among the account's users." });
}
