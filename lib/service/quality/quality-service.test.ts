import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import type { ScoredRespondent } from "@/lib/contracts/interfaces/quality";
import { db } from "@/lib/stores/postgres/client";
import { lockCoherenceRules, setCoherenceRules } from "@/lib/stores/postgres/coherence-rules";
import { withOwnDatabase } from "@/lib/test-database";
import { newSurveyName, openPoint, withQualityAccount } from "@/lib/test-quality";

withOwnDatabase();

const { account, post, good, add, get, toggle } = withQualityAccount();

const setRules = (rules: CoherenceRule[]) =>
  db().transaction(async (transaction) => {
    await lockCoherenceRules(transaction, account.id);
    await setCoherenceRules(transaction, account.id, rules);
  });

const LONG = "I always buy it because my family likes the taste of it";

describe("respondents", () => {
  test("the second of two copies is the duplicate, when they come at once too", async () => {
    const name = newSurveyName();
    const both = await Promise.all(["a", "b"].map((id) => add(name, id, [openPoint(LONG)])));
    const categories = both.map(({ respondentQuality }) => respondentQuality.dataPointsSummary[0]?.category);
    expect(categories.sort()).toEqual(["DUPLICATE_ANSWER", "VALID_ANSWER"]);
    const later = await add(name, "c", [{ ...openPoint(LONG), activateDuplicateDetection: false }]);
    expect(later.respondentQuality.dataPointsSummary[0]?.category).toBe("VALID_ANSWER");
    const elsewhere = await add(newSurveyName(), "c", [openPoint(LONG)]);
    expect(elsewhere.respondentQuality.dataPointsSummary[0]?.category).toBe("VALID_ANSWER");
  });

  test("of one id that come at once: one is taken", async () => {
    const body = { surveyName: newSurveyName(), respondentId: "a", dataPoints: [openPoint("Good")] };
    const replies = await Promise.all([1, 2, 3].map(() => post("/v3/addRespondent", body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test("are scored by their time against those who came before", async () => {
    const name = newSurveyName();
    const time = (duration: number) => [{ qualityCheck: "TS", dataPointId: "t", duration }];
    for (let at = 0; at < 20; at += 1) {
      const { respondentQuality } = await add(name, `r${at}`, time(60_000 + at));
      expect(respondentQuality).toMatchObject({ serviceScore: -999, isExcluded: false });
      expect(respondentQuality.dataPointsSummary[0]).toMatchObject({ score: -999, category: "N/A" });
    }
    const fast = await add(name, "fast", time(10_000), { activateCleaning: true });
    expect(fast.respondentQuality).toMatchObject({ serviceScore: 9, isExcluded: true });
    expect((await add(name, "usual", time(55_000))).respondentQuality.serviceScore).toBe(100);
  });

  test("are scored by their words and grids against those who came before", async () => {
    const name = newSurveyName();
    const reasons = ["the taste is strong", "a fair price for the quality", "my family likes the smell of it"];
    const grid = (pattern: number[]) => ({ qualityCheck: "GQS", dataPointId: "g", gridAnswersPattern: pattern });
    const usual = [5, 4, 5, 2, 1, 2, 4, 5, 1, 2];
    for (let at = 0; at < 50; at += 1) {
      const pattern = usual.map((value, item) => (at % 2 === 0 ? value + ((at + item) % 3) - 1 : value > 3 ? 4 : 2));
      await add(name, `r${at}`, [openPoint(reasons[at % 3] ?? ""), grid(pattern)]);
    }
    const against = grid(usual.map((value) => 6 - value));
    const other = await add(name, "other", [openPoint("the referee missed a penalty during extra minutes"), against]);
    expect(other.respondentQuality.dataPointsSummary).toMatchObject([
      { score: 60, category: "OFF_TOPIC", reason: expect.stringContaining("referee") },
      { score: 60, reason: expect.stringContaining("runs against the means of 50 others") },
    ]);
    const usualToo = await add(name, "usual", [openPoint("the smell is strong and the price fair"), grid(usual)]);
    expect(usualToo.respondentQuality.serviceScore).toBe(100);
  });

  test("are held against what qualified them, and against the rules of their account alone", async () => {
    const rule = { kind: "together" as const, name: "Cats", first_answers: ["no"], second_answers: ["5"] };
    const asked = { first: { text_contains: "pets" }, second: { question_id: "cats" } };
    await setRules([{ ...rule, ...asked }]);
    const interviewData = [
      { questionId: "pets", question: "Do you have pets?", answer: "No" },
      { questionId: "cats", question: "How many cats?", answer: 5 },
      { questionId: "age", question: "How old are you?", answer: 30 },
    ];
    const points = [{ qualityCheck: "CHS", dataPointId: "c", interviewData }];
    const { respondentQuality } = await add(newSurveyName(), "a", points, { respondentAttributes: { age: "52" } });
    expect(respondentQuality.dataPointsSummary[0]).toMatchObject({
      ...{ score: 15, reason: "Two ages: 30 and 52; Cats: “No” to “Do you have pets?” and “5” to “How many cats?”" },
    });
    await setRules([]);
  });

  test("rules exclude no respondents unless cleaning is active", async () => {
    const name = newSurveyName();
    const bad = [openPoint("asdfghjkl"), openPoint("qwertzuiop", "o2")];
    expect((await add(name, "a", bad)).respondentQuality).toMatchObject({ isExcluded: false, reasonsForExclusion: [] });
    const cleaned = await add(name, "b", bad, { activateCleaning: true });
    expect(cleaned.respondentQuality.reasonsForExclusion).toEqual([
      "The total of 5 is below 60.",
      "Open answers: 5 is below 40, over 2 data points.",
      "2 open answers are gibberish.",
    ]);
    const settings = { activateCleaning: true, cleaningSettings: { OES: { activate: false }, TS: {} } };
    expect((await add(name, "c", bad, settings)).respondentQuality.isExcluded).toBe(false);
  });

  test("a question that comes with another text is accepted and named", async () => {
    const surveyName = newSurveyName();
    const entry = (question: string) => [
      { qualityCheck: "CHS", dataPointId: "c", interviewData: [{ questionId: "q1", question, answer: "x" }] },
    ];
    await add(surveyName, "a", entry("One?"));
    const { json } = await post("/v3/addRespondent", { surveyName, respondentId: "b", dataPoints: entry("Two?") });
    expect(json.message).toBe(
      "Respondent scored. These questionIds came before with another text of the question: q1.",
    );
  });
});

describe("exclusion", () => {
  test("toggled twice is as it was, whatever the rules said; named twice, it is toggled once", async () => {
    const name = newSurveyName();
    await add(name, "good", [openPoint("Good taste")], { activateCleaning: true });
    await add(name, "bad", [openPoint("asdfghjkl")], { activateCleaning: true });
    const ids = ["good", "bad"];
    const before = await Promise.all(ids.map((id) => get(name, id)));
    expect(before.map(({ respondentQuality }) => respondentQuality.isExcluded)).toEqual([false, true]);
    expect(await toggle(name, [...ids, ...ids])).toEqual({
      respondents: [
        { respondentId: "good", isExcluded: true },
        { respondentId: "bad", isExcluded: false },
      ],
    });
    const excluded = (await get(name, "good")).respondentQuality;
    expect(excluded.reasonsForExclusion).toEqual(["Excluded by key “Tests”."]);
    await toggle(name, ids);
    expect(await Promise.all(ids.map((id) => get(name, id)))).toEqual(before);
  });

  test("is set where it is said how, and an unknown id changes nobody", async () => {
    const name = newSurveyName();
    for (const id of ["a", "b"]) await add(name, id, [openPoint("Good taste")]);
    for (let twice = 0; twice < 2; twice += 1) await toggle(name, ["a"], { isExcluded: true });
    expect((await get(name, "a")).respondentQuality.isExcluded).toBe(true);
    const body = { surveyName: name, respondentIds: ["b", "nobody"] };
    expect(await post("/v3/updateRespondentsExcludedStatus", body)).toEqual({
      status: 404,
      json: {
        success: false,
        message: "The survey has no respondent “nobody”.",
        errors: [{ field: "respondentIds", message: "The survey has no respondent “nobody”." }],
      },
    });
    expect((await get(name, "b")).respondentQuality.isExcluded).toBe(false);
    const rows = await db().execute(sql`
      select action, who, after from audit where after ->> 'name' = ${name} order by id`);
    expect(rows).toMatchObject([
      {
        action: "updateRespondentsExcludedStatus",
        who: "key “Tests”",
        after: { respondents: [{ respondentId: "a", isExcluded: true }] },
      },
    ]);
  });
});

const rowsLeft = async () => {
  const [row] = await db().execute<Record<string, number>>(sql`
    select (select count(*)::int from quality_surveys) as surveys,
      (select count(*)::int from quality_respondents) as respondents,
      (select count(*)::int from quality_durations) as durations,
      (select count(*)::int from quality_answers) as answers,
      (select count(*)::int from quality_grids) as grids,
      (select count(*)::int from quality_questions) as questions`);
  return row;
};

test("deleting leaves nothing behind, and nothing is deleted where one is unknown", async () => {
  const before = await rowsLeft();
  const name = newSurveyName();
  const points = [
    openPoint(LONG),
    { qualityCheck: "TS", dataPointId: "t", duration: 1000 },
    { qualityCheck: "GQS", dataPointId: "g", gridAnswersPattern: [1, 2, 3] },
    { qualityCheck: "CHS", dataPointId: "c", interviewData: [{ questionId: "q", question: "?", answer: 1 }] },
  ];
  for (const id of ["a", "b"]) await add(name, id, points);
  const stored = await rowsLeft();
  expect((await post("/v3/deleteRespondents", { surveyName: name, respondentIds: ["a", "x"] })).status).toBe(404);
  expect((await post("/v3/deleteSurveys", { surveyNames: [name, "unknown"] })).status).toBe(404);
  expect(await rowsLeft()).toEqual(stored);
  expect(await good("/v3/deleteRespondents", { surveyName: name, respondentIds: ["a", "a"] })).toEqual({ deleted: 1 });
  expect(await good("/v3/deleteRespondents", { surveyName: name, respondentIds: ["b"] })).toEqual({ deleted: 1 });
  const { respondentQuality } = await add(name, "c", [openPoint(LONG)]);
  expect(respondentQuality.dataPointsSummary[0]?.category).toBe("VALID_ANSWER");
  expect(await good("/v3/deleteSurveys", { surveyNames: [name] })).toEqual({ deleted: 1 });
  expect(await rowsLeft()).toEqual(before);
});

test("a refused respondent leaves no survey behind", async () => {
  const before = await rowsLeft();
  const body = { surveyName: newSurveyName(), respondentId: "a", dataPoints: [] };
  expect((await post("/v3/addRespondent", body)).status).toBe(400);
  expect(await rowsLeft()).toEqual(before);
});

test("all respondents come in the order that they came, more than are read at once", async () => {
  const name = newSurveyName();
  await add(name, "r0", [openPoint("Good taste")]);
  await db().execute(sql`
    insert into quality_respondents (survey_id, respondent_id, data_points, scores, rule_reasons, is_excluded)
    select survey_id, 'r' || n, '[]', scores, '[]', false
    from quality_respondents, generate_series(1, 1200) n
    where survey_id = (select id from quality_surveys where name = ${name}) order by n`);
  type All = { totalRespondents: number; respondents: ScoredRespondent[] };
  const all = await good<All>("/v3/getAllRespondents", { surveyName: name });
  expect(all.totalRespondents).toBe(1201);
  expect(all.respondents.map(({ respondentId }) => respondentId)).toEqual([...Array(1201)].map((_, at) => `r${at}`));
  const page = await good<All>("/v3/getAllRespondents", { surveyName: name, page: 3, page_size: 500 });
  expect(page).toMatchObject({ totalRespondents: 1201, page: 3, page_size: 500 });
  expect(page.respondents).toEqual(all.respondents.slice(1000));
  const empty = newSurveyName();
  await add(empty, "a", [openPoint("Good")]);
  await good("/v3/deleteRespondents", { surveyName: empty, respondentIds: ["a"] });
  expect(await good("/v3/getAllRespondents", { surveyName: empty })).toEqual({
    ...{ surveyName: empty, totalRespondents: 0, respondents: [] },
  });
});
