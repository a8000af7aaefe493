import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { enforceRate } from "./enforce-rate";

withOwnDatabase();

const rate = { bucket: "views", limit: 5, windowMs: 60_000 };
const by = (credential: string, of = "api:views") => ({ of, credential, maxWaitMs: 0 });

/** How many of so many calls at once pass. */
async function passed(calls: number, ask: Parameters<typeof enforceRate>[2], of = rate): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: calls }, () => enforceRate(db(), of, ask)));
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

test("lets as many calls pass as the rate says, of each credential and each thing that is called", async () => {
  expect(await passed(20, by("anna"))).toBe(5);
  expect(await passed(20, by("ben"))).toBe(5);
  expect(await passed(20, by("anna", "service:demand"))).toBe(5);
  await expect(enforceRate(db(), rate, by("anna"))).rejects.toMatchObject({
    status: 429,
    message: "Too many requests. Please try again later.",
    headers: { "retry-after": expect.stringMatching(/^(5\d|60)$/) },
  });
});

test("puts off what comes only a little too fast", async () => {
  const quick = { bucket: "search", limit: 5, windowMs: 300 };
  expect(await passed(20, { of: "api:search", credential: "anna", maxWaitMs: 650 }, quick)).toBe(15);
});
