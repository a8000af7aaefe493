import { describe, expect, test } from "vitest";
import { wordsOf } from "./answer-words";
import { scoreOffTopic } from "./off-topic";

const question = "Why did you choose this brand of coffee?";
const reasons = ["the taste is strong", "a fair price for the quality", "my family likes the smell of it"];
const others = Array.from({ length: 42 }, (_, at) => reasons[at % 3] ?? "");
const score = (answer: string, more: Partial<Parameters<typeof scoreOffTopic>[1]> = {}) =>
  scoreOffTopic(wordsOf(answer), { question, keywords: [], others, ...more });

const OFF = "the referee missed a penalty during extra minutes";

describe("an answer is off topic", () => {
  test("where it shares no word of content with the question, its keywords or other answers, which it names", () => {
    expect(score(OFF)).toEqual({
      ...{ score: 60, category: "OFF_TOPIC" },
      reason:
        "None of its words, such as “referee”, “missed”, “penalty”, “during”, is in the question, its keywords or two of 42 other answers",
    });
  });

  test.each([
    ["a word of the question", `${OFF} with coffee`, {}],
    ["a word of other answers in another form", `${OFF} and tasteful`, {}],
    ["a keyword", OFF, { keywords: ["Penalty shoot-out"] }],
    ["few words of content", "the referee missed a lot", {}],
    ["few answers of others", OFF, { others: others.slice(0, 39) }],
    [
      "another language, of which even the small words are others",
      "Schiedsrichter haben gestern Elfmeter verpasst",
      {},
    ],
    ["no spaces between words", "裁判昨天错过了点球 比赛结果令人失望 观众非常生气 球员离开了球场", {}],
    ["no words", "", {}],
  ])("not with %s", (_, answer, more) => {
    expect(score(answer, more)).toBeNull();
  });
});
