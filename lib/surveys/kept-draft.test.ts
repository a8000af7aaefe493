import { expect, test } from "vitest";
import { draftOf } from "./draft";
import { changedFields, keptSurveyText } from "./kept-draft";
import { readKeptSurvey } from "./read-kept-draft";
import { survey } from "./test-surveys";

const present = survey();
const edited = { ...draftOf(present), offered_price_per_complete: "2.50", name: "Renamed" };
const kept = { base: { survey: present, revision: "r1" }, draft: edited };
const stored = (value: unknown) => JSON.parse(JSON.stringify(value));
const names = { projects: new Map(), questions: new Map() };

test("reads back what was kept, a half-typed number as it was typed", () => {
  const read = readKeptSurvey(stored(kept));
  expect(read).toEqual(stored(kept));
  expect(read && changedFields(draftOf(present), read.draft)).toEqual(["name", "offered_price_per_complete"]);
  expect(readKeptSurvey(stored({ base: null, draft: edited }))).toEqual(stored({ base: null, draft: edited }));
});

test("keeps what a service says of a qualification beside its question and options", () => {
  const asked = { question_id: 2, allowed_option_ids: [1], logic: "any" };
  const [quota] = edited.respondent_attributes;
  const draft = { ...edited, respondent_attributes: [{ ...quota, quota: 6, qualifications: [asked] }] };
  const read = readKeptSurvey(stored({ ...kept, draft }));
  expect(read?.draft.respondent_attributes[0]?.qualifications).toEqual([asked]);
});

test("refuses what does not fit the form, instead of breaking it", () => {
  const bad = [
    { ...kept, draft: { ...edited, name: 7 } },
    { ...kept, draft: { ...edited, respondent_attributes: [{ quota_id: "a" }] } },
    { ...kept, draft: {} },
    { ...kept, base: {} },
    { ...kept, base: { survey: { id: "s-1", device_compatibilities: "mobile" }, revision: "r1" } },
    { ...kept, base: { survey: { id: "s-1", name: { en: "A" } }, revision: "r1" } },
    { draft: edited },
  ];
  for (const each of bad) expect(readKeptSurvey(stored(each)), JSON.stringify(each).slice(0, 200)).toBeNull();
});

test("says in words what a draft changes", () => {
  const read = readKeptSurvey(stored({ ...kept, draft: { ...edited, respondent_attributes: [] } }));
  expect(read && keptSurveyText(read, null, names)).toMatch(/^Survey name: Renamed\nPrice per complete: \$2\.50\n.*:$/);
  const alone = readKeptSurvey(stored({ base: null, draft: draftOf(present) }));
  expect(alone && keptSurveyText(alone, null, names)).toContain("- Quota a: 50, ");
});
