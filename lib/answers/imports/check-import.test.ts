import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { ImportPlan } from "@/lib/contracts/interfaces/answers";
import { env } from "@/lib/env";
import { runJob } from "@/lib/jobs/run-job";
import { db } from "@/lib/stores/postgres/client";
import * as store from "@/lib/stores/postgres/jobs";
import { meetPerson } from "@/lib/stores/postgres/people";
import { seal } from "@/lib/stores/postgres/sealed";
import { withOwnDatabase } from "@/lib/test-database";
import { withEngine } from "@/lib/test-engine";
import { sentFile } from "@/lib/test-import";
import { withOwnProjects } from "@/lib/test-own-project";
import { checkImport, getCheck } from "./check-import";

withOwnDatabase();
withOwnProjects();
withEngine();
const folder = mkdtempSync(join(tmpdir(), "fieldwork-checks-"));
beforeAll(() => {
  env.DATA_DIR = folder;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plan: ImportPlan = {
  ...{ timeZone: "UTC", decimal: ".", time: null, end: null, endBeforeStart: "keep", id: "id", weights: [] },
  ...{ ignored: [], notes: [] },
  questions: [{ kind: "numeric", id: "a", text: "a", column: "a", missing: [], blank: "not_asked", grid: null }],
};

/** The dry run of a text, as it waits for a worker. */
async function waiting(text: string | null) {
  const person = await meetPerson(db(), { connection: "built-in", email: `${crypto.randomUUID()}@x.test`, name: "A" });
  const file = text === null ? crypto.randomUUID() : await sentFile(text);
  const job = await store.insertJob(
    db(),
    {
      ...{ connection: "built-in", personId: person.id, kind: checkImport.kind, title: "Dry run" },
      input: { file, fileName: "a.csv", projectId: "p", plan, mode: "append" },
      token: seal("token"),
    },
    [{ key: file, label: "a.csv", input: {} }],
  );
  if (typeof job !== "object") throw new Error("The job was not written.");
  return {
    id: job.id,
    personId: person.id,
    look: () => getCheck({ viewer: { personId: person.id } } as never, job.id),
  };
}

async function work(id: string, signal = new AbortController().signal) {
  const holder = crypto.randomUUID();
  const job = await store.takeDueJob(db(), holder);
  if (job?.id !== id) throw new Error("Another job is due.");
  await runJob(job, { kinds: { [checkImport.kind]: checkImport }, holder, signal });
}

const ROWS = `id,a\n${Array.from({ length: 5000 }, (_, at) => `${at},1`).join("\n")}\n,1\n`;

test("reads all rows and leaves what a person waiting would have been told", async () => {
  const { id, look } = await waiting(ROWS);
  expect(await look()).toEqual({ is_over: false, message: null, result: null });
  await work(id);
  expect(await look()).toMatchObject({
    is_over: true,
    message: "5,000 kept + 1 refused = 5,001 rows of the file; nothing was imported.",
    result: { rows: 5001, kept: 5000, refused: 1, first: { refused: [{ row: 5002, column: "id" }] } },
  });
});

test("says why a file cannot be tried", async () => {
  const { id, look } = await waiting(null);
  await work(id);
  expect(await look()).toEqual({
    is_over: true,
    message: "This file is no longer kept. Send it again.",
    result: null,
  });
});

/** Somebody does this while the first rows are read; whoever reads notices at its next telling. */
function whileReading(act: () => Promise<unknown>) {
  const { step } = checkImport;
  let past = 0;
  const clock = vi.spyOn(Date, "now").mockImplementation(() => {
    past += 60_000;
    return past;
  });
  const spy = vi.spyOn(checkImport, "step").mockImplementation(async (context, item, begin, job) => {
    await act();
    return step(context, item, begin, job);
  });
  return () => {
    clock.mockRestore();
    spy.mockRestore();
  };
}

test("cancelled while it reads it ends without a result; paused it waits, and begins again when it is resumed", async () => {
  const cancelled = await waiting(ROWS);
  const move = (to: "cancelled" | "paused", { id, personId }: typeof cancelled) =>
    store.moveJob(db(), personId, id, { from: ["running"], to });
  const restore = whileReading(() => move("cancelled", cancelled));
  await work(cancelled.id);
  restore();
  expect(await cancelled.look()).toEqual({ is_over: true, message: "The dry run was cancelled.", result: null });

  const paused = await waiting(ROWS);
  const again = whileReading(() => move("paused", paused));
  await work(paused.id);
  again();
  expect(await paused.look()).toMatchObject({ is_over: false, message: expect.stringMatching(/paused/), result: null });
  await store.moveJob(db(), paused.personId, paused.id, { from: ["paused"], to: "waiting" });
  await work(paused.id);
  expect(await paused.look()).toMatchObject({ is_over: true, result: { rows: 5001 } });
});
