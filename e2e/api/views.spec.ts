import * as contract from "@/lib/contracts/ours/views";
import type { Role } from "@/lib/contracts/rules/permissions";
import { EVERYTHING, MINE } from "@/lib/contracts/terms/views";
import { expect } from "../expect";
import { httpSession } from "../http-session";
import { openSession } from "../sessions";
import { test as base, baseURL, type Client, clientOf, expectRefusal, type Json, type World } from "./world";

/** Somebody signed in whom no other test knows. */
async function somebody(world: World, role: Role, accountId?: string): Promise<Client> {
  const session = await openSession(await world.addPerson(role, accountId));
  return clientOf(session, "/api/views", () => ({}));
}

type People = { maker: Client; colleague: Client; admin: Client; stranger: Client; foreignAdmin: Client };

const test = base.extend<{ people: People }>({
  people: async ({ world }, use) => {
    const theirs = world.stranger.accountId;
    const [maker, colleague, admin, stranger, foreignAdmin] = await Promise.all([
      somebody(world, "analyst"),
      somebody(world, "manager"),
      somebody(world, "admin"),
      somebody(world, "manager", theirs),
      somebody(world, "admin", theirs),
    ]);
    await use({ maker, colleague, admin, stranger, foreignAdmin });
  },
});

const wanted = (members: Json = {}): Json => ({ list: "surveys", name: "Mine", query: "status=Live", ...members });

async function make(client: Client, members: Json = {}): Promise<contract.View> {
  const { status, json } = await client.post("", { body: wanted(members) });
  expect(status, JSON.stringify(json)).toBe(201);
  return contract.createView.response.schema.parse(json) as contract.View;
}

async function idsFor(client: Client, list = "surveys"): Promise<string[]> {
  const { status, json } = await client.get(`?list=${list}`);
  expect(status, JSON.stringify(json)).toBe(200);
  return (contract.listViews.response.schema.parse(json) as contract.Views).views.map(({ id }) => id);
}

const GONE = "This view does not exist any more, or is not shared with you.";

test("a personal view is its maker's alone: nobody else sees, changes, deletes or opens it", async ({ people }) => {
  const view = await make(people.maker, { name: "  Mine alone  ", query: "?status=Live" });
  expect(view).toMatchObject({ name: "Mine alone", query: "status=Live", account_id: null, is_mine: true });
  expect(await idsFor(people.maker)).toEqual([view.id]);
  expect(await idsFor(people.maker, "projects")).toEqual([]);
  for (const other of [people.colleague, people.admin, people.stranger, people.foreignAdmin]) {
    expect(await idsFor(other)).not.toContain(view.id);
    expectRefusal("api", await other.patch("", { body: { id: view.id, name: "Theirs" } }), 404, GONE);
    expectRefusal("api", await other.post("/delete", { body: { id: view.id } }), 404, GONE);
    expectRefusal("api", await other.post("/default", { body: { list: "surveys", view: view.id } }), 404, GONE);
  }
  expect((await people.maker.post("/delete", { body: { id: view.id } })).status).toBe(200);
  expect(await idsFor(people.maker)).toEqual([]);
});

test("a shared view is read by its account alone, changed by its maker or an admin of that account", async ({
  world,
  people,
}) => {
  const account_id = world.service.accountId;
  const { id } = await make(people.maker, { name: "Ours", account_id });
  for (const other of [people.colleague, people.admin]) expect(await idsFor(other)).toContain(id);
  for (const other of [people.stranger, people.foreignAdmin]) {
    expect(await idsFor(other)).not.toContain(id);
    expectRefusal("api", await other.patch("", { body: { id, name: "Theirs" } }), 404, GONE);
  }
  const refusal = "Only its maker or an admin can change this view. Save a copy of your own instead.";
  expectRefusal("api", await people.colleague.patch("", { body: { id, name: "Hers" } }), 403, refusal);
  expectRefusal("api", await people.colleague.post("/delete", { body: { id } }), 403, refusal);
  const renamed = await people.admin.patch("", { body: { id, name: "Everybody's" } });
  expect(renamed.json).toMatchObject({ name: "Everybody's", query: "status=Live", may_change: true, is_mine: false });
  const taken = await people.admin.patch("", { body: { id, account_id: null } });
  expectRefusal("api", taken, 403, "Only the maker of a view decides with whom it is shared.");

  expect((await people.maker.patch("", { body: { id, account_id: null } })).status).toBe(200);
  expect(await idsFor(people.colleague)).not.toContain(id);
  expectRefusal("api", await people.admin.post("/delete", { body: { id } }), 404, GONE);

  const trail =
    await world.sql`select action, who, outcome from audit where thing = 'views' and thing_id = ${id} order by id`;
  expect(trail.map(({ action, outcome }) => [action, outcome])).toEqual([
    ["createView", "done"],
    ["updateView", "done"],
    ["updateView", "done"],
  ]);
});

test("a view cannot be shared with an account of somebody else, not even afterwards", async ({ world, people }) => {
  const account_id = world.stranger.accountId;
  const sentence = "Share a view with an account of yours.";
  expectRefusal("api", await people.maker.post("", { body: wanted({ account_id }) }), 400, sentence);
  const { id } = await make(people.maker);
  expectRefusal("api", await people.maker.patch("", { body: { id, account_id } }), 400, sentence);
});

test("the default is each person's own, and falls back when its view goes", async ({ world, people }) => {
  const { id } = await make(people.maker, { account_id: world.service.accountId });
  const opens = async (client: Client) => (await client.get("?list=surveys")).json.default_view;
  expect(await opens(people.colleague)).toBe(EVERYTHING);
  for (const view of [MINE, id]) {
    expect((await people.colleague.post("/default", { body: { list: "surveys", view } })).status).toBe(200);
    expect(await opens(people.colleague)).toBe(view);
  }
  expect(await opens(people.maker)).toBe(EVERYTHING);
  await people.maker.post("/delete", { body: { id } });
  expect(await opens(people.colleague)).toBe(EVERYTHING);
  expectRefusal("api", await people.maker.post("/default", { body: { list: "projects", view: "mine" } }), 404, GONE);
});

test("a page reads the view that its address opens, and no other", async ({ world, people }) => {
  const account_id = world.service.accountId;
  const [chosen, other] = [await make(people.maker, { name: "Chosen", account_id }), await make(people.maker)];
  const opened = async (client: Client, view: string) => {
    const { status, json } = await client.get(`?list=surveys&opened=${view}`);
    expect(status, JSON.stringify(json)).toBe(200);
    const { views, default_view } = contract.listViews.response.schema.parse(json) as contract.Views;
    return [views.map(({ id }) => id), default_view];
  };
  expect(await opened(people.maker, EVERYTHING)).toEqual([[], EVERYTHING]);
  expect(await opened(people.maker, other.id)).toEqual([[other.id], EVERYTHING]);
  await people.maker.post("/default", { body: { list: "surveys", view: chosen.id } });
  for (const builtIn of [EVERYTHING, MINE]) {
    expect(await opened(people.maker, builtIn)).toEqual([[chosen.id], chosen.id]);
  }
  expect(await opened(people.maker, other.id)).toEqual([[other.id], chosen.id]);

  expect(await opened(people.colleague, chosen.id)).toEqual([[chosen.id], EVERYTHING]);
  expect(await opened(people.colleague, other.id)).toEqual([[], EVERYTHING]);
  for (const stranger of [people.stranger, people.foreignAdmin]) {
    expect(await opened(stranger, chosen.id)).toEqual([[], EVERYTHING]);
  }
  const ofProjects = await people.maker.get(`?list=projects&opened=${chosen.id}`);
  expect(ofProjects.json).toMatchObject({ views: [], default_view: EVERYTHING });
  const long = await people.maker.get(`?list=surveys&opened=${"x".repeat(201)}`);
  expectRefusal("api", long, 400, "opened must have at most 200 characters.");
});

test("a project's manager opens with their own surveys until they choose another view", async ({ world, people }) => {
  const manager = await world.addPerson("manager");
  await world.sql`
    insert into projects (account_id, project_manager_id, project_name, project_number)
    values (${world.service.accountId}, ${manager.id}, 'Managed', 'M')`;
  const session = await openSession(manager);
  const api = clientOf(session, "/api/views", () => ({}));
  expect((await api.get("?list=surveys")).json.default_view).toBe(MINE);
  expect((await api.get("?list=projects")).json.default_view).toBe(EVERYTHING);
  expect((await people.maker.get("?list=surveys")).json.default_view).toBe(EVERYTHING);
});

test("invalid views are refused in a sentence", async ({ people }) => {
  const bad: [Json, string][] = [
    [{ name: " " }, "Name is required."],
    [{ name: "x".repeat(101) }, "Name must have at most 100 characters."],
    [{ name: 7 }, "Name must be text."],
    [{ name: "a\u0000" }, "Name contains a character that cannot be stored."],
    [
      { list: "cars" },
      "list must be one of surveys, projects, responses, field-sessions, respondents, audit, trends, pivots.",
    ],
    [{ query: null }, "query must be text."],
    [{ query: "x".repeat(8001) }, "A view's filters must have at most 8,000 characters."],
    [{ query: "search=\ud800" }, "query contains a character that cannot be stored."],
  ];
  for (const [members, sentence] of bad) {
    expectRefusal("api", await people.maker.post("", { body: wanted(members) }), 400, sentence);
  }
  expectRefusal(
    "api",
    await people.maker.get("?list=cars"),
    400,
    "list must be one of surveys, projects, responses, field-sessions, respondents, audit, trends, pivots.",
  );
  expectRefusal("api", await people.maker.patch("", { body: { name: "x" } }), 400, "View id is required.");
  for (const id of ["no-uuid", crypto.randomUUID(), "'; drop table saved_views; --"]) {
    expectRefusal("api", await people.maker.patch("", { body: { id, name: "x" } }), 404, GONE);
  }
  expectRefusal("api", await people.maker.delete(""), 405);
  const nobody = httpSession(baseURL());
  const anonymous = clientOf(nobody, "/api/views", () => ({}));
  for (const reply of [
    await anonymous.get("?list=surveys"),
    await anonymous.post("", { body: wanted() }),
    await anonymous.patch("", { body: { id: "x" } }),
    await anonymous.post("/delete", { body: { id: "x" } }),
    await anonymous.post("/default", { body: { list: "surveys", view: "all" } }),
  ]) {
    expectRefusal("api", reply, 401, "Unauthorized.");
  }
});

test("of two simultaneous changes to a view one stays, whole", async ({ world, people }) => {
  const { id } = await make(people.maker, { account_id: world.service.accountId });
  const replies = await Promise.all(
    [people.maker, people.admin].map((client, index) =>
      client.patch("", { body: { id, name: `Name ${index}`, query: `search=${index}` } }),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const { views } = (await people.maker.get("?list=surveys")).json as contract.Views;
  const left = views.find((view) => view.id === id);
  expect([
    ["Name 0", "search=0"],
    ["Name 1", "search=1"],
  ]).toContainEqual([left?.name, left?.query]);
  const gone = await Promise.all(
    [people.maker, people.admin].map((client) => client.post("/delete", { body: { id } })),
  );
  expect(gone.map(({ status }) => status).sort()).toEqual([200, 404]);
});
