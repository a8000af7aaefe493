import { expect, test } from "vitest";
import * as z from "zod";
import { randomUuid } from "./random-uuid";

test("every page gets a UUID of its own", () => {
  const names = Array.from({ length: 200 }, randomUuid);
  for (const name of names) expect(z.uuidv4().safeParse(name).success, name).toBe(true);
  expect(new Set(names).size).toBe(200);
});
