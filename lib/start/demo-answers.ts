import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { importFile } from "@/lib/answers/imports/import-file";
import { NO_PROBLEM_FILE } from "@/lib/answers/imports/problem-file";
import { makeFolder, sessionsPath } from "@/lib/answers/imports/working-folder";
import type { Context } from "@/lib/contracts/context";
import { trackerPlan, trackerRows, trackerViews } from "@/lib/start/demo-tracker";
import { findAnswerSet, listRevisions, type ProjectKey } from "@/lib/stores/postgres/answer-sets";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { isDemoRemoved, noteDemoThing } from "@/lib/stores/postgres/demo-data";
import { addDemoTracker, type DemoTracker, findDemoTracker } from "@/lib/stores/postgres/demo-tracker";
import { insertView } from "@/lib/stores/postgres/saved-views";
import { BUILT_IN } from "@/lib/stores/postgres/users";

const OWNER = "analyst@demo.test";

/**
 * Gives the demo a tracking survey that is already answered, with a trend and a table that everybody of the account
 * sees, so that the pages of answers open on something. Done once: what somebody removes or undoes stays so.
 */
export async function addDemoAnswers(signal: AbortSignal, now = new Date()): Promise<void> {
  if (await isDemoRemoved(db())) return;
  const tracker = (await findDemoTracker(db(), OWNER)) ?? (await addDemoTracker(db(), OWNER));
  if (!tracker) return;
  const project: ProjectKey = { connection: BUILT_IN, accountId: tracker.accountId, projectId: tracker.projectId };
  if (await hasBeenImported(project)) return;
  await importTracker(tracker, project, { signal, now });
}

/** Also where it was undone since. One that a process left unfinished has not. */
async function hasBeenImported(project: ProjectKey): Promise<boolean> {
  const set = await findAnswerSet(db(), project);
  if (!set) return false;
  return (await listRevisions(db(), set.id)).some(({ state }) => state !== "failed");
}

async function importTracker(
  tracker: DemoTracker,
  project: ProjectKey,
  { signal, now }: { signal: AbortSignal; now: Date },
): Promise<void> {
  const path = sessionsPath(randomUUID());
  await makeFolder();
  try {
    const lines = trackerRows(now).map((row) => `${JSON.stringify(row)}\n`);
    await writeFile(path, lines.join(""), { mode: 0o600 });
    await importFile(asDemo(), {
      ...{ project, path, fileName: "Customer satisfaction tracker (demo data).jsonl", plan: trackerPlan },
      ...{
        mode: "append",
        problems: NO_PROBLEM_FILE,
        signal,
        isHeld: true,
        onBegun: async () => {},
        onProgress: async () => {},
      },
      onShown: (transaction) => addViews(transaction, tracker),
    });
  } finally {
    await rm(path, { force: true });
  }
}

async function addViews(transaction: Connection, { accountId, projectId, personId }: DemoTracker): Promise<void> {
  for (const view of trackerViews(projectId)) {
    const { id } = await insertView(transaction, { connection: BUILT_IN, accountId, personId, ...view });
    await noteDemoThing(transaction, "views", id);
  }
}

const asDemo = (): Context => ({
  viewer: { connection: BUILT_IN, email: OWNER, name: "Demo analyst", role: "analyst", accounts: [] },
  requestId: randomUUID(),
  origin: "system",
});
