import { expect, test } from "vitest";
import { checkSurveyList, type Known } from "./list-checks";
import { loadSurveyListState } from "./list-state";

const known: Known = {
  projectIds: new Set(["p-1"]),
  users: [
    { id: "u-1", email: "Me@Example.test" },
    { id: "u-2", email: null },
  ],
  email: "me@example.test",
};

function check(address: string, of: Partial<Known> = {}) {
  const params = new URLSearchParams(address);
  return checkSurveyList(loadSurveyListState(params), Object.fromEntries(params), { ...known, ...of });
}

test("what is there stays, without a word", () => {
  expect(check("status=Live,paused&project=p-1&manager=u-2&sort=-name&search=x")).toMatchObject({
    state: { status: ["Live", "Paused"], project: "p-1", manager: "u-2", sort: "-name", search: "x" },
    managerId: "u-2",
    notices: [],
  });
});

test("what is no longer there is left out with a sentence each, and the rest stays", () => {
  const { state, managerId, notices } = check("status=Live,Soft&project=p-9&manager=u-9&sort=-colour&search=x");
  expect(state).toMatchObject({ status: ["Live"], project: null, manager: null, sort: null, search: "x" });
  expect(managerId).toBeNull();
  expect(notices).toEqual([
    "There is no status “Soft”: the filter was left out.",
    "The project p-9 is not among yours any more: the list is not narrowed to it.",
    "The project manager u-9 is not among your users any more: the filter was left out.",
    "The list cannot be sorted by “-colour”: the newest surveys come first instead.",
  ]);
});

test("whoever looks is found by e-mail, in any case; who is not a user there is told", () => {
  expect(check("manager=me")).toMatchObject({ state: { manager: "me" }, managerId: "u-1", notices: [] });
  const stranger = check("manager=me", { email: "you@example.test" });
  expect(stranger).toMatchObject({ state: { manager: null }, managerId: null });
  expect(stranger.notices).toHaveLength(1);
});

test("what is not known yet is neither left out nor taken for nobody", () => {
  const unknown = { projectIds: null, users: null };
  expect(check("project=p-9&manager=u-9", unknown)).toMatchObject({ managerId: "u-9", notices: [] });
  expect(check("manager=me", unknown).managerId).toBeUndefined();
});
