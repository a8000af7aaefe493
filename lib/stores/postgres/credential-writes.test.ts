import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { forgetOldWrites, lastWriteMsAgo, noteWrite } from "./credential-writes";
import { credentialWrites } from "./schema/mechanisms";

withOwnDatabase();

const HOUR_MS = 3_600_000;

test("how long ago a credential last wrote is the same for every instance, and nobody else's", async () => {
  const ago = (credential: string) => lastWriteMsAgo(db(), `built-in:${credential}`);
  const longAgo = (hours: number) =>
    db()
      .update(credentialWrites)
      .set({ endedAt: sql`${credentialWrites.endedAt} - make_interval(hours => ${hours})` });
  expect(await ago("a@x.test")).toBe(Number.POSITIVE_INFINITY);
  await noteWrite(db(), "built-in:a@x.test");
  await longAgo(20);
  expect(Math.floor((await ago("a@x.test")) / HOUR_MS)).toBe(20);
  await noteWrite(db(), "built-in:a@x.test");
  expect(Math.floor((await ago("a@x.test")) / HOUR_MS), "the last one counts").toBe(0);
  expect(await ago("b@x.test")).toBe(Number.POSITIVE_INFINITY);
  await longAgo(23);
  await forgetOldWrites(db());
  expect(Math.floor((await ago("a@x.test")) / HOUR_MS)).toBe(23);
  await longAgo(2);
  await forgetOldWrites(db());
  expect(await ago("a@x.test")).toBe(Number.POSITIVE_INFINITY);
});
