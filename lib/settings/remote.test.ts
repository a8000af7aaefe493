import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import { env } from "@/lib/env";
import type { SignedInContext } from "@/lib/gateway/call";
import { listAudit } from "@/lib/stores/postgres/audit";
import { db } from "@/lib/stores/postgres/client";
import { meetPerson } from "@/lib/stores/postgres/people";
import { usualSettings } from "@/lib/tables/format";
import { withOwnDatabase } from "@/lib/test-database";
import { getConnection } from "./connection";
import { changeRole, listPeople } from "./people";

withOwnDatabase();

/** A remote service that knows three users, and can be away. */
let server: Server;
let asked = 0;
let status = 200;
const users = ["Ada", "Bo", "Cy"].map((name) => ({ id: name, name, email: `${name}@x.example` }));

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1;
    const body = request.url?.startsWith("/v1/users")
      ? { total_users: users.length, page: 1, page_size: 500, users }
      : { total_accounts: 1, page: 1, page_size: 1, accounts: [{ id: "a", name: "A" }] };
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const far = { name: "far", title: "Far panel", environment: "staging", demand: { url, requestsPerSecond: 4 } };
  env.CONNECTIONS = JSON.stringify([far]);
});
afterAll(() => server.close());
beforeEach(() => {
  asked = 0;
  status = 200;
});

async function signedIn(name: string, role: SessionViewer["role"]): Promise<SignedInContext<SessionViewer>> {
  const email = `${name}@x.example`.toLowerCase();
  const { id } = await meetPerson(db(), { connection: "far", email, name });
  const viewer: SessionViewer = {
    connection: "far",
    email,
    name,
    role,
    accounts: [{ id: "a", name: "A" }],
    token: `secret-of-${name}`,
    personId: id,
    sessionHash: "",
    expiresAt: "",
    settings: usualSettings,
  };
  return { viewer, requestId: "r", origin: "page" };
}

test("a remote service is asked once for all who look at the same time, and soon after", async () => {
  const context = await signedIn("Ada", "admin");
  const [first, second] = await Promise.all([getConnection(context), getConnection(context)]);
  expect(await getConnection(context)).toEqual(first);
  expect(second).toEqual(first);
  expect(asked).toBe(1);
  const [demand] = first.interfaces;
  expect(demand).toMatchObject({ kind: "remote", health: { state: "ok", problem: null } });
  expect(demand?.host).toMatch(/^127\.0\.0\.1:\d+$/);
  expect(demand?.rate).toMatch(/^At most 4 survey calls/);
  expect(JSON.stringify(first)).not.toContain("secret-of");
});

test("one that fails says what failed; its host is told to admins alone", async () => {
  status = 500;
  const { interfaces } = await getConnection(await signedIn("Bo", "manager"));
  expect(interfaces[0]?.health).toMatchObject({ state: "down" });
  expect(interfaces[0]?.health?.problem).toContain("Far panel reports an error (500)");
  expect(interfaces[0]?.host).toBeNull();
});

test("its users are given roles before they sign in, one of them stays admin, and one entry says so", async () => {
  env.ADMIN_EMAILS.push("ada@x.example");
  const context = await signedIn("Ada", "admin");
  const { people } = await listPeople(context, {});
  expect(people.map(({ email, role, role_from }) => [email, role, role_from])).toEqual([
    ["ada@x.example", "admin", "environment"],
    ["bo@x.example", "analyst", "default"],
    ["cy@x.example", "analyst", "default"],
  ]);
  expect(people.at(-1)?.last_seen_at).toBeNull();
  await expect(changeRole(context, { email: "ada@x.example", role: "analyst" })).rejects.toThrow(/the last admin/);
  const given = await changeRole(context, { email: "cy@x.example", role: "admin" });
  expect(given).toMatchObject({ role: "admin", role_from: "given", last_seen_at: null });
  expect((await changeRole(context, { email: "ada@x.example", role: "analyst" })).role).toBe("analyst");
  await expect(changeRole(context, { email: "di@x.example", role: "admin" })).rejects.toThrow(/no such user/);
  const scope = { connection: "far", accountIds: ["a"], email: "", seesUnassigned: true, things: null, seen: null };
  const entries = await listAudit(db(), scope, { limit: 10 });
  expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
    ["changeRole", { email: "ada@x.example", role: "admin" }, { email: "ada@x.example", role: "analyst" }],
    ["changeRole", { email: "cy@x.example", role: "analyst" }, { email: "cy@x.example", role: "admin" }],
  ]);
});
