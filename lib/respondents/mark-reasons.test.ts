import fc from "fast-check";
import { expect, test } from "vitest";
import { quotedPlaces } from "./mark-reasons";

const marked = (answer: string, reason: string) =>
  quotedPlaces(answer, reason).map(({ from, to }) => answer.slice(from, to));

test.each([
  ["This is Shit, shit!", "“shit”, a swear word of EN", ["Shit", "shit"]],
  ["In the class of ass", "“ass”, a swear word of EN", ["ass"]],
  ["asdfghjkl qwertz", "“asdfghjkl” is a run of keys", ["asdfghjkl"]],
  ["No idea", "Nothing against it", []],
  ["İstanbul shit", "“shit”, a swear word", []],
  ["a", "“”", []],
])("marks in “%s” what %s names", (answer, reason, expected) => {
  expect(marked(answer, reason)).toEqual(expected);
});

test("marks lie within the answer, in their order", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (answer, quoted) => {
      let last = 0;
      for (const { from, to } of quotedPlaces(`${answer} ${quoted}`, `“${quoted}” is named`)) {
        expect(from).toBeGreaterThanOrEqual(last);
        expect(to).toBeGreaterThan(from);
        last = to;
      }
    }),
  );
});
