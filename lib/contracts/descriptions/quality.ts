import { laterOperations, versionOperations } from "../interfaces/quality";
import { type QualityVersion, qualityVersions } from "../terms/quality";
import type { DescribedOperation, DescribedOperations } from "./described";

export const qualityTags = {
  "Respondents, version 1": "The first version, without a prefix.",
  "Respondents, version 2": "Entries of an interview name their question.",
  "Respondents, version 3": "Other names of categories, attributes of respondents, and deletion.",
} as const;

const tagOf: Record<QualityVersion, keyof typeof qualityTags> = {
  v1: "Respondents, version 1",
  v2: "Respondents, version 2",
  v3: "Respondents, version 3",
};

const done = (results: unknown) => ({ success: true, message: "Done.", results });
const survey = { surveyName: "Snacks, wave 3" };

const scored = {
  respondentId: "r-1",
  status: "COMPLETED",
  respondentQuality: {
    isExcluded: false,
    reasonsForExclusion: [],
    serviceScore: 88,
    dataPointsSummary: [{ qualityCheck: "TS", dataPointId: "whole interview", score: 88 }],
    qualityScoreSummary: [{ qualityCheck: "TS", score: 88 }],
  },
};

type Name = keyof (typeof versionOperations)["v1"];

const inEvery: Record<Name, Omit<DescribedOperation, "tag">> = {
  addRespondent: {
    description:
      "The first respondent creates the survey and ties it to the version of this path. Without `cleaningSettings` the default thresholds apply; nobody is excluded unless `activateCleaning` is true. With `synchronousResponse: false` the reply comes at once, and the scores later.",
    request: {
      ...survey,
      respondentId: "r-1",
      dataPoints: [
        { qualityCheck: "TS", dataPointId: "whole interview", duration: 412_000 },
        {
          qualityCheck: "CHS",
          dataPointId: "coherence",
          interviewData: [{ questionId: "age", question: "How old are you?", answer: 34 }],
        },
      ],
      cleaningSettings: { serviceScore: 60, OES: { activate: true, score: 40, minDataPoints: 2 } },
    },
    reply: done(scored),
  },
  getRespondent: {
    description: "A respondent that waits to be scored has the status PROCESSING and no scores yet.",
    request: { ...survey, respondentId: "r-1" },
    reply: done(scored),
  },
  getAllRespondents: {
    description: "Without `page` and `page_size` the reply has all respondents, written as they are read.",
    request: { ...survey, page: 1, page_size: 50 },
    reply: done({ ...survey, totalRespondents: 1, page: 1, page_size: 50, respondents: [scored] }),
  },
  stopSurvey: {
    description: "Further respondents are refused until the survey is restarted.",
    request: survey,
    reply: done({ ...survey, isStopped: true }),
  },
  restartSurvey: {
    description: "The survey keeps its version and its respondents.",
    request: survey,
    reply: done({ ...survey, isStopped: false }),
  },
  creditCalculation: {
    description: "The breakdown is exact; the total is rounded down and at least 5, or 0 where nothing is asked for.",
    request: { OESDataPoints: 2, TSDataPoints: 1 },
    reply: done({
      creditCalculation: {
        totalCredits: 5,
        calculationBreakdown: {
          OES: { credits: 3.25, dataPoints: 2 },
          TS: { credits: 1, dataPoints: 1 },
          BAS: { credits: 0, dataPoints: 0 },
          GQS: { credits: 0, answers: 0 },
          CHS: { credits: 0, answers: 0 },
        },
      },
    }),
  },
};

const inTheLast: Record<keyof typeof laterOperations, Omit<DescribedOperation, "tag">> = {
  deleteRespondents: {
    description: "It cannot be undone. An unknown id fails the call, and nobody is deleted.",
    request: { ...survey, respondentIds: ["r-1", "r-2"] },
    reply: done({ deleted: 2 }),
  },
  deleteSurveys: {
    description: "It cannot be undone. An unknown name fails the call, and nothing is deleted.",
    request: { surveyNames: [survey.surveyName] },
    reply: done({ deleted: 1 }),
  },
  updateRespondentsExcludedStatus: {
    description:
      "Give `isExcluded` to set the status: without it each id is toggled, and a repeated call undoes the first.",
    request: { ...survey, respondentIds: ["r-1"], isExcluded: true },
    reply: done({ respondents: [{ respondentId: "r-1", isExcluded: true }] }),
  },
};

// Safe: both tables have these names alone.
const names = <T extends object>(table: T) => Object.keys(table) as (keyof T)[];

export const describedQuality: DescribedOperations = Object.fromEntries([
  ...qualityVersions.flatMap((version) =>
    names(inEvery).map((name) => [versionOperations[version][name].name, { tag: tagOf[version], ...inEvery[name] }]),
  ),
  ...names(inTheLast).map((name) => [laterOperations[name].name, { tag: tagOf.v3, ...inTheLast[name] }]),
]);
