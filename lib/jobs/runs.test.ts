import { expect, test, vi } from "vitest";
import * as z from "zod";
import { db } from "@/lib/stores/postgres/client";
import { insertJob } from "@/lib/stores/postgres/jobs";
import { meetPerson } from "@/lib/stores/postgres/people";
import { people } from "@/lib/stores/postgres/schema/people";
import { seal } from "@/lib/stores/postgres/sealed";
import { withOwnDatabase } from "@/lib/test-database";
import type { Kind } from "./kind";
import { repeatedly } from "./repeatedly";
import { jobRuns } from "./runs";

withOwnDatabase();

const stored = { input: z.unknown(), step: z.unknown(), before: z.unknown(), after: z.unknown() };

test("the jobs of a service that hangs hold up no job of another connection", async () => {
  let goOn = () => {};
  const hanging = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const begun: string[] = [];
  const kind: Kind = {
    kind: "wait",
    permission: "surveys:write",
    stored,
    step: async ({ viewer }, { key }) => {
      begun.push(key);
      if (viewer.connection === "hangs") await hanging;
      return null;
    },
    settle: async () => "not done",
    reverse: ({ key, label }) => ({ key, label, input: null }),
  };
  const start = async (connection: string, key: string) => {
    const { id: personId } = await meetPerson(db(), { connection, email: "m@example.test", name: "M" });
    await db().update(people).set({ role: "manager" });
    const job = { connection, kind: "wait", title: "Wait", input: {}, token: seal("token"), personId };
    await insertJob(db(), job, [{ key, label: key, input: null }]);
  };
  for (const key of ["1", "2", "3", "4"]) await start("hangs", key);
  await start("works", "other");
  const jobs = jobRuns({ [kind.kind]: kind });
  const looking = repeatedly("jobs", 60_000, () => jobs.begin(() => looking.wake()));
  await vi.waitFor(() => expect(begun.toSorted()).toEqual(["1", "2", "3", "other"]));
  goOn();
  await vi.waitFor(() => expect(begun).toHaveLength(5));
  await Promise.all([looking.stop(), jobs.stop()]);
});
