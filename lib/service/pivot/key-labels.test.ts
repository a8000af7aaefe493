import { expect, test } from "vitest";
import { question } from "@/lib/test-answers";
import { keyNames } from "./key-labels";

test("an option that is called like a total or a missing answer is told apart from it by its code", () => {
  const brands = question(1, "brand", "single", {
    options: [
      [4, "Shell", null],
      [7, "Total", null],
      [8, "No answer", null],
    ],
  });
  const { label, answer } = keyNames(new Map([[brands.id, brands]]), "brand");
  expect([4, 7, 8, -1].map(label)).toEqual(["Shell", "Total (7)", "No answer (8)", "No answer"]);
  // Somebody's answer stands beside no total.
  expect([4, 7, 8].map(answer)).toEqual(["Shell", "Total", "No answer"]);
});
