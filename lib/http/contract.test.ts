import { expect, test, vi } from "vitest";
import { contract } from "./contract";

test("loads a contract when one of its operations is named, and gives that one", async () => {
  const load = vi.fn(async () => ({ listThings: { name: "listThings" }, LIMIT: 5 }));
  const things = contract(load);
  expect(load).not.toHaveBeenCalled();
  expect(await things.listThings).toEqual({ name: "listThings" });
  expect(await things.LIMIT).toBe(5);
  expect(load).toHaveBeenCalledTimes(1);
});
