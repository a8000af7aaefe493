import { expect, test } from "vitest";
import * as z from "zod";
import { newWriter } from "./writer";

test("every page gets a UUID of its own", () => {
  const names = Array.from({ length: 200 }, newWriter);
  for (const name of names) expect(z.uuidv4().safeParse(name).success, name).toBe(true);
  expect(new Set(names).size).toBe(200);
});
