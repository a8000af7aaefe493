import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import type { SoftLaunchAction } from "@/lib/contracts/ours/soft-launches";
import { become, type Launch, settled } from "./launch";
import { type Plan, planOf } from "./plan";
import { presentTargets } from "./targets";
import { viewTargets } from "./view";

const rules = { ownRules: true };

function makeSurvey(targets: Record<string, number>, members: Partial<Survey> = {}): Survey {
  const { "": respondents = 100, ...quotas } = targets;
  return {
    id: "s",
    name: "A survey",
    status: "Draft",
    respondents,
    field_details: { survey_starts: 0, survey_completes: 0 } as never,
    respondent_attributes: Object.entries(quotas).map(([id, quota], at) => ({
      quota_id: id,
      quota_name: id.toUpperCase(),
      quota,
      survey_starts: 0,
      survey_completes: 0,
      qualifications: [{ question_id: 1, allowed_option_ids: [at] }],
    })),
    ...members,
  };
}

/** A survey after a PATCH, as every service writes it. */
const patched = (survey: Survey, { body }: Plan): Survey => ({ ...survey, ...body }) as Survey;
const targetsOf = (survey: Survey) => Object.fromEntries(presentTargets(survey).map(({ id, target }) => [id, target]));
const ask = (action: SoftLaunchAction, more: object = {}) => ({ action, overwrite: [], ...more });

/** Plans, expects that it can be done, and does it. */
function act(launch: Launch | null, survey: Survey, asked: ReturnType<typeof ask>) {
  const plan = planOf(launch, survey, asked, rules);
  expect(plan.problem).toBeNull();
  return { launch: become(plan.becoming), survey: patched(survey, plan), plan };
}

const started = (share = 10) => act(null, makeSurvey({ "": 100, a: 50, b: 51 }), ask("start", { share }));

describe("a soft launch", () => {
  test("starts with one write: every target's share, the respondents' too, and Live", () => {
    const { survey, launch, plan } = started();
    expect(targetsOf(survey)).toEqual({ "": 10, a: 5, b: 6 });
    expect(survey.status).toBe("Live");
    expect(launch.full).toEqual({ "": 100, a: 50, b: 51 });
    expect(plan.notices).toEqual([
      "The quotas come to 11 rounded up, the respondents to 10: whichever is in first ends it.",
    ]);
  });

  test("compares the respondents with quotas that are for different ones, not with all together", () => {
    const survey = makeSurvey({ "": 100, a: 50, b: 50, c: 100 });
    for (const each of survey.respondent_attributes ?? []) {
      if (each.quota_id === "c") each.qualifications = [{ question_id: 2, allowed_option_ids: [1] }];
    }
    expect(act(null, survey, ask("start", { share: 10 })).plan.notices).toEqual([]);
  });

  test("says which quotas have their share already, a few by name", () => {
    const names = Array.from({ length: 8 }, (_, index) => `q${index}`);
    const survey = makeSurvey({ "": 500, ...Object.fromEntries([...names, "z"].map((name) => [name, 50])) });
    for (const quota of survey.respondent_attributes ?? []) quota.survey_completes = quota.quota_id === "z" ? 4 : 7;
    const { plan } = act(null, survey, ask("start", { share: 10 }));
    expect(plan.notices).toHaveLength(6);
    expect(plan.notices[0]).toBe("“Q0” is full at once: 7 of 5 are collected.");
    expect(plan.notices[5]).toBe("3 more quotas are full at once.");
    expect(plan.targets.filter((target) => target.full_at_once)).toHaveLength(8);
  });

  test("goes on at a larger share, and in full with exactly the targets of before", () => {
    const first = started();
    const paused = { ...first.survey, status: "Paused" };
    const extended = act(first.launch, paused, ask("extend", { share: 25 }));
    expect(targetsOf(extended.survey)).toEqual({ "": 25, a: 13, b: 13 });
    expect(extended.survey.status).toBe("Live");
    const all = act(extended.launch, extended.survey, ask("launch"));
    expect(targetsOf(all.survey)).toEqual({ "": 100, a: 50, b: 51 });
    expect(all.launch.state).toBe("launched");
  });

  test.each([
    ["Live", undefined, "Paused"],
    ["Paused", undefined, "Paused"],
    ["Paused", "Complete", "Complete"],
    ["Complete", undefined, "Complete"],
  ])("stopped from %s leaves all targets in full, and the survey %s → %s", (from, status, to) => {
    const { launch, survey } = started();
    const stopped = act(launch, { ...survey, status: from }, ask("stop", { status }));
    expect(targetsOf(stopped.survey)).toEqual({ "": 100, a: 50, b: 51 });
    expect(stopped.survey.status).toBe(to);
    expect(stopped.launch.state).toBe("stopped");
  });

  test("an edited full target sets its share; what was changed elsewhere stays until it is chosen", () => {
    const { launch, survey } = started();
    const elsewhere = patched(survey, { body: makeSurvey({ "": 10, a: 20, b: 6 }, { status: "Live" }) } as never);
    const shown = viewTargets(launch, elsewhere).filter((target) => target.changed_elsewhere);
    expect(shown).toMatchObject([{ id: "a", full: 50, set: 5, present: 20 }]);

    const edited = act(launch, elsewhere, ask("retarget", { targets: { a: 80, b: 100 } }));
    expect(targetsOf(edited.survey)).toEqual({ "": 10, a: 20, b: 10 });
    expect(edited.launch.full).toEqual({ "": 100, a: 80, b: 100 });
    expect(edited.plan.notices).toContain("“A” was changed elsewhere to 20: it stays so.");
    expect(viewTargets(edited.launch, edited.survey).find(({ id }) => id === "a")?.changed_elsewhere).toBe(true);

    expect(targetsOf(act(edited.launch, edited.survey, ask("launch")).survey)).toEqual({ "": 100, a: 20, b: 100 });
    const chosen = act(edited.launch, edited.survey, ask("launch", { overwrite: ["a"] }));
    expect(targetsOf(chosen.survey)).toEqual({ "": 100, a: 80, b: 100 });
  });

  test("a quota added meanwhile has what it was added with, and its share once its full target is given", () => {
    const { launch, survey } = started();
    const wider = { ...survey, respondent_attributes: makeSurvey({ a: 5, c: 30 }).respondent_attributes ?? [] };
    expect(viewTargets(launch, wider).find(({ id }) => id === "c")).toMatchObject({ full: 30, added_elsewhere: true });
    expect(targetsOf(act(launch, wider, ask("launch")).survey)).toEqual({ "": 100, a: 50, c: 30 });
    const given = act(launch, wider, ask("retarget", { targets: { c: 40 } }));
    expect(targetsOf(given.survey)).toEqual({ "": 10, a: 5, c: 4 });
    expect(given.launch.full).toEqual({ "": 100, a: 50, c: 40 });
    expect(targetsOf(act(given.launch, given.survey, ask("launch")).survey)).toEqual({ "": 100, a: 50, c: 40 });
  });

  test("a decision is undone: the share stands again, where nobody changed it since", () => {
    const { launch, survey } = started();
    const all = act(launch, survey, ask("launch"));
    const since = { ...all.survey, respondents: 500 };
    const undone = act(all.launch, since, ask("undo"));
    expect(targetsOf(undone.survey)).toEqual({ "": 500, a: 5, b: 6 });
    expect(undone.launch).toMatchObject({ state: "running", share: 10 });
    const extended = act(launch, survey, ask("extend", { share: 60 }));
    expect(targetsOf(act(extended.launch, extended.survey, ask("undo")).survey)).toEqual({
      "": 10,
      a: 5,
      b: 6,
    });
  });

  test.each([
    [
      "from a live survey",
      null,
      { status: "Live" },
      ask("start", { share: 10 }),
      /Draft or a Paused survey; this one is Live/,
    ],
    ["without quotas", null, { respondent_attributes: [] }, ask("start", { share: 10 }), /has no quotas/],
    ["with an unknown target", null, { respondents: null }, ask("start", { share: 10 }), /does not say the target/],
    [
      "with everything collected",
      null,
      { field_details: { survey_completes: 30 } as never },
      ask("start", { share: 10 }),
      /10 respondents is this share, and 30 are collected/,
    ],
    ["without a launch", null, {}, ask("launch"), /has no soft launch/],
    ["twice", started().launch, {}, ask("start", { share: 10 }), /has a soft launch already, at 10%/],
    ["to less", started().launch, {}, ask("extend", { share: 5 }), /extend to more/],
    ["of a stranger", started().launch, {}, ask("retarget", { targets: { z: 5 } }), /z is not a quota/],
    ["undone while it goes on", started().launch, {}, ask("undo"), /no decision to undo/],
  ])("is refused %s, in a sentence", (_, launch, members, asked, sentence) => {
    const plan = planOf(launch, makeSurvey({ "": 100, a: 50 }, members), asked, rules);
    expect(plan.problem).toMatch(sentence);
  });

  test("at a service that says nothing of quotas' ids is refused", () => {
    const survey = makeSurvey({ "": 100, a: 50 });
    for (const quota of survey.respondent_attributes ?? []) quota.quota_id = null;
    expect(planOf(null, survey, ask("start", { share: 10 }), rules).problem).toMatch(/gives the quota “A” no id/);
  });
});

/** Whether a writer lives, dies before its write, or after it. */
const fate = fc.constantFrom("lives", "dies before", "dies after");
const id = fc.constantFrom("", "a", "b", "c");
const step = fc.oneof(
  fc.record({
    action: fc.constant("extend"),
    share: fc.integer({ min: 100, max: 10_000 }).map((part) => part / 100),
    fate,
  }),
  fc.record({ action: fc.constant("retarget"), id, to: fc.integer({ min: 1, max: 100_000 }), fate }),
  fc.record({ action: fc.constantFrom("launch", "stop", "undo"), fate }),
  fc.record({ action: fc.constant("pause") }),
);

test("after any sequence of edits, decisions and kills a full launch has exactly the full targets", () => {
  const targets = fc.record({
    "": fc.integer({ min: 1, max: 100_000 }),
    a: fc.integer({ min: 1, max: 100_000 }),
    b: fc.integer({ min: 1, max: 100_000 }),
    c: fc.integer({ min: 1, max: 100_000 }),
  });
  fc.assert(
    fc.property(targets, fc.array(step, { maxLength: 12 }), (full, steps) => {
      const wanted: Record<string, number> = { ...full };
      let { launch, survey } = act(null, makeSurvey(full), ask("start", { share: 10 }));
      for (const one of steps) {
        if (one.action === "pause") {
          survey = { ...survey, status: "Paused" };
          continue;
        }
        const edit = "id" in one ? { targets: { [one.id]: one.to } } : {};
        const share = "share" in one ? { share: one.share } : {};
        const plan = planOf(launch, survey, ask(one.action as SoftLaunchAction, { ...edit, ...share }), rules);
        if (plan.problem) continue;
        const lives = "fate" in one && one.fate !== "dies before";
        const begun = { ...launch, writing: plan.becoming };
        if (lives) survey = patched(survey, plan);
        launch = settled(begun, survey);
        // An edit that moves no target at the survey shows nothing of whether it was made.
        if ("id" in one) wanted[one.id] = launch.full[one.id] ?? 0;
        if ("id" in one && lives) expect(launch.full[one.id]).toBe(one.to);
        expect(launch.writing).toBeNull();
      }
      expect(launch.full).toEqual(wanted);
      if (launch.state === "launched" || launch.state === "stopped") expect(targetsOf(survey)).toEqual(wanted);
      else expect(targetsOf(act(launch, survey, ask("launch")).survey)).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});
