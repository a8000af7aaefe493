import { beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/contracts/context";
import { createSurvey, listSurveys } from "@/lib/contracts/interfaces/demand";
import { withOwnDatabase } from "@/lib/test-database";
import { type AuditScope, addRefusal, listAudit } from "./audit";
import { db } from "./client";

withOwnDatabase();

const contextOf = (connection: string, accountIds: string[]): Context => ({
  viewer: {
    ...{ connection, email: "analyst@b.test", name: "A", role: "analyst" },
    accounts: accountIds.map((id) => ({ id, name: id })),
  },
  ...{ requestId: "r", origin: "page" },
});

/** What an admin of these accounts reads. */
const readBy = (connection: string, accountIds: string[]) => {
  const rest = { email: "admin@b.test", seesUnassigned: connection !== "built-in", things: null, seen: null };
  const scope: AuditScope = { connection, accountIds, ...rest };
  return listAudit(db(), scope, { limit: 10 });
};

let account = 0;
let [one, other] = ["", ""];
beforeEach(() => {
  [one, other] = [`account ${account++}`, `account ${account++}`];
});

test("a refused write of who has several accounts is read by the admins of each", async () => {
  await addRefusal(db(), contextOf("built-in", [one, other]), createSurvey);
  for (const id of [one, other]) {
    const entries = await readBy("built-in", [id]);
    expect(entries).toMatchObject([{ who: "analyst@b.test", action: "createSurvey", outcome: "refused" }]);
  }
  expect(await readBy("built-in", ["another"])).toEqual([]);
});

test("at a remote connection it is one entry, which every admin there reads", async () => {
  await addRefusal(db(), contextOf("panel", [one, other]), createSurvey);
  expect(await readBy("panel", [])).toMatchObject([{ accountId: null, action: "createSurvey" }]);
});

test("a refused read leaves no trace", async () => {
  await addRefusal(db(), contextOf("built-in", [one]), listSurveys);
  expect(await readBy("built-in", [one])).toEqual([]);
});
