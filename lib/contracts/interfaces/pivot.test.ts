import { expect, test } from "vitest";
import { fetchData, fetchResponses, fetchSpecs, passedOnData, passedOnResponses } from "./pivot";

test("the codes of a cell are those that a table can have: no other number stands for one of them", () => {
  const problemOf = (code: number) => {
    const body = { projectId: "p", rows: ["q"], columns: [], rowCodes: [code], columnCodes: [], questions: [] };
    return fetchResponses.body.safeParse(body).error?.issues[0]?.message ?? null;
  };
  const lastHour = 2_299_123_123;
  for (const code of [-2, 1, 65_535, lastHour]) expect(problemOf(code)).toBeNull();
  for (const code of [1.5, 2 ** 53, -(2 ** 64)]) {
    expect(problemOf(code)).toContain(
      "A code must be a whole number, as rowCodes and columnCodes of the table have it.",
    );
  }
});

test("groups that are null are no list: they may be left out, so it is not said that they are required", () => {
  for (const { body } of [fetchSpecs, fetchData]) {
    const problems = (groups: unknown) => {
      const asked = { projectId: "p", rows: ["q"], columns: [], measures: [{ aggregationType: 1 }], groups };
      return body.safeParse(asked).error?.issues.map(({ message }) => message) ?? [];
    };
    for (const groups of [undefined, [], ["q"]]) expect(problems(groups)).toEqual([]);
    expect([problems(null), problems("q")]).toEqual([["groups must be a list."], ["groups must be a list."]]);
    expect(problems(Array(5001).fill("q"))).toEqual(["groups can have at most 5,000 questions."]);
  }
});

test("items of a filter that we do not know go on to a service, which judges them; ours refuses them", () => {
  const data = { projectId: "p", rows: ["q"], columns: [], measures: [{ aggregationType: 1 }] };
  const cell = { projectId: "p", rows: ["q"], columns: [], rowCodes: [1], columnCodes: [], questions: [] };
  const filter = [{ theirs: true }];
  expect(passedOnData.body.parse({ ...data, filter })).toMatchObject({ filter });
  expect(passedOnResponses.body.parse({ ...cell, filter })).toMatchObject({ filter });
  expect(fetchData.body.safeParse({ ...data, filter }).success).toBe(false);
  expect(fetchResponses.body.safeParse({ ...cell, filter }).success).toBe(false);
  // What is known of the rest is said at once.
  const tooMany = passedOnResponses.body.safeParse({ ...cell, rowCodes: [1, 2], filter });
  expect(tooMany.error?.issues[0]?.message).toBe("rowCodes has more codes than rows has questions.");
});
