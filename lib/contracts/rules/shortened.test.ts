import { expect, test } from "vitest";
import { shortened } from "./shortened";

test("a label is cut between its signs, never inside one", () => {
  expect(shortened("Satisfied", 9)).toBe("Satisfied");
  expect(shortened("Very satisfied", 6)).toBe("Very…");
  const label = "Fine 😀😀";
  for (let most = 1; most <= label.length; most++) {
    const short = shortened(label, most);
    expect(short.isWellFormed(), short).toBe(true);
    expect(short.length).toBeLessThanOrEqual(Math.max(2, most));
  }
  expect(shortened(label, 7)).toBe("Fine…");
  expect(shortened(label, 8)).toBe("Fine 😀…");
  expect(shortened("😀😀", 1)).toBe("…");
});
