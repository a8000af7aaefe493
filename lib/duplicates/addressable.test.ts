import { expect, test } from "vitest";
import { addressableAs, otherKinds } from "./addressable";

test.each([
  ["Session_Id", "session-1", true, "Session_Id"],
  ["Panel_Id", "panel-1", true, "Panel_Id"],
  ["Session_Id", "session-1", false, null],
  ["Cookie", "session-1", true, null],
  ["Session_Id", " 203.0.113.7 ", true, null],
  ["Panel_Id", "somebody@example.com", true, null],
  ["Panel_Id", "a".repeat(64), true, null],
  ["Session_Id", "Mozilla/5.0 (X11)", true, null],
] as const)("%s %j, said so: %j, stands in the address as %j", (kind, value, isSaid, as) => {
  expect(addressableAs({ kind, value }, isSaid)).toBe(as);
});

test("only a text that is nothing recognisable may be something else", () => {
  expect(otherKinds({ kind: "Session_Id", value: "abc" })).toEqual(["Panel_Id", "Cookie"]);
  expect(otherKinds({ kind: "Panel_Id", value: "abc" })).toEqual([]);
  expect(otherKinds({ kind: "Session_Id", value: "203.0.113.7" })).toEqual([]);
});
