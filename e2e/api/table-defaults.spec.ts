import * as contract from "@/lib/contracts/ours/pivots";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { test as base, type Client, clientOf, expectRefusal, patient } from "./world";

type Scene = { people: Record<"manager" | "analyst" | "admin" | "stranger", Client>; project: string };

const test = base.extend<{ scene: Scene }>({
  scene: async ({ world }, use) => {
    const theirs = world.stranger.accountId;
    const sessions = await Promise.all(
      ([["manager"], ["analyst"], ["admin"], ["analyst", theirs]] as const).map(async ([role, account]) =>
        openSession(await world.addPerson(role, account)),
      ),
    );
    const [manager, analyst, admin, stranger] = sessions.map((session) =>
      patient(clientOf(session, "/api/pivots/defaults", () => ({}))),
    );
    if (!manager || !analyst || !admin || !stranger) throw new Error("A client is missing.");
    const [row] = await world.sql<{ id: string }[]>`
      insert into projects (account_id, project_manager_id, project_name, project_number)
      values (${world.service.accountId}, ${world.service.managerId}, ${`Tables ${crypto.randomUUID()}`}, 'T-1')
      returning id`;
    await use({ people: { manager, analyst, admin, stranger }, project: row?.id ?? "" });
  },
});

async function defaultsFor(client: Client, project: string): Promise<contract.StoredDefaults> {
  const { status, json } = await client.get(`?project_id=${encodeURIComponent(project)}`);
  expect(status, JSON.stringify(json)).toBe(200);
  return contract.getTableDefaults.response.schema.parse(json) as contract.StoredDefaults;
}

const QUERY = "columns=sex,region&banner=true&weight=census&against=columns";

test("an analyst sets the defaults of a project, everybody of the account reads them, and they can be cleared", async ({
  world,
  scene: { people, project },
}) => {
  expect(await defaultsFor(people.manager, project)).toEqual({ query: null, who: null });
  const save = (client: Client, query: string | null, seen: string | null) =>
    client.post("", { body: { project_id: project, query, seen } });
  expect((await save(people.analyst, QUERY, null)).status).toBe(200);
  const stored = await defaultsFor(people.manager, project);
  expect(stored).toEqual({ query: QUERY, who: expect.stringMatching(/^analyst-/) });
  // Who saw none would overwrite them unseen.
  expectRefusal("api", await save(people.admin, "columns=age", null), 412, /analyst-.* changed the defaults meanwhile/);
  expect(await defaultsFor(people.admin, project)).toEqual(stored);
  expect((await save(people.admin, null, QUERY)).json).toEqual({ query: null, who: null });
  const entries = await world.sql<{ before: unknown; after: unknown }[]>`
    select before, after from audit where thing_id = ${project} and action = 'saveTableDefaults' order by at`;
  expect(entries.map((entry) => [entry.before, entry.after])).toEqual([
    [{ defaults: null }, { defaults: QUERY }],
    [{ defaults: QUERY }, { defaults: null }],
  ]);
});

test("invalid defaults, other roles, other accounts and strangers are refused, and nothing changes", async ({
  world,
  scene: { people, project },
}) => {
  const body = { project_id: project, query: QUERY, seen: null };
  const refused = await people.analyst.post("", { body: { ...body, query: "rows=sex" } });
  expectRefusal("api", refused, 400, /“rows” is not a default of tables/);
  const unreadable = await people.analyst.post("", { body: { ...body, query: "high=20" } });
  expectRefusal("api", unreadable, 400, /higher level of tests/);
  expectRefusal("api", await people.analyst.post("", { body: { ...body, query: 7 } }), 400, /query must be text/);
  expectRefusal("api", await people.manager.post("", { body }), 403, /role does not allow/);
  const unknown = "This project could not be found.";
  expectRefusal("api", await people.stranger.post("", { body }), 404, unknown);
  expectRefusal("api", await people.stranger.get(`?project_id=${project}`), 404, unknown);
  expectRefusal("api", await world.anonymous.post("/api/pivots/defaults", { body }), 401);
  expect(await defaultsFor(people.admin, project)).toEqual({ query: null, who: null });
});
