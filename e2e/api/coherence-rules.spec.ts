import * as contract from "@/lib/contracts/ours/coherence-rules";
import { getInterview, previewCoherence } from "@/lib/contracts/ours/interviews";
import { type Role, roles } from "@/lib/contracts/rules/permissions";
import { expect } from "../expect";
import { ofWomenAndMen } from "../new-survey";
import { addKey } from "../session-records";
import { openSession } from "../sessions";
import { strictly } from "./strictly";
import { type Client, clientOf, createSurvey, expectRefusal, type Json, type Reply, test, type World } from "./world";

/** The contradictions that an account looks for in interviews: set by people of the account, used by our own scoring. */

async function ownAccount(world: World): Promise<{ accountId: string; api: Client }> {
  const name = `Rules ${crypto.randomUUID()}`;
  const [row] = await world.sql<{ id: string }[]>`insert into accounts (name) values (${name}) returning id`;
  const accountId = row?.id ?? "";
  const session = await openSession(await world.addPerson("admin", accountId));
  return { accountId, api: clientOf(session, "/api/settings", () => ({})) };
}

const rule: Json = {
  kind: "difference",
  name: "Age at first job",
  first: { text_contains: "how old" },
  second: { question_id: "employed" },
  at_least: 14,
};
const together: Json = {
  ...{ kind: "together", name: "Cats", first: { question_id: "pets" }, second: { question_id: "cats" } },
  ...{ first_answers: ["No"], second_answers: ["5"] },
};
const set = (api: Client, rules: unknown, more: Json = {}): Promise<Reply> =>
  api.post("/coherence-rules", { body: { rules, ...more } as Json });

test("rules are read back as they were set, audited, and used for the account's own respondents alone", async ({
  world,
}) => {
  expectRefusal("api", await world.anonymous.get("/api/settings/coherence-rules"), 401);
  const [ours, theirs] = [await ownAccount(world), await ownAccount(world)];
  const { status, json } = await set(ours.api, [rule]);
  expect(status, JSON.stringify(json)).toBe(200);
  const read = await ours.api.get("/coherence-rules");
  const schema = strictly(contract.listCoherenceRules.response.schema);
  expect(schema.parse(read.json)).toMatchObject({ accounts: [{ rules: [rule] }] });
  const entries =
    await world.sql`select after from audit where action = 'setCoherenceRules' and account_id = ${ours.accountId}`;
  expect(entries).toMatchObject([{ after: { rules: [rule] } }]);
  const interviewData = [
    { questionId: "age", question: "How old are you?", answer: 30 },
    { questionId: "employed", question: "Years in employment", answer: "20 years" },
  ];
  const scoreOf = async (accountId: string) => {
    const headers = { "api-key": await addKey(world.sql, accountId, { of: "quality" }) };
    const dataPoints = [{ qualityCheck: "CHS", dataPointId: "c", interviewData }];
    const body = { surveyName: "Rules", respondentId: crypto.randomUUID(), dataPoints };
    const reply = await world.anonymous.post("/service/quality/v3/addRespondent", { body, headers });
    return (reply.json.results as { respondentQuality: { dataPointsSummary: Json[] } }).respondentQuality;
  };
  expect(await scoreOf(ours.accountId)).toMatchObject({
    dataPointsSummary: [
      { score: 40, reason: expect.stringMatching(/^Age at first job: “30” to .* and “20 years” to/) },
    ],
  });
  expect(await scoreOf(theirs.accountId)).toMatchObject({ dataPointsSummary: [{ score: -999 }] });
});

test("an invalid rule is refused in a sentence, and the rules stay", async ({ world }) => {
  const { api } = await ownAccount(world);
  await set(api, [rule]);
  const wrong: [unknown, RegExp][] = [
    [[{ ...rule, kind: "pattern" }], /kind must be difference or together/],
    [[{ ...rule, at_least: undefined }], /Give at_least, at_most or both/],
    [[{ ...rule, first: {} }], /Name each question by its question_id or by what its text contains/],
    [[{ ...together, first_answers: undefined }], /Of each question, name the answers/],
    [[{ ...together, first_under: 20 }], /Of each question, name the answers/],
    [
      [{ ...together, first_answers: undefined, first_under: 20, first_over: 20 }],
      /limits that a number can be between/,
    ],
    [[rule, rule], /Two rules have the same name/],
    [Array(101).fill(rule), /at most 100/],
    ["rules", /must be a list/],
  ];
  for (const [rules, sentence] of wrong) expectRefusal("api", await set(api, rules), 400, sentence);
  expectRefusal("api", await set(api, [], { account_id: world.stranger.accountId }), 400, /not one of your accounts/);
  expect((await api.get("/coherence-rules")).json).toMatchObject({ accounts: [{ rules: [rule] }] });
});

test("rules that somebody else has changed since are not replaced, and nothing is recorded", async ({ world }) => {
  const { api, accountId } = await ownAccount(world);
  const first = await set(api, [rule], { revision: null });
  expect(first.status, JSON.stringify(first.json)).toBe(200);
  expectRefusal("api", await set(api, [], { revision: null }), 412, /Somebody else has changed these rules/);
  const next = await set(api, [rule, together], { revision: first.json.revision as string });
  expect(next.json).toMatchObject({ rules: [rule, together] });
  expectRefusal("api", await set(api, [], { revision: first.json.revision as string }), 412);
  const [counted] = await world.sql<{ entries: number }[]>`
    select count(*)::int as entries from audit where action = 'setCoherenceRules' and account_id = ${accountId}`;
  expect(counted?.entries).toBe(2);
});

test("a rule is tried on a survey's interviews before it is saved, for people of its account alone", async ({
  world,
}) => {
  const survey = await createSurvey(world.service, ofWomenAndMen);
  const headers = { "api-key": await addKey(world.sql, world.service.accountId, { of: "quality" }) };
  for (const [respondentId, years] of Object.entries({ a: 20, b: 3 })) {
    const interviewData = [
      { questionId: "age", question: "How old are you?", answer: 30 },
      { questionId: "employed", question: "Years in employment", answer: years },
    ];
    const dataPoints = [{ qualityCheck: "CHS", dataPointId: "c", interviewData }];
    const body = { surveyName: survey.id, respondentId, dataPoints };
    expect((await world.anonymous.post("/service/quality/v3/addRespondent", { body, headers })).status).toBe(200);
  }
  const query = `survey_id=${survey.id}`;
  const body = { survey_id: survey.id, rules: [rule] };
  const signedIn = async (accountId: string, role: Role) => {
    const session = await openSession(await world.addPerson(role, accountId));
    return clientOf(session, "/api", () => ({}));
  };
  for (const role of roles) {
    const api = await signedIn(world.service.accountId, role);
    const questions = await api.get(`/respondents/interviews?${query}`);
    expect(strictly(getInterview.response.schema).parse(questions.json)).toMatchObject({
      account: { id: world.service.accountId },
      questions: [
        { question_id: "age", is_numeric: true, answers: [{ answer: "30", respondents: 2 }] },
        { question_id: "employed", is_numeric: true },
      ],
    });
    const { json } = await api.post("/respondents/interviews/preview", { body });
    expect(strictly(previewCoherence.response.schema).parse(json)).toEqual({
      ...{ interviews: 2, contradicting: 1 },
      rules: [{ name: "Age at first job", compared: 2, contradicting: 1, respondent_ids: ["a"] }],
    });
  }
  const stranger = await signedIn(world.stranger.accountId, "admin");
  expectRefusal("api", await stranger.get(`/respondents/interviews?${query}`), 404);
  expectRefusal("api", await stranger.post("/respondents/interviews/preview", { body }), 404);
  const own = await signedIn(world.service.accountId, "analyst");
  const wrong = await own.post("/respondents/interviews/preview", { body: { ...body, rules: [{}] } });
  expectRefusal("api", wrong, 400, /kind must be/);
  expectRefusal("api", await world.anonymous.get(`/api/respondents/interviews?${query}`), 401);
});
