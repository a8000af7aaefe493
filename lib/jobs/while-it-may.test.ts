import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { StepEnded, StepHalted } from "./kind";
import { whileItMayGoOn } from "./while-it-may";

const forever = (signal: AbortSignal) => sleep(60_000, "read", { signal });

test("gives what was read while it may go on", async () => {
  let asked = 0;
  let end = (_: string) => {};
  const read = new Promise<string>((resolve) => {
    end = resolve;
  });
  const mayGoOn = async () => {
    asked += 1;
    if (asked === 2) end("read");
    return true;
  };
  expect(await whileItMayGoOn(mayGoOn, () => read, 10)).toBe("read");
  expect(asked).toBe(2);
});

test("ends what waits once it may not go on, and the step is taken again", async () => {
  let left = 3;
  await expect(whileItMayGoOn(async () => --left > 0, forever, 10)).rejects.toBeInstanceOf(StepHalted);
});

test("ends it with the reason where a role was taken away, and passes on what failed by itself", async () => {
  const refused = new StepEnded("refused", "The role does not allow it.");
  const mayGoOn = async () => Promise.reject(refused);
  await expect(whileItMayGoOn(mayGoOn, forever, 10)).rejects.toBe(refused);
  await expect(
    whileItMayGoOn(
      async () => true,
      () => Promise.reject(new Error("away")),
      10,
    ),
  ).rejects.toThrow("away");
});
