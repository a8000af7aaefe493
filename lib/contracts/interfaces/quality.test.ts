import { describe, expect, test } from "vitest";
import { answerCategories, categoryName, qualityVersions, readableCategories } from "../terms/quality";
import { laterOperations, qualityOperations, versionOperations } from "./quality";

test("each version has its operations below its prefix, v3 three more, and only addRespondent takes a public key", () => {
  const six = [
    "addRespondent",
    "getRespondent",
    "getAllRespondents",
    "stopSurvey",
    "restartSurvey",
    "creditCalculation",
  ];
  const more = ["deleteRespondents", "deleteSurveys", "updateRespondentsExcludedStatus"];
  const expected = ["", "/v2", "/v3"].flatMap((prefix) => six.map((name) => `${prefix}/${name}`));
  const all = [...expected, ...more.map((name) => `/v3/${name}`)];
  expect(qualityOperations.map(({ path }) => path).sort()).toEqual(all.sort());
  expect(new Set(qualityOperations.map(({ method }) => method))).toEqual(new Set(["POST"]));
  const open = qualityOperations.filter(({ acceptsKeys }) => acceptsKeys?.includes("public"));
  expect(open.map(({ path }) => path)).toEqual(["/addRespondent", "/v2/addRespondent", "/v3/addRespondent"]);
});

const interview = { questionId: "q1", question: "How old are you?", answer: 30 };
const coherence = { qualityCheck: "CHS", dataPointId: "c", interviewData: [interview] };
const open = { qualityCheck: "OES", dataPointId: "o", question: "Why?", answer: "Because" };
const time = { qualityCheck: "TS", dataPointId: "t", duration: 1000 };
const respondent = (members: object = {}) => ({ surveyName: "s", respondentId: "r", dataPoints: [open], ...members });
const read = (version: (typeof qualityVersions)[number], body: unknown) =>
  versionOperations[version].addRespondent.body.safeParse(body);
const problems = (version: (typeof qualityVersions)[number], body: unknown) =>
  read(version, body).error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("a respondent", () => {
  test("of v1 needs no questionId; from v2 each entry has one", () => {
    const { questionId: _, ...without } = interview;
    const body = respondent({ dataPoints: [{ ...coherence, interviewData: [without] }] });
    expect(read("v1", body).success).toBe(true);
    for (const version of ["v2", "v3"] as const) {
      expect(problems(version, body)).toEqual([["dataPoints.0.interviewData.0.questionId", "questionId is required."]]);
    }
  });

  test("has a description and attributes in v3; before, they are ignored whatever they are", () => {
    const sent = { dataPoints: [{ ...coherence, surveyDescription: "Coffee" }], respondentAttributes: { panel: "a" } };
    expect(read("v3", respondent(sent)).data).toMatchObject(sent);
    const wrong = respondent({ ...sent, respondentAttributes: 7 });
    for (const version of ["v1", "v2"] as const) {
      const { data } = read(version, wrong);
      expect(data).toBeDefined();
      expect(data).not.toHaveProperty("respondentAttributes");
      expect(data?.dataPoints[0]).not.toHaveProperty("surveyDescription");
    }
    expect(problems("v3", wrong)).toEqual([["respondentAttributes", "respondentAttributes must be an object."]]);
  });

  test.each([
    ["11 open answers", { dataPoints: Array(11).fill(open) }, "A respondent can have at most 10 data points of OES."],
    ["101 times", { dataPoints: Array(101).fill(time) }, "A respondent can have at most 100 data points of TS."],
    ["2 interviews", { dataPoints: [coherence, coherence] }, "A respondent can have at most 1 data point of CHS."],
    [
      "1,001 pairs",
      { dataPoints: [{ ...coherence, interviewData: Array(1001).fill(interview) }] },
      "interviewData can have at most 1,000 items.",
    ],
    ["no data point", { dataPoints: [] }, "dataPoints must have at least one data point."],
    ["no list", { dataPoints: { 0: open } }, "dataPoints must be a list."],
    ["an unknown check", { dataPoints: [{ qualityCheck: "XYZ" }] }, /^qualityCheck must be one of OES, TS/],
    ["a data point that is text", { dataPoints: ["OES"] }, "A data point must be an object."],
    ["a long answer", { dataPoints: [{ ...open, answer: "x".repeat(200_000) }] }, /at most 20,000 characters\.$/],
    ["a negative time", { dataPoints: [{ ...time, duration: -1 }] }, /^duration must be from 0 to/],
    ["no name", { surveyName: " " }, "surveyName is required."],
    ["an unknown category", { cleaningSettings: { OES: { categories: { NICE: {} } } } }, /^Categories of v3 are /],
    ["a threshold beyond 100", { cleaningSettings: { serviceScore: 101 } }, "serviceScore must be from 0 to 100."],
  ])("with %s is refused in a sentence", (_, members, sentence) => {
    const [[, message] = []] = problems("v3", respondent(members)) ?? [];
    expect(message).toMatch(sentence);
  });

  test("may have as much as the limits say", () => {
    const grids = Array(20).fill({ qualityCheck: "GQS", dataPointId: "g", gridAnswersPattern: [1, 2] });
    const dataPoints = [
      ...[...Array(10).fill(open), ...Array(100).fill(time), ...grids],
      { ...coherence, interviewData: Array(1000).fill(interview) },
    ];
    expect(problems("v3", respondent({ dataPoints }))).toBeUndefined();
  });
});

describe("categories", () => {
  test("are named back and forth in every version, none lost", () => {
    for (const version of qualityVersions) {
      const names = readableCategories(version);
      for (const category of answerCategories) expect(names.get(categoryName(version, category))).toBe(category);
    }
    expect(categoryName("v2", "VALID_ANSWER")).toBe("GENERIC_ANSWER");
    expect(categoryName("v2", "NO_ANSWER")).toBe("NO_INFORMATION");
    expect(categoryName("v1", "AI_SUSPECT")).toBe("FAKE_ANSWER");
    expect(categoryName("v2", "WRONG_LANGUAGE")).toBe("WRONG_LANGUAGE");
    expect(categoryName("v3", "AI_SUSPECT")).toBe("AI_SUSPECT");
  });

  test("of v1 and v2 are read by their public names too; v3 takes its own alone", () => {
    const settings = (name: string) => respondent({ cleaningSettings: { OES: { categories: { [name]: {} } } } });
    for (const name of ["NONSENSE", "WRONG_TOPIC", "AI_GENERATED_ANSWER", "GIBBERISH", "OFF_TOPIC", "BAD_LANGUAGE"]) {
      expect(problems("v1", settings(name)), name).toBeUndefined();
    }
    for (const name of ["GENERIC_ANSWER", "FAKE_ANSWER", "NONSENSE", "constructor", "toString"]) {
      expect(problems("v3", settings(name)), name).toHaveLength(1);
    }
    for (const name of ["VALID_ANSWER", "NO_ANSWER", "AI_SUSPECT"]) {
      expect(problems("v2", settings(name)), name).toHaveLength(1);
    }
  });
});

test("surveys and respondents to change are named, and not more than a thousand at once", () => {
  const { body } = laterOperations.updateRespondentsExcludedStatus;
  const ids = (length: number) => Array.from({ length }, (_, at) => `r${at}`);
  expect(body.safeParse({ surveyName: "s", respondentIds: ids(1000) }).success).toBe(true);
  for (const respondentIds of [[], ids(1001), "r1", [""], [7], null]) {
    expect(body.safeParse({ surveyName: "s", respondentIds }).success).toBe(false);
  }
});
