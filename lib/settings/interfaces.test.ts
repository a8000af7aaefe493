import { expect, test } from "vitest";
import { absentInterfaces, demandAbilities, demandRate } from "./interfaces";

const ours = { url: null, shape: "flat", addsQuotas: true, searches: true, requestsPerSecond: 10 } as const;
const theirs = {
  url: "https://x",
  shape: "grouped",
  addsQuotas: false,
  searches: false,
  requestsPerSecond: 4,
} as const;

test("says of each ability whether the connection has it, never of none", () => {
  expect(demandAbilities(ours).map(({ is_able }) => is_able)).toEqual([true, true, true, true, true]);
  expect(demandAbilities(theirs).map(({ is_able }) => is_able)).toEqual([false, false, false, false, true]);
  expect(demandAbilities(theirs).at(-1)?.sentence).toBe("Writes surveys in the grouped shape; both shapes are read.");
});

test("names the rate in force, and no address", () => {
  const responses = { bucket: "responses", limit: 6000, windowMs: 60_000 };
  expect(demandRate(theirs, [responses])).toBe(
    "At most 4 survey calls in any second for each person, and 6,000 in 60 seconds for responses. What comes faster waits its turn, writes first.",
  );
  expect(demandRate(ours, [responses])).toMatch(/without a limit/);
  expect(JSON.stringify([demandAbilities(theirs), demandRate(theirs, [])])).not.toContain("https://x");
});

test("claims nothing about interfaces that are not there", () => {
  for (const each of absentInterfaces()) {
    expect(each).toMatchObject({ kind: "absent", health: null, abilities: [], credentials: null, rate: null });
  }
});
