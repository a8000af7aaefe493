import { expect, test } from "vitest";
import { question } from "@/lib/test-answers";
import { keyNames } from "./key-labels";

test("an option keeps its label where a missing answer is called so too, which then says more", () => {
  const brands = question(1, "brand", "single", {
    options: [
      [4, "Shell", null],
      [7, "Total", null],
      [8, "No answer", null],
    ],
  });
  const { label } = keyNames(new Map([[brands.id, brands]]), "brand");
  expect([4, 7, 8, -1, -2].map(label)).toEqual(["Shell", "Total", "No answer", "No answer (missing)", "Not asked"]);
});

test("an answer whose option is gone is shown by its code, also beside an option of that label", () => {
  const scale = question(1, "scale", "single", { options: [[1, "7", null]] });
  expect([1, 7, 8].map(keyNames(new Map([[scale.id, scale]]), "scale").label)).toEqual(["7", "7 (no option)", "8"]);
});
