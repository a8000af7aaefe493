import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Context } from "@/lib/contracts/context";
import { env } from "@/lib/env";
import { addAudit } from "@/lib/stores/postgres/audit";
import { setAuditRetention } from "@/lib/stores/postgres/audit-retention";
import { listSealed } from "@/lib/stores/postgres/audit-seals";
import { type Connection, db } from "@/lib/stores/postgres/client";
import { withOwnDatabase } from "@/lib/test-database";
import { exportEntries } from "./export-entries";
import { forgetEntries } from "./forget-entries";
import { sealEntries } from "./seal";
import { verifyAudit } from "./verify";

withOwnDatabase();

const context: Context = {
  viewer: { connection: "built-in", email: "a@b.test", name: "A", role: "admin", accounts: [] },
  ...{ requestId: "r", origin: "page" },
};
const add = (thingId: string, connection: Connection = db()) =>
  addAudit(connection, context, {
    accountId: "a",
    action: "updateSurvey",
    thing: "y",
    thingId,
    after: { n: 1.5 },
    outcome: "done",
  });

const sealedThings = async () => (await listSealed(db(), 0, 1000)).map(({ entry }) => entry?.thingId ?? null);

/** Seals until so many are: transactions of other files' databases on this server hold the sealing up, too. */
async function sealAll(entries: number): Promise<void> {
  while ((await sealedThings()).length < entries) {
    await sealEntries();
    await new Promise((done) => setTimeout(done, 10));
  }
}

/** As somebody does who owns the database: puts the triggers aside. */
const tamper = (statement: ReturnType<typeof sql>) =>
  db().transaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(statement);
  });

beforeEach(() => tamper(sql`truncate audit, audit_seals, audit_exports, audit_retention restart identity`));
afterEach(() => {
  env.AUDIT_EXPORT = undefined;
});

/** A transaction that stays open until it is told to end. */
async function openTransaction(thingId: string): Promise<(how: "commit" | "roll back") => Promise<void>> {
  let end: (how: "commit" | "roll back") => void = () => {};
  const ending = new Promise<"commit" | "roll back">((resolve) => {
    end = resolve;
  });
  let begun: () => void = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const ended = db()
    .transaction(async (transaction) => {
      await add(thingId, transaction);
      begun();
      if ((await ending) === "roll back") throw new Error("rolled back");
    })
    .catch(() => {});
  await hasBegun;
  return async (how) => {
    end(how);
    await ended;
  };
}

test("entries are sealed in one order whatever order their transactions end in, and none twice", async () => {
  await add("1");
  const endSlow = await openTransaction("2, slow");
  const endFailing = await openTransaction("3, rolled back");
  await add("4, quick");
  await sealAll(1);
  await sealEntries();
  // What the slow one wrote may still come before.
  expect(await sealedThings()).toEqual(["1"]);
  await endFailing("roll back");
  await endSlow("commit");
  await Promise.all([sealEntries(), sealEntries(), sealEntries()]);
  await sealAll(3);
  expect(await sealedThings()).toEqual(["1", "2, slow", "4, quick"]);
  expect(await verifyAudit(db(), null)).toMatchObject({ entries: 3, broken: null, unsealed: 0 });
});

test("many writers at once leave a chain of all their entries", async () => {
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let each = 0; each < 12; each += 1) {
      await db().transaction(async (transaction) => {
        await add(`${writer}.${each}`, transaction);
        await transaction.execute(sql`select pg_sleep(random() * 0.01)`);
      });
      if (each % 4 === 0) await sealEntries();
    }
  });
  await Promise.all(writers);
  await sealAll(96);
  const things = await sealedThings();
  expect(things).toHaveLength(96);
  expect(new Set(things).size).toBe(96);
  expect((await verifyAudit(db(), null)).broken).toBeNull();
});

test.each([
  [
    "changed",
    sql`update audit set who = 'nobody' where thing_id = '3'`,
    /^Entry 3 at place 3 was changed, or its seal/,
  ],
  ["removed", sql`delete from audit where thing_id = '3'`, /^Entry 3 at place 3 is missing\.$/],
  [
    "removed with its seal",
    sql`with gone as (delete from audit where thing_id = '3' returning id)
    delete from audit_seals where entry_id in (select id from gone)`,
    /^Entry 4 at place 4: the seal before it is missing/,
  ],
  ["given another seal", sql`update audit_seals set hash = repeat('0', 64) where place = 3`, /^Entry 3 at place 3/],
  [
    "exchanged with another",
    sql`update audit_seals set entry_id = case place when 2 then 30 else 2 end
    where place in (2, 3)`,
    /^Entry 30 at place 2/,
  ],
  ["first, and removed without leave", sql`delete from audit where thing_id = '1'`, /^Entry 1 at place 1 is missing/],
])("an entry that is %s is the first that is told", async (_, statement, sentence) => {
  for (const thing of ["1", "2", "3", "4", "5"]) await add(thing);
  await sealAll(5);
  await tamper(statement);
  expect((await verifyAudit(db(), null)).broken).toMatch(sentence);
});

test("an end that was cut off is missed by whoever noted its seal", async () => {
  for (const thing of ["1", "2", "3"]) await add(thing);
  await sealAll(3);
  const { last } = await verifyAudit(db(), null);
  expect((await verifyAudit(db(), last)).broken).toBeNull();
  await tamper(sql`delete from audit where thing_id = '3'`);
  await tamper(sql`delete from audit_seals where place = 3`);
  expect((await verifyAudit(db(), null)).broken).toBeNull();
  expect((await verifyAudit(db(), last)).broken).toMatch(/^The chain ends at place 2, before the noted place 3/);
});

test("goes on in another server, whose transactions have lower numbers", async () => {
  for (const thing of ["1", "2"]) await add(thing);
  await sealAll(2);
  await add("3, unsealed when the backup was made");
  await tamper(sql`update audit set written_by = (written_by::text::bigint + 1000000)::text::xid8`);
  await tamper(sql`update audit_seals set written_by = (written_by::text::bigint + 1000000)::text::xid8`);
  await add("4, after");
  await sealAll(4);
  await add("5, after");
  await sealAll(5);
  expect(await sealedThings()).toEqual(["1", "2", "3, unsealed when the backup was made", "4, after", "5, after"]);
});

test("entries that are older than the owner allows are removed, and the rest verifies", async () => {
  for (const thing of ["1", "2", "3", "4"]) await add(thing);
  await tamper(sql`update audit set at = at - interval '40 days' where thing_id in ('1', '2', '4')`);
  await sealAll(4);
  await forgetEntries();
  expect(await sealedThings()).toHaveLength(4);
  await expect(db().execute(sql`delete from audit where thing_id = '1'`)).rejects.toThrow();
  await setAuditRetention(db(), 30);
  await forgetEntries();
  // The fourth is as old, and stays behind one that is not: the chain has no holes.
  expect(await sealedThings()).toEqual([null, "3", "4"]);
  expect(await verifyAudit(db(), null)).toMatchObject({ entries: 2, removed: 2, broken: null });
  await expect(db().execute(sql`delete from audit where thing_id = '3'`)).rejects.toThrow();
  await expect(db().execute(sql`delete from audit_seals where place = 3`)).rejects.toThrow();
});

async function withFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "audit-"));
  await use(folder).finally(() => rm(folder, { recursive: true }));
}

test("a file gets each entry as a line, in order, also after a line was cut off", async () => {
  await withFolder(async (folder) => {
    const path = join(folder, "audit.ndjson");
    env.AUDIT_EXPORT = path;
    const things = async () =>
      (await readFile(path, "utf8"))
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).thing_id);
    await add("1");
    await sealAll(1);
    await exportEntries();
    await appendFile(path, '{"place":2,"id":2,"at":"20');
    await add("2");
    await add("3");
    await sealAll(3);
    await Promise.all([exportEntries(), exportEntries()]);
    await exportEntries();
    expect(await things()).toEqual(["1", "2", "3"]);
  });
});

test("an address that fails gets the same entries again, and none is removed before it has it", async () => {
  const received: { place: number; after: unknown }[][] = [];
  const statuses = [500, 200];
  const collector = createServer((request, response) => {
    let text = "";
    request.on("data", (piece) => {
      text += piece;
    });
    request.on("end", () => {
      received.push(
        text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
      );
      response.writeHead(request.headers.authorization === "Key k" ? (statuses.shift() ?? 200) : 401).end();
    });
  });
  await new Promise<void>((listening) => collector.listen(0, "127.0.0.1", listening));
  const address = collector.address();
  env.AUDIT_EXPORT = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/audit`;
  env.AUDIT_EXPORT_AUTHORIZATION = "Key k";
  try {
    for (const thing of ["1", "2"]) await add(thing);
    await addAudit(db(), context, {
      ...{ accountId: "a", action: "updateSurvey", thing: "y", thingId: "3", outcome: "done" },
      after: { password: "secret" },
    });
    await tamper(sql`update audit set at = at - interval '40 days'`);
    await setAuditRetention(db(), 30);
    await sealAll(3);
    await expect(exportEntries()).rejects.toThrow("answered 500");
    await forgetEntries();
    expect(await sealedThings()).toEqual(["1", "2", "3"]);
    await exportEntries();
    await exportEntries();
    expect(received.map((lines) => lines.map(({ place }) => place))).toEqual([
      [1, 2, 3],
      [1, 2, 3],
    ]);
    expect(received[1]?.[2]?.after).toEqual({ password: "hidden" });
    await forgetEntries();
    expect(await sealedThings()).toEqual([null]);
  } finally {
    await new Promise((closed) => collector.close(closed));
  }
});
