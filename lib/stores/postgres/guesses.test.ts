import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { AppError, unauthorized } from "@/lib/http/problem";
import { forgetProcessWide } from "@/lib/process-wide";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { limitGuesses } from "./guesses";

withOwnDatabase();

const right = async () => "in";
const wrong = async () => {
  throw unauthorized();
};

/** An address of its own for each test, whose networks are counted apart. */
let networks = 0;
const anotherNetwork = () => {
  networks += 1;
  return `192.0.${networks >> 8}.${networks & 255}`;
};

/** How a guess ended: its value, or the status it was refused with. */
async function guess<T>(email: string, check: () => Promise<T>, clientAddress: string): Promise<T | number> {
  const of = { connection: "built-in", email, clientAddress };
  return limitGuesses(db(), of, check).catch((error: unknown) => {
    if (error instanceof AppError) return error.status;
    throw error;
  });
}

/** From here on as in another instance on this database: none of them knows what the others have under way. */
const asAnotherInstance = () => forgetProcessWide("guesses");

test("of any number of guesses at once, at any number of instances, ten are looked at", async () => {
  const [email, home] = [randomUUID(), anotherNetwork()];
  let looked = 0;
  const all = Array.from({ length: 60 }, (_, at) => {
    if (at % 5 === 0) asAnotherInstance();
    return guess(
      email,
      async () => {
        looked += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
        return wrong();
      },
      home,
    );
  });
  const statuses = await Promise.all(all);
  expect(looked).toBe(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
});

test("after ten failures the right one is refused too, there and nowhere else", async () => {
  const [email, home] = [randomUUID(), anotherNetwork()];
  for (let failure = 0; failure < 10; failure += 1) expect(await guess(email, wrong, home)).toBe(401);
  expect(await guess(email, right, home)).toBe(429);
  expect(await guess(email, right, anotherNetwork())).toBe("in");
  expect(await guess(randomUUID(), right, home)).toBe("in");
});

test("only a refusal is a failure: not what is right, busy or away", async () => {
  const [email, home] = [randomUUID(), anotherNetwork()];
  const away = async () => {
    throw new AppError("unavailable", "Away.");
  };
  const busy = async () => {
    throw new AppError("busy", "Busy.");
  };
  for (let round = 0; round < 6; round += 1) {
    const ends = [guess(email, right, home), guess(email, away, home), guess(email, busy, home)];
    expect(await Promise.all(ends)).toEqual(["in", 503, 429]);
  }
  expect(await guess(email, wrong, home)).toBe(401);
});

test("one network may fail a hundred times, whoever is asked for", async () => {
  const home = anotherNetwork();
  for (let failure = 0; failure < 100; failure += 1) expect(await guess(randomUUID(), wrong, home)).toBe(401);
  expect(await guess(randomUUID(), right, home)).toBe(429);
  expect(await guess(randomUUID(), right, anotherNetwork())).toBe("in");
});

test("one person's password may be guessed a hundred times, and they get in where they did before", async () => {
  const [email, home] = [randomUUID(), anotherNetwork()];
  expect(await guess(email, right, home)).toBe("in");
  for (let failure = 0; failure < 100; failure += 1) expect(await guess(email, wrong, anotherNetwork())).toBe(401);
  expect(await guess(email, right, anotherNetwork())).toBe(429);
  expect(await guess(email, right, home)).toBe("in");
});
