import { expect, test } from "vitest";
import { pastedShares } from "./pasted-shares";

test.each([
  ["50 %\n50 %\n", [50, 50]],
  ["33,3\t33.4\t33,3", [33.3, 33.4, 33.3]],
  ["25\u00a0%\r\n75\u202f%\r\n", [25, 75]],
  [" 10% ; 90% ", [10, 90]],
])("%j are shares", (text, shares) => {
  expect(pastedShares(text)).toEqual(shares);
});

test.each(["50", "50 %", "50\n\n50", "50;;50", "50\n%", "a\nb", "-1\n2", "1e3\n2", ""])("%j are none", (text) => {
  expect(pastedShares(text)).toBeNull();
});
