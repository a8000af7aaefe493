import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Survey } from "@/lib/contracts/interfaces/survey-codec";
import { describeChanges, describeQuota, describeValue, isNothing, type Names } from "./changes";
import { draftOf, type QuotaDraft, type SurveyDraft } from "./draft";
import { questionsById } from "./qualification-text";
import { patchBody } from "./survey-body";
import { anyDraft, draft, gender, myEditOf, numericQuestion, quota, survey } from "./test-surveys";

const names: Names = {
  projects: new Map([["p-1", "Drinks"]]),
  questions: questionsById([numericQuestion(13, 99), gender]),
};
const changesOf = (present: Survey, edit: (quotas: QuotaDraft[]) => QuotaDraft[]) => {
  const before = draftOf(present);
  return describeChanges(present, { ...before, respondent_attributes: edit(before.respondent_attributes) }, names);
};
const added: QuotaDraft = { quota_id: null, quota_name: "New", quota: 5, qualifications: [] };

describe("describeChanges", () => {
  test("says nothing when nothing changes, whatever the survey lacks", () => {
    for (const present of [
      survey(),
      { id: "s-1" },
      survey({ respondent_attributes: [quota(null), quota(null), quota("a"), quota("a")] }),
      survey({ odd: { respondents: "many" }, respondent_attributes: null }),
    ]) {
      expect(isNothing(describeChanges(present, draftOf(present), names))).toBe(true);
    }
  });

  test("names each quota that goes, with its target and what it has collected", () => {
    const { removed, changed, reordered } = changesOf(survey(), ([a]) => (a ? [a] : []));
    expect(removed).toEqual([
      { key: "1", name: "Quota b", quota: 50, starts: 7, completes: 3 },
      { key: "2", name: "Quota c", quota: 50, starts: 7, completes: 3 },
    ]);
    expect([changed, reordered]).toEqual([[], false]);
  });

  test("names quotas that go by their id, or as nameless, and tells two of one name apart by key", () => {
    const present = survey({
      respondent_attributes: [
        quota("x", { quota_name: " " }),
        quota(null, { quota_name: null, survey_starts: null, survey_completes: null }),
        quota("y", { quota_name: "Twin" }),
        quota("z", { quota_name: "Twin" }),
      ],
    });
    const { removed } = changesOf(present, () => [added]);
    expect(removed.map(({ name }) => name)).toEqual(["x", "Quota without a name", "Twin", "Twin"]);
    expect(new Set(removed.map(({ key }) => key)).size).toBe(4);
    expect(removed[1]).toMatchObject({ starts: null, completes: null });
  });

  test("does not take a new quota for one that came without an id", () => {
    const present = survey({ respondent_attributes: [quota(null)] });
    const swapped = changesOf(present, () => [added]);
    expect([swapped.removed.length, swapped.added]).toEqual([1, [added]]);
    const extended = changesOf(present, (quotas) => [...quotas, added]);
    expect([extended.removed, extended.added]).toEqual([[], [added]]);
  });

  test("shows what a quota was and becomes, member by member", () => {
    const { changed } = changesOf(survey(), ([a, ...rest]) =>
      a ? [{ ...a, quota: 60, qualifications: [{ question_id: "2", allowed_option_ids: ["1", "2"] }] }, ...rest] : rest,
    );
    expect(changed).toEqual([
      {
        key: "0",
        name: "Quota a",
        details: [
          { label: "Target", before: "50", after: "60" },
          { label: "Qualifications", before: "Gender Male", after: "Gender any" },
        ],
      },
    ]);
  });

  test("shows the difference between long lists of options, and between options of the same name", () => {
    const ages = (...years: number[]) => [
      { question_id: 1, allowed_option_ids: years.map((year) => 1000 + year - 13) },
    ];
    const present = survey({ respondent_attributes: [quota("a", { qualifications: ages(20, 30, 40, 50) })] });
    const [change] = changesOf(present, ([a]) => (a ? [{ ...a, qualifications: ages(20, 30, 40, 60) }] : [])).changed;
    expect(change?.details).toEqual([
      { label: "Qualifications", before: "Age 20, 30, 40, 50", after: "Age 20, 30, 40, 60" },
    ]);
    const alike = questionsById([{ ...gender, options: [1, 2, 3].map((id) => ({ id, text: "Other" })) }]);
    const before = survey({ respondent_attributes: [quota("a")] });
    const after = draftOf(before);
    after.respondent_attributes = after.respondent_attributes.map((item) => ({
      ...item,
      qualifications: [{ question_id: 2, allowed_option_ids: [3] }],
    }));
    expect(describeChanges(before, after, { ...names, questions: alike }).changed[0]?.details).toEqual([
      { label: "Qualifications", before: "Question 2 #1", after: "Question 2 #3" },
    ]);
  });

  test("says when quotas only change places, and not when some go or come", () => {
    expect(changesOf(survey(), (quotas) => [...quotas].reverse())).toMatchObject({ reordered: true, removed: [] });
    expect(changesOf(survey(), ([a, , c]) => (a && c ? [a, added, c] : [])).reordered).toBe(false);
  });

  test("shows fields with their labels, names for ids, and odd values as they came", () => {
    const present = survey({ odd: { respondents: "many" }, project_id: null });
    delete present.respondents;
    const after: SurveyDraft = { ...draftOf(present), project_id: "p-1", respondents: 5 };
    expect(describeChanges(present, after, names).fields).toEqual([
      { field: "project_id", label: "Project", before: "none", after: "Drinks" },
      { field: "respondents", label: "Respondents", before: '"many"', after: "5" },
    ]);
  });

  test("is empty exactly when there is nothing to send, and no change in it looks like none", () => {
    fc.assert(
      fc.property(
        anyDraft.chain((was) => fc.tuple(fc.constant(was), myEditOf(was))),
        ([was, after]) => {
          const present = survey({
            name: was.name,
            status: was.status,
            collects_pii: was.collects_pii,
            device_compatibilities: was.device_compatibilities,
            respondents: was.respondents || null,
            offered_price_per_complete: was.offered_price_per_complete || null,
            respondent_attributes: was.respondent_attributes.map((item) => ({
              ...quota(item.quota_id),
              quota_name: item.quota_name,
              quota: item.quota || null,
              qualifications: item.qualifications,
            })),
          });
          const changes = describeChanges(present, after, names);
          expect(isNothing(changes)).toBe(Object.keys(patchBody("s-1", draftOf(present), after)).length === 1);
          for (const row of [...changes.fields, ...changes.changed.flatMap(({ details }) => details)])
            expect(row.before).not.toBe(row.after);
          const kept = new Set(after.respondent_attributes.map(({ quota_id }) => quota_id));
          expect(changes.removed).toHaveLength(
            was.respondent_attributes.filter(({ quota_id }) => !kept.has(quota_id)).length,
          );
        },
      ),
    );
  });
});

describe("describeQuota", () => {
  test("tells everyone from unknown", () => {
    expect(describeQuota({ qualifications: [] }, names.questions)).toBe("Everyone");
    const [unread] = draftOf(
      survey({ respondent_attributes: [quota("a", { qualifications: null })] }),
    ).respondent_attributes;
    expect(unread && describeQuota(unread, names.questions)).toBe("Qualifications unknown");
  });
});

describe("describeValue", () => {
  test("never rounds a difference in price away", () => {
    const price = (offered_price_per_complete: number | "") =>
      describeValue("offered_price_per_complete", draft({ offered_price_per_complete }), names);
    expect([price(1.5), price(1), price(1.005), price("2.50" as never), price("")]).toEqual([
      "$1.50",
      "$1.00",
      "$1.005",
      "$2.50",
      "empty",
    ]);
  });

  test("writes lists, switches and unknown projects so that a person can read them", () => {
    expect(describeValue("device_compatibilities", draft({ device_compatibilities: [] }), names)).toBe("none");
    expect(describeValue("collects_pii", draft({ collects_pii: true }), names)).toBe("Yes");
    expect(describeValue("project_id", draft({ project_id: "p-9" }), names)).toBe("p-9");
    expect(describeValue("respondent_attributes", draft({ respondent_attributes: [added] }), names)).toBe("1 quota");
  });
});
