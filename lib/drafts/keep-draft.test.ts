import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { SessionViewer } from "@/lib/auth/viewer";
import { db } from "@/lib/stores/postgres/client";
import { meetPerson } from "@/lib/stores/postgres/people";
import { withOwnDatabase } from "@/lib/test-database";
import { dropDraft, keepDraft, readDraft } from "./keep-draft";

withOwnDatabase();

async function somebody(): Promise<SessionViewer> {
  const { id } = await meetPerson(db(), { connection: "built-in", email: `${randomUUID()}@test`, name: "D" });
  return { personId: id, role: "admin" } as SessionViewer;
}

const writer = randomUUID();
const body = (thingId: string, version: number, draft: Record<string, unknown> = { name: "Typed" }) => ({
  ...{ thing: "imports" as const, thing_id: thingId, writer, version, follows: null, base: null, draft },
});

const MEGABYTE = 1024 * 1024;

test("beside so many drafts another is refused, those there are go on, and a discarded one makes room", async () => {
  const viewer = await somebody();
  const few = { drafts: 4, bytes: MEGABYTE };
  const keep = (id: string, version = 1, who = viewer) => keepDraft(who, body(id, version), few);
  for (const id of ["a", "b", "c"]) await keep(id);
  const outcomes = await Promise.allSettled(["d", "e", "f"].map((id) => keep(id)));
  const refused = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  expect(refused, "of three at once").toHaveLength(2);
  for (const error of refused)
    expect(error).toMatchObject({ status: 413, message: expect.stringMatching(/you have 4 drafts of other/) });
  expect(await keep("b", 2)).toMatchObject({ version: 2 });
  expect(await keep("somebody else's", 1, await somebody())).toMatchObject({ version: 1 });
  await dropDraft(viewer, { thing: "imports", thing_id: "b", writer, follows: null });
  expect(await keep("in its place")).toMatchObject({ version: 1 });
  expect((await readDraft(viewer, { thing: "imports", thing_id: "in its place" })).draft).toMatchObject({ version: 1 });
});

test("all drafts of a person together take only so much", async () => {
  const viewer = await somebody();
  const little = { drafts: 100, bytes: MEGABYTE };
  // Nothing that a database packs into less.
  const half = { name: randomBytes(MEGABYTE * 0.3).toString("base64") };
  await keepDraft(viewer, body("a", 1, half), little);
  await keepDraft(viewer, body("b", 1, half), little);
  const third = keepDraft(viewer, body("c", 1, half), little);
  await expect(third).rejects.toMatchObject({
    status: 413,
    message: expect.stringMatching(/all your drafts together may take 1 MB/),
  });
  expect(await keepDraft(viewer, body("b", 2, half), little), "in its own place").toMatchObject({ version: 2 });
});
