import { describe, expect, test } from "vitest";
import type { SoftLaunch, SoftLaunchTarget } from "@/lib/contracts/soft-launches";
import type { Quota, Survey } from "@/lib/contracts/survey-codec";
import { addedTargets, asEdited, splitSave, targetsNow } from "./in-editor";

const target = (id: string, full: number, set: number, more: Partial<SoftLaunchTarget> = {}): SoftLaunchTarget => ({
  id,
  name: id,
  full,
  set,
  present: set,
  counted: 0,
  changed_elsewhere: false,
  added_elsewhere: false,
  ...more,
});
const launch = {
  state: "running",
  share: 10,
  changed_at: "2031-01-01T00:00:00Z",
  targets: [
    target("", 100, 10),
    target("a", 60, 6),
    target("b", 40, 4),
    target("c", 20, 2, { changed_elsewhere: true, present: 15 }),
  ],
} as SoftLaunch;
const quota = (quota_id: string, wanted: number): Quota => ({
  quota_id,
  quota_name: quota_id,
  quota: wanted,
  survey_starts: 0,
  survey_completes: 0,
  qualifications: [],
});
const survey: Survey = {
  id: "s",
  respondents: 10,
  respondent_attributes: [quota("a", 6), quota("b", 4), quota("c", 15)],
};
const targetsOf = ({ respondents, respondent_attributes }: Survey) => [
  respondents,
  ...(respondent_attributes ?? []).map(({ quota: wanted }) => wanted),
];

describe("in the editor", () => {
  test("targets are the full ones, but for what was changed elsewhere", () => {
    const edited = asEdited({ survey, revision: "r" }, launch);
    expect(targetsOf(edited.survey)).toEqual([100, 60, 40, 15]);
    expect(edited.revision).toBe("r 10 2031-01-01T00:00:00Z");
    expect([...targetsNow(launch)]).toEqual([
      ["", 10],
      ["a", 6],
      ["b", 4],
    ]);
  });

  test("without a soft launch under way a survey is as it is", () => {
    const loaded = { survey, revision: "r" };
    expect(asEdited(loaded, null)).toEqual(loaded);
    expect(asEdited(loaded, { ...launch, state: "launched" })).toEqual(loaded);
    const body = { id: "s", respondents: 7 };
    expect(splitSave(body, { ...launch, state: "stopped" })).toEqual({ patch: body, targets: {}, added: [] });
  });
});

describe("saving", () => {
  const list = (...quotas: [string | null, number][]) =>
    quotas.map(([quota_id, wanted]) => ({ quota_id, quota_name: String(quota_id), quota: wanted }));

  test("sends changed full targets to the soft launch, and leaves those at the service", () => {
    const body = { id: "s", respondents: 120, respondent_attributes: list(["a", 80], ["b", 40], ["c", 15]) };
    expect(splitSave(body, launch)).toEqual({
      patch: { id: "s", respondent_attributes: list(["a", 6], ["b", 4], ["c", 15]) },
      targets: { "": 120, a: 80 },
      added: [],
    });
  });

  test("needs no change of the survey where only its own target moved", () => {
    expect(splitSave({ id: "s", respondents: 120 }, launch)).toEqual({ patch: null, targets: { "": 120 }, added: [] });
  });

  test("adds a quota with its share, and its full target once it has an id", () => {
    const saved = splitSave({ id: "s", respondent_attributes: list(["a", 60], [null, 35]) }, launch);
    expect(saved.patch?.respondent_attributes).toEqual(list(["a", 6], [null, 4]));
    expect(saved.added).toEqual([35]);
    const after = { ...survey, respondent_attributes: [...(survey.respondent_attributes ?? []), quota("d", 4)] };
    expect(addedTargets(survey, after, saved.added)).toEqual({ d: 35 });
  });
});
