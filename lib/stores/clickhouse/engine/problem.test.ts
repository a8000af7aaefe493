import { expect, test } from "vitest";
import { exceptionCode, exceptionText, notSupported, statusOf, wrongKey } from "./problem";

test("an exception keeps the number that ClickHouse gave it, and chooses the status", () => {
  const error = new Error("Code: 62. DB::Exception: Syntax error. (SYNTAX_ERROR)");
  expect([exceptionCode(error), statusOf(62), exceptionText(error)]).toEqual([62, 400, error.message]);
  expect([exceptionCode(wrongKey()), statusOf(516)]).toEqual([516, 401]);
  expect(exceptionText(notSupported("sessions"))).toBe(
    "Code: 344. DB::Exception: The embedded engine does not know sessions. (SUPPORT_IS_DISABLED)",
  );
  expect(statusOf(395)).toBe(500);
});

test("any other error becomes one that a client can read", () => {
  const error = new Error("no space left");
  expect([exceptionCode(error), statusOf(1002)]).toEqual([1002, 500]);
  expect(exceptionText(error)).toBe("Code: 1002. DB::Exception: no space left (UNKNOWN_EXCEPTION)");
  expect(exceptionText("a string")).toContain("a string");
});
