import { createCipheriv, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { KeyKind } from "@/lib/contracts/interface-list";
import type { WhenUnanswered } from "@/lib/contracts/terms/checks";
import type { FraudCheckMode } from "@/lib/contracts/terms/fielding";
import { env } from "@/lib/env";
import { forgetProcessWide } from "@/lib/process-wide";
import { type EnteredResult, enterChecked } from "@/lib/service/fielding/enter-checked";
import { serve } from "@/lib/service/router";
import { insertKey, newKey } from "@/lib/stores/postgres/api-keys";
import { listCheckReplies } from "@/lib/stores/postgres/check-replies";
import { saveCheckSettings } from "@/lib/stores/postgres/check-settings";
import { db } from "@/lib/stores/postgres/client";
import { accounts } from "@/lib/stores/postgres/schema/accounts";
import { findUnansweredCheck } from "@/lib/stores/postgres/unanswered-checks";
import { withOwnDatabase } from "@/lib/test-database";
import { liveSurvey } from "@/lib/test-fielding";
import { connectionOf } from "./call";
import { checkElsewhere } from "./check-at-entry";

withOwnDatabase();

/** How long respondents wait for a service that hangs, and for one that answers on a busy machine. */
const LIMIT_MS = { hanging: 300, answering: 10_000 };
const REPLY_KEY = randomBytes(32).toString("base64");

type Keys = Record<"private_key" | "publishable_key", string>;
type Answer = (request: Request, response: ServerResponse) => void | Promise<void>;

/** The service that checks: our own over HTTP, as another installation has it, unless a test says otherwise. */
const service = { answer: undefined as Answer | undefined, calls: [] as string[] };
let server: Server;
let url = "";
let keys: Keys;
let survey: Awaited<ReturnType<typeof liveSurvey>>;

const isToken = (request: Request) => new URL(request.url).pathname.includes("/get_token/");

async function forward(request: Request, response: ServerResponse) {
  const reply = await serve("fraud", new URL(request.url).pathname, request);
  response.writeHead(reply.status, { "content-type": "application/json" }).end(await reply.text());
}

async function receive(incoming: IncomingMessage, response: ServerResponse) {
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const request = new Request(`http://service${incoming.url}`, { method: incoming.method ?? "GET", headers });
  service.calls.push(new URL(request.url).pathname);
  await (service.answer ?? forward)(request, response);
}

async function keysAtTheService(): Promise<Keys> {
  const [account] = await db()
    .insert(accounts)
    .values({ name: `Service ${crypto.randomUUID()}` })
    .returning();
  const keyOf = async (kind: KeyKind) => {
    const { text, ...stored } = newKey("fraud", kind);
    const of = { connection: "built-in", accountId: account?.id ?? "", accountName: "Service", who: "a@b.test" };
    await insertKey(db(), { ...of, ...stored, interface: "fraud", name: "Tests" });
    return text;
  };
  return { private_key: await keyOf("private"), publishable_key: await keyOf("publishable") };
}

/** The built-in connection's fraud checks are at `at`, with these keys of the survey's account. */
function connect(at: string, ofAccount: object, entryTimeoutMs = LIMIT_MS.answering): void {
  const fraud = { url: at, entryTimeoutMs, keys: { [survey.accountId]: ofAccount } };
  env.CONNECTIONS = JSON.stringify([{ name: "built-in", fraud }]);
  forgetProcessWide("connections");
  // Whoever waited as long as a connection allows, and not as the limit says, would still wait when the test is given up.
  Object.assign(connectionOf({ connection: "built-in" }), { timeoutMs: 3_600_000 });
}

beforeAll(async () => {
  server = createServer((incoming, response) => void receive(incoming, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  keys = await keysAtTheService();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  Object.assign(service, { answer: undefined, calls: [] });
  await db().execute(sql`truncate service_health, rate_limits`);
  forgetProcessWide("gateway.service-health");
  survey = await liveSurvey();
  connect(url, keys);
});

const setMode = (mode: FraudCheckMode) =>
  db().execute(sql`update survey_places set fraud_check = ${mode} where survey_id = ${survey.surveyId}`);
const decide = (whenUnanswered: WhenUnanswered) =>
  saveCheckSettings(db(), { connection: "built-in", accountId: survey.accountId, whenUnanswered, who: "a@b.test" });

let people = 0;
const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0";
const someone = (change: { respondent?: string; agent?: string } = {}) => {
  people += 1;
  return {
    ...{ supplier: "direct", respondent: `person ${people}`, device: "desktop", isTest: false, requestId: "r" },
    ...{ answers: new Map(), address: `198.51.100.${people % 250}`, agent: CHROME },
    ...change,
  };
};
const enter = (who = someone()) => enterChecked(survey.surveyId, who, checkElsewhere());
const became = (result: EnteredResult) => (result.kind === "end" ? result.session.reason : result.kind);
const placeOf = (result: EnteredResult) => ({
  ...{ connection: "built-in", accountId: survey.accountId, surveyNumber: survey.surveyId },
  sessionId: result.kind === "enter" || result.kind === "end" ? result.session.rid : "",
});
const repliesTo = (result: EnteredResult) => listCheckReplies(db(), placeOf(result));
const unanswered = (result: EnteredResult) => findUnansweredCheck(db(), placeOf(result));

describe("where another installation checks respondents", () => {
  test("a respondent who fails there is turned away by its reason, and its reply is kept as it came", async () => {
    await setMode("require");
    const passing = await enter();
    expect(became(passing)).toBe("enter");
    const failing = await enter(someone({ agent: "curl/8.5.0" }));
    expect(became(failing)).toBe("fraud:08");
    const [kept] = await repliesTo(failing);
    expect(kept).toMatchObject({
      kind: "search",
      who: "the check at entry",
      read: { failure_reason: "08", fails: true },
    });
    expect(kept?.reply).toMatchObject({
      Surveys: [{ sn_ud: placeOf(failing).sessionId }],
      Checks: { vpn: "not checked" },
    });
    expect(await unanswered(failing)).toBeNull();
    // Nothing is recorded by our own checks beside it.
    const [own] = await db().execute<{ sessions: number }>(sql`
      select count(*)::int as sessions from fraud_sessions f join activation_surveys v on v.id = f.survey
        join activation_records r on r.id = f.record
      where r.session_id = ${placeOf(failing).sessionId}
        and v.account = (select id from activation_accounts where account_id = ${survey.accountId})`);
    expect(own?.sessions).toBe(0);
  });

  test("the verdict is recorded alone where the survey only records it", async () => {
    await setMode("record");
    const failing = await enter(someone({ agent: "curl/8.5.0" }));
    expect(became(failing)).toBe("enter");
    expect((await repliesTo(failing))[0]?.read).toMatchObject({ failure_reason: "08" });
  });

  test("no check is asked for without a check on the survey, in a test, or when entry is refused anyway", async () => {
    expect(became(await enter())).toBe("enter");
    await setMode("require");
    expect(became(await enterChecked(survey.surveyId, { ...someone(), isTest: true }, checkElsewhere()))).toBe("enter");
    await db().execute(sql`update surveys set status = 'Paused', updated_at = now() where id = ${survey.surveyId}`);
    expect(became(await enter())).toBe("survey_paused");
    expect(service.calls).toEqual([]);
  });

  test("a respondent who returns meanwhile or later has one session and is no duplicate of themselves", async () => {
    await setMode("require");
    const who = someone();
    const results = await Promise.all([enter(who), enter(who), enter(who)]);
    expect(results.map(became)).toEqual(["enter", "enter", "enter"]);
    expect(new Set(results.map((result) => placeOf(result).sessionId)).size).toBe(1);
    const asked = service.calls.length;
    expect(placeOf(await enter(who))).toEqual(placeOf(results[0] as EnteredResult));
    expect(service.calls).toHaveLength(asked);
  });

  test("an encrypted reply is read with the account's key, and refused without it or with another", async () => {
    service.answer = async (request, response) => {
      if (isToken(request)) return forward(request, response);
      const reply = await serve("fraud", new URL(request.url).pathname, request);
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", Buffer.from(REPLY_KEY, "base64"), iv);
      const sealed = Buffer.concat([cipher.update(await reply.text(), "utf8"), cipher.final()]);
      const data = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data }));
    };
    await setMode("require");
    await decide("turn away");
    const enterWith = async (encryption_key?: string) => {
      connect(url, { ...keys, ...(encryption_key && { encryption_key }) });
      return enter(someone({ agent: "curl/8.5.0" }));
    };
    const read = await enterWith(REPLY_KEY);
    expect(became(read)).toBe("fraud:08");
    expect((await repliesTo(read))[0]?.reply).toMatchObject({ Surveys: [{ failure_reason: "08" }] });
    const keyless = await enterWith();
    expect(became(keyless)).toBe("fraud:unanswered");
    expect((await unanswered(keyless))?.problem).toContain("the connection has no encryption_key for this account");
    const other = await enterWith(randomBytes(32).toString("base64"));
    expect((await unanswered(other))?.problem).toContain("it is encrypted with another key");
    expect(JSON.stringify([await unanswered(other), await repliesTo(read)])).not.toContain(REPLY_KEY);
  });
});

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Answer => {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
};
/** Tokens are given well: what fails is the search itself. */
const searchesWith =
  (answer: Answer): Answer =>
  (request, response) =>
    (isToken(request) ? json({ results: [{ token: "t" }] }) : answer)(request, response);

const hang: Answer = () => {};
const page: Answer = (_, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><p>Later.");
};

const failures: [name: string, answer: Answer | "down", says: RegExp][] = [
  ["is down", "down", /cannot be reached/],
  ["hangs before it gives a token", hang, /did not answer in time|takes too long|within/],
  ["hangs in the search", searchesWith(hang), /did not answer in time|takes too long|within/],
  ["answers with a web page", searchesWith(page), /a web page, not JSON/],
  ["answers 200 with an error object", searchesWith(json({ error: { message: "Oh no" } })), /not a result of a search/],
  [
    "answers with a verdict on nobody",
    searchesWith(json({ Respondent: {}, Surveys: [] })),
    /says nothing of the session/,
  ],
  ["limits the rate", json({ message: "Too many." }, 429, { "retry-after": "20" }), /./],
  ["refuses our key", json({ message: `No ${"x"}` }, 401), /does not accept our key for the survey's account/],
  ["is being restarted", searchesWith(json({ message: "Later." }, 503)), /./],
];

describe.each(failures)("while the other service %s", (name, answer, says) => {
  // Reads are repeated at once.
  beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(0));
  afterEach(() => void vi.restoreAllMocks());

  test.each<[WhenUnanswered, string]>([
    ["let in", "enter"],
    ["turn away", "fraud:unanswered"],
  ])("respondents whose account decided “%s” wait no longer than the limit", async (decision, outcome) => {
    await setMode("require");
    await decide(decision);
    if (answer === "down") connect("http://127.0.0.1:9", keys);
    else service.answer = answer;
    if (name.startsWith("hangs")) connect(url, keys, LIMIT_MS.hanging);
    const result = await enter();
    expect(became(result)).toBe(outcome);
    const kept = await unanswered(result);
    expect(kept).toMatchObject({ respondent: decision });
    expect(kept?.problem).toMatch(says);
    for (const key of Object.values(keys)) expect(kept?.problem).not.toContain(key);
    expect(await repliesTo(result)).toEqual([]);
  });
});

test("an undecided check turns no respondent away, and neither does one that is not required", async () => {
  service.answer = searchesWith(page);
  await setMode("require");
  expect(became(await enter())).toBe("enter");
  await decide("turn away");
  await setMode("record");
  const result = await enter();
  expect([became(result), (await unanswered(result))?.respondent]).toEqual(["enter", "let in"]);
});

test("a service that fails again and again is not asked any more, and nobody waits for it", async () => {
  service.answer = hang;
  await setMode("require");
  connect(url, keys, LIMIT_MS.hanging);
  for (let failure = 0; failure < 3; failure += 1) await enter();
  const asked = service.calls.length;
  const result = await enter();
  expect(service.calls).toHaveLength(asked);
  expect([became(result), (await unanswered(result))?.problem]).toEqual([
    "enter",
    expect.stringMatching(/does not respond|not responding/),
  ]);
});

test("our own checks look at entrants where no other service is named", () => {
  env.CONNECTIONS = "[]";
  forgetProcessWide("connections");
  expect(checkElsewhere()).toBeNull();
});
