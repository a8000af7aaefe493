import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Question } from "@/lib/contracts/interfaces/demand-replies";
import type { QuotaDraft } from "../draft";
import { questionsById } from "../qualification-text";
import { resized, scaleQuotas, sumOfTargets, takeProblem, takeQuotas } from "./take-quotas";

const region = (names: string[], firstId: number): Question => ({
  id: 8,
  name: "Region",
  text: "",
  type: "single",
  options: names.map((text, at) => ({ id: firstId + at, text })),
});
const here = questionsById([region(["North", "Bavaria"], 200)]);
const there = questionsById([region(["North", "Midwest"], 100)]);
const quota = (quota_name: string, target: number, optionIds: number[]): QuotaDraft => ({
  quota_id: "q",
  quota_name,
  quota: target,
  qualifications: [{ question_id: 8, allowed_option_ids: optionIds }],
});

describe("quotas from elsewhere", () => {
  test("are new here; those nobody can tell are left behind by name", () => {
    const unknown = { ...quota("Unknown", 1, []), qualifications: [], qualificationsUnknown: true as const };
    const taken = takeQuotas([quota("A", 5, [200]), unknown], null, here);
    expect(taken.quotas).toEqual([{ ...quota("A", 5, [200]), quota_id: null }]);
    expect(taken.unknown).toEqual(["Unknown"]);
    expect(takeProblem(taken, {})).toBeNull();
    expect(takeProblem(takeQuotas([unknown], null, here), {})).toBe("There are no quotas in it.");
  });

  test("wait for a match of each option that the country has in another list", () => {
    const quotas = [quota("A", 5, [100]), quota("B", 5, [101])];
    const open = takeQuotas(quotas, there, here);
    // “North” of another list of regions is another place.
    expect(open.quotas[0]?.qualifications).toEqual([{ question_id: 8, allowed_option_ids: [] }]);
    expect(takeProblem(open, {})).toBe(
      "2 options of “Region” need a match in this country: choose it, or leave the question out.",
    );
    const out = { "8:100": 200, "8:101": null };
    expect(takeProblem(takeQuotas(quotas, there, here, out), out)).toMatch(/^Nobody could belong to “B”/);
    const mapped = { "8:100": 200, "8:101": 201 };
    expect(takeProblem(takeQuotas(quotas, there, here, mapped), mapped)).toBeNull();
  });
});

const targetsOf = (scaled: ReturnType<typeof resized>) =>
  "quotas" in scaled ? scaled.quotas.map((each) => each.quota) : scaled.problem;

describe("a new total", () => {
  const targets = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 40 });

  test("is met exactly, each target within one of its share", () => {
    fc.assert(
      fc.property(targets, fc.integer({ min: 1, max: 50_000 }), (given, total) => {
        const quotas = given.map((target, at) => quota("A", target, [at]));
        const scaled = scaleQuotas(quotas, total);
        if ("problem" in scaled) {
          expect(scaled.problem).toMatch(/target of 0/);
          return;
        }
        expect(sumOfTargets(scaled.quotas)).toBe(total);
        const sum = sumOfTargets(quotas);
        scaled.quotas.forEach((each, at) => {
          expect(Math.abs(Number(each.quota) - ((given[at] ?? 0) * total) / sum)).toBeLessThan(1);
        });
      }),
    );
  });

  test("changes nothing when it is the present one, and says what is wrong with it", () => {
    const quotas = [quota("A", 3, [200]), quota("B", 4, [201])];
    const same = scaleQuotas(quotas, 7);
    expect("quotas" in same && same.quotas.every((each, at) => each === quotas[at])).toBe(true);
    expect(scaleQuotas(quotas, "")).toMatchObject({ problem: expect.stringMatching(/^Type the new total/) });
    expect(scaleQuotas(quotas, 1)).toMatchObject({ problem: expect.stringMatching(/^One quota would have/) });
    expect(scaleQuotas([], 5)).toMatchObject({ problem: expect.stringMatching(/^No quota has a target/) });
  });

  test("of respondents keeps the shares of every layer", () => {
    const layers = [quota("A", 40, [200]), quota("B", 60, [201]), quota("C", 100, [200])];
    expect(targetsOf(resized(layers, 100, 50))).toEqual([20, 30, 50]);
  });

  test("that would leave a quota nobody is refused", () => {
    const small = [quota("A", 1, [200]), quota("B", 99, [201])];
    expect(resized(small, 100, 10)).toEqual({
      problem:
        "One quota would have a target of 0, which a quota cannot have. Raise the survey's own target, or keep the targets as they are.",
    });
  });

  test("is meant for the largest of several layers, and the others follow", () => {
    const layers = [quota("A", 50, [200]), quota("B", 50, [201]), quota("C", 40, [200])];
    expect(targetsOf(scaleQuotas(layers, 50))).toEqual([25, 25, 20]);
  });
});
