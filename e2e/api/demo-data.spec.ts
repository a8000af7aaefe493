import * as contract from "@/lib/contracts/ours/demo-data";
import type { Role } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { type Client, clientOf, expectRefusal, test, type World } from "./world";

/** Removing demo data is for admins of the demo's own account. */

async function signedIn(world: World, role: Role, accountId?: string): Promise<Client> {
  const session = await openSession(await world.addPerson(role, accountId));
  return clientOf(session, "/api/settings", () => ({}));
}

const removal = () => ({ body: { request_id: crypto.randomUUID() } });

test("only an admin of the demo's account can remove demo data", async ({ world }) => {
  expectRefusal("api", await world.anonymous.get("/api/settings/demo"), 401);
  for (const role of ["manager", "analyst"] as const) {
    const api = await signedIn(world, role);
    expectRefusal("api", await api.get("/demo"), 403);
    expectRefusal("api", await api.post("/demo", removal()), 403);
  }
  const [account] = await world.sql<{ id: string }[]>`
    insert into accounts (name) values (${`No demo ${crypto.randomUUID()}`}) returning id`;
  const api = await signedIn(world, "admin", account?.id);
  const { status, json } = await api.get("/demo");
  expect(status, JSON.stringify(json)).toBe(200);
  expect(strictly(contract.getDemoData.response.schema).parse(json)).toMatchObject({
    ...{ goes: { surveys: 0, sessions: 0 }, users: [] },
    refused: expect.stringMatching(/an admin who is a user of the account/),
  });
  // Other tests create surveys meanwhile, and none removes any.
  const before = (await world.sql<{ id: string }[]>`select id from surveys`).map(({ id }) => id);
  expectRefusal("api", await api.post("/demo", removal()), 403);
  expectRefusal("api", await api.post("/demo", { body: {} }), 400);
  const after = await world.sql`select id from surveys where id in ${world.sql(before)}`;
  expect(after).toHaveLength(before.length);
});
