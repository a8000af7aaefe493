import { importAnswers } from "./answers";
import { baseURL, type World } from "./api/world";
import { signInApi } from "./sign-in";

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
  const session = await signInApi(baseURL(), await world.addPerson("analyst"));
  await importAnswers(session, id, csv);
  await session.dispose();
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
