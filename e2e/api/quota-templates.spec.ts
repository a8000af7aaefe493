import * as contract from "@/lib/contracts/ours/quota-templates";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { test as base, type Client, clientOf, expectRefusal, type Json } from "./world";

type People = { manager: Client; analyst: Client; stranger: Client };

const test = base.extend<{ people: People }>({
  people: async ({ world }, use) => {
    const theirs = world.stranger.accountId;
    const who = [
      await world.addPerson("manager"),
      await world.addPerson("analyst"),
      await world.addPerson("manager", theirs),
    ];
    const sessions = await Promise.all(who.map((person) => openSession(person)));
    const [manager, analyst, stranger] = sessions.map((session) =>
      clientOf(session, "/api/quota-templates", () => ({})),
    ) as [Client, Client, Client];
    await use({ manager, analyst, stranger });
  },
});

const quota = (members: Json = {}): Json => ({
  quota_name: "Men",
  quota: 10,
  qualifications: [{ question_id: 2, allowed_option_ids: [1] }],
  ...members,
});
let names = 0;
const wanted = (account_id: string, members: Json = {}): Json => {
  names += 1;
  return { account_id, name: `Template ${names} ${Date.now()}`, country_code: "US", quotas: [quota()], ...members };
};

async function save(client: Client, body: Json): Promise<contract.QuotaTemplate> {
  const { status, json } = await client.post("", { body });
  expect(status, JSON.stringify(json)).toBe(201);
  return contract.saveQuotaTemplate.response.schema.parse(json) as contract.QuotaTemplate;
}

async function listed(client: Client) {
  const { status, json } = await client.get("");
  expect(status, JSON.stringify(json)).toBe(200);
  contract.listQuotaTemplates.response.schema.parse(json);
  return json as { templates: contract.QuotaTemplate[]; accounts: { id: string; name: string }[] };
}

const GONE = "This template does not exist any more, or belongs to an account that is not yours.";

test("a template is read by everybody of its account, written by managers, and nobody else's", async ({
  world,
  people,
}) => {
  const account = world.service.accountId;
  const { id, name } = await save(people.manager, wanted(account));
  const { templates, accounts } = await listed(people.analyst);
  expect(accounts.map((each) => each.id)).toEqual([account]);
  expect(templates.find((each) => each.id === id)).toMatchObject({ name, account_id: account, quota_count: 1 });
  const read = await people.analyst.get(`/quotas?id=${id}`);
  contract.getQuotaTemplate.response.schema.parse(read.json);
  expect(read.json).toMatchObject({ template: { id, country_code: "US" }, quotas: [quota()] });

  const role = "Your role does not allow this. Ask an admin of your account.";
  expectRefusal("api", await people.analyst.post("", { body: wanted(account) }), 403, role);
  expectRefusal("api", await people.analyst.patch("", { body: { id, name: "Mine" } }), 403, role);
  expectRefusal("api", await people.analyst.post("/delete", { body: { id } }), 403, role);

  expect((await listed(people.stranger)).templates.map((each) => each.id)).not.toContain(id);
  expectRefusal("api", await people.stranger.get(`/quotas?id=${id}`), 404, GONE);
  expectRefusal("api", await people.stranger.patch("", { body: { id, name: "Mine" } }), 404, GONE);
  expectRefusal("api", await people.stranger.post("/delete", { body: { id } }), 404, GONE);
  expectRefusal("api", await people.stranger.post("", { body: wanted(account) }), 404, /no account of yours/);

  expect((await people.manager.post("/delete", { body: { id } })).status).toBe(200);
  expectRefusal("api", await people.manager.get(`/quotas?id=${id}`), 404, GONE);
  expectRefusal("api", await people.manager.post("/delete", { body: { id } }), 404, GONE);
});

test("a name that is taken is overwritten only when that is asked for", async ({ world, people }) => {
  const account = world.service.accountId;
  const body = wanted(account, { name: `  Census ${Date.now()}  ` });
  const first = await save(people.manager, body);
  expect(first.name).toBe(String(body.name).trim());
  const again = { ...body, name: String(body.name).toUpperCase(), quotas: [quota(), quota({ quota_name: "Others" })] };
  const refused = await people.manager.post("", { body: again });
  expectRefusal(
    "api",
    refused,
    412,
    `There is a template “${first.name}” already. Choose another name, or overwrite it.`,
  );
  const second = await save(people.manager, { ...again, overwrite: true });
  expect(second).toMatchObject({ id: first.id, quota_count: 2 });

  const other = await save(people.manager, wanted(account));
  expectRefusal("api", await people.manager.patch("", { body: { id: other.id, name: first.name } }), 412, /already/);
  const renamed = await people.manager.patch("", { body: { id: other.id, name: " Renamed " } });
  expect(renamed.json).toMatchObject({ id: other.id, name: "Renamed" });
  const sameInOtherCase = await people.manager.patch("", { body: { id: other.id, name: "RENAMED" } });
  expect(sameInOtherCase.status).toBe(200);
  await people.manager.post("/delete", { body: { id: other.id } });
});

test("every write leaves an entry in the audit", async ({ world, people }) => {
  const { id, name } = await save(people.manager, wanted(world.service.accountId));
  await people.manager.patch("", { body: { id, name: `${name} B` } });
  await people.manager.post("/delete", { body: { id } });
  const rows = await world.sql`
    select action, account_id, before, after, outcome from audit
    where thing = 'quota-templates' and thing_id = ${id} order by id`;
  expect(rows.map(({ action, outcome }) => [action, outcome])).toEqual([
    ["saveQuotaTemplate", "done"],
    ["renameQuotaTemplate", "done"],
    ["deleteQuotaTemplate", "done"],
  ]);
  expect(rows.every(({ account_id }) => account_id === world.service.accountId)).toBe(true);
  expect(rows[1]).toMatchObject({ before: { name, quotas: 1 }, after: { name: `${name} B`, quotas: 1 } });
});

test("an invalid template is refused in a sentence", async ({ world, people }) => {
  const account = world.service.accountId;
  const bad: [Json, RegExp][] = [
    [{ name: " " }, /^Name is required\.$/],
    [{ name: "x".repeat(101) }, /Name must have at most 100 characters/],
    [{ name: "a\u0000b" }, /character that cannot be stored/],
    [{ account_id: undefined }, /Account is required/],
    [{ country_code: 7 }, /Country must be text/],
    [{ overwrite: "yes" }, /Overwrite must be true or false/],
    [{ quotas: undefined }, /Quotas are required/],
    [{ quotas: [] }, /at least one quota/],
    [{ quotas: Array.from({ length: 5001 }, () => quota()) }, /at most 5,000 quotas/],
    [{ quotas: [quota({ quota_name: "" })] }, /Quota name is required/],
    [{ quotas: [quota({ quota: -1 })] }, /Target must be a whole number of 0 or more/],
    [{ quotas: [quota({ quota: 1.5 })] }, /Target must be a whole number/],
    [{ quotas: [quota({ qualifications: [{ question_id: {}, allowed_option_ids: [1] }] })] }, /Question must be/],
    [{ quotas: [quota({ qualifications: [{ question_id: 2, allowed_option_ids: [] }] })] }, /at least one allowed/],
  ];
  for (const [members, sentence] of bad) {
    expectRefusal("api", await people.manager.post("", { body: wanted(account, members) }), 400, sentence);
  }
  expectRefusal("api", await people.manager.post("", { text: "{" }), 400);
  expectRefusal("api", await people.manager.patch("", { body: { id: "1", name: "" } }), 400, /Name is required/);
  expectRefusal("api", await people.manager.patch("", { body: { id: "1", name: "a" } }), 404, GONE);
  expectRefusal("api", await people.manager.post("/delete", { body: {} }), 400, /Template id is required/);
  expectRefusal("api", await people.manager.get("/quotas"), 400, /Template id is required/);
  expectRefusal("api", await people.manager.get("/quotas?id=no%20id"), 404, GONE);
  for (const [method, path] of [
    ["delete", ""],
    ["put", ""],
    ["post", "/quotas"],
    ["get", "/delete"],
  ] as const) {
    expectRefusal("api", await people.manager[method](path), 405);
  }
  expectRefusal("api", await world.anonymous.get("/api/quota-templates"), 401);
  expectRefusal("api", await world.anonymous.post("/api/quota-templates", { body: wanted(account) }), 401);
});
