import { expect, test } from "vitest";
import { checkProjectList } from "./list-checks";
import { loadProjectListState } from "./list-state";

const state = loadProjectListState(new URLSearchParams("manager=u-1,u-9&search=x"));
const users = [{ id: "u-1" }];

test("managers who are no longer there are left out with a sentence each", () => {
  const checked = checkProjectList(state, users);
  expect(checked.state).toMatchObject({ manager: ["u-1"], search: "x" });
  expect(checked.notices).toEqual([
    "The project manager u-9 is not among your users any more: the filter was left out.",
  ]);
});

test("while not all users are known, nobody is missing", () => {
  expect(checkProjectList(state, undefined)).toMatchObject({ state: { manager: ["u-1", "u-9"] }, notices: [] });
});
