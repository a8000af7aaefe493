import { expect, test } from "vitest";
import { type FieldSessionState, fieldSessionQuery } from "./list-state";

const plain: FieldSessionState = { search: "", reasons: [], suppliers: [], tests: null, page: 1, columns: null };
const read = (change: Partial<FieldSessionState>) => fieldSessionQuery("s", { ...plain, ...change });

test("a plain address asks for the first page without filters", () => {
  expect(read({})).toEqual({ query: { survey_id: "s", page: 1, page_size: 50 }, notices: [] });
});

test("a reason that there is not is left out with a sentence, never sent", () => {
  const { query, notices } = read({ reasons: ["pacing", "bored", "open"] });
  expect(query.reasons).toEqual(["pacing", "open"]);
  expect(notices).toEqual(["There is no reason “bored”: the filter was left out."]);
});

test("what an address may hold and no text has is never sent", () => {
  const { query } = read({ search: ` a\0b${"x".repeat(300)}`, suppliers: [" north ", ""], page: -3 });
  expect(query.search).toHaveLength(200);
  expect(query).toMatchObject({ suppliers: ["north"], page: 1 });
});
