import { expect, test } from "vitest";
import { makeAnswerSet } from "@/lib/stores/postgres/answer-sets";
import { db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { answersOf } from "./answers-of";
import type { Caller } from "./service";

withOwnDatabase();

const accounts = [{ id: crypto.randomUUID(), name: "One", replyShape: "flat" as const }];

const callerOf = (connection: string): Caller => ({
  ...{ connection, userId: "", email: "", name: "", role: "admin", accounts },
});

test("a project whose id cannot be stored is one that cannot be found, at whatever connection", async () => {
  for (const connection of ["built-in", "elsewhere"]) {
    const viewer = callerOf(connection);
    for (const id of ["\u0000", `${crypto.randomUUID()}\u0000`, "\ud800", "no such"]) {
      await expect(answersOf({ viewer, origin: "service" }, id)).rejects.toMatchObject({
        code: "not_found",
        message: "Project could not be found.",
      });
    }
  }
});

test("our own ids find their answers in either case; another service's are what they are", async () => {
  const accountId = accounts[0]?.id ?? "";
  const projectId = crypto.randomUUID();
  for (const connection of ["built-in", "elsewhere"]) {
    const { id } = await makeAnswerSet(db(), { connection, accountId, projectId });
    const asked = answersOf({ viewer: callerOf(connection), origin: "service" }, projectId.toUpperCase());
    if (connection === "built-in") await expect(asked).resolves.toMatchObject({ id });
    else await expect(asked).rejects.toMatchObject({ code: "not_found" });
  }
});
