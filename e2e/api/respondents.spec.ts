import { createHmac } from "node:crypto";
import { type Outcome, outcomes, statusOf } from "@/lib/contracts/terms/fielding";
import { expect } from "../expect";
import { ofWomenAndMen, women } from "../new-survey";
import { addKey } from "../session-records";
import { openSession } from "../sessions";
import {
  comeBack,
  enter,
  expectPage,
  liveSurvey,
  newBrowser,
  PHONE,
  refusalsOf,
  ridOf,
  type Seen,
  sessionsOf,
  stateOf,
  visit,
  type Way,
} from "./respondent";
import { clientOf, type Json, test, type World } from "./world";

/** Respondents over HTTP: every way in and back, and everything that is none. */

const LINK = "https://survey.example/start?id=[%RID%]&g=[%GENDER%]&x=[%UNHEARD_OF%]";
const titles: Record<Outcome, RegExp> = {
  complete: /^Thank you$/,
  standard_termination: /interest/,
  quality_termination: /your time/,
  security_termination: /cannot take part/,
  overquota_termination: /closed for now/,
};

/* Entry */

test("a qualified respondent goes on to the survey by one session and one link, however often they come", async ({
  world,
}) => {
  const survey = await liveSurvey(world, { ...ofWomenAndMen, entry_link: LINK });
  const query = "respondent=R%2041%25%E2%82%AC%2F%26&q2=2";
  const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => enter(survey, query)));
  const rid = ridOf(first as Seen);
  expect(first?.location).toBe(`https://survey.example/start?id=${rid}&g=2&x=[%UNHEARD_OF%]`);
  expect(first?.headers["referrer-policy"]).toBe("no-referrer");
  for (const other of [...others, await enter(survey, `${query.replace("q2=2", "q2=1")}`)]) {
    expect(other.location).toBe(first?.location);
  }
  expect(await sessionsOf(world, survey)).toMatchObject([
    { ...{ rdud: rid, supplier: "direct", respondent: "R 41%€/&", device: "desktop" }, status: "in progress" },
  ]);
  expect(await stateOf(world, survey)).toMatchObject({ places: { starts: 1, completes: 0, open: 1 } });
});

test("missing answers are asked for in the survey's language, and no session begins yet", async ({ world }) => {
  for (const [country, language] of [
    ["DE", "DE"],
    ["FR", "FR"],
    ["IT", "IT"],
    ["US", "ES"],
    ["US", "EN"],
  ]) {
    const survey = await liveSurvey(world, { ...ofWomenAndMen, country_code: country, language_code: language });
    const before = await stateOf(world, survey);
    const screener = await enter(survey, "respondent=a%22%3E%3Cscript%3Ealert(1)%3C/script%3E", {
      headers: { "accept-language": "pt" },
    });
    expectPage(screener, 200, { language: language?.toLowerCase() ?? "" });
    expect(screener.body).toContain('<input type="radio" name="q2" value="1" required>');
    expect(screener.body).toContain('value="a&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    expect(await stateOf(world, survey)).toEqual(before);
    expectPage(await enter(survey, "respondent=b&answered=1"), 400, { language: language?.toLowerCase() ?? "" });
  }
});

test("every question can be asked at once, in a page under 30 kB", async ({ world }) => {
  const { qualifications } = (await world.service.manager.get("/qualifications?country_code=US&language_code=EN"))
    .json as { qualifications: { id: number; options: { id: number }[] }[] };
  const all = qualifications.map(({ id, options }) => ({ question_id: id, allowed_option_ids: [options[0]?.id] }));
  const quota = { quota_name: "All", quota: 100, qualifications: all };
  const survey = await liveSurvey(world, { respondent_attributes: [quota] });
  const screener = await enter(survey);
  expectPage(screener, 200);
  for (const { id } of qualifications) expect(screener.body).toContain(`name="q${id}"`);
  const answers = all.map(({ question_id, allowed_option_ids: [option] }) => `q${question_id}=${option}`);
  ridOf(await enter(survey, answers.join("&")));
  // A question that the survey's country has no answers to is asked with everybody's, never left out.
  const elsewhere = await liveSurvey(world, {
    ...{ country_code: "DE", language_code: "DE" },
    respondent_attributes: [{ ...quota, qualifications: all.filter((one) => one.question_id === 6) }],
  });
  expect((await enter(elsewhere)).body).toContain('name="q6"');
});

const closedBy = (reason: string, members: Json) => async (world: World) => ({
  survey: await liveSurvey(world, members),
  ...{ reason, outcome: "overquota_termination" as const, query: "", agent: newBrowser() },
});
type TurnedAway = (world: World) => Promise<{
  survey: { id: string };
  reason: string;
  outcome: Outcome;
  query: string;
  agent: string;
}>;

const turnedAway: Record<string, TurnedAway> = {
  "a draft": closedBy("survey_draft", { status: "Draft" }),
  "a paused survey": closedBy("survey_paused", { status: "Paused" }),
  "a complete survey": closedBy("survey_complete", { status: "Complete" }),
  "a survey whose time is over": async (world) => {
    const closed = await closedBy("survey_complete", {})(world);
    await world.sql`update surveys set out_of_field_at = now() - interval '1 minute' where id = ${closed.survey.id}`;
    return closed;
  },
  "another device": async (world) => ({
    survey: await liveSurvey(world, { device_compatibilities: ["desktop"] }),
    ...{ reason: "device", outcome: "standard_termination", query: "", agent: PHONE },
  }),
  "a duplicate": async (world) => {
    const [survey, agent] = [await liveSurvey(world), newBrowser()];
    ridOf(await enter(survey, "", { agent }));
    return { survey, agent, reason: "duplicate", outcome: "security_termination", query: "" };
  },
  "an answer that no quota wants": async (world) => ({
    survey: await liveSurvey(world, { respondents: 60, respondent_attributes: [women] }),
    ...{ reason: "not_qualified:2", outcome: "standard_termination", query: "q2=1", agent: newBrowser() },
  }),
  "a full quota": async (world) => {
    const full = await closedBy("quota_full", { ...{ respondents: 1 }, respondent_attributes: [EVERYBODY] })(world);
    ridOf(await enter(full.survey));
    return full;
  },
  pacing: async (world) => {
    const paced = await closedBy("pacing", { traffic_control_limit_type: "Even Pacing" })(world);
    ridOf(await enter(paced.survey));
    return paced;
  },
};
const EVERYBODY = { quota_name: "Everybody", quota: 1, qualifications: [] };

/** Without the status: whoever looks first completes a survey whose time is over, this test or another. */
async function countsOf(world: World, survey: { id: string }) {
  const { status: _, ...counts } = (await stateOf(world, survey)).places as Record<string, unknown>;
  return counts;
}

for (const [name, prepare] of Object.entries(turnedAway)) {
  test(`${name} turns a respondent away with its reason, once and for all`, async ({ world }) => {
    const { survey, reason, outcome, query, agent } = await prepare(world);
    const before = await countsOf(world, survey);
    const address = `respondent=away&${query}`;
    expectPage(await enter(survey, address, { agent }), 200, { title: titles[outcome] });
    expectPage(await enter(survey, address), 200, { title: titles[outcome] });
    const away = (await sessionsOf(world, survey)).filter(({ respondent }) => respondent === "away");
    expect(away).toMatchObject([{ reason, status: statusOf[outcome], reached: false, counted: false }]);
    expect(await countsOf(world, survey)).toEqual(before);
    expectPage(await comeBack("complete", away[0]?.rdud ?? ""), 409);
    expect(await refusalsOf(world, survey)).toEqual(["contradictory"]);
  });
}

test("looks ahead and machines begin and end nothing", async ({ world }) => {
  const survey = await liveSurvey(world);
  const rid = ridOf(await enter(survey));
  const before = await stateOf(world, survey);
  const nobody: Way[] = [
    { method: "HEAD" },
    { headers: { "sec-purpose": "prefetch;prerender" } },
    { headers: { purpose: "prefetch" } },
    { headers: { "x-moz": "prefetch" } },
    { agent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
    { agent: "curl/8.5.0" },
    { agent: "" },
  ];
  for (const way of nobody) {
    for (const target of [`/enter/${survey.id}`, `/return/complete?rid=${rid}`]) {
      const seen = await visit(target, way);
      expect([seen.status, seen.body], JSON.stringify(way)).toEqual([204, ""]);
    }
  }
  for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
    expect((await visit(`/enter/${survey.id}`, { method })).status).toBe(405);
    expect((await visit(`/return/complete?rid=${rid}`, { method })).status).toBe(405);
  }
  expect(await stateOf(world, survey)).toEqual(before);
  expect(await refusalsOf(world, survey)).toEqual([]);
});

/* Returns */

for (const outcome of outcomes) {
  test(`a return with ${outcome} ends a session once; who comes again sees the same`, async ({ world }) => {
    const survey = await liveSurvey(world, { ...ofWomenAndMen, country_code: "DE", language_code: "DE" });
    const rid = ridOf(await enter(survey, "q2=1&respondent=again"));
    const other = outcome === "complete" ? "quality_termination" : "complete";
    const pages = await Promise.all(Array.from({ length: 5 }, () => comeBack(outcome, rid)));
    for (const page of pages) {
      expectPage(page, 200, { language: "de" });
      expect(page.body).toBe(pages[0]?.body.replace(/nonce="[^"]*"/, /nonce="[^"]*"/.exec(page.body)?.[0] ?? ""));
    }
    const state = await stateOf(world, survey);
    const isComplete = outcome === "complete";
    expect(state).toMatchObject({
      places: { starts: 1, open: 0, completes: Number(isComplete) },
      sessions: [{ status: statusOf[outcome], reason: isComplete ? "complete" : "client", counted: isComplete }],
    });
    expectPage(await comeBack(other, rid), 409, { language: "de" });
    expectPage(await enter(survey, "respondent=again&q2=1"), 200, { language: "de" });
    expect(await stateOf(world, survey)).toEqual(state);
    expect(await refusalsOf(world, survey)).toEqual([...Array(4).fill("replay"), "contradictory"]);
  });
}

test("a complete that finds its quota full is an over-quota termination", async ({ world }) => {
  const survey = await liveSurvey(world, {
    ...{ respondents: 100, incidence_rate: 50, respondent_attributes: [EVERYBODY, { ...EVERYBODY, quota: 99 }] },
  });
  const [first, second] = [ridOf(await enter(survey)), ridOf(await enter(survey))];
  expectPage(await comeBack("complete", first), 200, { title: titles.complete });
  expectPage(await comeBack("complete", second), 200, { title: titles.overquota_termination });
  expectPage(await comeBack("complete", second), 200, { title: titles.overquota_termination });
  expect((await stateOf(world, survey)).places).toMatchObject({ completes: 1, open: 0 });
});

test("a session of former days is over for every return, whatever has been kept of it", async ({ world }) => {
  const survey = await liveSurvey(world);
  const rid = crypto.randomUUID();
  await world.sql`
    insert into responses (rdud, survey_id, status, buyer_cpi, qualification_attributes, quota_ids, started_at, ended_at)
    values (${rid}, ${survey.id}, 'complete', 1, '[]', '{}', now() - interval '9 days', now() - interval '9 days')`;
  const before = await stateOf(world, survey);
  for (const outcome of outcomes) expectPage(await comeBack(outcome, rid), 409);
  expect(await stateOf(world, survey)).toEqual(before);
});

test("an expired session stays so", async ({ world }) => {
  const survey = await liveSurvey(world);
  const rid = ridOf(await enter(survey, "respondent=late"));
  await world.sql`update responses set expires_at = now() - interval '1 second' where rdud = ${rid}`;
  expectPage(await comeBack("complete", rid), 410, { title: /expired/ });
  expectPage(await enter(survey, "respondent=late"), 410, { title: /expired/ });
  expect(await refusalsOf(world, survey)).toEqual(["expired"]);
  expect(await stateOf(world, survey)).toMatchObject({
    sessions: [{ reason: "expired", counted: false }],
    places: { starts: 1, open: 0, completes: 0 },
  });
});

test("an unknown session is a page in the browser's language", async () => {
  const way = { headers: { "accept-language": "fr-CH, en;q=0.8" } };
  for (const target of [
    "/return/complete?rid=unknown",
    `/return/complete?rid=${crypto.randomUUID()}`,
    "/return/complete",
    "/return/complete?rid=",
    "/return/complete?rid=a&rid=b",
    "/return/complete?rid=%00",
    "/return/complete?rid=%FF%FE",
    `/return/complete?rid=${"9".repeat(300)}`,
    "/return/finished?rid=x",
    "/return/%FF?rid=x",
    `/return/complete?rid='%3B%20drop%20table%20responses%3B--`,
  ]) {
    expectPage(await visit(target, way), 404, { language: "fr", title: /entretien/ });
  }
});

/* Hashes */

type Key = { algorithm: "SHA-256" | "SHA-512"; key: string };

/** The key of a worker's account, as an admin sees it, after it was set. */
async function setKey(world: World, change: Json): Promise<Key> {
  const session = await openSession(await world.addPerson("admin"));
  const client = clientOf(session, "/api/fielding", () => ({}));
  const reply = await client.patch("/hashing", { body: { account_id: world.service.accountId, ...change } });
  expect(reply.status, JSON.stringify(reply.json)).toBe(200);
  return reply.json as Key;
}

const hmac = (address: string, { algorithm, key }: Key) =>
  createHmac(algorithm.toLowerCase().replace("-", ""), key).update(address).digest("hex");

test("a complete needs the hash of its own address under the account's key; nothing else changes anything", async ({
  world,
}) => {
  const survey = await liveSurvey(world, { hashing_enabled: true });
  const base = survey.redirects.complete.replace("[%RID%]", "");
  for (const algorithm of ["SHA-512", "SHA-256"] as const) {
    const key = await setKey(world, { algorithm, key: `key ${algorithm} ü` });
    const rid = ridOf(await enter(survey));
    const other = ridOf(await enter(survey));
    const before = await stateOf(world, survey);
    const right = hmac(`${base}${rid}`, key);
    const wrong: [string, string][] = [
      ["unsigned", ""],
      ["unsigned", "&HASH=".concat(right)],
      ["forged", "&hash="],
      ["forged", `&hash=${right.slice(0, -1)}`],
      ["forged", `&hash=${right.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))}`],
      ["forged", `&hash=${hmac(`${base}${other}`, key)}`],
      ["forged", `&hash=${hmac(`${base}${rid}`, { ...key, key: "another account's" })}`],
      ["forged", `&hash=${hmac(rid, key)}`],
      ["forged", `&x=1&hash=${right}`],
      ["forged", `&hash=${right}&x=1`],
      ["forged", `&hash=${right}&hash=${right}`],
    ];
    for (const [, rest] of wrong) expectPage(await comeBack("complete", rid, rest), 400, { title: /verified/ });
    expect(await stateOf(world, survey)).toEqual(before);
    expect((await refusalsOf(world, survey)).slice(-wrong.length)).toEqual(wrong.map(([refusal]) => refusal));
    expectPage(await comeBack("complete", rid, `&hash=${right.toUpperCase()}`), 200, { title: titles.complete });
    const signed = `${base}${other}&name=Zo%C3%AB`;
    const withMore = await visit(`${signed.replace(/^.*(?=\/return)/, "")}&hash=${hmac(signed, key)}`);
    expectPage(withMore, 200, { title: titles.complete });
    const ended = (await sessionsOf(world, survey)).filter(({ rdud }) => [rid, other].includes(rdud));
    expect(ended).toMatchObject(Array(2).fill({ status: "complete", hash_result: "valid" }));
  }
  const rid = ridOf(await enter(survey));
  expectPage(await comeBack("quality_termination", rid), 200, { title: titles.quality_termination });
});

test("the demo's surveys are signed with the demo's key", async ({ world }) => {
  const key = await addKey(world.sql, world.service.accountId, { of: "fielding" });
  const seen = await world.anonymous.get("/service/fielding/hashing", {
    headers: { "x-api-key": "demo-fielding-key" },
  });
  expect(seen.json).toEqual({
    accounts: [
      { account: { id: expect.any(String), name: "Demo Research" }, algorithm: "SHA-256", key: "demo-hash-key" },
    ],
  });
  const ours = await world.anonymous.get("/service/fielding/hashing", { headers: { "x-api-key": key } });
  expect(JSON.stringify(ours.json)).not.toContain("demo-hash-key");
});

/* Bad input */

test("whatever else comes is a page that a person understands, and changes nothing", async ({ world }) => {
  const survey = await liveSurvey(world, {
    ...{ country_code: "DE", language_code: "DE", respondents: 60 },
    respondent_attributes: [
      { ...women, qualifications: [...women.qualifications, { question_id: 1, allowed_option_ids: [30] }] },
    ],
  });
  const before = await stateOf(world, survey);
  const way = { headers: { "accept-language": "de" } };
  const unusable: [string, number][] = [
    ...["respondent=a&respondent=b", "supplier=a&supplier=b", "supplier=nobody", "supplier=%00", "respondent=%00"].map(
      (query): [string, number] => [`${query}&q1=30&q2=2`, 400],
    ),
    [`respondent=${"é".repeat(300).replaceAll("é", "%C3%A9")}`, 400],
    ["respondent=%FF%FE", 400],
    ["respondent=a%0D%0ASet-Cookie:x=1", 400],
    [`supplier=${"s".repeat(41)}`, 400],
    ["test=1", 400],
    ["test=", 400],
    [`x=${"9".repeat(9000)}`, 414],
  ];
  for (const [query, status] of unusable) {
    expectPage(await enter(survey, query, way), status, { language: "de", title: /Link/ });
  }
  expectPage(await enter(survey, "", { agent: `Mozilla/5.0 ${"x".repeat(5000)}`, ...way }), 400, { language: "de" });
  for (const query of [
    ...["q1=30&q1=31&q2=2", "q1=&q2=2", "q1=12&q2=2", "q1=100&q2=2", "q1=-30&q2=2", "q1=3e1&q2=2", "q1=abc&q2=2"],
    ...["q1=30.5&q2=2", "q1=30;31&q2=2", "q1=30&q2=3", "q1=30&q2=2,9", "q1=30&q2=%00", "q1=30&q2=__proto__"],
    ...["q1=99999999999999999999&q2=2", "q1=%F0%9F%98%80&q2=2", "Q1=30&q2=2"],
  ]) {
    const seen = await enter(survey, query, way);
    expectPage(seen, query === "q1=&q2=2" || query.startsWith("Q1") ? 200 : 400, { language: "de" });
    expect(seen.body, query).toContain("<form");
  }
  for (const target of [
    "/enter/x",
    "/enter/%FF",
    "/enter/%00",
    `/enter/${crypto.randomUUID()}`,
    "/enter/..%2f..%2fetc",
    `/enter/x?${"a&".repeat(300)}`,
  ]) {
    expectPage(await visit(target, way), 404, { language: "de", title: /keine Umfrage/ });
  }
  expect(await stateOf(world, survey)).toEqual(before);
  // What nobody asked is left alone: foreign questions, parameters of trackers, hundreds of them.
  const foreign = `q2=2&q1=30&q3=x&q99999=5&constructor=1&__proto__=2&utm_source=a&${"a&".repeat(300)}`;
  ridOf(await enter(survey, foreign));
  expect(ridOf(await visit(`/enter/${survey.id.toUpperCase()}?respondent=upper&q1=30&q2=2`))).toBeTruthy();
});
