import { expect, test } from "vitest";
import {
  activationAbilities,
  analysisAbilities,
  demandAbilities,
  demandRate,
  fraudAbilities,
  keyCredentials,
} from "./interfaces";

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

test("says for which accounts a key is present, and no part of one", () => {
  const accounts = [
    { id: "1", name: "One" },
    { id: "2", name: "Two" },
  ];
  const said = keyCredentials(
    { url: "https://x", keys: { "2": "hunter22" } },
    accounts,
    "nothing can be switched there",
  );
  expect(said).toBe("A key is present for Two. None for One: nothing can be switched there.");
  expect(keyCredentials({ url: "https://x", keys: {} }, [], "nothing")).toBe("No key is present.");
  expect(analysisAbilities({ url: "https://x" }).map(({ is_able }) => is_able)).toEqual([true, false, false]);
  expect(analysisAbilities({ url: null }).map(({ is_able }) => is_able)).toEqual([true, true, true]);
  expect(activationAbilities({ extended: false }).map(({ is_able }) => is_able)).toEqual([true, false, false, false]);
  expect(fraudAbilities({ url: "https://x", extended: true }).map(({ is_able }) => is_able)).toEqual([
    true,
    false,
    true,
  ]);
});
