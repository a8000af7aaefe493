import { expect, test } from "vitest";
import { findKind } from "@/lib/jobs/kind";
import { jobKinds } from "./job-kinds";

test("each kind of job stands under the name that its rows have", () => {
  for (const [name, kind] of Object.entries(jobKinds)) expect(kind.kind).toBe(name);
});

test("a stored job of a kind that this release does not have is of none, whatever it is called", () => {
  expect(findKind(jobKinds, "check import")).toBe(jobKinds["check import"]);
  for (const name of ["sell surveys", "constructor", "toString", ""]) expect(findKind(jobKinds, name)).toBeUndefined();
});
