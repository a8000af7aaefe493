import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { AppError, unauthorized } from "@/lib/http/problem";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { limitGuesses } from "./guesses";

withOwnDatabase();

const HOME = "192.0.2.1";
const right = async () => "in";
const wrong = async () => {
  throw unauthorized();
};

/** How a guess ended: its value, or the status it was refused with. */
async function guess<T>(what: string, check: () => Promise<T>, clientAddress = HOME): Promise<T | number> {
  return limitGuesses(db(), { what, clientAddress }, check).catch((error: unknown) => {
    if (error instanceof AppError) return error.status;
    throw error;
  });
}

test("of any number of guesses at once, ten are looked at", async () => {
  const what = randomUUID();
  let looked = 0;
  const all = Array.from({ length: 60 }, () =>
    guess(what, () => {
      looked += 1;
      return wrong();
    }),
  );
  const statuses = await Promise.all(all);
  expect(looked).toBe(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
});

test("after ten failures the right one is refused too, there and nowhere else", async () => {
  const what = randomUUID();
  for (let failure = 0; failure < 10; failure += 1) expect(await guess(what, wrong)).toBe(401);
  expect(await guess(what, right)).toBe(429);
  expect(await guess(what, right, "192.0.2.2")).toBe("in");
  expect(await guess(randomUUID(), right)).toBe("in");
});

test("only a refusal is a failure: not what is right, busy or away", async () => {
  const what = randomUUID();
  const away = async () => {
    throw new AppError("unavailable", "Away.");
  };
  const busy = async () => {
    throw new AppError("busy", "Busy.");
  };
  for (let round = 0; round < 6; round += 1) {
    expect(await Promise.all([guess(what, right), guess(what, away), guess(what, busy)])).toEqual(["in", 503, 429]);
  }
  expect(await guess(what, wrong)).toBe(401);
});
