import "server-only";
import * as demand from "@/lib/contracts/demand";
import { AppError } from "@/lib/http/problem";
import { audited } from "./audited";
import { call, credentialOf, type SignedInContext } from "./call";
import { ReplyLost } from "./errors";
import { separateWrite } from "./join";

/** Creates a project; when the reply is lost, looks for one that was not there before and has what was sent. */
export async function createProject(context: SignedInContext, body: demand.NewProject): Promise<demand.Project> {
  const write = { action: "createProject", thing: "projects", thingId: null, accountId: body.account_id, sent: body };
  return separateWrite(credentialOf(context.viewer), () =>
    audited(context, write, async () => {
      const before = new Set((await allProjects(context)).map(({ id }) => id));
      const headers = { "idempotency-key": crypto.randomUUID() };
      try {
        return (await call(context, demand.createProject, { body, headers })).data;
      } catch (error) {
        if (!(error instanceof ReplyLost)) throw error;
        const projects = await allProjects(context).catch(() => null);
        if (!projects) throw uncertain(error, "created");
        const created = projects.find((project) => !before.has(project.id) && has(project, body));
        if (created) return created;
        throw new AppError("unavailable", `${error.message} The project was not created.`, { cause: error });
      }
    }),
  );
}

/** Changes a project; when the reply is lost, reads it back, and sends the change once more if it is not there. */
export async function updateProject(context: SignedInContext, body: demand.ProjectPatch): Promise<demand.Project> {
  const { id, ...change } = body;
  return separateWrite(credentialOf(context.viewer), async () => {
    const before = await findProject(context, id);
    if (!before) throw new AppError("not_found", "Project could not be found.");
    const write = {
      action: "updateProject",
      thing: "projects",
      thingId: id,
      accountId: before.account_id,
      before,
      sent: body,
    };
    const send = async () => (await call(context, demand.updateProject, { body })).data;
    return audited(context, write, () =>
      send().catch(async (error: unknown) => {
        if (!(error instanceof ReplyLost)) throw error;
        const now = await findProject(context, id).catch(() => null);
        if (now && has(now, change)) return now;
        if (!now) throw uncertain(error, "saved");
        return send().catch((again: unknown) => {
          if (!(again instanceof ReplyLost)) throw again;
          throw uncertain(again, "saved");
        });
      }),
    );
  });
}

const uncertain = (lost: ReplyLost, done: string) =>
  new AppError(
    "uncertain",
    `${lost.message} It is not known whether the project was ${done}. Look before you repeat it.`,
  );

const PAGE_SIZE = 500;

async function allProjects(context: SignedInContext): Promise<demand.Project[]> {
  const projects: demand.Project[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page, page_size: PAGE_SIZE };
    const { data } = await call(context, demand.listProjects, { query, alone: true });
    projects.push(...data.items);
    if (data.items.length === 0 || page * PAGE_SIZE >= (data.total ?? 0)) return projects;
  }
}

async function findProject(context: SignedInContext, id: string): Promise<demand.Project | undefined> {
  const { data } = await call(context, demand.listProjects, { query: { ids: [id] }, alone: true });
  return data.items.find((project) => project.id === id);
}

/** Whether a project has every member that was sent. */
function has(project: demand.Project, sent: Partial<demand.NewProject>): boolean {
  return Object.entries(sent).every(
    ([name, value]) =>
      value === undefined || JSON.stringify(project[name as keyof demand.Project]) === JSON.stringify(value),
  );
}
