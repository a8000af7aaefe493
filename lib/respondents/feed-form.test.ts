import { expect, test } from "vitest";
import type { FeedMapping } from "@/lib/contracts/ours/scoring-feed";
import { costOfOneText, costText, readWords, withOpen, withTimes } from "./feed-form";

const mapping: FeedMapping = {
  survey_id: null,
  open: [{ question_id: "why", keywords: ["price"], allowed_languages: ["EN"], finds_duplicates: false }],
  times: [{ question_id: null, unit: "minutes" }],
  grids: [],
  interview: [],
};

test("a question that stays keeps what was said of it", () => {
  expect(withOpen(mapping, ["what", "why"]).open).toMatchObject([
    { question_id: "what", keywords: [], finds_duplicates: true },
    { question_id: "why", keywords: ["price"], finds_duplicates: false },
  ]);
  expect(withTimes(mapping, [null, "page"]).times).toEqual([
    { question_id: null, unit: "minutes" },
    { question_id: "page", unit: "seconds" },
  ]);
});

test("words are read between commas and blanks, each once", () => {
  expect(readWords("EN, de  EN;fr")).toEqual(["EN", "de", "fr"]);
});

test("credits are those of everybody, and unknown where the service does not say", () => {
  const feed = { mapping, saved: null, problems: [], responses: 40 };
  const texts = (credits_each: number | null) => [
    costText({ ...feed, credits_each }, String),
    costOfOneText({ ...feed, credits_each }, String),
  ];
  const [all, one] = texts(3);
  expect(all).toMatch(/^At most 120 credits: 40 responses, up to 3 credits each\./);
  expect(one).toMatch(/costs up to 3 credits\./);
  for (const text of texts(null)) expect(text).toContain("does not say what scoring costs");
});
