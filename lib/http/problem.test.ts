import { expect, test } from "vitest";
import { AppError, isSameCreation, type ProblemCode, problemStatus } from "./problem";

test("a creation is tried again by its key unless it was refused, or its person told to look for it first", () => {
  const codes = Object.keys(problemStatus) as ProblemCode[];
  expect(codes.filter((code) => isSameCreation(new AppError(code, "No.")))).toEqual(["unavailable"]);
  expect(isSameCreation(new TypeError("Failed to fetch"))).toBe(true);
});
