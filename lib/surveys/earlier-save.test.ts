import { expect, test } from "vitest";
import { draftOf } from "./draft";
import { changeSince } from "./earlier-save";
import { mergeSurvey } from "./merge";
import { patchBody } from "./survey-body";
import { quota, survey } from "./test-surveys";

const before = survey();
const edited = { ...draftOf(before), name: "Renamed", respondents: 120 };
const sent = patchBody("s-1", draftOf(before), edited);
const compare = (now: typeof before, body: typeof sent | null = sent) =>
  changeSince({ before, now, served: now, sent: body });

test("a save that arrived late is one's own, and what was typed since is no conflict with it", () => {
  const now = survey({ name: "Renamed", respondents: 120 });
  const since = compare(now);
  expect(since).toMatchObject({ hasArrived: true, isChangedOtherwise: false });
  const { merged, conflicts } = mergeSurvey(since.base, { ...edited, name: "Renamed again" }, draftOf(now));
  expect(conflicts).toEqual([]);
  expect(merged).toMatchObject({ name: "Renamed again", respondents: 120 });
});

test("beside it another's change is told too", () => {
  expect(compare(survey({ name: "Renamed", respondents: 120, incidence_rate: 33 }))).toMatchObject({
    hasArrived: true,
    isChangedOtherwise: true,
  });
});

test("what nobody sent from here, or arrived only in part, is somebody else's", () => {
  for (const since of [
    compare(survey({ name: "Renamed", respondents: 120 }), null),
    compare(survey({ name: "Renamed" })),
  ])
    expect(since).toMatchObject({ hasArrived: false, isChangedOtherwise: true, base: draftOf(before) });
  expect(compare(before, null)).toMatchObject({ hasArrived: false, isChangedOtherwise: false });
});

test("a quota that was added has its id by now, and is not added again", () => {
  const mine = draftOf(before);
  const added = { quota_id: null, quota_name: "More", quota: 5, qualifications: [] };
  const withMore = { ...mine, respondent_attributes: [...mine.respondent_attributes, added] };
  const now = survey({
    respondent_attributes: [
      ...(before.respondent_attributes ?? []),
      quota("d", { quota_name: "More", quota: 5, qualifications: [] }),
    ],
  });
  const since = compare(now, patchBody("s-1", mine, withMore));
  expect(since).toMatchObject({ hasArrived: true, isChangedOtherwise: false });
  const { merged, conflicts } = mergeSurvey(since.base, withMore, draftOf(now));
  expect(conflicts).toEqual([]);
  expect(merged.respondent_attributes.map(({ quota_id }) => quota_id)).toEqual(["a", "b", "c", "d"]);
});
