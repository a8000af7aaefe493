import { expect, test } from "vitest";
import { fetchResponses } from "./pivot";

test("the codes of a cell are those that a table can have: no other number stands for one of them", () => {
  const problemOf = (code: number) => {
    const body = { projectId: "p", rows: ["q"], columns: [], rowCodes: [code], columnCodes: [], questions: [] };
    return fetchResponses.body.safeParse(body).error?.issues[0]?.message ?? null;
  };
  for (const code of [-2, 1, 65_535, 2_147_483_647]) expect(problemOf(code)).toBeNull();
  for (const code of [1.5, 2 ** 31, 2 ** 32 + 1, -(2 ** 32) + 1]) {
    expect(problemOf(code)).toContain("A code must be a whole number from -2,147,483,648 to 2,147,483,647");
  }
});
