import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { db } from "./client";
import { askForCopy, findCopyState } from "./survey-copy-runs";

withOwnDatabase();

test("asks", async () => {
  const key = { connection: "a", credential: "b" };
  await askForCopy(db(), key);
  expect(await findCopyState(db(), key)).toMatchObject({ pending: true });
});
