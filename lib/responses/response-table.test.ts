import { expect, test } from "vitest";
import type { SurveyResponse } from "@/lib/contracts/interfaces/demand-replies";
import { cellText } from "@/lib/tables/column";
import { formatFor, usualSettings } from "@/lib/tables/format";
import { responseTable, withReasons } from "./response-table";

const response: SurveyResponse = {
  rdud: "r-1",
  survey_id: "s",
  status: "complete",
  reconciliation_status: "REJECTED",
  buyer_cpi: 1.5,
  qualification_attributes: [],
  quota_attributes: ["q1", "gone"],
  started_at: "2026-01-02T03:00:00Z",
  ended_at: "2026-01-02T03:07:30Z",
};
const kept = {
  rdud: "r-1",
  status: "Rejected" as const,
  reason: "bot",
  who: "a@b.example",
  at: "2026-01-03T00:00:00Z",
};
const format = formatFor(usualSettings);

test("a row says what is known of a response, with our reason for the judgement that holds", () => {
  const [row] = withReasons([response], [kept]);
  const texts = responseTable(new Map([["q1", "Men"]])).map((column) => row && cellText(column, row, format));
  expect(texts).toEqual([
    "r-1",
    "Complete",
    "Rejected",
    "bot",
    "a@b.example",
    "3 Jan 2026, 00:00 UTC",
    "$1.50",
    "2 Jan 2026, 03:00 UTC",
    "2 Jan 2026, 03:07 UTC",
    "7.5",
    "Men, gone",
  ]);
});

test("a reason given for another judgement is not shown, and what has not ended has no duration", () => {
  const [row] = withReasons([{ ...response, reconciliation_status: "Accepted", ended_at: null }], [kept]);
  expect(row?.kept).toBeNull();
  const duration = responseTable(new Map()).find(({ id }) => id === "duration");
  expect(row && duration?.value(row)).toBeNull();
});
