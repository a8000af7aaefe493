import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, describe, expect, test } from "vitest";
import { env } from "@/lib/env";
import { withOwnDatabase } from "@/lib/test-database";
import { DatabaseTooOldError, migrate } from "./migrate";

withOwnDatabase();

const MIGRATIONS = "lib/stores/postgres/migrations";

/** The migrator's table as it was when the migrations became one baseline: moment and hash of each applied file. */
const BEFORE_BASELINE: [number, string][] = [
  [1795173877256, "fc27e97b9a61877f7f59d59a69c8c0bd2cd3271bc44b9f208800ed458d18a10b"],
  [1795173877778, "dca3cfd579b7646bdf349be21f160c33a9aa7c89d96cef9ffe279f45f7b11e4a"],
  [1795173878330, "cda04194393521534e26e1b49c99476007b754e9ed2e7ed835643c1f85e20c2c"],
  [1795174695329, "bf6492eb9df6a0ffc96211392cf2e9415a9eee35470cfdb60232e52970ab6278"],
  [1795174696120, "dbb14702f7b632b223ef6058d548ce3f2b17ddc252c0498eacc00034696e77c0"],
  [1795176849022, "2bf75b4b205227d71111139fb49f823fb6907f7bca5a720db61742ead851a23a"],
  [1795177501273, "498043916370227bb49f4ca86760389734fb55240b8a28936f392ba154dc4dc4"],
  [1795177975229, "ac94d73d2f5d919fe4ab0ebb54741ea5325b8bac34444e3fc32f1c292668334f"],
  [1795181498313, "7026202e5438388c0cb6de169d56ac31b7ce15aaa18073b175f65540005b2a6a"],
  [1795182669790, "4c0abafcea4efbfbbd01b887a7df9b8f19d9da4089eefe172b0f8c22501408f1"],
  [1795183326055, "59ff556876832586148f0b739d08564f57308f665946dd6e52b4e2e796562010"],
  [1795183477300, "5ba9f879859b948819a4c0db8fca2ff04ed3ca2333eb96e257782c4eba075833"],
  [1795194537375, "3cb21eb61e6e39bfcc42385fa3d0f2aa969816b1967ed325b7420a974ef74502"],
  [1795195189856, "5061a56398cfeea272fcac2e080a3df97e4d4555921012fa39a5eda6f2764885"],
  [1795196153663, "02c0715a78b9cd997a097c88dc9c8224222260341bf394ef4c63f22cd08a8e04"],
  [1795199479775, "a86d85028a5e97c65686d4faf6aeb6b206cdb6ba4c21a587abe90c11a11f43f7"],
  [1795200608878, "e1987c6c4a8d3aa8b946d2c2c386251c909c6349de1ca473b3cd75749b196993"],
  [1795308445122, "d66bab12edf0861c8c7a82fae20aa1b3732c06e0317805d198345d8bb7f64141"],
  [1795310790280, "75d0b7d5ffc928d99ce4b06f5db86a2fa879c6b2c731915f26081242b3a9208e"],
  [1795341535223, "d54569b903cac5eab3ff70b71a6e8997ba8b0a485ed7ce4074574d76b4d188b4"],
  [1795415859819, "ee60d29607746bb2da0c4ad91405c6ec9a296ea452527490f0f874e313e78258"],
  [1795465789908, "562ad3a760251ff47d103df59adf6fe467d8c595220a3e83e032c35fd49fa9d6"],
];

type JournalEntry = { idx: number; version: string; when: number; tag: string; breakpoints: boolean };
type Journal = { version: string; dialect: string; entries: JournalEntry[] };

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A copy of the migrations' folder whose journal is changed. */
function migrationsWith(change: (entries: JournalEntry[]) => JournalEntry[], files: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), "fieldwork-migrations-"));
  folders.push(folder);
  cpSync(MIGRATIONS, folder, { recursive: true });
  const path = join(folder, "meta/_journal.json");
  const journal: Journal = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...journal, entries: change(journal.entries) }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const baselineOnly = () => migrationsWith((entries) => entries.slice(0, 1));
const withLaterMigration = () =>
  migrationsWith(
    (entries) => [
      ...entries,
      { idx: entries.length, version: "7", when: Number.MAX_SAFE_INTEGER, tag: "9999_later", breakpoints: true },
    ],
    { "9999_later.sql": "create table later (id int)" },
  );

let made = 0;
/** Runs a test with an empty database beside the test file's own. */
async function inNewDatabase(run: (url: string, sql: postgres.Sql) => Promise<void>): Promise<void> {
  const url = new URL(env.DATABASE_URL ?? "");
  const admin = postgres(url.href, { max: 1 });
  url.pathname = `${url.pathname}_new_${++made}`;
  await admin.unsafe(`create database ${url.pathname.slice(1)}`);
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await run(url.href, sql);
  } finally {
    await sql.end();
    await admin.unsafe(`drop database ${url.pathname.slice(1)}`);
    await admin.end();
  }
}

/** An installation made by the migrations before the baseline, up to the given number of them, with an account in it. */
async function installOldVersion(url: string, sql: postgres.Sql, applied = BEFORE_BASELINE.length): Promise<void> {
  await migrate(url, baselineOnly());
  await sql`delete from drizzle.__drizzle_migrations`;
  for (const [at, hash] of BEFORE_BASELINE.slice(0, applied))
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${at})`;
  await sql`insert into accounts (name) values ('Old account')`;
}

describe("migrations", () => {
  test("an installation with every migration before the baseline keeps its data and starts", () =>
    inNewDatabase(async (url, sql) => {
      await installOldVersion(url, sql);
      await migrate(url);
      await migrate(url);
      expect(await sql`select name from accounts`).toEqual([{ name: "Old account" }]);
    }));

  test("a later migration applies to an old installation and to a new one, once", () =>
    inNewDatabase((oldUrl, old) =>
      inNewDatabase(async (newUrl, fresh) => {
        await installOldVersion(oldUrl, old);
        const folder = withLaterMigration();
        for (const url of [oldUrl, newUrl, oldUrl, newUrl]) await migrate(url, folder);
        for (const sql of [old, fresh]) expect(await sql`select * from later`).toEqual([]);
      }),
    ));

  test("an installation older than the baseline is refused in a sentence and left as it is", () =>
    inNewDatabase(async (url, sql) => {
      await installOldVersion(url, sql, BEFORE_BASELINE.length - 1);
      await expect(migrate(url)).rejects.toThrow(DatabaseTooOldError);
      await expect(migrate(url)).rejects.toThrow(/^This database is from an earlier version of Fieldwork/);
      const [rows] = await sql`select count(*)::int as count from drizzle.__drizzle_migrations`;
      expect(rows?.count).toBe(BEFORE_BASELINE.length - 1);
      expect(await sql`select name from accounts`).toEqual([{ name: "Old account" }]);
    }));

  test("the baseline holds the triggers and functions that no table declares", () =>
    inNewDatabase(async (url, sql) => {
      await migrate(url, baselineOnly());
      const triggers = await sql`select tgname from pg_trigger where not tgisinternal order by 1`;
      expect(triggers.map(({ tgname }) => tgname)).toEqual([
        "audit_stays",
        "responses_added",
        "responses_changed",
        "responses_removed",
        "survey_begins",
        "survey_changes_status",
      ]);
      const [slot] = await sql`select granted from take_slot('a key', 1, '1 second', '0', 1, '0')`;
      expect(slot?.granted).toBe(true);
    }));
});

test("of the schema only the newest snapshot is kept", () => {
  const snapshots = readdirSync(join(MIGRATIONS, "meta")).filter((name) => name.includes("snapshot"));
  expect(snapshots).toHaveLength(1);
});
