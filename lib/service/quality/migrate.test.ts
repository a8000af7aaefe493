import { expect, test } from "vitest";
import { pointsInV2, renamedCategories, settingsInV3 } from "./migrate";
import type { SentPoint } from "./score-respondent";

const interview = (entries: { questionId?: string; question: string }[]): SentPoint => ({
  ...{ qualityCheck: "CHS", dataPointId: "c" },
  interviewData: entries.map(({ questionId, question }) => ({ questionId, question, answer: "30" })),
});
const idsIn = (points: SentPoint[]) =>
  points.flatMap((point) => (point.qualityCheck === "CHS" ? point.interviewData.map((entry) => entry.questionId) : []));

test("an entry without a question id gets one by its text, the same for everybody; others keep theirs", () => {
  const [one, same, other, named] = idsIn(
    pointsInV2([
      interview([
        { question: "How old are you?" },
        { question: " how OLD  are you? " },
        { question: "Where?" },
        { questionId: "age", question: "How old are you?" },
      ]),
    ]),
  );
  expect(one).toMatch(/^q-[0-9a-f]{16}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
  expect(named).toBe("age");
});

test("settings keep their rules under the names of v3", () => {
  const settings = {
    serviceScore: 50,
    OES: { score: 30, categories: { NO_INFORMATION: { minDataPoints: 3 }, FAKE_ANSWER: {} } },
  };
  expect(settingsInV3("v2", settings)).toEqual({
    serviceScore: 50,
    OES: { score: 30, categories: { NO_ANSWER: { minDataPoints: 3 }, AI_SUSPECT: {} } },
  });
  expect(settingsInV3("v1", { TS: { score: 1 } })).toEqual({ TS: { score: 1 } });
});

test("five categories are renamed, and none of v3", () => {
  expect(renamedCategories("v2").map(({ from, to }) => `${from} ${to}`)).toEqual([
    "FAKE_ANSWER AI_SUSPECT",
    "GENERIC_ANSWER VALID_ANSWER",
    "WRONG_TOPIC OFF_TOPIC",
    "NO_INFORMATION NO_ANSWER",
    "NONSENSE GIBBERISH",
  ]);
  expect(renamedCategories("v3")).toEqual([]);
});
