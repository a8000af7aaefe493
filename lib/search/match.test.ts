import { expect, test } from "vitest";
import { bestMatches, matchRank } from "./match";

const ID = "0198-AB";

test.each([
  ["the id, in any case", "0198-ab", 0],
  ["the whole", "brand tracker", 1],
  ["the beginning", "BRA", 2],
  ["the beginning of a word", "track", 3],
  ["any part", "rack", 4],
  ["nothing", "zebra", null],
])("ranks %s", (_, text, rank) => {
  expect(matchRank(text, ID, ["Brand tracker", null])).toBe(rank);
});

test("a later beginning of a word counts although an earlier part is inside one", () => {
  expect(matchRank("art", ID, ["Parts of (art)"])).toBe(3);
});

test("wildcards and expressions are read as they stand", () => {
  expect(matchRank("%", ID, ["Brand"])).toBeNull();
  expect(matchRank(".*", ID, ["Brand"])).toBeNull();
  expect(matchRank("50%", ID, ["Cell 50% male"])).toBe(3);
});

test("gives the best first, equals in their order, and no more than asked for", () => {
  const names = ["Unbranded", "A brand", "Brand B", "Brand A", "Other"];
  const best = bestMatches("brand", names, 3, (name) => ({ id: name, values: [name] }));
  expect(best).toEqual(["Brand B", "Brand A", "A brand"]);
});
