import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
/** Those before one of them, by its file's name. */
const migrationsBefore = (tag: string) =>
  migrationsWith((entries) =>
    entries.slice(
      0,
      entries.findIndex((entry) => entry.tag === tag),
    ),
  );
const withLaterMigration = () =>
  migrationsWith(
    (entries) => [
      ...entries,
      { idx: entries.length, version: "7", when: Number.MAX_SAFE_INTEGER, tag: "9999_later", breakpoints: true },
    ],
    { "9999_later.sql": "create table later (id int)" },
  );

let made = 0;
/** An empty database beside the test file's own. */
async function newDatabase() {
  const url = new URL(env.DATABASE_URL ?? "");
  const admin = postgres(url.href, { max: 1 });
  url.pathname = `${url.pathname}_new_${++made}`;
  await admin.unsafe(`create database ${url.pathname.slice(1)}`);
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  const drop = async () => {
    await sql.end();
    await admin.unsafe(`drop database ${url.pathname.slice(1)}`);
    await admin.end();
  };
  return { url: url.href, sql, drop };
}

async function inNewDatabase(run: (url: string, sql: postgres.Sql) => Promise<void>): Promise<void> {
  const { url, sql, drop } = await newDatabase();
  try {
    await run(url, sql);
  } finally {
    await drop();
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

/** An id that a test can tell from others. */
const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;

const MANAGER = idOf(1);
const [DEMO_ACCOUNT, OWN_ACCOUNT] = [idOf(2), idOf(3)];
const [FIELDED, UNUSED] = [idOf(10), idOf(11)];
const [YOUNG, OLD] = [idOf(20), idOf(21)];

const projectRow = (id: string, account: string, number: string) => ({
  ...{ id, account_id: account, project_manager_id: MANAGER, project_name: number, project_number: number },
});

const surveyRow = (id: string, account: string, project: string, entry_link: string) => ({
  ...{ id, account_id: account, project_id: project, name: id, status: "live", respondents: 100 },
  ...{ country_code: "US", language_code: "EN", length_of_interview: 30, incidence_rate: 50 },
  ...{ collects_pii: false, hashing_enabled: false, out_of_field_date: "2031-01-01 00:00:00" },
  ...{ out_of_field_timezone: "UTC", out_of_field_at: new Date("2031-01-01"), device_compatibilities: ["desktop"] },
  ...{ calculation_type: "complete", traffic_control_limit_type: "none", entry_link, offered_price_per_complete: 1 },
});

const HOUR_MS = 3_600_000;
const sessionRow = (rdud: string, status: string, hoursAgo: number, quotas: string[], reconciled?: string) => ({
  ...{ rdud, survey_id: FIELDED, status, reconciliation_status: reconciled ?? null, buyer_cpi: 1 },
  ...{ qualification_attributes: [], quota_ids: quotas, started_at: new Date(Date.now() - hoursAgo * HOUR_MS) },
});

/** Before 0004: an account with a survey whose sessions have ended in every way, and one without sessions. */
async function addSessions(sql: postgres.Sql): Promise<void> {
  await sql`insert into users ${sql({ id: MANAGER, email: "m@a.test", name: "M", password_hash: "-" })}`;
  await sql`insert into accounts ${sql([
    { id: DEMO_ACCOUNT, name: "Demo Research" },
    { id: OWN_ACCOUNT, name: "Northwind" },
  ])}`;
  await sql`insert into projects ${sql([projectRow(idOf(30), OWN_ACCOUNT, "N-1")])}`;
  const entry = "https://own.test/?r=[%RID%]";
  await sql`insert into surveys ${sql([FIELDED, UNUSED].map((id) => surveyRow(id, OWN_ACCOUNT, idOf(30), entry)))}`;
  const quota = { survey_id: FIELDED, quota: 50, qualifications: [] };
  await sql`insert into quotas ${sql([
    { ...quota, id: YOUNG, position: 0, name: "Young" },
    { ...quota, id: OLD, position: 1, name: "Old" },
  ])}`;
  await sql`insert into responses ${sql([
    sessionRow("completed", "complete", 20, [YOUNG]),
    sessionRow("rejected", "complete", 20, [YOUNG], "Rejected"),
    sessionRow("terminated", "standard termination", 20, [YOUNG, OLD]),
    sessionRow("accepted", "quality termination", 20, [OLD], "Accepted"),
    sessionRow("open", "in progress", 4.5, [OLD]),
    sessionRow("expired", "in progress", 5.5, [OLD]),
  ])}`;
}

/** Before 0024: respondents who were scored, wait to be scored, and were excluded by a person. */
async function addRespondents(sql: postgres.Sql): Promise<void> {
  await sql`insert into quality_surveys ${sql({ id: idOf(40), account_id: OWN_ACCOUNT, name: "a", version: "v3" })}`;
  const scores = {
    serviceScore: 40,
    checks: [{ qualityCheck: "GIBBERISH", score: 40 }],
    points: [
      { qualityCheck: "GIBBERISH", score: 40, category: "FOOD" },
      { qualityCheck: "GIBBERISH", score: -999, category: "FOOD" },
      { qualityCheck: "SPEEDING", score: 90 },
    ],
  };
  const row = {
    survey_id: idOf(40),
    data_points: [],
    rule_reasons: [],
    is_excluded: false,
    created_at: new Date(5000),
  };
  const none = { scores: null, decided_by: null };
  await sql`insert into quality_respondents ${sql([
    { ...row, ...none, respondent_id: "scored", scores, rule_reasons: ["GIBBERISH"], is_excluded: true },
    { ...row, ...none, respondent_id: "waiting" },
    { ...row, ...none, respondent_id: "decided", is_excluded: true, decided_by: "m@a.test" },
  ])}`;
}

const DEMO_ENTRY = "https://surveys.example/s/123456?r=[%RID%]";
const [DEMO_PROJECT, TRACKER, OWN_PROJECT] = [idOf(50), idOf(51), idOf(52)];
const [DEMO_SURVEY, CREATED_SURVEY] = [idOf(60), idOf(61)];
const DEMO_VIEW = idOf(70);

/** Before 0026: things of the demo, and beside them what people made that looks like them. */
async function addDemoThings(sql: postgres.Sql): Promise<void> {
  await sql`insert into installation ${sql({ secret_fingerprint: "f" })}`;
  await sql`insert into projects ${sql([
    projectRow(DEMO_PROJECT, DEMO_ACCOUNT, "DR-1001"),
    projectRow(TRACKER, DEMO_ACCOUNT, "DEMO-TRACKER"),
    projectRow(OWN_PROJECT, DEMO_ACCOUNT, "DR-1002"),
    projectRow(idOf(53), DEMO_ACCOUNT, "P-7"),
    projectRow(idOf(54), OWN_ACCOUNT, "DR-1003"),
  ])}`;
  await sql`insert into surveys ${sql([
    surveyRow(DEMO_SURVEY, DEMO_ACCOUNT, DEMO_PROJECT, DEMO_ENTRY),
    surveyRow(CREATED_SURVEY, DEMO_ACCOUNT, DEMO_PROJECT, DEMO_ENTRY),
    surveyRow(idOf(62), DEMO_ACCOUNT, DEMO_PROJECT, "https://own.test/?r=[%RID%]"),
    surveyRow(idOf(63), OWN_ACCOUNT, idOf(54), DEMO_ENTRY),
  ])}`;
  const entry = { connection: "built-in", who: "m@a.test", origin: "page", request_id: "r", outcome: "done" };
  await sql`insert into audit ${sql([
    { ...entry, action: "createSurvey", thing: "surveys", thing_id: CREATED_SURVEY },
    { ...entry, action: "updateSurvey", thing: "surveys", thing_id: DEMO_SURVEY },
    { ...entry, action: "createProject", thing: "projects", thing_id: OWN_PROJECT },
  ])}`;
  await sql`insert into people ${sql({ id: idOf(4), connection: "built-in", email: "m@a.test", name: "M" })}`;
  const view = { connection: "built-in", account_id: DEMO_ACCOUNT, person_id: idOf(4), list: "trends" };
  await sql`insert into saved_views ${sql([
    { ...view, id: DEMO_VIEW, name: "Satisfaction by month (demo data)", query: `project=${TRACKER}&by=q1` },
    { ...view, id: idOf(71), name: "My months", query: `project=${TRACKER}` },
    { ...view, id: idOf(72), name: "Mine (demo data)", query: `project=${idOf(53)}` },
  ])}`;
}

describe("rows from before a migration", () => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let sql: postgres.Sql;
  beforeAll(async () => {
    database = await newDatabase();
    sql = database.sql;
    const states: [string, (sql: postgres.Sql) => Promise<void>][] = [
      ["0004_fielding", addSessions],
      ["0024_score_lines_and_deletions", addRespondents],
      ["0026_demo_things", addDemoThings],
    ];
    for (const [tag, addRows] of states) {
      await migrate(database.url, migrationsBefore(tag));
      await addRows(sql);
    }
    await migrate(database.url);
  });
  afterAll(() => database.drop());

  test("sessions get their reason and their end, and stay as they were", async () => {
    const sessions = await sql`
      select rdud, reason, extract(epoch from expires_at - started_at)::int / 3600 as hours, supplier, test, reached
      from responses order by rdud`;
    const kept = { hours: 5, supplier: null, test: false, reached: true };
    expect(sessions).toEqual([
      { ...kept, rdud: "accepted", reason: "client" },
      { ...kept, rdud: "completed", reason: "complete" },
      { ...kept, rdud: "expired", reason: "expired" },
      { ...kept, rdud: "open", reason: null },
      { ...kept, rdud: "rejected", reason: "complete" },
      { ...kept, rdud: "terminated", reason: "client" },
    ]);
    const accounts = await sql`select hash_algorithm, hash_key from accounts`;
    expect(accounts).toEqual(accounts.map(() => ({ hash_algorithm: "SHA-256", hash_key: null })));
  });

  test("surveys and quotas have the places that their sessions take, which return with them", async () => {
    const places = () =>
      sql`select survey_id, starts, completes, open, checks_duplicates from survey_places
        where survey_id in ${sql([FIELDED, UNUSED])} order by survey_id`;
    const quotas = () => sql`select quota_id, starts, completes, open from quota_places order by quota_id`;
    const none = { starts: 0, completes: 0, open: 0 };
    expect(await places()).toEqual([
      { survey_id: FIELDED, starts: 6, completes: 2, open: 1, checks_duplicates: true },
      { survey_id: UNUSED, ...none, checks_duplicates: true },
    ]);
    expect(await quotas()).toEqual([
      { quota_id: YOUNG, starts: 3, completes: 1, open: 0 },
      { quota_id: OLD, starts: 4, completes: 1, open: 1 },
    ]);
    await sql`delete from responses`;
    const left = await sql`select starts, completes, open from survey_places
      union select starts, completes, open from quota_places`;
    expect(left).toEqual([none]);
  });

  test("each respondent has the line of their scores, which follows them", async () => {
    const lines = async () => {
      const rows = await sql<{ respondent_id: string; line: string }[]>`
        select r.respondent_id, l.line from quality_respondents r left join quality_score_lines l
        on l.respondent = r.id and l.survey_id = r.survey_id order by r.id`;
      return rows.map(({ respondent_id, line }) => [respondent_id, ...JSON.parse(line).slice(2)]);
    };
    const before = await lines();
    expect(before).toEqual([
      ["scored", true, null, 5000, 40, { GIBBERISH: { score: 40, points: 1 } }, { FOOD: 2 }, ["GIBBERISH"]],
      ["waiting", false, null, 5000, null, null, null, []],
      ["decided", true, "m@a.test", 5000, null, null, null, []],
    ]);
    await sql`update quality_respondents set is_excluded = true where respondent_id = 'waiting'`;
    expect((await lines())[1]).toEqual(["waiting", true, ...(before[1] ?? []).slice(2)]);
  });

  test("of the demo is what nobody made, and it was not removed", async () => {
    const things = await sql`select thing, thing_id from demo_things order by thing_id`;
    expect(things).toEqual([
      { thing: "projects", thing_id: DEMO_PROJECT },
      { thing: "projects", thing_id: TRACKER },
      { thing: "surveys", thing_id: DEMO_SURVEY },
      { thing: "views", thing_id: DEMO_VIEW },
    ]);
    expect(await sql`select secret_fingerprint, demo_removed_at from installation`).toEqual([
      { secret_fingerprint: "f", demo_removed_at: null },
    ]);
  });
});

test("of the schema only the newest snapshot is kept", () => {
  const snapshots = readdirSync(join(MIGRATIONS, "meta")).filter((name) => name.includes("snapshot"));
  expect(snapshots).toHaveLength(1);
});
