import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draftFields, type QuotaDraft, type SurveyDraft, sameField, sameQuota } from "./draft";
import { type Conflict, mergeSurvey, type Side } from "./merge";
import { anyDraft, draft, myEditOf, theirEditOf } from "./test-surveys";

const base = draft();
const [a, b, c] = base.respondent_attributes as [QuotaDraft, QuotaDraft, QuotaDraft];
const withQuotas = (...respondent_attributes: QuotaDraft[]): SurveyDraft => ({ ...base, respondent_attributes });
const added = (quota_name: string, quota_id: string | null = null): QuotaDraft => ({
  quota_id,
  quota_name,
  quota: 5,
  qualifications: [],
});
const idsOf = ({ respondent_attributes }: SurveyDraft) => respondent_attributes.map(({ quota_id }) => quota_id);
const namesOf = ({ respondent_attributes }: SurveyDraft) => respondent_attributes.map(({ quota_name }) => quota_name);
const keysOf = (conflicts: Conflict[]) => conflicts.map(({ key }) => key);

describe("mergeSurvey of fields", () => {
  test("takes a change of one side alone, and the same change of both, without asking", () => {
    const mine = { ...base, name: "Mine", respondents: 7 };
    const theirs = { ...base, incidence_rate: 55, respondents: 7 };
    const { merged, conflicts } = mergeSurvey(base, mine, theirs);
    expect(merged).toEqual({ ...base, name: "Mine", respondents: 7, incidence_rate: 55 });
    expect(conflicts).toEqual([]);
  });

  test("asks where both changed the same field differently, keeps mine until chosen, and follows the choice", () => {
    const mine = { ...base, name: "Mine" };
    const theirs = { ...base, name: "Theirs" };
    for (const [choice, name] of [
      [undefined, "Mine"],
      ["mine", "Mine"],
      ["theirs", "Theirs"],
    ] as const) {
      const { merged, conflicts } = mergeSurvey(base, mine, theirs, choice ? { name: choice } : {});
      expect(merged.name).toBe(name);
      expect(conflicts).toEqual([{ key: "name", kind: "field", field: "name" }]);
    }
  });

  test("asks nothing about the same value in another spelling", () => {
    const { conflicts } = mergeSurvey(base, { ...base, status: "Live" }, { ...base, status: "LIVE" });
    expect(conflicts).toEqual([]);
  });
});

describe("mergeSurvey of quotas", () => {
  test("keeps quotas added on both sides, each behind the quota it was added to", () => {
    const { merged, conflicts } = mergeSurvey(
      base,
      withQuotas(a, added("Mine"), b, c),
      withQuotas(a, b, added("Theirs", "t"), c),
    );
    expect(namesOf(merged)).toEqual(["Quota a", "Mine", "Quota b", "Theirs", "Quota c"]);
    expect(conflicts).toEqual([]);
  });

  test("takes an equal quota added on both sides as one, so that a save whose reply was lost adds none twice", () => {
    const { merged } = mergeSurvey(
      base,
      withQuotas(a, b, c, added("Same"), added("Same")),
      withQuotas(a, b, c, added("Same", "t")),
    );
    expect(idsOf(merged)).toEqual(["a", "b", "c", "t", null]);
  });

  test("leaves out a quota removed on one side and untouched on the other", () => {
    expect(idsOf(mergeSurvey(base, withQuotas(b, c), { ...base, name: "Theirs" }).merged)).toEqual(["b", "c"]);
    expect(idsOf(mergeSurvey(base, { ...base, name: "Mine" }, withQuotas(b, c)).merged)).toEqual(["b", "c"]);
    const both = mergeSurvey(base, withQuotas(b, c), withQuotas(a, c));
    expect(idsOf(both.merged)).toEqual(["c"]);
    expect(both.conflicts).toEqual([]);
  });

  test("leaves out a quota removed on both sides without asking", () => {
    const { merged, conflicts } = mergeSurvey(base, withQuotas(b, c), withQuotas(b, c));
    expect(idsOf(merged)).toEqual(["b", "c"]);
    expect(conflicts).toEqual([]);
  });

  test("asks when I changed what they removed; kept, it comes back as a new quota with nothing of the former", () => {
    const mine = withQuotas({ ...a, quota: 99, extra: { internal: 1 } }, b, c);
    const theirs = withQuotas(b, c);
    const kept = mergeSurvey(base, mine, theirs, { "quota:a": "mine" });
    expect(keysOf(kept.conflicts)).toEqual(["quota:a"]);
    expect(kept.conflicts[0]).toMatchObject({ kind: "quota", base: a, mine: { quota: 99 }, theirs: null });
    expect(kept.merged.respondent_attributes[0]).toEqual({
      quota_id: null,
      quota_name: "Quota a",
      quota: 99,
      qualifications: a.qualifications,
    });
    expect(idsOf(mergeSurvey(base, mine, theirs, { "quota:a": "theirs" }).merged)).toEqual(["b", "c"]);
  });

  test("asks when they changed what I removed", () => {
    const theirs = withQuotas({ ...a, quota: 99 }, b, c);
    const open = mergeSurvey(base, withQuotas(b, c), theirs);
    expect(open.conflicts).toMatchObject([{ key: "quota:a", mine: null, theirs: { quota: 99 } }]);
    expect(idsOf(open.merged)).toEqual(["b", "c"]);
    expect(mergeSurvey(base, withQuotas(b, c), theirs, { "quota:a": "theirs" }).merged).toEqual(theirs);
  });

  test("asks when both changed one quota differently, and leaves the others alone", () => {
    const mine = withQuotas({ ...a, quota: 1 }, { ...b, quota: 1 }, c);
    const theirs = withQuotas({ ...a, quota: 2 }, b, { ...c, quota: 2 });
    const targets = (choice: Side) =>
      mergeSurvey(base, mine, theirs, { "quota:a": choice }).merged.respondent_attributes.map(({ quota }) => quota);
    expect(targets("mine")).toEqual([1, 1, 2]);
    expect(targets("theirs")).toEqual([2, 1, 2]);
    expect(keysOf(mergeSurvey(base, mine, theirs).conflicts)).toEqual(["quota:a"]);
  });

  test("lets no quota come back for everyone of which nobody knows who belonged to it", () => {
    const odd: QuotaDraft = { ...a, qualifications: [], qualificationsUnknown: true };
    const was = withQuotas(odd, b);
    const made: Record<string, Side>[] = [{}, { "quota:a": "mine" }];
    for (const choices of made) {
      const { merged, conflicts } = mergeSurvey(was, withQuotas({ ...odd, quota: 1 }, b), withQuotas(b), choices);
      expect(idsOf(merged)).toEqual(["b"]);
      expect(keysOf(conflicts)).toEqual(["quota:a"]);
    }
  });

  test("keeps their order unless I moved quotas myself", () => {
    const mine = withQuotas({ ...a, quota: 1 }, b, c);
    expect(idsOf(mergeSurvey(base, mine, withQuotas(c, b, a)).merged)).toEqual(["c", "b", "a"]);
    expect(idsOf(mergeSurvey(base, withQuotas(b, a, c), withQuotas(a, b, c, added("T", "t"))).merged)).toEqual([
      "b",
      "a",
      "c",
      "t",
    ]);
  });

  test("returns unknown members as they are now, not as they were when I began", () => {
    const mine = withQuotas({ ...a, quota: 1, extra: { left: 9 } }, b, c);
    const theirs = withQuotas({ ...a, extra: { left: 4 } }, b, c);
    const { merged, conflicts } = mergeSurvey(base, mine, theirs);
    expect(merged.respondent_attributes[0]).toMatchObject({ quota: 1, extra: { left: 4 } });
    expect(conflicts).toEqual([]);
  });
});

describe("mergeSurvey, whatever the edits", () => {
  const sides = anyDraft.chain((was) => fc.tuple(fc.constant(was), myEditOf(was), theirEditOf(was)));

  test("gives mine when they changed nothing, and theirs when I changed nothing", () => {
    fc.assert(
      fc.property(sides, ([was, mine, theirs]) => {
        expect(mergeSurvey(was, was, theirs)).toEqual({ merged: theirs, conflicts: [] });
        for (const [merge, wanted] of [
          [mergeSurvey(was, mine, was), mine],
          [mergeSurvey(was, theirs, theirs), theirs],
        ] as const) {
          expect(merge.conflicts).toEqual([]);
          for (const field of draftFields) expect(sameField(field, merge.merged, wanted)).toBe(true);
        }
      }),
    );
  });

  test("leaves nothing of mine in conflicted places when theirs is chosen everywhere, nor theirs when mine is", () => {
    fc.assert(
      fc.property(sides, fc.constantFrom<Side>("mine", "theirs"), ([was, mine, theirs], side) => {
        const { conflicts } = mergeSurvey(was, mine, theirs);
        const choices = Object.fromEntries(conflicts.map(({ key }) => [key, side]));
        const { merged, conflicts: stillListed } = mergeSurvey(was, mine, theirs, choices);
        expect(stillListed).toEqual(conflicts);
        const chosen = side === "mine" ? mine : theirs;
        for (const conflict of conflicts) {
          if (conflict.kind === "field") expect(sameField(conflict.field, merged, chosen)).toBe(true);
          else {
            const present = merged.respondent_attributes.find(({ quota_id }) => quota_id === conflict.base.quota_id);
            const wanted = conflict[side];
            if (!wanted || (side === "mine" && !conflict.theirs)) expect(present).toBeUndefined();
            else expect(present && sameQuota(present, wanted)).toBe(true);
          }
        }
      }),
    );
  });

  test("loses no quota that neither removed, invents no id and repeats none", () => {
    fc.assert(
      fc.property(sides, ([was, mine, theirs]) => {
        const ids = idsOf(mergeSurvey(was, mine, theirs).merged).filter((id) => id !== null);
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(idsOf(theirs)).toContain(id);
        for (const id of idsOf(was))
          if (idsOf(mine).includes(id) && idsOf(theirs).includes(id)) expect(ids).toContain(id);
      }),
    );
  });

  test("takes every field from one of the three", () => {
    fc.assert(
      fc.property(sides, ([was, mine, theirs]) => {
        const { merged } = mergeSurvey(was, mine, theirs);
        for (const field of draftFields)
          if (field !== "respondent_attributes") expect([mine[field], theirs[field]]).toContainEqual(merged[field]);
      }),
    );
  });
});

test("a new quota that stands there at its share is that one, at the target typed here, and not added again", () => {
  const isTenth = (mine: QuotaDraft, theirs: QuotaDraft) => theirs.quota === Number(mine.quota) / 10;
  const mine = withQuotas(a, b, c, { ...added("New"), quota: 50 }, { ...added("New"), quota: 60 });
  const theirs = withQuotas(a, b, c, added("New", "x"), added("Other", "y"));
  const { merged, conflicts } = mergeSurvey(base, mine, theirs, {}, isTenth);
  expect(conflicts).toEqual([]);
  const targets = merged.respondent_attributes.map(({ quota_id, quota_name, quota }) => [quota_id, quota_name, quota]);
  expect(targets.slice(3)).toEqual(
    expect.arrayContaining([
      ["x", "New", 50],
      ["y", "Other", 5],
      [null, "New", 60],
    ]),
  );
  expect(targets).toHaveLength(6);
  expect(mergeSurvey(base, mine, theirs).merged.respondent_attributes).toHaveLength(7);
});
