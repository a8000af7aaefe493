import { afterEach, expect, test } from "vitest";
import { type Holding, openHolding, type Sender } from "./body-budget";
import { AppError } from "./problem";

const MEGABYTE = 1024 * 1024;
const opened: Holding[] = [];
afterEach(() => {
  for (const holding of opened.splice(0)) holding.release();
});

/** Megabytes, held one by one by bodies of one each, until one is refused. */
function heldBy(senders: (at: number) => Sender): number {
  for (let at = 0; ; at += 1) {
    const holding = openHolding(senders(at));
    opened.push(holding);
    try {
      holding.hold(MEGABYTE);
    } catch (error) {
      expect(error).toMatchObject({ code: "busy", headers: { "retry-after": "2" } });
      expect(error).toBeInstanceOf(AppError);
      return at;
    }
  }
}

test("a person, a network, everybody: each has a share", () => {
  expect(heldBy(() => ({ network: "a", personId: "p" }))).toBe(64);
  expect(heldBy((at) => ({ network: "a", personId: `q${at}` }))).toBe(64);
  expect(heldBy((at) => ({ network: `n${at}`, personId: `r${at}` }))).toBe(128);
});

test("strangers have little, and take nothing from who is known", () => {
  expect(heldBy(() => ({ network: "a", personId: null }))).toBe(1);
  expect(heldBy((at) => ({ network: `n${at}`, personId: null }))).toBe(15);
  expect(heldBy(() => ({ network: "a", personId: "p" }))).toBe(64);
});

test("released bytes are free again, once", () => {
  const sender = { network: "a", personId: "p" };
  const [first, second] = [openHolding(sender), openHolding(sender)];
  opened.push(second);
  first.hold(40 * MEGABYTE);
  second.hold(20 * MEGABYTE);
  expect(() => second.hold(10 * MEGABYTE)).toThrow("Too much is being sent at once.");
  first.release();
  first.release();
  second.hold(44 * MEGABYTE);
  expect(() => second.hold(1)).toThrow();
});
