import { expect, test } from "vitest";
import { versionOperations } from "@/lib/contracts/interfaces/quality";
import { qualityVersions } from "@/lib/contracts/terms/quality";
import { namesOfPoints, sentPoints, sentSettings } from "./sent-parts";

const sent = {
  ...{ surveyName: "S", respondentId: "r1", activateCleaning: true },
  dataPoints: [
    { qualityCheck: "OES", dataPointId: "o", question: "Why?", answer: "Taste" },
    { qualityCheck: "TS", dataPointId: "t", duration: 9000 },
    { qualityCheck: "GQS", dataPointId: "g", gridAnswersPattern: [1, 2] },
    { qualityCheck: "CHS", dataPointId: "c", interviewData: [{ questionId: "a", question: "Age?", answer: 30 }] },
    {
      ...{ qualityCheck: "BAS", dataPointId: "o" },
      interactionData: [{ interactionType: "KEYSTROKE", value: "T", timestamp: 1 }],
    },
  ],
  cleaningSettings: { serviceScore: 50, OES: { score: 40 } },
};

test.each(qualityVersions)(
  "what was read of a sent respondent in %s is read the same when it was stored",
  (version) => {
    const read = versionOperations[version].addRespondent.body.parse(sent);
    const stored = JSON.parse(JSON.stringify(read));
    expect(sentPoints(version, stored)).toEqual(read.dataPoints);
    expect(sentSettings(version, stored)).toEqual(read.cleaningSettings);
    expect(sentSettings(version, { ...stored, cleaningSettings: null })).toBeUndefined();
  },
);

test("what is stored otherwise is refused by the name of its respondent", () => {
  const point = { qualityCheck: "TS", dataPointId: "t", duration: "9 s" };
  expect(() => sentPoints("v3", { respondentId: "r1", dataPoints: [point] })).toThrow(
    /dataPoints of the respondent r1 in quality_respondents cannot be read: [\s\S]*duration/,
  );
  expect(() => sentSettings("v3", { respondentId: "r1", cleaningSettings: [] })).toThrow(
    "cleaningSettings of the respondent r1 in quality_respondents cannot be read",
  );
});

test("which data points there are is known as far as it can be read", () => {
  const dataPoints = [{ qualityCheck: "OES", dataPointId: "o", answer: 7 }, { qualityCheck: "X", dataPointId: "x" }, 7];
  expect(namesOfPoints({ respondentId: "r1", dataPoints })).toEqual([{ qualityCheck: "OES", dataPointId: "o" }]);
});
