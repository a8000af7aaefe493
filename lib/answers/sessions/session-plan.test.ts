import { expect, test } from "vitest";
import { rowReader } from "@/lib/answers/imports/read-rows";
import { planProblems } from "@/lib/contracts/rules/import-plan";
import { type SessionNames, type SessionToImport, sessionFile } from "./session-plan";

const named = (id: string, name: string) => ({ id, name });
const income = { id: 73, name: "Household income", text: "What is your income?", type: "single" };
const names: SessionNames = {
  surveys: [named("s1", "Tea")],
  quotas: [named("q1", "Women"), named("q2", "Men"), named("q3", "Women")],
  suppliers: [named("-north", "North panel")],
  questionById: (id) =>
    id === 73 ? { ...income, options: [1, 2, 3].map((each) => ({ id: each, text: `${each}k` })) } : undefined,
};
const session: SessionToImport = {
  ...{ rdud: "r", surveyId: "s1", supplier: "-north", status: "complete", counted: true, buyerCpi: 2 },
  ...{ qualificationAttributes: [], quotaIds: [], endedAt: new Date(90_000), startedAt: new Date(0) },
};

/** Sessions as the plan of their file reads them: by question, codes by their labels. */
function read(sessions: Partial<SessionToImport>[]) {
  const file = sessionFile(names);
  const lines = sessions.map((change) => file.lineOf({ ...session, ...change }));
  const plan = file.plan();
  const columns = [...new Set(lines.flatMap((line) => Object.keys(line)))];
  expect(planProblems(plan, columns)).toEqual([]);
  const reader = rowReader(plan, columns);
  return lines.map((line, row) => {
    const found = reader({ row, cells: columns.map((column) => (line[column] ?? null) as string) });
    if (!("kept" in found)) throw new Error("A session was refused.");
    const answers = plan.questions.map((question, at): [string, unknown] => {
      const label = (code: unknown) =>
        "options" in question ? question.options.find((option) => option.code === code)?.label : code;
      const answer = found.kept.answers[at];
      const isMissing = typeof answer === "object" && "missing" in answer;
      return [question.id, isMissing ? null : Array.isArray(answer) ? answer.map(label) : label(answer)];
    });
    return new Map([...answers, ["reported", found.reported.length]]);
  });
}

test("quotas of one name are one option, and those that were removed share one that says so", () => {
  const found = read([{ quotaIds: ["q3", "q2"] }, { quotaIds: ["q1", "gone", "gone too"] }]);
  expect(found.map((each) => each.get("session_quotas"))).toEqual([
    ["Women", "Men"],
    ["Women", "Removed quota"],
  ]);
});

test("a supplier that has no name is called by its code, and a session without one has none", () => {
  const found = read([{}, { supplier: "direct" }, { supplier: null }]);
  expect(found.map((each) => each.get("session_supplier"))).toEqual(["North panel", "direct", null]);
});

test("several answers to a question of one answer are reported, and none is chosen for the respondent", () => {
  const asked = (...option_ids: number[]) => ({ qualificationAttributes: [{ question_id: 73, option_ids }] });
  const found = read([asked(2), asked(2, 3), asked()]);
  expect(found.map((each) => [each.get("session_household_income"), each.get("reported")])).toEqual([
    ["2k", 0],
    [null, 1],
    [null, 0],
  ]);
});

test("what the catalogue does not know is left out, and a session without an end has no length", () => {
  const unknown = { qualificationAttributes: [{ question_id: 9999, option_ids: [1] }], endedAt: null };
  const [found] = read([unknown]);
  expect([found?.get("session_length"), found?.get("session_cost")]).toEqual([null, 2]);
  expect(found?.size).toBe(7);
});
