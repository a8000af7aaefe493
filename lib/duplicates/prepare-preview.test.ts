import { describe, expect, test } from "vitest";
import type { ActivationPreview } from "@/lib/contracts/ours/duplicates";
import { formatFor, usualSettings } from "@/lib/tables/format";
import {
  changeInWords,
  confirmationOf,
  isConfirmed,
  laterSessions,
  nothingToDo,
  type PreviewRow,
  startLabel,
} from "./prepare-preview";
import type { SwitchBody } from "./switch-form";

const format = formatFor(usualSettings);
const row = (members: Partial<PreviewRow> = {}): PreviewRow => ({
  survey_number: "1",
  name: "One",
  records: 5,
  to_change: 5,
  active: true,
  ...members,
});
const preview = (members: Partial<ActivationPreview>): ActivationPreview => ({
  not_counted: null,
  records: 5,
  to_change: 5,
  surveys: [row()],
  unknown: [],
  ...members,
});
const bySurvey: SwitchBody = { Type: "1", Route: "search", Survey_Number: "1" };
const byPanel: SwitchBody = { Type: "1", Route: "search", Panel_Id: "p" };
const many = (count: number, members: Partial<PreviewRow> = {}) =>
  Array.from({ length: count }, (_, at) => row({ survey_number: String(at), ...members }));

describe("a number has to be typed", () => {
  test("when more than 500 records change", () => {
    expect(confirmationOf(preview({ to_change: 500 }))).toBeNull();
    expect(confirmationOf(preview({ to_change: 501 }))).toEqual({ count: 501, of: "records" });
  });

  test("when the service cannot count, and several surveys are named", () => {
    const uncounted = { not_counted: "It cannot.", records: null, to_change: null };
    expect(confirmationOf(preview({ ...uncounted, surveys: many(1) }))).toBeNull();
    expect(confirmationOf(preview({ ...uncounted, surveys: many(12) }))).toEqual({ count: 12, of: "surveys" });
  });

  test("with whatever separates thousands, and exactly", () => {
    const wanted = { count: 3400, of: "records" } as const;
    for (const typed of ["3400", "3,400", "3.400", " 3 400 ", "３４００"])
      expect(isConfirmed(typed, wanted)).toBe(true);
    for (const typed of ["", "340", "34000", "3400x"]) expect(isConfirmed(typed, wanted)).toBe(false);
  });
});

describe("the button says what it does", () => {
  test.each<[string, Partial<ActivationPreview>, SwitchBody]>([
    ["Deactivate 3,400 records of 700 surveys", { to_change: 3400, surveys: many(700) }, bySurvey],
    ["Deactivate 1 record of 1 survey", { to_change: 1 }, bySurvey],
    ["Activate 2 records", { to_change: 2, surveys: [] }, { ...byPanel, Type: "2" }],
    ["Deactivate 3 surveys for later sessions", { to_change: 0, surveys: many(3, { to_change: 0 }) }, bySurvey],
    ["Deactivate 700 surveys", { to_change: null, surveys: many(700) }, bySurvey],
    ["Deactivate what matches in 2 surveys", { to_change: null, surveys: many(2) }, { ...byPanel, Survey_Number: "1" }],
    ["Deactivate what matches", { to_change: null, surveys: [] }, byPanel],
  ])("%s", (label, members, body) => {
    expect(startLabel(preview(members), body, format)).toBe(label);
  });
});

test.each<[string, Partial<ActivationPreview>, SwitchBody]>([
  ["3,400 matching records would become inactive", { records: 3400, to_change: 3400 }, bySurvey],
  ["4 of 5 matching records would become inactive; 1 already is", { to_change: 4 }, bySurvey],
  ["5 matching records, all inactive already", { to_change: 0 }, byPanel],
  ["These surveys have no records yet", { records: 0, to_change: 0 }, bySurvey],
  ["No record matches", { records: 0, to_change: 0 }, byPanel],
])("what would change is said: %s", (sentence, members, body) => {
  expect(changeInWords(preview(members), body, format)).toBe(sentence);
});

test("nothing to change is said, unless later sessions would start otherwise", () => {
  const still = { to_change: 0, surveys: [row({ to_change: 0, active: false })] };
  expect(nothingToDo(preview(still), bySurvey)).toMatch(/inactive already/);
  expect(nothingToDo(preview({ ...still, surveys: [row({ to_change: 0 })] }), bySurvey)).toBeNull();
  expect(nothingToDo(preview({ records: 0, to_change: 0, surveys: [] }), byPanel)).toMatch(/No record matches/);
  expect(nothingToDo(preview({ to_change: null }), byPanel)).toBeNull();
});

test("a survey's later sessions change only where nothing but surveys is named", () => {
  expect(laterSessions(row(), bySurvey)).toBe("active → inactive");
  expect(laterSessions(row({ active: false }), bySurvey)).toBe("inactive");
  expect(laterSessions(row({ active: null }), bySurvey)).toBe("");
  expect(laterSessions(row(), byPanel)).toBe("active");
});
