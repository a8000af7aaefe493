import * as contract from "@/lib/contracts/ours/page-origins";
import type { Role } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { addKey } from "../session-records";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { baseURL, type Client, clientOf, expectRefusal, type Json, type Reply, test, type World } from "./world";

/** The sites whose pages may call with a key that stands in the page: set by admins, held against what browsers send. */

async function signedIn(world: World, role: Role, accountId?: string): Promise<Client> {
  const session = await openSession(await world.addPerson(role, accountId));
  return clientOf(session, "/api/settings", () => ({}));
}

async function ownAccount(world: World): Promise<string> {
  const name = `Origins ${crypto.randomUUID()}`;
  const [row] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  return row?.id ?? "";
}

const set = (api: Client, origins: unknown, more: Json = {}): Promise<Reply> =>
  api.post("/origins", { body: { origins, ...more } as Json });

test("origins are for admins of the account alone", async ({ world }) => {
  expectRefusal("api", await world.anonymous.get("/api/settings/origins"), 401);
  for (const role of ["manager", "analyst"] as const) {
    const api = await signedIn(world, role);
    expectRefusal("api", await api.get("/origins"), 403);
    expectRefusal("api", await set(api, []), 403);
  }
  const api = await signedIn(world, "admin", await ownAccount(world));
  expectRefusal("api", await set(api, [], { account_id: world.stranger.accountId }), 400, /not one of your accounts/);
  expectRefusal("api", await api.delete("/origins"), 405);
});

test("a list is replaced, read back in one spelling and audited once", async ({ world }) => {
  const accountId = await ownAccount(world);
  const api = await signedIn(world, "admin", accountId);
  const origins = ["https://shop.example", "https://survey.example:8443"];
  for (const sent of [["https://Survey.example:8443/", "https://shop.example", "https://shop.example"], origins]) {
    const { status, json } = await set(api, sent);
    expect(status, JSON.stringify(json)).toBe(200);
    expect(strictly(contract.setPageOrigins.response.schema).parse(json)).toMatchObject({ origins });
  }
  const { json } = await api.get("/origins");
  expect(strictly(contract.listPageOrigins.response.schema).parse(json)).toMatchObject({ accounts: [{ origins }] });
  const entries =
    await world.sql`select after from audit where action = 'setPageOrigins' and account_id = ${accountId}`;
  expect(entries).toMatchObject([{ after: { origins } }]);
});

test("an invalid origin is refused in a sentence, and the list stays", async ({ world }) => {
  const api = await signedIn(world, "admin", await ownAccount(world));
  await set(api, ["https://shop.example"]);
  for (const wrong of ["*", "shop.example", "http://shop.example", "https://shop.example/page", "", 7, null]) {
    const reply = await set(api, ["https://other.example", wrong]);
    expectRefusal("api", reply, 400);
    expect(reply.json.fields).toHaveProperty(["origins.1"]);
  }
  expectRefusal("api", await set(api, Array(51).fill("https://shop.example")), 400, /at most 50/);
  expect((await api.get("/origins")).json).toMatchObject({ accounts: [{ origins: ["https://shop.example"] }] });
});

test("a page of a listed origin asks and calls; when it is no longer listed, it may do neither", async ({ world }) => {
  const accountId = await ownAccount(world);
  const api = await signedIn(world, "admin", accountId);
  const origin = `https://${crypto.randomUUID()}.example`;
  const key = await addKey(world.sql, accountId, { of: "quality", kind: "public" });
  const address = new URL("/service/quality/v3/addRespondent", baseURL());
  const ask = () => fetch(address, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
  const call = () =>
    fetch(address, {
      method: "POST",
      headers: { origin, "api-key": key, "content-type": "application/json" },
      body: JSON.stringify({
        surveyName: "Pages",
        respondentId: crypto.randomUUID(),
        dataPoints: [{ qualityCheck: "TS", dataPointId: "t", duration: 1 }],
      }),
    });
  const seen = async (reply: Promise<Response>) => {
    const { status, headers } = await reply;
    return [status, headers.get("access-control-allow-origin")];
  };
  await set(api, [origin]);
  expect([await seen(ask()), await seen(call())]).toEqual([
    [204, origin],
    [200, origin],
  ]);
  await set(api, []);
  expect([await seen(ask()), await seen(call())]).toEqual([
    [403, null],
    [403, null],
  ]);
});
