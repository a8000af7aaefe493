import { describe, expect, test } from "vitest";
import type { PivotSpecs } from "@/lib/contracts/interfaces/pivot";
import { aggregations } from "@/lib/contracts/terms/pivot";
import { question } from "@/lib/test-answers";
import { loadPivotState } from "./address";
import { askOf } from "./ask";
import { fieldsOf } from "./fields";
import { leaveOut } from "./left-out";

const questions = [question(1, "sex", "single"), question(2, "age", "numeric"), question(3, "why", "open")];
const specs: PivotSpecs = {
  dimensions: ["sex", "since:month"],
  measures: [{ aggregationType: aggregations.average, questionId: "age", label: "Average" }],
};
const own = [...questions, question(4, "since", "date")];
const known = { fields: fieldsOf(specs, own), questions: own, weights: [{ id: "w" }] };

const address = (texts: Record<string, string>) => loadPivotState({ project: "p", ...texts });
const filterOf = (...items: object[]) => JSON.stringify(items);
const on = (questionId: string) => ({ questionId, operator: "answered" });

describe("what an address names and its project does not have", () => {
  test("is left out wherever it stands, each question said once, and the rest is asked for", () => {
    const state = address({
      rows: "sex,bands",
      columns: "gone:month",
      values: "mean:bands,column,mean:age",
      filter: filterOf(on("why"), { any: [on("sex"), on("nets")] }),
      weight: "old",
    });
    const { state: left, notices } = leaveOut(state, known);
    expect(askOf(left, "UTC")).toEqual({
      ...{ projectId: "p", rows: ["sex"], columns: [], baseRule: "answered" },
      measures: [{ aggregationType: 1 }, { aggregationType: 5, questionId: "age" }],
      filter: [on("why")],
    });
    expect(notices).toEqual([
      "“bands” is not a question of this project: it is left out.",
      "“gone” is not a question of this project: it is left out.",
      "“nets” is not a question of this project: the filter that names it is left out.",
      "“old” is not a weight of this project: the table is not weighted.",
    ]);
  });

  test("takes nothing else along: rows stay sorted by the value that is left, or stand in their own order", () => {
    const values = "mean:bands,column";
    const sorted = (sortValue: string) =>
      leaveOut(address({ rows: "sex", values, sort: "value", sortValue, descending: "true" }), known).state;
    expect(sorted("1")).toMatchObject({ sort: "value", sortValue: 0, descending: true });
    expect(sorted("0")).toMatchObject({ sort: "order", sortValue: 0, descending: false });
    const alone = leaveOut(address({ rows: "sex", values: "mean:bands" }), known).state;
    expect(alone.values).toEqual([{ show: "count", questionId: null }]);
    expect(askOf(leaveOut(address({ rows: "bands" }), known).state, "UTC")).toBeNull();
  });

  test("is nothing where all is there, of dates any part, or where nothing is known of the project", () => {
    const whole = address({ rows: "sex", columns: "since:year,_time:day", filter: filterOf(on("why")), weight: "w" });
    expect(leaveOut(whole, known)).toEqual({ state: whole, notices: [] });
    expect(leaveOut(whole, known).state).toBe(whole);
    const gone = address({ rows: "bands", weight: "old" });
    expect(leaveOut(gone, { fields: [], questions: [], weights: [] }).state).toBe(gone);
  });

  test("of a service with questions of its own is what it does not offer; its weights and filters are its own", () => {
    const remote = { fields: fieldsOf(specs, []), questions: [], weights: [] };
    const state = address({ rows: "sex,bands", filter: filterOf(on("nets")), weight: "old" });
    const { state: left, notices } = leaveOut(state, remote);
    expect(left).toEqual({ ...state, rows: ["sex"] });
    expect(notices).toEqual(["“bands” is not a question of this project: it is left out."]);
  });
});
