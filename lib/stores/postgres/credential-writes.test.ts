import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { forgetOldWrites, lastWriteMsAgo, noteWrite } from "./credential-writes";

withOwnDatabase();

test("how long ago a credential last wrote is the same for every instance, and nobody else's", async () => {
  expect(await lastWriteMsAgo(db(), "built-in:a@x.test")).toBe(Number.POSITIVE_INFINITY);
  const began = performance.now();
  await noteWrite(db(), "built-in:a@x.test");
  await new Promise((resolve) => setTimeout(resolve, 30));
  const ago = await lastWriteMsAgo(db(), "built-in:a@x.test");
  expect(ago).toBeGreaterThan(25);
  expect(ago).toBeLessThan(performance.now() - began + 1);
  await noteWrite(db(), "built-in:a@x.test");
  expect(await lastWriteMsAgo(db(), "built-in:a@x.test"), "the last one counts").toBeLessThan(ago + 25);
  expect(await lastWriteMsAgo(db(), "built-in:b@x.test")).toBe(Number.POSITIVE_INFINITY);
  await forgetOldWrites(db());
  expect(await lastWriteMsAgo(db(), "built-in:a@x.test")).toBeLessThan(60_000);
});
