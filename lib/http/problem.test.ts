import { expect, test } from "vitest";
import { AppError, mayHaveHappened, type ProblemCode, problemStatus } from "./problem";

test("a write may have happened unless it was refused", () => {
  const codes = Object.keys(problemStatus) as ProblemCode[];
  expect(codes.filter((code) => mayHaveHappened(new AppError(code, "No.")))).toEqual(["uncertain", "unavailable"]);
  expect(mayHaveHappened(new TypeError("Failed to fetch"))).toBe(true);
});
