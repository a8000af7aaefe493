import { importAnswers } from "./answers";
import type { World } from "./api/world";
import { expect } from "./expect";
import type { HttpSession } from "./http-session";
import { openSession } from "./sessions";

export type TestProject = { id: string; name: string };

/** An empty project of the tests' account. Its name begins so and is nobody else's. */
export async function addProject({ sql, service }: World, begins: string): Promise<TestProject> {
  const name = `${begins} ${crypto.randomUUID()}`;
  const [row] = await sql<{ id: string }[]>`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${service.accountId}, ${service.managerId}, ${name}, 'T-1') returning id`;
  return { id: row?.id ?? "", name };
}

/** Imports answers as an analyst of the tests' account. */
export async function addAnswers(world: World, { id }: TestProject, csv: string): Promise<void> {
  const session = await openSession(await world.addPerson("analyst"));
  await importAnswers(session, id, csv);
}

export async function addProjectWithAnswers(world: World, begins: string, csv: string): Promise<TestProject> {
  const project = await addProject(world, begins);
  await addAnswers(world, project, csv);
  return project;
}

const shared = new Map<string, Promise<TestProject>>();

/** A project that all tests of this process share which only read its answers. */
export function sharedProject(world: World, begins: string, csv: string): Promise<TestProject> {
  const project = shared.get(begins) ?? addProjectWithAnswers(world, begins, csv);
  shared.set(begins, project);
  return project;
}

/** Creates a project over HTTP, as the page does, with an excluded project beside it. */
export async function createProject(
  api: HttpSession,
  name: string,
  more: Record<string, unknown> = {},
): Promise<{ id: string; excluded: string }> {
  const [{ projects }, { users }] = await Promise.all(
    ["projects?page_size=1", "users?page_size=500"].map(async (path) => (await api.get(`/api/demand/${path}`)).json()),
  );
  const manager = users.find(({ email }: { email: string }) => email === "manager@demo.test");
  const { account_id } = projects[0];
  const data = { account_id, project_manager_id: manager.id, project_name: name, project_number: "P-1", ...more };
  const reply = await api.post("/api/demand/projects", { data: { session_exclusions: [projects[0].id], ...data } });
  expect(reply.status(), await reply.text()).toBe(201);
  return { id: (await reply.json()).id, excluded: projects[0].project_name };
}
