import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readOutOfField } from "@/lib/contracts/calendar/out-of-field";
import { surveyPatchSchema } from "@/lib/contracts/interfaces/survey";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { type SurveyChange, surveyChangeSchema } from "@/lib/contracts/ours/jobs";
import { statusProblem } from "@/lib/contracts/rules/survey-rules";
import { bodyOf, changeProblems, changeTitle, isIrreversible, judgeChange, membersOf, stillHas } from "./survey-change";

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
    [0.5, 15, 0.58],
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

const unknown: [keyof SurveyChange, SurveyChange, string][] = [
  [
    "traffic_control_limit_type",
    { traffic_control_limit_type: "Medium" },
    "Pacing must be one of None, Even Pacing and Accelerated Pacing.",
  ],
  ["status", { status: "Archived" }, "Status must be one of Draft, Live, Paused and Complete."],
  [
    "out_of_field_date",
    { out_of_field_date: "31.12.2031" },
    "Out-of-field date “31.12.2031” is not a date written as YYYY-MM-DD HH:mm:ss.",
  ],
  ["out_of_field_date", { out_of_field_date: "2031-02-30" }, "Out-of-field date 2031-02-30 does not exist."],
  [
    "out_of_field_timezone",
    { out_of_field_timezone: "Atlantis" },
    "Out-of-field time zone “Atlantis” is not one of the zones in the definitions.",
  ],
];

test.each(unknown)("an unknown %s of %j is refused for all surveys and for each", (name, change, sentence) => {
  expect(changeProblems(change)).toEqual({ [name]: sentence });
  expect(judgeChange(live, change, rules)).toEqual({ outcome: "refused", reason: sentence });
});

test("values in any spelling that our own service reads are no problem of a change", () => {
  for (const change of [
    { status: " paused ", traffic_control_limit_type: "EVEN pacing" },
    { out_of_field_date: "2031-01-05T12:00:00Z" },
    { out_of_field_timezone: "(UTC-10:00) Hawaii", out_of_field_date: "2031-01-05" },
    { price_percent: 5, quotas_by: 3 },
  ])
    expect(changeProblems(change)).toEqual({});
});

const large = { ...live, respondents: 999_999_999, offered_price_per_complete: 60_000 };
test.each([
  [large, { price_percent: 100 }, "Price per complete must be at most 100,000 US dollars."],
  [large, { quotas_by: 5 }, "Number of respondents must be at most 1,000,000,000."],
  [
    { ...live, respondent_attributes: live.respondent_attributes?.map((quota) => ({ ...quota, quota: 999_999_999 })) },
    { quotas_by: 5, respondents_too: false },
    "Quota 1: Quota must be at most 1,000,000,000.",
  ],
] as [Survey, SurveyChange, string][])(
  "a number beyond what our own service takes is refused",
  (survey, change, reason) => {
    expect(judgeChange(survey, change, rules)).toEqual({ outcome: "refused", reason });
  },
);

const either = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
const changes = fc
  .record({
    status: either("Live", "paused", "Complete", "Draft", "Archived", " "),
    offered_price_per_complete: either(0.01, 2.5, 100_000, 100_000.01, 1.005, 0),
    price_percent: either(15, -90, 1000, 0, 1001),
    out_of_field_date: either("2032-01-01", "2030-01-01", "2031-03-28 02:30:00", "soon", "2031-02-30", "9999-12-31"),
    out_of_field_timezone: either("(UTC-10:00) Hawaii", "Atlantis"),
    traffic_control_limit_type: either("None", "even pacing", "Medium", "Slow"),
    quotas_by: either(1, -1, -100, 1_000_000),
    quotas_percent: either(10, -99, 10_000),
    respondents_too: either(true, false),
  })
  .map((change) => JSON.parse(JSON.stringify(change)) as SurveyChange)
  .filter((change) => surveyChangeSchema.safeParse(change).success);
const surveys = fc.record({
  status: fc.constantFrom("Draft", "Live", "Paused", "Complete"),
  respondents: fc.constantFrom(1, 100, 999_999_999),
  offered_price_per_complete: fc.constantFrom(0.01, 1.15, 99_999),
  traffic_control_limit_type: fc.constantFrom("None", "Even Pacing"),
  quota: fc.constantFrom(1, 100, 500_000_000),
});

test("what a preview lets through has only values that our own service takes", () => {
  fc.assert(
    fc.property(surveys, changes, ({ quota, ...members }, change) => {
      const quotas = (live.respondent_attributes ?? []).map((each) => ({
        ...{ ...each, quota, quota_id: "0199c000-0000-7000-8000-000000000001" },
        qualifications: [{ question_id: 2, allowed_option_ids: [1] }],
      }));
      const survey: Survey = { ...live, ...members, respondent_attributes: quotas };
      const judged = judgeChange(survey, change, rules);
      if (judged.outcome === "refused") expect(judged.reason).toMatch(/^[A-Z].*\.$/);
      if (Object.keys(changeProblems(change)).length > 0) expect(judged.outcome).toBe("refused");
      if (judged.outcome !== "change") return;
      const sent = surveyPatchSchema.parse({ ...bodyOf(survey, judged.target), id: survey.id });
      const after = { ...survey, ...sent };
      const status = after.status?.trim().toLowerCase();
      const known = [...["draft", "live", "paused", "complete"]].find((each) => each === status);
      expect(known).toBeDefined();
      const spelled = `${known?.[0]?.toUpperCase()}${known?.slice(1)}` as "Live";
      expect(statusProblem(members.status as "Live", spelled)).toEqual({});
      expect(["none", "even pacing", "accelerated pacing"]).toContain(after.traffic_control_limit_type?.toLowerCase());
      const end = readOutOfField(String(after.out_of_field_date), String(after.out_of_field_timezone));
      expect(end).not.toHaveProperty("problem");
    }),
    { numRuns: 1000 },
  );
});

describe("undoing", () => {
  test("brings back exactly what a change replaced, and only while that still stands", () => {
    const target = { status: "Paused" };
    expect(membersOf(live, target)).toEqual({ status: "Live" });
    expect(stillHas({ ...live, status: "Paused" }, target)).toBe(true);
    expect(stillHas({ ...live, status: "Complete" }, target)).toBe(false);
  });
});

describe("quotas", () => {
  const quota = (quota_id: string, target: number, question_id = 1) => ({
    quota_id,
    quota_name: quota_id,
    quota: target,
    survey_starts: 0,
    survey_completes: 0,
    qualifications: [{ question_id, allowed_option_ids: [quota_id] }],
  });
  const three = { ...live, respondents: 100, respondent_attributes: [quota("a", 33), quota("b", 33), quota("c", 34)] };
  const targetOf = (change: Parameters<typeof judgeChange>[1], survey: Survey = three) => {
    const judged = judgeChange(survey, change, rules);
    if (judged.outcome !== "change") throw new Error(judged.reason);
    return judged;
  };

  test("scale to a sum that is rounded once, and the survey's target with them", () => {
    const { target, words } = targetOf({ quotas_percent: 10 });
    expect(target).toEqual({ quota_targets: { a: 36, b: 36, c: 38 }, respondents: 110 });
    expect(words).toBe("respondents 100 → 110, 3 quotas, together 100 → 110");
  });

  const beside = (respondents: number) => ({
    ...live,
    respondents,
    respondent_attributes: [
      ...[quota("a", 500), quota("b", 500)],
      ...[quota("c", 300, 2), quota("d", 300, 2), quota("e", 400, 2)],
    ],
  });

  test("on several questions move the survey's target once", () => {
    expect(targetOf({ quotas_percent: 10 }, beside(1000)).target).toEqual({
      quota_targets: { a: 550, b: 550, c: 330, d: 330, e: 440 },
      respondents: 1100,
    });
    expect(targetOf({ quotas_by: 10 }, beside(1000)).target.respondents).toBe(1030);
    expect(targetOf({ quotas_by: -10 }, { ...beside(1000), status: "Paused" }).target.respondents).toBe(970);
  });

  test("by a percentage round halves up", () => {
    const half = { ...live, respondents: 50, respondent_attributes: [quota("a", 50)] };
    expect(targetOf({ quotas_percent: 15 }, half).target).toEqual({ quota_targets: { a: 58 }, respondents: 58 });
  });

  test("rise by a number each, and are refused where one would fall to nothing", () => {
    expect(targetOf({ quotas_by: 5, respondents_too: false }).target).toEqual({
      quota_targets: { a: 38, b: 38, c: 39 },
    });
    const low = { ...live, status: "Paused", respondent_attributes: [quota("a", 3), quota("b", 50)] };
    expect(targetOf({ quotas_by: -2 }, low).target).toEqual({ quota_targets: { a: 1, b: 48 }, respondents: 96 });
    for (const change of [{ quotas_by: -10 }, { quotas_by: -3 }, { quotas_percent: -99 }]) {
      expect(judgeChange(low, change, { ...rules, ownRules: false })).toEqual({
        outcome: "refused",
        reason: "One quota would have a target of 0, which a quota cannot have. Change it by less, or by hand.",
      });
    }
  });

  test("are sent as a whole list, and what they were brings them back", () => {
    const { target } = targetOf({ quotas_by: 1 });
    const before = membersOf(three, target);
    expect(before).toEqual({ quota_targets: { a: 33, b: 33, c: 34 }, respondents: 100 });
    expect(bodyOf(three, target)).toEqual({
      respondents: 103,
      respondent_attributes: ["a", "b", "c"].map((quota_id, at) => ({
        quota_id,
        quota_name: quota_id,
        quota: [34, 34, 35][at],
        qualifications: [{ question_id: 1, allowed_option_ids: [quota_id] }],
      })),
    });
    const after = { ...three, ...bodyOf(three, target) } as Survey;
    expect(stillHas(after, target)).toBe(true);
    expect(stillHas(three, target)).toBe(false);
  });

  test("that are not known whole are left alone, with the reason", () => {
    const odd = { ...live, respondent_attributes: [{ ...quota("a", 3), quota_id: null }] };
    expect(judgeChange(odd, { quotas_by: 1 }, rules)).toEqual({
      outcome: "refused",
      reason: "Its quotas are not known whole, so their targets cannot be changed.",
    });
  });
});

test("a change to a status from which there is no way back is irreversible, where the rules are known", () => {
  const isFinal = (from: string, to: string, ownRules = true) =>
    isIrreversible({ ...live, status: from }, { status: to }, { ownRules, now });
  const final = [
    ["Draft", "Live"],
    ["Paused", "Complete"],
  ] as const;
  for (const [from, to] of final) expect([isFinal(from, to), isFinal(from, to, false)]).toEqual([true, false]);
  const others = [
    ["Live", "Paused"],
    ["Paused", "live"],
    ["Live", "Complete"],
    ["Complete", "Live"],
    ["Waiting", "Live"],
  ] as const;
  for (const [from, to] of others) expect(isFinal(from, to), `${from} to ${to}`).toBe(false);
  expect(isIrreversible(live, { offered_price_per_complete: 2 }, rules)).toBe(false);
});

test("a job is called by what it changes, each kind of change by its own name", () => {
  const titles: [SurveyChange, string][] = [
    [{ status: "Paused" }, "Pause 3 surveys"],
    [{ status: "Archived" }, "Set to Archived 3 surveys"],
    [{ offered_price_per_complete: 1.5 }, "Set the price of 3 surveys to $1.50"],
    [{ price_percent: -10 }, "Change the price of 3 surveys by -10%"],
    [{ out_of_field_date: "2031-02-28", out_of_field_timezone: "Hawaii" }, "Set the out-of-field date of 3 surveys"],
    // It was once called "Lower the quotas by 0%".
    [{ out_of_field_timezone: "Hawaii" }, "Set the out-of-field time zone of 3 surveys"],
    [{ traffic_control_limit_type: "None" }, "Set the pacing of 3 surveys to None"],
    [{ quotas_by: -5, respondents_too: false }, "Lower the quotas of 3 surveys by 5"],
    [{ quotas_percent: 20 }, "Raise the quotas of 3 surveys by 20%"],
    [{}, "Change 3 surveys"],
  ];
  for (const [change, title] of titles) expect(changeTitle(change, 3)).toBe(title);
});
