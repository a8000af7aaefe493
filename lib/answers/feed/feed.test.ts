import { expect, test } from "vitest";
import { versionOperations } from "@/lib/contracts/interfaces/quality";
import type { FeedMapping } from "@/lib/contracts/ours/scoring-feed";
import { feedMapping } from "@/lib/contracts/ours/scoring-feed";
import { question } from "@/lib/test-answers";
import { amountsOf, dataPointsOf, type FedResponse } from "./data-points";
import { mappingProblems, suggestMapping } from "./suggest-mapping";

const scale: [number, string, number | null][] = [
  [5, "no", null],
  [6, "maybe", null],
  [7, "yes", null],
];
const inGrid = (place: number, id: string) => ({
  ...question(place, id, "scale", { options: scale }),
  grid: { id: "trust", text: "How much do you trust …" },
});
const questions = [
  { ...question(1, "why", "open"), text: "Why did you buy it?" },
  question(2, "age", "numeric"),
  question(3, "owns", "multiple", {
    options: [
      [1, "Car", null],
      [2, "Bike", null],
    ],
  }),
  inGrid(4, "a"),
  inGrid(5, "b"),
  inGrid(6, "c"),
  question(7, "since", "date"),
  question(8, "session_length", "numeric"),
  question(0, "old", "single", {
    options: [[1, "old", null]],
    derivation: { form: "bands", questionId: "age", bands: [{ code: 1, low: 60, high: null }] },
  }),
];
const byId = new Map(questions.map((each) => [each.id, each]));

const suggested = suggestMapping(questions, { surveyId: "s", hasEnds: true });
const response = (answers: Record<string, string | number | number[] | null>, more: Partial<FedResponse> = {}) => ({
  ...{ id: "r1", durationMs: 90_000, answers: new Map(Object.entries(answers)), asked: new Set(["why"]) },
  ...more,
});

test("kinds suggest the checks; sessions, dates and derived questions are given to none", () => {
  expect(suggested).toEqual({
    survey_id: "s",
    open: [{ question_id: "why", keywords: [], allowed_languages: [], finds_duplicates: true }],
    times: [{ question_id: null, unit: "milliseconds" }],
    grids: [{ name: "trust", question_ids: ["a", "b", "c"] }],
    interview: ["age", "owns", "a", "b", "c"],
  });
  expect(feedMapping.parse(suggested)).toEqual(suggested);
  expect(mappingProblems(suggested, questions)).toEqual([]);
  expect(suggestMapping([], { surveyId: null, hasEnds: false })).toMatchObject({ open: [], times: [], grids: [] });
});

test("a response becomes data points that the service takes", () => {
  const mapping: FeedMapping = {
    ...suggested,
    open: [{ question_id: "why", keywords: ["price"], allowed_languages: ["EN"], finds_duplicates: false }],
    times: [...suggested.times, { question_id: "session_length", unit: "minutes" }],
  };
  const answers = { why: "It was cheap", age: 40, owns: [2, 1], a: 5, b: 7, c: 7, session_length: 1.5 };
  const points = dataPointsOf(response(answers), mapping, byId);
  expect(points).toEqual([
    {
      ...{ qualityCheck: "OES", dataPointId: "why", question: "Why did you buy it?", answer: "It was cheap" },
      ...{ keywords: ["price"], allowedLanguages: ["EN"], activateDuplicateDetection: false },
    },
    { qualityCheck: "TS", dataPointId: "response time", duration: 90_000 },
    { qualityCheck: "TS", dataPointId: "session_length", duration: 90_000 },
    { qualityCheck: "GQS", dataPointId: "trust", gridAnswersPattern: [1, 3, 3] },
    {
      ...{ qualityCheck: "CHS", dataPointId: "interview" },
      interviewData: [
        { questionId: "age", question: "age", answer: 40 },
        { questionId: "owns", question: "owns", answer: "Car, Bike" },
        { questionId: "a", question: "a", answer: "no" },
        { questionId: "b", question: "b", answer: "yes" },
        { questionId: "c", question: "c", answer: "yes" },
      ],
    },
  ]);
  const body = { surveyName: "s", respondentId: "r1", dataPoints: points };
  expect(versionOperations.v3.addRespondent.body.safeParse(body).error?.issues ?? []).toEqual([]);
  expect(amountsOf(mapping)).toMatchObject({ OESDataPoints: 1, TSDataPoints: 2, GQSAnswers: 3, CHSAnswers: 5 });
});

test("an open question that was put and not answered is scored as empty; what was not asked is left out", () => {
  expect(dataPointsOf(response({}, { durationMs: null }), suggested, byId)).toEqual([
    expect.objectContaining({ qualityCheck: "OES", answer: "" }),
  ]);
  expect(dataPointsOf(response({ a: 5, b: 99 }, { durationMs: -1, asked: new Set() }), suggested, byId)).toEqual([
    expect.objectContaining({ qualityCheck: "CHS", interviewData: [expect.objectContaining({ questionId: "a" })] }),
  ]);
  expect(dataPointsOf(response({}, { durationMs: null, asked: new Set() }), suggested, byId)).toEqual([]);
});

test("a mapping says what is wrong with it, and what to do", () => {
  const nothing = { survey_id: "s", open: [], times: [], grids: [], interview: [] };
  const open = { keywords: [], allowed_languages: [], finds_duplicates: true };
  const said = (mapping: Partial<FeedMapping>) => mappingProblems({ ...nothing, ...mapping }, questions);
  const chosen = { survey_id: null, interview: ["age"] };
  expect(said(chosen)).toEqual(["Choose the survey whose respondents the responses become."]);
  const sessions = [...questions, question(9, "session_survey", "single")];
  expect(mappingProblems({ ...nothing, ...chosen }, sessions)).toEqual([]);
  expect(said({})).toEqual(["Choose at least one question, or the time that responses took."]);
  expect(said({ open: [{ question_id: "age", ...open }] })).toEqual([
    "“age” is not answered in words. Take it out of the mapping.",
  ]);
  expect(said({ interview: ["gone"] })).toEqual([
    "This project has no question “gone” any more. Take it out of the mapping.",
  ]);
  expect(said({ grids: [{ name: "g", question_ids: ["a", "b", "owns"] }] })[0]).toMatch(
    /“owns” is not a question with/,
  );
  expect(said({ times: [{ question_id: "why", unit: "seconds" }] })).toHaveLength(1);
  expect(said({ interview: ["age", "age"] })).toEqual(["The interview: “age” is there twice. Name it once."]);
});
