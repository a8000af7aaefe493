import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "@/lib/stores/postgres/client";
import { idempotentReplies } from "@/lib/stores/postgres/schema/demand";
import { UnreadableJson } from "@/lib/stores/stored-json";
import { withOwnDatabase } from "@/lib/test-database";
import { idempotently } from "./idempotently";
import type { Caller } from "./service";

withOwnDatabase();

const viewer: Caller = {
  ...{ connection: "built-in", userId: crypto.randomUUID(), email: "a@b.test", name: "A", role: "admin", accounts: [] },
};

const create = (key: string, id: number) =>
  idempotently(
    "createThing",
    { viewer, headers: new Headers({ "idempotency-key": key }), raw: { name: "N" } },
    async () => ({
      ...{ body: { id }, headers: { etag: `"${id}"` } },
    }),
  );

test("a repeat is answered with the first one's reply", async () => {
  expect(await create("one", 1)).toEqual({ body: { id: 1 }, headers: { etag: '"1"' } });
  expect(await create("one", 2)).toEqual({ body: { id: 1 }, headers: { etag: '"1"' } });
});

test("a reply that is stored in another shape is refused by its place, and nothing is created", async () => {
  await create("odd", 1);
  await db()
    .update(idempotentReplies)
    .set({ reply: { headers: 7 } })
    .where(eq(idempotentReplies.key, "odd"));
  const repeat = create("odd", 2);
  await expect(repeat).rejects.toThrow(UnreadableJson);
  await expect(repeat).rejects.toThrow("The reply of “createThing” in idempotent_replies cannot be read");
});
