import { expect, test } from "vitest";
import { describeSwitchDraft, switchDraft } from "./kept-draft";
import { readSwitchDraft } from "./read-kept-draft";
import { blankSwitch } from "./switch-form";

test("an empty form is no draft, and what says something of a person is none either", () => {
  expect(switchDraft(blankSwitch)).toBeNull();
  expect(switchDraft({ ...blankSwitch, IP_Address: "203.0.113.7", Cookie: "c", User_Agent: "u" })).toBeNull();
  expect(JSON.stringify(switchDraft({ ...blankSwitch, surveys: "1", IP_Address: "203.0.113.7" }))).not.toContain("203");
});

test("what was kept comes back as it was typed", () => {
  const typed = { ...blankSwitch, Type: "2" as const, surveys: "1\n2", chosen: { Wave: ["3"] }, Panel_Id: "p" };
  expect(readSwitchDraft(switchDraft(typed))).toEqual(typed);
  expect(readSwitchDraft({ surveys: 7 })).toBeNull();
  expect(describeSwitchDraft(typed)).toEqual({
    fields: 3,
    text: "Action: Activate\nSurvey numbers: 1\n2\nPanel id: p",
  });
});
