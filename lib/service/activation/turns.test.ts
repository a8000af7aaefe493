import { expect, test } from "vitest";
import { inTurn } from "./turns";

function heldWork() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release: () => release() };
}

test("changes of an account run one after the other, in their order; another account's don't wait", async () => {
  const first = heldWork();
  const order: string[] = [];
  const one = inTurn(1, "change", async () => {
    await first.held;
    order.push("first");
  });
  const two = inTurn(1, "change", async () => void order.push("second"));
  const three = inTurn(1, "change", async () => void order.push("third"));
  await inTurn(2, "change", async () => void order.push("other account"));
  first.release();
  await Promise.all([one, two, three]);
  expect(order).toEqual(["other account", "first", "second", "third"]);
});

test("a failed call passes the turn on, and too many waiting calls are told to try again", async () => {
  const first = heldWork();
  const failing = inTurn(3, "change", async () => {
    await first.held;
    throw new Error("failed");
  });
  const waiting = Array.from({ length: 200 }, (_, index) => inTurn(3, "change", async () => index));
  await expect(inTurn(3, "change", async () => 0)).rejects.toMatchObject({ code: "busy" });
  first.release();
  await expect(failing).rejects.toThrow("failed");
  expect(await Promise.all(waiting)).toHaveLength(200);
  expect(await inTurn(3, "change", async () => "free again")).toBe("free again");
});
