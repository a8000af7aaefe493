import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { type QualityVersion, qualityVersions } from "@/lib/contracts/terms/quality";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { newSurveyName, openPoint, withQualityAccount } from "@/lib/test-quality";

withOwnDatabase();

const { post, good } = withQualityAccount();

const prefixes: Record<QualityVersion, string> = { v1: "", v2: "/v2", v3: "/v3" };

type Json = Record<string, unknown>;

/** A respondent with a data point of each check. */
const whole = (surveyName: string): Json => ({
  ...{ surveyName, respondentId: "r" },
  dataPoints: [
    openPoint("The taste is better"),
    { qualityCheck: "TS", dataPointId: "t", duration: 60_000 },
    { qualityCheck: "GQS", dataPointId: "g", gridAnswersPattern: [1, 2, 3] },
    {
      ...{ qualityCheck: "CHS", dataPointId: "c" },
      interviewData: [{ questionId: "age", question: "How old are you?", answer: 30 }],
    },
    {
      ...{ qualityCheck: "BAS", dataPointId: "b" },
      interactionData: [{ interactionType: "KEYSTROKE", value: "a", timestamp: 1 }],
    },
  ],
});

/** Every required member of it by its path, with values of wrong types. Of another check's name, another is said. */
const required: [path: (string | number)[], wrong: unknown[]][] = [
  [["surveyName"], [7, null, {}, "", "x".repeat(201), "\u0000"]],
  [["respondentId"], [7, null, [], "", "x".repeat(201)]],
  [["dataPoints"], [null, "x", {}, []]],
  [
    ["dataPoints", 0, "qualityCheck"],
    [7, null, "XYZ", "oes"],
  ],
  [
    ["dataPoints", 0, "dataPointId"],
    [7, null, ""],
  ],
  [
    ["dataPoints", 0, "question"],
    [7, null, ""],
  ],
  [
    ["dataPoints", 0, "answer"],
    [7, null, ["x"]],
  ],
  [
    ["dataPoints", 1, "dataPointId"],
    [7, null],
  ],
  [
    ["dataPoints", 1, "duration"],
    ["60000", null, -1, 1e12],
  ],
  [
    ["dataPoints", 2, "dataPointId"],
    [7, null],
  ],
  [
    ["dataPoints", 2, "gridAnswersPattern"],
    ["1,2,3", null, {}],
  ],
  [
    ["dataPoints", 3, "dataPointId"],
    [7, null],
  ],
  [
    ["dataPoints", 3, "interviewData"],
    ["x", null, {}],
  ],
  [
    ["dataPoints", 3, "interviewData", 0, "question"],
    [7, null],
  ],
  [
    ["dataPoints", 3, "interviewData", 0, "answer"],
    [null, {}, true],
  ],
  [
    ["dataPoints", 4, "dataPointId"],
    [7, null],
  ],
  [
    ["dataPoints", 4, "interactionData"],
    ["x", null, {}],
  ],
  [
    ["dataPoints", 4, "interactionData", 0, "interactionType"],
    [7, null, "MOUSE"],
  ],
  [
    ["dataPoints", 4, "interactionData", 0, "value"],
    [7, null],
  ],
  [
    ["dataPoints", 4, "interactionData", 0, "timestamp"],
    ["yesterday", null, true],
  ],
];

/** The body with the member at a path set, or without it where the value is undefined. */
function changed(body: Json, path: readonly (string | number)[], value: unknown): Json {
  const copy = structuredClone(body);
  let at: Json = copy;
  for (const step of path.slice(0, -1)) at = at[step] as Json;
  const last = path.at(-1) ?? "";
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

const stored = async () => {
  const [row] = await db().execute<{ respondents: number; surveys: number }>(sql`
    select (select count(*)::int from quality_respondents) as respondents,
      (select count(*)::int from quality_surveys) as surveys`);
  return row;
};

async function refused(path: string, body: object, field: string): Promise<void> {
  const { status, json } = await post(path, body);
  expect([status, json.success], `${field}: ${JSON.stringify(json)}`).toEqual([400, false]);
  expect(json.message).toMatch(/^\S.*\.$/);
  expect((json.errors as { field: string }[]).map((each) => each.field)).toContain(field);
}

describe.each(qualityVersions)("in %s", (version) => {
  const at = (operation: string) => `${prefixes[version]}/${operation}`;

  test("the respondent with all of it is taken", async () => {
    await good(at("addRespondent"), whole(newSurveyName()));
  });

  test.each(required.map(([path, wrong]) => ({ field: path.join("."), path, wrong })))(
    "$field missing or of another type is refused, and nothing is stored",
    async ({ field, path, wrong }) => {
      const before = await stored();
      for (const value of [undefined, ...wrong]) {
        await refused(at("addRespondent"), changed(whole(newSurveyName()), path, value), field);
      }
      expect(await stored()).toEqual(before);
    },
  );

  test("questionId is required from v2, and text in every version", async () => {
    const path = ["dataPoints", 3, "interviewData", 0, "questionId"];
    const field = path.join(".");
    await refused(at("addRespondent"), changed(whole(newSurveyName()), path, 7), field);
    const without = changed(whole(newSurveyName()), path, undefined);
    if (version === "v1") await good(at("addRespondent"), without);
    else await refused(at("addRespondent"), without, field);
  });

  test("members of v3 are kept in v3, and are nothing in earlier versions, whatever they are", async () => {
    const name = newSurveyName();
    const more = { respondentAttributes: { age: "30" } };
    const described = changed({ ...whole(name), ...more }, ["dataPoints", 3, "surveyDescription"], "A survey of taste");
    await good(at("addRespondent"), described);
    const rows = await db().execute<{ attributes: unknown; point: Json }>(sql`
      select r.attributes, r.data_points -> 3 as point
      from quality_respondents r join quality_surveys s on s.id = r.survey_id where s.name = ${name}`);
    expect([rows[0]?.attributes, rows[0]?.point.surveyDescription]).toEqual(
      version === "v3" ? [{ age: "30" }, "A survey of taste"] : [null, undefined],
    );
    const wrong = { ...whole(newSurveyName()), respondentAttributes: { age: 30 } };
    if (version === "v3") await refused(at("addRespondent"), wrong, "respondentAttributes.age");
    else await good(at("addRespondent"), wrong);
  });

  test("other operations say what is missing and of which type it must be", async () => {
    const surveyName = newSurveyName();
    await good(at("addRespondent"), whole(surveyName));
    for (const wrong of [undefined, 7, null, ""]) {
      await refused(at("getRespondent"), { surveyName: wrong, respondentId: "r" }, "surveyName");
      await refused(at("getRespondent"), { surveyName, respondentId: wrong }, "respondentId");
      for (const name of ["getAllRespondents", "stopSurvey", "restartSurvey"]) {
        await refused(at(name), { surveyName: wrong }, "surveyName");
      }
    }
    await refused(at("getAllRespondents"), { surveyName, page: 0 }, "page");
    await refused(at("getAllRespondents"), { surveyName, page_size: 501 }, "page_size");
    await refused(at("getAllRespondents"), { surveyName, page_size: 51, includeSent: true }, "page_size");
    await refused(at("creditCalculation"), { OESDataPoints: -1 }, "OESDataPoints");
    await refused(at("creditCalculation"), { GQSAnswers: "2" }, "GQSAnswers");
  });
});

test("the operations of v3 alone say what is missing, and change nobody", async () => {
  const surveyName = newSurveyName();
  await good("/v3/addRespondent", whole(surveyName));
  for (const name of ["deleteRespondents", "updateRespondentsExcludedStatus"]) {
    for (const wrong of [undefined, "r", [], [7], Array(1001).fill("r")]) {
      const { status, json } = await post(`/v3/${name}`, { surveyName, respondentIds: wrong });
      expect([status, JSON.stringify(json.errors)]).toEqual([400, expect.stringContaining("respondentIds")]);
    }
    await refused(`/v3/${name}`, { respondentIds: ["r"] }, "surveyName");
  }
  const status = "/v3/updateRespondentsExcludedStatus";
  await refused(status, { surveyName, respondentIds: ["r"], isExcluded: "yes" }, "isExcluded");
  for (const wrong of [undefined, surveyName, [], [7], Array(101).fill(surveyName)]) {
    const { status: code, json } = await post("/v3/deleteSurveys", { surveyNames: wrong });
    expect([code, JSON.stringify(json.errors)]).toEqual([400, expect.stringContaining("surveyNames")]);
  }
  expect(await good("/v3/getRespondent", { surveyName, respondentId: "r" })).toMatchObject({
    ...{ respondentId: "r", respondentQuality: { isExcluded: false } },
  });
});

test("all that was sent comes back where it is asked for, in pages and as a stream, and not otherwise", async () => {
  const surveyName = newSurveyName();
  const settings = { cleaningSettings: { OES: { score: 30 } }, activateCleaning: true };
  await good("/v2/addRespondent", { ...whole(surveyName), ...settings });
  type All = { respondents: { respondentId: string; sent?: object }[] };
  for (const paging of [{}, { page: 1, page_size: 50 }]) {
    const { respondents } = await good<All>("/v2/getAllRespondents", { surveyName, includeSent: true, ...paging });
    expect(respondents).toMatchObject([
      { respondentId: "r", sent: { dataPoints: whole(surveyName).dataPoints, ...settings } },
    ]);
  }
  const plain = await good<All>("/v2/getAllRespondents", { surveyName });
  expect(plain.respondents[0]?.sent).toBeUndefined();
});
