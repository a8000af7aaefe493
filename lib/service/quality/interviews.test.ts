import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { CoherenceRule } from "@/lib/contracts/interfaces/coherence-rule";
import { insertKey, newKey } from "@/lib/stores/postgres/api-keys";
import { db } from "@/lib/stores/postgres/client";
import { accounts } from "@/lib/stores/postgres/schema/accounts";
import { withOwnDatabase } from "@/lib/test-database";
import { serve } from "../router";
import { interviewQuestions, previewRules } from "./interviews";

withOwnDatabase();

const named = { accountId: "", name: "Interviews" };
let key = "";
beforeAll(async () => {
  const [account] = await db().insert(accounts).values({ name: "Interviews" }).returning();
  named.accountId = account?.id ?? "";
  const { text, ...stored } = newKey("quality");
  const of = { connection: "built-in", accountId: named.accountId, accountName: "Interviews", who: "a@b.test" };
  await insertKey(db(), { ...of, ...stored, interface: "quality", name: "Tests" });
  key = text;
  await add("young", [age(18), work(17)]);
  await add("old", [age(60), work("30 years")]);
  await add("silent", [age(40), work("none of your business")]);
  await add("not asked", []);
  await add("younger", [age(19), work(16)]);
});

const age = (answer: number) => ({ questionId: "age", question: "How old are you?", answer });
const work = (answer: number | string) => ({ questionId: "work", question: "Years of work", answer });

async function add(respondentId: string, interviewData: object[]): Promise<void> {
  const time = { qualityCheck: "TS", dataPointId: "all", duration: 60_000 };
  const dataPoints = [time, ...(interviewData.length > 0 ? [{ ...interview, interviewData }] : [])];
  const body = JSON.stringify({ surveyName: named.name, respondentId, dataPoints });
  const headers = { "content-type": "application/json", "api-key": key };
  const path = "/v3/addRespondent";
  const reply = await serve("quality", path, new Request(`http://service${path}`, { method: "POST", headers, body }));
  expect(reply.status, await reply.text()).toBe(200);
}
const interview = { qualityCheck: "CHS", dataPointId: "interview" };

const limits: CoherenceRule = {
  ...{ kind: "together", name: "Young workers", first: { question_id: "age" }, first_under: 20 },
  ...{ second: { text_contains: "years of work" }, second_over: 15 },
};
const never: CoherenceRule = { ...limits, name: "Never", first_under: 10 };
const signal = new AbortController().signal;

test("rules are counted over interviews alone, and name the latest who contradict", async () => {
  expect(await previewRules(named, [limits, never], { most: 100, signal })).toEqual({
    ...{ interviews: 4, contradicting: 2 },
    effects: [
      { compared: 3, contradicting: 2, examples: ["younger", "young"] },
      { compared: 3, contradicting: 0, examples: [] },
    ],
  });
});

test("only so many of the latest respondents are read, and nobody of a survey that is not there", async () => {
  expect(await previewRules(named, [limits], { most: 3, signal })).toMatchObject({ interviews: 2, contradicting: 1 });
  expect(await previewRules({ ...named, name: "Other" }, [limits], { most: 3, signal })).toMatchObject({
    interviews: 0,
  });
});

test("a caller who leaves ends the reading", async () => {
  const left = AbortSignal.abort();
  await expect(previewRules(named, [limits], { most: 100, signal: left })).rejects.toThrow();
});

test("the questions of interviews come with their answers, numbers told from words", async () => {
  const [first, second] = await interviewQuestions(named, 100);
  expect(first).toMatchObject({ id: "age", question: "How old are you?", isNumeric: true });
  expect(first?.answers).toHaveLength(4);
  expect(second).toMatchObject({ id: "work", isNumeric: true });
});

test("an interview that is stored in another shape is refused by the name of its respondent", async () => {
  await add("odd", [age(20)]);
  const odd = { ...interview, interviewData: [{ question: 7, answer: 1 }] };
  await db().execute(
    sql`update quality_respondents set data_points = ${JSON.stringify([odd])}::jsonb where respondent_id = 'odd'`,
  );
  await expect(previewRules(named, [limits], { most: 100, signal })).rejects.toThrow(
    "interviewData of the respondent odd in quality_respondents cannot be read",
  );
});
