import { describe, expect, test } from "vitest";
import type { Survey } from "@/lib/contracts/survey-codec";
import { judgeChange, membersOf, stillHas } from "./survey-change";

const now = Date.parse("2031-01-01T00:00:00Z");
const rules = { ownRules: true, now };
const live: Survey = {
  id: "s",
  status: "Live",
  respondents: 100,
  calculation_type: "Completes",
  offered_price_per_complete: 1.15,
  out_of_field_date: "2031-02-01 23:59:59",
  out_of_field_timezone: "(UTC) Coordinated Universal Time",
  entry_link: "https://x.example/?r=[%RID%]",
  respondent_attributes: [
    { quota_id: "q", quota_name: "All", quota: 100, survey_starts: 10, survey_completes: 5, qualifications: [] },
  ],
};

describe("judgeChange", () => {
  test("a live survey can be paused, and says what happens", () => {
    expect(judgeChange(live, { status: "Paused" }, rules)).toEqual({
      outcome: "change",
      target: { status: "Paused" },
      words: "status Live → Paused",
    });
  });

  test("what is so already is no change, whatever its spelling", () => {
    expect(judgeChange(live, { status: "live" }, rules).outcome).toBe("unchanged");
    expect(judgeChange(live, { offered_price_per_complete: 1.15 }, rules).outcome).toBe("unchanged");
  });

  test("refuses what our own service would refuse, in its words", () => {
    const draft = { ...live, status: "Draft" };
    expect(judgeChange(draft, { status: "Complete" }, rules)).toMatchObject({ outcome: "refused" });
    const over = { ...live, status: "Paused", out_of_field_date: "2030-12-01 00:00:00" };
    expect(judgeChange(over, { status: "Live" }, rules)).toEqual({
      outcome: "refused",
      reason: "A live survey needs an out-of-field date that lies ahead.",
    });
  });

  test("leaves refusals to a service that has rules of its own", () => {
    expect(
      judgeChange({ ...live, status: "Draft" }, { status: "Complete" }, { ...rules, ownRules: false }).outcome,
    ).toBe("change");
  });

  test.each([
    [1.15, 10, 1.27],
    [1.15, -10, 1.04],
    [0.01, -90, 0.01],
    [19.99, 100, 39.98],
  ])("a price of %d changed by %d percent is %d, in whole cents", (price, percent, expected) => {
    const judged = judgeChange({ ...live, offered_price_per_complete: price }, { price_percent: percent }, rules);
    if (judged.outcome === "change") expect(judged.target.offered_price_per_complete).toBe(expected);
    else expect(expected).toBe(price);
  });

  test("an unknown price cannot change by a percentage", () => {
    expect(judgeChange({ ...live, offered_price_per_complete: null }, { price_percent: 5 }, rules).outcome).toBe(
      "refused",
    );
  });
});

describe("undoing", () => {
  test("brings back exactly what a change replaced, and only while that still stands", () => {
    const target = { status: "Paused" };
    expect(membersOf(live, target)).toEqual({ status: "Live" });
    expect(stillHas({ ...live, status: "Paused" }, target)).toBe(true);
    expect(stillHas({ ...live, status: "Complete" }, target)).toBe(false);
  });
});
