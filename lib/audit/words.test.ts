import { expect, test } from "vitest";
import { auditActions } from "@/lib/contracts/terms/audit";
import { wordsOf } from "./action-words";
import { describeAction, hrefOf, titleOf } from "./words";

const to = (status: string, from: string) => ({
  action: "updateSurvey",
  outcome: "done" as const,
  before: { status: from },
  after: { status },
});

test("says what was done in the words of the trade", () => {
  expect(describeAction(to("Paused", "Live"))).toBe("Paused");
  expect(describeAction(to("Live", "Paused"))).toBe("Resumed");
  expect(describeAction(to("Live", "Draft"))).toBe("Took live");
  expect(describeAction({ ...to("Live", "Live"), after: { name: "B" } })).toBe("Changed");
  const rejected = { action: "updateResponse", outcome: "done" as const, before: null };
  expect(describeAction({ ...rejected, after: { reconciliation_status: "Rejected" } })).toBe("Rejected");
});

test("does not say that something was done when it was not, or when that is not known", () => {
  expect(describeAction({ ...to("Paused", "Live"), outcome: "refused" })).toBe("Tried to pause");
  expect(describeAction({ ...to("Paused", "Live"), outcome: "uncertain" })).toBe("Tried to pause");
  expect(describeAction({ ...to("Paused", "Live"), outcome: "started" })).toBe("Began to pause");
});

test("says which way the duplicate check was switched", () => {
  const entry = { action: "activate", outcome: "done" as const, before: null };
  expect(describeAction({ ...entry, after: { Type: "1" } })).toBe("Switched off");
  expect(describeAction({ ...entry, after: { Type: "2" } })).toBe("Switched on");
  expect(describeAction({ ...entry, outcome: "refused", after: null })).toBe("Tried to switch");
});

test("spells an action that it has no words for", () => {
  const entry = { action: "mergeAccounts", before: null, after: null };
  expect(describeAction({ ...entry, outcome: "done" })).toBe("Merge accounts");
  expect(describeAction({ ...entry, outcome: "failed" })).toBe("Tried to merge accounts");
});

test("every action that is recorded has words of its own, an operation that is refused its name", () => {
  for (const action of auditActions) {
    const { name, done, todo } = wordsOf(action);
    expect(
      [name, done, todo].every((words) => /^[A-Za-z ]+$/.test(words)),
      action,
    ).toBe(true);
  }
  expect(wordsOf("endKey")).toEqual(wordsOf("revokeKey"));
  expect(wordsOf("startImport").name).toBe("Start import");
  const moved = { action: "moveQuestion", thing: "questions", thing_id: "p", thing_name: "Age" };
  const entry = { ...moved, outcome: "done" as const, before: null, after: null };
  expect(titleOf(entry, new Map([["p", "Brand tracker"]])).lead).toBe("Moved question Age of");
});

test("links a thing to its page, a response to its survey's", () => {
  const entry = {
    id: 1,
    at: "2026-01-01T00:00:00.000Z",
    who: "a",
    origin: "page" as const,
    action: "x",
    thing: "surveys",
    thing_id: "a/b",
    thing_name: null,
    outcome: "done" as const,
    detail: null,
    request_id: "r",
    before: null,
    after: null,
  };
  expect(hrefOf(entry)).toBe("/surveys/a%2Fb");
  expect(hrefOf({ ...entry, thing: "projects", thing_id: "p" })).toBe("/projects/p");
  expect(hrefOf({ ...entry, thing: "responses", after: { survey_id: "s" } })).toBe("/surveys/s");
  expect(hrefOf({ ...entry, thing: "weights", thing_id: "p" })).toBe("/projects/p");
  expect(hrefOf({ ...entry, thing: "users" })).toBeNull();
  expect(hrefOf({ ...entry, thing_id: null })).toBeNull();
});

test("names a thing; what is of a project's answers by the project, or its id where the name is not known", () => {
  const entry = { outcome: "done" as const, before: null, after: null, thing_name: null };
  const projects = new Map([["p", "Brand tracker"]]);
  const imported = { ...entry, action: "importAnswers", thing: "imports" };
  expect(titleOf({ ...imported, thing_id: "p" }, projects)).toEqual({
    lead: "Imported answers of",
    name: "Brand tracker",
  });
  expect(titleOf({ ...imported, thing_id: "q" }, projects).name).toBe("q");
  const asked = { ...entry, action: "changeQuestionKind", thing: "questions", thing_id: "p", thing_name: "Age" };
  expect(titleOf(asked, projects).lead).toBe("Changed the kind of question Age of");
  const survey = { ...entry, action: "createSurvey", thing: "surveys", thing_id: "s", thing_name: "Wave 3" };
  expect(titleOf(survey, projects)).toEqual({ lead: "Created survey", name: "Wave 3" });
});

test("what is done about fielding reads as a sentence, also when it was refused", () => {
  const entry = { before: null, after: null, thing_name: null, thing_id: null };
  const leadOf = (action: string, thing: string, outcome: "done" | "refused") =>
    titleOf({ ...entry, action, thing, outcome }, new Map()).lead;
  expect(leadOf("updateSurveyChecks", "surveys", "done")).toBe("Switched the duplicate check at entry of survey");
  expect(leadOf("removeTestSessions", "surveys", "done")).toBe("Removed the test sessions of survey");
  expect(leadOf("returnSession", "responses", "done")).toBe("Took the return of response");
  expect(leadOf("updateHashing", "accounts", "done")).toBe("Changed the hashing of account");
  expect(leadOf("removeSupplier", "suppliers/remove", "refused")).toBe("Tried to remove supplier");
  expect(leadOf("updateHashing", "hashing", "refused")).toBe("Tried to change the hashing of account");
});
