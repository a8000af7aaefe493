import { expect, test } from "vitest";
import { checkAuditList } from "./list-checks";
import { loadAuditListState } from "./list-state";

const check = (query: Record<string, string>) => checkAuditList(loadAuditListState(query), query);

test("what a view says that means nothing is left out, and said", () => {
  const { state, notices } = check({ outcome: "perhaps", from: "2026-02-31", to: "2026-03-01", who: "me" });
  expect(state).toMatchObject({ outcome: null, from: null, to: "2026-03-01", who: "me" });
  expect(notices).toEqual([
    "There is no outcome “perhaps”: the filter was left out.",
    "“2026-02-31” is no day: the list is not narrowed to it.",
  ]);
});

test("days the wrong way round are said to have none between them", () => {
  expect(check({ from: "2026-03-02", to: "2026-03-01" }).notices).toEqual([
    "2026-03-02 is after 2026-03-01: no day lies between them.",
  ]);
  expect(check({ from: "2026-03-01", to: "2026-03-01" }).notices).toEqual([]);
});

test("what can be asked is left as it is", () => {
  const query = { outcome: "done", from: "2026-01-01", action: "createSurvey" };
  expect(check(query)).toEqual({ state: loadAuditListState(query), notices: [] });
});
