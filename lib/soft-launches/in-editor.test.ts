import { describe, expect, test } from "vitest";
import type { Quota, Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SoftLaunch, SoftLaunchTarget } from "@/lib/contracts/ours/soft-launches";
import {
  addedTargets,
  asEdited,
  isShareOf,
  servedRevision,
  splitSave,
  targetsNow,
  waitsFor,
  withTargetsOf,
} from "./in-editor";

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
const added = { added_elsewhere: true };
const launch = {
  writing: false,
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
    expect(edited.revision).not.toBe("r");
    expect(servedRevision(edited)).toBe("r");
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
    expect(splitSave(body, { ...launch, state: "stopped" }, survey)).toEqual({ patch: body, targets: {}, added: [] });
  });
});

describe("saving", () => {
  const list = (...quotas: [string | null, number][]) =>
    quotas.map(([quota_id, wanted]) => ({ quota_id, quota_name: String(quota_id), quota: wanted }));

  test("sends changed full targets to the soft launch, and leaves those at the service", () => {
    const body = { id: "s", respondents: 120, respondent_attributes: list(["a", 80], ["b", 40], ["c", 15]) };
    expect(splitSave(body, launch, survey)).toEqual({
      patch: { id: "s", respondent_attributes: list(["a", 6], ["b", 4], ["c", 15]) },
      targets: { "": 120, a: 80 },
      added: [],
    });
  });

  test("needs no change of the survey where only its own target moved", () => {
    expect(splitSave({ id: "s", respondents: 120 }, launch, survey)).toEqual({
      patch: null,
      targets: { "": 120 },
      added: [],
    });
  });

  test("adds a quota with its share, and its full target once it has an id", () => {
    const saved = splitSave({ id: "s", respondent_attributes: list(["a", 60], [null, 35]) }, launch, survey);
    expect(saved.patch?.respondent_attributes).toEqual(list(["a", 6], [null, 4]));
    expect(saved.added).toEqual([{ name: "null", qualifications: undefined, full: 35 }]);
    const after = { ...survey, respondent_attributes: [...(survey.respondent_attributes ?? []), quota("d", 4)] };
    expect(addedTargets(survey, after, saved.added)).toEqual({ d: 35 });
  });

  test("finds added quotas by name and audience, in whatever order the service answers", () => {
    const who = (...options: number[]) => [{ question_id: 1, allowed_option_ids: options }];
    const asked = [
      { name: "New", qualifications: who(1, 2), full: 35 },
      { name: "New", qualifications: who(3), full: 70 },
      { name: "Other", qualifications: who(3), full: 90 },
    ];
    const made = (id: string, name: string, ...options: number[]): Quota => ({
      ...quota(id, 1),
      quota_name: name,
      qualifications: who(...options),
    });
    const respondent_attributes = [made("x", "Other", 3), quota("a", 6), made("y", "New", 3), made("z", "New", 2, 1)];
    expect(addedTargets(survey, { ...survey, respondent_attributes }, asked)).toEqual({ x: 90, y: 70, z: 35 });
    const another = [made("w", "Strange", 9), made("z", "New", 2, 1)];
    expect(addedTargets(survey, { ...survey, respondent_attributes: another }, asked)).toEqual({ z: 35 });
  });

  test("a quota that stands there with its share alone gets its full target, and no PATCH of it", () => {
    const now = { ...survey, respondent_attributes: [quota("a", 6), quota("d", 4)] };
    const seen = { ...launch, targets: [target("", 100, 10), target("a", 60, 6), target("d", 4, 4, added)] };
    const saved = splitSave({ id: "s", respondent_attributes: list(["a", 60], ["d", 35]) }, seen, now);
    expect(saved).toEqual({
      patch: { id: "s", respondent_attributes: list(["a", 6], ["d", 4]) },
      targets: { d: 35 },
      added: [],
    });
  });

  test("never takes a share for a full target where the survey has another one than was set", () => {
    const extended = { ...survey, respondents: 25, respondent_attributes: [quota("a", 15), quota("b", 4)] };
    expect(targetsOf(asEdited({ survey: extended, revision: "r" }, launch).survey)).toEqual([25, 15, 40]);
    const body = { id: "s", respondents: 30, respondent_attributes: list(["a", 15], ["b", 50]) };
    expect(splitSave(body, launch, extended)).toEqual({
      patch: { id: "s", respondents: 30, respondent_attributes: list(["a", 15], ["b", 4]) },
      targets: { b: 50 },
      added: [],
    });
  });

  test("waits while a change is written, and where survey and soft launch were read at different times", () => {
    expect(waitsFor(survey, launch)).toBeNull();
    expect(waitsFor(survey, null)).toBeNull();
    expect(waitsFor(survey, { ...launch, writing: true })).toMatch(/being written\. Save again in a moment\.$/);
    expect(waitsFor(survey, { ...launch, state: "stopped", writing: true })).not.toBeNull();
    expect(waitsFor({ ...survey, respondents: 25 }, launch)).not.toBeNull();
    expect(waitsFor({ ...survey, respondents: 25 }, { ...launch, state: "launched" })).toBeNull();
    expect(waitsFor({ ...survey, respondent_attributes: [quota("a", 6)] }, launch)).not.toBeNull();
  });
});

describe("a save that was cut short", () => {
  test("keeps full targets as edits of the quotas that have ids by now", () => {
    const quotas = [quota("a", 60), { ...quota("d", 4) }];
    const edited = withTargetsOf(quotas as { quota_id: string; quota: number }[], { d: 35, a: 60 });
    expect(edited.map(({ quota: wanted }) => wanted)).toEqual([60, 35]);
    expect(edited[0]).toBe(quotas[0]);
  });

  test("a quota at the share of what the draft adds may be that one, only under a soft launch", () => {
    expect(isShareOf(launch)({ quota: 35 }, { quota: 4 })).toBe(true);
    expect(isShareOf(launch)({ quota: 35 }, { quota: 5 })).toBe(false);
    expect(isShareOf(null)({ quota: 35 }, { quota: 4 })).toBe(false);
  });
});
