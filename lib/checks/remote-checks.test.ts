import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SearchRequest } from "@/lib/contracts/interfaces/fraud-search";
import { env } from "@/lib/env";
import type { SignedInContext } from "@/lib/gateway/call";
import { forgetCheckReplies } from "@/lib/stores/postgres/check-replies";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { panelContext, withDemandService } from "@/lib/test-demand-service";
import { updateCheckSettings } from "./check-settings";
import { createCheck } from "./create-check";
import { findCheck } from "./find-check";
import { passReview, passSearch, passSetPlatforms } from "./pass-on";

withOwnDatabase();
const demand = withDemandService({ timeoutMs: 3000 });

const PRIVATE = "private key/ä";
const usual = () => ({
  tokens: [] as string[],
  calls: [] as string[],
  /** Answers everything but tokens so; null: well. */
  fails: null as { status: number; message: string } | null,
  reply: {
    Respondent: { threat_potential_score: "12", respondent_risk: 93, address: "203.0.113.7" },
    Surveys: [{ sn_ud: "s1", failure_reason: 2, flag: "1", duplicate_score: 92, duplicate_initial_ud: "s0" }],
  } as object,
});
const service = usual();
let server: Server;

async function answer(request: IncomingMessage, response: ServerResponse) {
  const body = await text(request);
  const url = new URL(request.url ?? "/", "http://service");
  const path = decodeURIComponent(url.pathname);
  service.calls.push(`${request.method} ${path}`);
  const say = (reply: object, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(reply));
  if (path.endsWith("/get_token/publishable key")) {
    service.tokens.push(`token-${service.tokens.length}`);
    return say({ results: [{ token: service.tokens.at(-1) }] });
  }
  if (service.fails) return say({ message: service.fails.message }, service.fails.status);
  if (path.includes("/destination_platforms/")) return say({ results: [{ id: 1, name: "North" }, { name: 7 }] });
  const isServers = path.endsWith(`/${PRIVATE}`);
  if (isServers && request.headers.token !== service.tokens.at(-1)) return say({ message: "Unauthorized." }, 401);
  if (!path.includes("/review/")) return say(service.reply);
  const asked = isServers ? Object.fromEntries(url.searchParams) : (JSON.parse(body) as Record<string, string>);
  return say({ results: [{ input: asked.text, score: { composite_score: 71, garbage_words_score: "80" } }] });
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [panel] = JSON.parse(env.CONNECTIONS ?? "[]") as object[];
  const keys = { a: { private_key: PRIVATE, publishable_key: "publishable key" } };
  env.CONNECTIONS = JSON.stringify([{ ...panel, fraud: { url, keys } }]);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  Object.assign(service, usual());
  demand.lists.accounts = [{ id: "a", name: "Account a" }];
  demand.lists.projects = [{ id: "p", project_name: "P", account_id: "a" }];
  demand.lists.surveys = [{ id: "7", name: "Seven", project_id: "p" }];
});

const panel = panelContext();
const context: SignedInContext = { ...panel, viewer: { ...panel.viewer, token: "signed-in" } };
const of = { context, accountId: undefined };
const query: SearchRequest = { sy_nr: "7", sn_ud: "s1", rt_hd_el: undefined, rt_ip_address: "203.0.113.7" };
const asked = { sy_nr: "7", sn_ud: "s1" };
const audited = () => db().execute(sql`select * from audit where action = 'checkRespondent' order by at desc`);

describe("a search at another service", () => {
  test("has the account's private key in its path and a token of its own", async () => {
    await passSearch(of, query);
    await passSearch(of, query);
    expect(service.tokens).toHaveLength(2);
    expect(service.calls.slice(-2)).toEqual([
      "GET /api/v3/respondents/get_token/publishable key",
      `GET /api/v3/respondents/search/${PRIVATE}`,
    ]);
  });

  test("is read leniently, kept as it came, and told to whoever explains it later", async () => {
    await createCheck(context, query);
    const { verdict, replies, sessions, survey_name } = await findCheck(context, asked);
    expect(verdict).toMatchObject({
      failure_reason: "02",
      fails: true,
      duplicate_score: 92,
      threat_score: 12,
      risk: 93,
    });
    expect(verdict).toMatchObject({ initial_session: "s0", checks: null, findings: null, country_mismatch: null });
    expect(replies).toMatchObject([{ kind: "search", reply: service.reply, who: "a@b.test" }]);
    expect([sessions, survey_name]).toEqual([null, "Seven"]);
  });

  test("whose verdict is stored in another shape is refused by its place", async () => {
    await createCheck(context, query);
    await db().execute(sql`update check_replies set read = '{"fails": "no"}' where kind = 'search'`);
    await expect(findCheck(context, asked)).rejects.toThrow(
      "What was read of the search of session s1 of survey 7 in check_replies cannot be read",
    );
  });

  test("is in the audit without an address, a key or a token", async () => {
    await createCheck(context, { ...query, answer: { q_id: "q", text: "What I wrote" } });
    const entries = await audited();
    expect(entries[0]).toMatchObject({ account_id: "a", thing: "surveys", thing_id: "7" });
    const kept = JSON.stringify(entries);
    for (const secret of ["203.0.113.7", "What I wrote", "key", "token-"]) expect(kept).not.toContain(secret);
  });

  test("that is refused repeats neither key, token nor identifiers", async () => {
    const message = `No ${PRIVATE} or ${encodeURIComponent(PRIVATE)} with token-0 for 203.0.113.7`;
    service.fails = { status: 400, message };
    await expect(passSearch(of, query)).rejects.toThrow("No … or … with … for …");
  });

  test("is sent once: a token is used up by the first", async () => {
    service.fails = { status: 503, message: "Later." };
    await expect(passSearch(of, query)).rejects.toMatchObject({ code: "unavailable" });
    expect(service.calls.filter((call) => call.includes("/search/"))).toHaveLength(1);
  });

  test("of another's survey is not made", async () => {
    await expect(passSearch(of, { ...query, sy_nr: "8" })).rejects.toMatchObject({ code: "not_found" });
    expect(service.calls).toEqual([]);
  });

  test("is not asked for in cipher, and a reply that is one is refused", async () => {
    await expect(passSearch(of, { ...query, encrypt: true })).rejects.toMatchObject({ code: "invalid" });
    service.reply = { data: "c2VhbGVk" };
    await expect(passSearch(of, query)).rejects.toThrow("it is encrypted");
  });
});

test("while the service does not answer, the account's decision says what becomes of the respondent", async () => {
  service.fails = { status: 503, message: "Later." };
  const before = await createCheck(context, { ...query, sn_ud: "s2" });
  expect(before).toMatchObject({ verdict: null, unanswered: { respondent: "let in" } });
  service.fails = null;
  const set = await updateCheckSettings(context, { when_unanswered: "turn away" });
  expect(set).toMatchObject({ when_unanswered: "turn away", decided: { who: "a@b.test" }, extended: null });
  service.fails = { status: 503, message: "Later." };
  expect((await createCheck(context, { ...query, sn_ud: "s2" })).unanswered?.respondent).toBe("turn away");
});

test("a text goes in the address, a long one in a body, and neither is kept", async () => {
  for (const length of [20, 1900, 15_000]) {
    await passReview(of, { ...asked, q_id: `q${length}`, text: "あ".repeat(length) });
  }
  const reviews = service.calls.filter((call) => call.includes("/review/"));
  expect(reviews).toEqual([
    `GET /api/v3/respondents/review/${PRIVATE}`,
    "POST /api/v4/respondents/review/publishable key",
    "POST /api/v4/respondents/review/publishable key",
  ]);
  const known = await findCheck(context, asked);
  expect(known.reviews.find(({ question_id }) => question_id === "q20")?.scores).toMatchObject({
    ...{ composite: 71, garbage: 80, similarity: null },
  });
  expect(JSON.stringify(known)).not.toContain("あ");
});

test("what is ours beside the interface is not asked of a service that may not have it", async () => {
  await expect(passSetPlatforms(of, [])).rejects.toThrow("Fraud check of Panel does not offer this.");
});

test("replies leave with the identifiers; verdicts stay", async () => {
  await createCheck(context, query);
  await db().execute(sql`update check_replies set at = at - interval '91 days'`);
  while ((await forgetCheckReplies(db(), 90)) > 0);
  expect(await forgetCheckReplies(db(), 90)).toBe(0);
  const { verdict, replies } = await findCheck(context, asked);
  expect([verdict?.failure_reason, replies[0]?.reply]).toEqual(["02", null]);
});
