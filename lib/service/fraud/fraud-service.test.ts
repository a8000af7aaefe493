import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { beforeAll, describe, expect, test, vi } from "vitest";
import type { KeyKind } from "@/lib/contracts/interface-list";
import type { SearchReply } from "@/lib/contracts/interfaces/fraud-search";
import { describeError, logger } from "@/lib/logger";
import { insertKey, newKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { forgetFraudIdentifiers } from "@/lib/stores/postgres/fraud";
import { accounts } from "@/lib/stores/postgres/schema/accounts";
import { withOwnDatabase } from "@/lib/test-database";
import { liveSurvey } from "@/lib/test-fielding";
import { runs } from "@/lib/test-runs";
import { serve } from "../router";

withOwnDatabase();

type Keys = Record<"private" | "publishable", string>;
type Json = Record<string, unknown>;
let ours: Keys;
let theirs: Keys;

async function newAccount(): Promise<Keys> {
  const [account] = await db()
    .insert(accounts)
    .values({ name: `Fraud ${crypto.randomUUID()}` })
    .returning();
  return keysOf(account?.id ?? "");
}

async function keysOf(accountId: string): Promise<Keys> {
  const keyOf = async (kind: KeyKind) => {
    const { text, ...stored } = newKey("fraud", kind);
    const of = { connection: "built-in", accountId, accountName: "Fraud", who: "a@b.test" };
    await insertKey(db(), { ...of, ...stored, interface: "fraud", name: "Tests" });
    return text;
  };
  return { private: await keyOf("private"), publishable: await keyOf("publishable") };
}

beforeAll(async () => {
  [ours, theirs] = await Promise.all([newAccount(), newAccount()]);
});

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

type Ask = { method?: string; query?: Json; body?: Json; headers?: Record<string, string> };

async function call(path: string, { method = "GET", query = {}, body, headers = {} }: Ask = {}) {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const sent = {
    method,
    headers: { "content-type": "application/json", "user-agent": CHROME, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  };
  for (;;) {
    const reply = await serve("fraud", path, new Request(`http://service${path}?${parameters}`, sent));
    if (reply.status !== 429) return { status: reply.status, json: JSON.parse(await reply.text()) as Json };
    await db().execute(sql`truncate rate_limits`); // what the rates do is tested elsewhere
  }
}

const search = (keys: Keys, body: Json, { address = "127.0.0.1", agent = CHROME } = {}) =>
  call(`/api/v4/respondents/search/${keys.publishable}`, {
    ...{ method: "POST", body },
    headers: { "x-client-address": address, "user-agent": agent },
  });

async function verdict(keys: Keys, body: Json, from: { address?: string; agent?: string } = {}) {
  const { status, json } = await search(keys, body, from);
  expect(status, JSON.stringify(json)).toBe(200);
  const { Respondent, Surveys, Checks } = json as SearchReply;
  return { ...Respondent, ...Surveys[0], checks: Checks };
}

async function tokenOf(keys: Keys): Promise<string> {
  const { json } = await call(`/api/v3/respondents/get_token/${keys.publishable}`);
  return (json.results as { token: string }[])[0]?.token ?? "";
}

const newId = () => crypto.randomUUID();

describe("search", () => {
  test("finds who shares a cookie, e-mail or panel id in the survey, and names the first session", async () => {
    const [survey, cookie, panel] = [newId(), newId(), newId()];
    const email = "a".repeat(64);
    const first = await verdict(ours, {
      sy_nr: survey,
      sn_ud: "a",
      rt_ce_ud: cookie,
      rt_hd_el: email,
      rt_sr_pd: panel,
    });
    expect(first).toMatchObject({ failure_reason: "01", flag: false, duplicate_initial_ud: null, duplicate_score: 0 });
    const found = { failure_reason: "02", flag: true, duplicate_initial_ud: "a", duplicate_potential: "high" };
    for (const [at, identifier] of [
      { rt_ce_ud: cookie },
      { rt_hd_el: email.toUpperCase() },
      { rt_sr_pd: panel },
    ].entries()) {
      const again = await verdict(ours, { sy_nr: survey, sn_ud: `b${at}`, ...identifier });
      expect(again).toMatchObject({ ...found, respondent_ud: first.respondent_ud });
    }
    const elsewhere = await verdict(ours, { sy_nr: newId(), sn_ud: "c", rt_ce_ud: cookie });
    expect(elsewhere).toMatchObject({ duplicate_score: 0, respondent_ud: first.respondent_ud });
    const another = await verdict(theirs, { sy_nr: survey, sn_ud: "d", rt_ce_ud: cookie });
    expect(another).toMatchObject({ duplicate_score: 0, failure_reason: "01" });
    expect(another.respondent_ud).not.toBe(first.respondent_ud);
  });

  test("takes address and browser together where the address is public, in every spelling", async () => {
    const survey = newId();
    await verdict(ours, { sy_nr: survey, sn_ud: "a" }, { address: "2001:db8:0:0:0:0:0:7" });
    const same = await verdict(ours, { sy_nr: survey, sn_ud: "b" }, { address: "2001:DB8::0007" });
    expect(same).toMatchObject({ failure_reason: "02", duplicate_score: 70, duplicate_initial_ud: "a" });
    const mapped = newId();
    await verdict(ours, { sy_nr: mapped, sn_ud: "a" }, { address: "203.0.113.9" });
    expect(await verdict(ours, { sy_nr: mapped, sn_ud: "b" }, { address: "::ffff:cb00:7109" })).toMatchObject({
      duplicate_score: 70,
    });
    for (const address of ["10.0.0.1", "192.168.1.1", "fc00::1", "fe80::1", "::1", "::ffff:10.0.0.1", "unknown"]) {
      const own = newId();
      await verdict(ours, { sy_nr: own, sn_ud: "a" }, { address });
      const { checks, duplicate_score } = await verdict(ours, { sy_nr: own, sn_ud: "b" }, { address });
      expect(duplicate_score).toBe(0);
      expect(checks).toMatchObject({ duplicate: "not checked", subnet: "not checked", vpn: "not checked" });
    }
  });

  test("a session that is searched for again is no duplicate of itself, and what was found stays found", async () => {
    const [survey, cookie] = [newId(), newId()];
    await verdict(ours, { sy_nr: survey, sn_ud: "a", rt_ce_ud: cookie, pg_webdriver: true });
    const again = await verdict(ours, { sy_nr: survey, sn_ud: "a", rt_ce_ud: cookie });
    expect(again).toMatchObject({ duplicate_score: 0, failure_reason: "14", threat_potential_score: 95 });
    // The server completes what the browser began.
    await verdict(ours, { sy_nr: survey, sn_ud: "b", rt_sr_pd: "p" });
    const filled = await verdict(ours, { sy_nr: survey, sn_ud: "b", rt_ce_ud: cookie });
    expect(filled).toMatchObject({ failure_reason: "02", duplicate_initial_ud: "a" });
    const third = await verdict(ours, { sy_nr: survey, sn_ud: "c", rt_sr_pd: "p" });
    expect(third.respondent_ud).toBe(again.respondent_ud);
  });

  test("crawlers, automation, developer tools and emulators have their reasons; nothing said is not checked", async () => {
    const phone = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36";
    const of = async (signals: Json, agent = CHROME) =>
      (await verdict(ours, { sy_nr: newId(), sn_ud: "a", ...signals }, { agent })).failure_reason;
    expect(await of({}, "Googlebot/2.1 (+http://www.google.com/bot.html)")).toBe("08");
    expect(await of({ pg_webdriver: 1 })).toBe("14");
    expect(await of({ pg_developer_tools: "1" })).toBe("15");
    expect(await of({ pg_platform: "Win32", pg_touch_points: 0 }, phone)).toBe("03");
    expect(await of({ pg_platform: "Linux armv81", pg_touch_points: 5 }, phone)).toBe("01");
    const { checks } = await verdict(ours, { sy_nr: newId(), sn_ud: "a" });
    expect(checks).toMatchObject({
      ...{
        crawler: "nothing found",
        automation: "not checked",
        developer_tools: "not checked",
        emulator: "not checked",
      },
      ...{ vpn: "not checked", tor: "not checked", hosting: "not checked", country: "not checked" },
    });
  });

  test("many of a subnet in an hour, and many sessions of one person in a day, fail", async () => {
    const [survey, cookie] = [newId(), newId()];
    for (let at = 0; at < 11; at += 1) {
      const { failure_reason } = await verdict(
        ours,
        { sy_nr: survey, sn_ud: `s${at}` },
        { address: `198.51.100.${at}`, agent: `${CHROME} ${at}` },
      );
      expect(failure_reason).toBe(at < 10 ? "01" : "11");
    }
    for (let at = 0; at < 11; at += 1) {
      const { failure_reason } = await verdict(ours, { sy_nr: newId(), sn_ud: `r${at}`, rt_ce_ud: cookie });
      expect(failure_reason).toBe(at < 10 ? "01" : "12");
    }
  });

  test("of two of one person that come at once one is the duplicate", async () => {
    const [survey, cookie] = [newId(), newId()];
    const all = await Promise.all(
      ["a", "b", "c", "d"].map((session) => verdict(ours, { sy_nr: survey, sn_ud: session, rt_ce_ud: cookie })),
    );
    expect(all.map(({ failure_reason }) => failure_reason).sort()).toEqual(["01", "02", "02", "02"]);
    expect(new Set(all.map(({ respondent_ud }) => respondent_ud)).size).toBe(1);
  });

  test("a record that is switched off on route search is nobody's duplicate", async () => {
    const [survey, cookie] = [newId(), newId()];
    await verdict(ours, { sy_nr: survey, sn_ud: "a", rt_ce_ud: cookie });
    await db().execute(sql`
      update activation_states set search = false where survey = (
        select id from activation_surveys where survey_number = ${survey})`);
    expect(await verdict(ours, { sy_nr: survey, sn_ud: "b", rt_ce_ud: cookie })).toMatchObject({
      failure_reason: "01",
    });
  });

  test("any order of the same sessions comes to the same persons, and to duplicates of whoever came before", async () => {
    type Session = { session: number; survey: number; cookie?: number; panel?: number };
    const identifier = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
    const drawing = fc.record({ survey: fc.integer({ min: 0, max: 1 }), cookie: identifier, panel: identifier });
    const isSame = (one: number | undefined, other: number | undefined) => one !== undefined && one === other;
    const share = (one: Session, other: Session) => isSame(one.cookie, other.cookie) || isSame(one.panel, other.panel);
    const bodyOf = ({ session, survey, cookie, panel }: Session) => ({
      ...{ sy_nr: `s${survey}`, sn_ud: `n${session}` },
      ...(cookie !== undefined && { rt_ce_ud: `c${cookie}` }),
      ...(panel !== undefined && { rt_sr_pd: `p${panel}` }),
    });
    /** The sessions of each person, by their numbers. */
    const run = async (order: Session[]) => {
      const keys = await newAccount();
      const persons = new Map<string, number[]>();
      for (const isFirst of [true, false]) {
        for (const [at, each] of order.entries()) {
          const isDuplicate = order.slice(0, at).some((one) => one.survey === each.survey && share(one, each));
          const { respondent_ud, flag } = await verdict(keys, bodyOf(each));
          expect(flag).toBe(isDuplicate);
          // The last session may have joined two who were apart before.
          if (!isFirst) persons.set(respondent_ud, [...(persons.get(respondent_ud) ?? []), each.session]);
        }
      }
      return new Set([...persons.values()].map((sessions) => sessions.sort((a, b) => a - b).join()));
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(drawing, { minLength: 2, maxLength: 7 }).chain((drawn) => {
          const sessions = drawn.map(
            ({ survey, cookie, panel }, session): Session => ({
              ...{ session, survey },
              ...(cookie !== undefined && { cookie }),
              ...(panel !== undefined && { panel }),
            }),
          );
          const shuffled = fc.shuffledSubarray(sessions, { minLength: sessions.length, maxLength: sessions.length });
          return fc.tuple(fc.constant(sessions), shuffled);
        }),
        async ([sessions, shuffled]) => {
          expect(await run(shuffled)).toEqual(await run(sessions));
        },
      ),
      { numRuns: runs(12) },
    );
  }, 120_000);
});

describe("keys and tokens", () => {
  test("any wrong key is one and the same 401", async () => {
    const good = { sy_nr: "s", sn_ud: "n" };
    const wrong = ["", "x", "demo-nothing", ours.private, "%2e%2e"];
    for (const key of wrong) {
      const reply = await call(`/api/v4/respondents/search/${key}`, { query: good });
      expect(reply).toEqual({ status: 401, json: { message: "Unauthorized." } });
    }
    const token = await tokenOf(ours);
    for (const key of ["", "x", ours.publishable, theirs.private]) {
      const reply = await call(`/api/v3/respondents/search/${key}`, { query: good, headers: { token } });
      expect(reply).toEqual({ status: 401, json: { message: "Unauthorized." } });
    }
  });

  test("a token works once, for its account, and a refused call leaves it unused", async () => {
    const path = `/api/v3/respondents/search/${ours.private}`;
    const query = { sy_nr: newId(), sn_ud: "n" };
    const token = await tokenOf(ours);
    expect((await call(path, { query: {}, headers: { token } })).status).toBe(400);
    const [one, other] = await Promise.all([
      call(path, { query, headers: { token } }),
      call(path, { query, headers: { token } }),
    ]);
    expect([one.status, other.status].sort()).toEqual([200, 401]);
    const foreign = await tokenOf(theirs);
    const old = await tokenOf(ours);
    await db().execute(sql`
      update single_use_tokens set expires_at = now() - interval '1 second'
      where token_hash = encode(sha256(${old}::bytea), 'hex')`);
    for (const wrong of [token, foreign, old, "", "x"]) {
      expect(await call(path, { query, headers: { token: wrong } })).toEqual({
        status: 401,
        json: { message: "Unauthorized." },
      });
    }
  });

  test("servers are told the evidence, browsers are not", async () => {
    const [survey, cookie] = [newId(), newId()];
    await verdict(ours, { sy_nr: survey, sn_ud: "a", rt_ce_ud: cookie });
    const query = { sy_nr: survey, sn_ud: "b", rt_ce_ud: cookie, rt_ip_address: "203.0.113.50" };
    const headers = { token: await tokenOf(ours) };
    const { json } = await call(`/api/v3/respondents/search/${ours.private}`, { query, headers });
    const evidence = `Shares the cookie with session a of survey ${survey}`;
    expect(json.Evidence).toEqual([{ check: "duplicate", score: 95, evidence }]);
    expect((await search(ours, { sy_nr: survey, sn_ud: "b", rt_ce_ud: cookie })).json.Evidence).toBeUndefined();
  });
});

const review = async (body: Json) => {
  const { status, json } = await call(`/api/v4/respondents/review/${ours.publishable}`, { method: "POST", body });
  expect(status, JSON.stringify(json)).toBe(200);
  return (json.results as { input: string; score: Json }[])[0]?.score ?? {};
};

const ANSWER = "I always buy it because my family likes the taste of it in the morning";

test("a dry run says which completes a threshold would have stopped, and changes nothing", async () => {
  const { surveyId, accountId } = await liveSurvey();
  const keys = await keysOf(accountId);
  const begun = sql`now() - interval '3 days'`;
  for (const [session, members] of Object.entries({
    duplicate: { rt_sr_pd: "same" },
    first: { rt_sr_pd: "same" },
    tools: { pg_developer_tools: 1 },
    clean: { pg_developer_tools: 0 },
    old: { pg_webdriver: 1 },
    open: { pg_webdriver: 1 },
  }).reverse()) {
    await verdict(keys, { sy_nr: surveyId, sn_ud: session, ...members });
    const [status, at] = [
      session === "open" ? "in progress" : "complete",
      session === "old" ? sql`now() - interval '40 days'` : begun,
    ];
    await db().execute(sql`
      insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at)
      values (${session}, ${surveyId}, ${status}, 1, '[]', '{}', ${at})`);
  }
  await db().execute(sql`
    insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at)
    values ('unchecked', ${surveyId}, 'complete', 1, '[]', '{}', ${begun})`);
  const path = `/api/v3/respondents/dry_run/${keys.private}`;
  const run = async (query: Json) => (await call(path, { query })).json;
  const all = { completes: 5, checked: 4, more: false };
  expect(await run({ threshold: 60 })).toEqual({
    ...{ ...all, stopped: 2 },
    reasons: [
      { failure_reason: "02", completes: 1 },
      { failure_reason: "15", completes: 1 },
    ],
  });
  expect(await run({ threshold: 61, sy_nr: surveyId.toUpperCase() })).toEqual({
    ...{ ...all, stopped: 1 },
    reasons: [{ failure_reason: "02", completes: 1 }],
  });
  // A survey's own threshold holds for it whatever the account's is.
  await db().execute(sql`update survey_places set fraud_threshold = 100 where survey_id = ${surveyId}`);
  expect(await run({ threshold: 1 })).toEqual({ ...all, stopped: 0, reasons: [] });
  expect(await run({ threshold: 60, sy_nr: surveyId })).toMatchObject({ ...all, stopped: 2 });
  for (const other of [newId(), (await liveSurvey()).surveyId, "x"]) {
    expect((await call(path, { query: { threshold: 60, sy_nr: other } })).status).toBe(404);
  }
  for (const threshold of ["", "0", "101", "high"]) {
    expect((await call(path, { query: { threshold } })).status).toBe(400);
  }
  const settings = `/api/v3/respondents/threshold/${keys.private}`;
  expect((await call(settings)).json).toEqual({ threshold: 60 });
  expect((await call(settings, { method: "PATCH", body: { threshold: 61 } })).json).toEqual({ threshold: 61 });
  const tools = await verdict(keys, { sy_nr: surveyId, sn_ud: "later", pg_developer_tools: 1 });
  expect(tools).toMatchObject({ failure_reason: "01", threat_potential_score: 60 });
});

test("a failure says and logs nothing of the key in the address", async () => {
  const logged = vi.spyOn(logger, "error").mockImplementation(() => {});
  await db().execute(sql`alter table fraud_sessions rename to fraud_sessions_away`);
  const failed = await search(ours, { sy_nr: newId(), sn_ud: "a" });
  await db().execute(sql`alter table fraud_sessions_away rename to fraud_sessions`);
  expect(failed).toEqual({ status: 500, json: { message: "Our server experienced an unexpected error." } });
  expect(logged).toHaveBeenCalledOnce();
  const [entry] = logged.mock.calls[0] as unknown as [{ what: string; err: Error }];
  expect(entry.what).toBe("POST /service/fraud/api/v4/respondents/search/{publishable_key}");
  expect(JSON.stringify([entry.what, describeError(entry.err)])).not.toContain(ours.publishable);
  logged.mockRestore();
});

describe("review", () => {
  test("a copy of an earlier text of the survey is found, one's own is not, and other surveys are apart", async () => {
    const survey = newId();
    const of = (session: string, more: Json = {}) =>
      review({ q_id: "q", sn_ud: session, sy_nr: survey, text: ANSWER, ...more });
    expect(await of("a")).toMatchObject({ similarity_text: 0, composite_score: 0, language_detected: "EN" });
    expect(await of("a")).toMatchObject({ similarity_text: 0 });
    expect(await of("b")).toMatchObject({ similarity_text: 100, composite_score: 100 });
    expect(await of("b", { q_id: "other" })).toMatchObject({ similarity_text: 0 });
    expect(await of("b", { sy_nr: newId() })).toMatchObject({ similarity_text: 0 });
  });

  test("keys without a word, pastes and impossible speeds count against a text; a clock that runs backwards does not", async () => {
    const of = (more: Json) => review({ q_id: newId(), sn_ud: "a", sy_nr: newId(), text: ANSWER, ...more });
    expect(await of({ text: "asdfghjkl qwertyuiop" })).toMatchObject({ garbage_words: true, garbage_words_score: 95 });
    expect(await of({ c_text: ANSWER, s_text_length: 0 })).toMatchObject({
      pasted_response: true,
      pasted_response_score: 100,
    });
    expect(await of({ t_page_load: 1000, t_text_typed: 2000, t_submit: 2500 })).toMatchObject({
      ...{ page_view_time: 1.5, typed_response_time: 0.5, engagement_score: 10 },
    });
    expect(await of({ t_page_load: 9000, t_text_typed: 2000, t_submit: 2500 })).toMatchObject({
      ...{ page_view_time: null, typed_response_time: null, engagement_score: null, composite_score: 0 },
    });
    expect(await of({ t_page_load: "2030-01-31T12:00:00Z", t_submit: "2030-01-31T12:01:00.000Z" })).toMatchObject({
      page_view_time: 60,
    });
  });
});

/** The code that the README shows. */
async function exampleOfDecryption(): Promise<{ decrypt: (data: string, key: string) => Json }> {
  const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
}

test("encrypted replies are read with the account's key alone, as the README shows", async () => {
  const path = `/api/v3/respondents/encryption_key/${theirs.private}`;
  const body = { sy_nr: newId(), sn_ud: "a", encrypt: 1 };
  expect(await search(theirs, body)).toMatchObject({
    status: 400,
    json: { message: expect.stringMatching(/^The account has no key/) },
  });
  expect(await db().execute(sql`select from activation_surveys where survey_number = ${body.sy_nr}`)).toHaveLength(0);
  const first = (await call(path, { method: "POST", body: {} })).json;
  const second = (await call(path, { method: "POST", body: {} })).json;
  const { json } = await search(theirs, body);
  expect(Object.keys(json)).toEqual(["data"]);
  const { decrypt: asWritten } = await exampleOfDecryption();
  const decrypt = (key: unknown) => asWritten(String(json.data), String(key));
  expect(decrypt(second.key)).toMatchObject({ Surveys: [{ survey_number: body.sy_nr }] });
  expect(() => decrypt(first.key)).toThrow();
  expect((await call(path)).json).toEqual({ created_at: second.created_at });
  const trail = await db().execute(
    sql`select row_to_json(a)::text as entry from audit a where action = 'createEncryptionKey'`,
  );
  expect(trail).toHaveLength(2);
  for (const { entry } of trail)
    for (const { key } of [first, second]) expect(String(entry)).not.toContain(String(key));
});

test("subnets and texts leave after their days, verdicts and scores stay", async () => {
  const survey = newId();
  await verdict(ours, { sy_nr: survey, sn_ud: "a", pg_webdriver: true }, { address: "203.0.113.77" });
  await review({ q_id: "q", sn_ud: "a", sy_nr: survey, text: ANSWER });
  await db().execute(sql`update fraud_sessions set searched_at = now() - interval '91 days'`);
  await db().execute(sql`update fraud_reviews set reviewed_at = now() - interval '91 days'`);
  while ((await forgetFraudIdentifiers(db(), 90)) > 0);
  expect(await db().execute(sql`select from fraud_sessions where subnet is not null`)).toHaveLength(0);
  expect(await db().execute(sql`select from fraud_reviews where words is not null or bands is not null`)).toHaveLength(
    0,
  );
  const kept = await db().execute(sql`
    select failure_reason from fraud_sessions f join activation_surveys v on v.id = f.survey
    where v.survey_number = ${survey}`);
  expect(kept).toEqual([{ failure_reason: "14" }]);
  expect(await forgetFraudIdentifiers(db(), 90)).toBe(0);
});
