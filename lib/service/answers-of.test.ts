import { expect, test } from "vitest";
import { withOwnDatabase } from "@/lib/test-database";
import { answersOf } from "./answers-of";
import type { Caller } from "./service";

withOwnDatabase();

const accounts = [{ id: crypto.randomUUID(), name: "One", replyShape: "flat" as const }];

test("a project whose id cannot be stored is one that cannot be found, at whatever connection", async () => {
  for (const connection of ["built-in", "elsewhere"]) {
    const viewer: Caller = { connection, userId: "", email: "", name: "", role: "admin", accounts };
    for (const id of ["\u0000", `${crypto.randomUUID()}\u0000`, "\ud800", "no such"]) {
      await expect(answersOf({ viewer, origin: "service" }, id)).rejects.toMatchObject({
        code: "not_found",
        message: "Project could not be found.",
      });
    }
  }
});
