import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { KeyedService, KeyKind } from "@/lib/contracts/interface-list";
import { DIRECT } from "@/lib/contracts/terms/fielding";
import { env } from "@/lib/env";
import { demoSuppliers } from "@/lib/start/demo-fielding";
import { at, randomFrom } from "@/lib/start/demo-random";
import { addRecords, surveysWithoutRecords } from "@/lib/start/demo-records";
import {
  type DemoSurvey,
  demoProjectName,
  type Plan,
  prepareSurvey,
  projectOfSurvey,
  projectsFor,
  RICH_SURVEYS,
} from "@/lib/start/demo-surveys";
import { addSurveys, noteDemoThings } from "@/lib/start/demo-write";
import { StartError } from "@/lib/start/say";
import { hashKey } from "@/lib/stores/postgres/api-keys";
import { refreshCounts } from "@/lib/stores/postgres/counts";
import { hashPassword } from "@/lib/stores/postgres/passwords";
import { seal } from "@/lib/stores/postgres/sealed";
import { BUILT_IN } from "@/lib/stores/postgres/users";

const DEMO_PASSWORD = "fieldwork-demo";
const DEMO_ACCOUNT = "Demo Research";
const OTHER_ACCOUNT = "Other Agency";

const demoUsers = [
  { email: "manager@demo.test", name: "Demo manager", role: "manager", account: DEMO_ACCOUNT },
  { email: "analyst@demo.test", name: "Demo analyst", role: "analyst", account: DEMO_ACCOUNT },
  { email: "admin@demo.test", name: "Demo admin", role: "admin", account: DEMO_ACCOUNT },
  { email: "other@demo.test", name: "Other manager", role: "manager", account: OTHER_ACCOUNT },
] as const;

type DemoKey = { kind?: KeyKind; text: string; account: string; user: string };
const ofDemo = { account: DEMO_ACCOUNT, user: "admin@demo.test" };
const ofOther = { account: OTHER_ACCOUNT, user: "other@demo.test" };

/** Accepted only where demo data may be: see `demoKeyRefused`. */
const demoKeys: Record<KeyedService, readonly DemoKey[]> = {
  activation: [
    { text: "demo-activation-key", ...ofDemo },
    { text: "demo-other-activation-key", ...ofOther },
  ],
  analysis: [{ text: "demo-analysis-key", ...ofDemo }],
  pivot: [{ text: "demo-pivot-key", ...ofDemo }],
  fielding: [
    { text: "demo-fielding-key", ...ofDemo },
    { text: "demo-other-fielding-key", ...ofOther },
  ],
  quality: [
    { text: "demo-quality-key", ...ofDemo },
    { kind: "public", text: "demo-quality-public-key", ...ofDemo },
  ],
  fraud: [
    { text: "demo-private", ...ofDemo },
    { kind: "publishable", text: "demo-publishable", ...ofDemo },
  ],
};

/** What completes of the demo accounts' surveys are signed with. */
const DEMO_HASH_KEY = "demo-hash-key";

const DAY = 24 * 3_600_000;
const SEED = 20_260_101;
const CHUNK = 1000;
/** Numbers of surveys and projects that no demo account counts up to. */
const OTHER_SURVEYS = 0x4000_0000;
const SEEDING_LOCK = 7_305_115;

type SeedOptions = {
  /** How many surveys the demo account shall have in all; those it has count. */
  surveys?: number;
  /** At most this many projects; as many as the surveys need when left out. */
  projects?: number;
  now?: Date;
  seed?: number;
  onProgress?: (surveys: number) => void;
};
type Seeded = { surveys: number; responses: number };
type Settled = Required<Pick<SeedOptions, "surveys" | "now" | "seed">> & Pick<SeedOptions, "projects" | "onProgress">;

/**
 * Adds demo data up to a number of surveys, with accounts and users when they are missing, and answers what was
 * added. The first 400 surveys, with everything else, come in one transaction; more follow in chunks, so a
 * killed run has whole chunks only and the next one goes on from there.
 *
 * @throws StartError when the store holds accounts or users that are not the demo's
 */
export async function seedDemo(
  databaseUrl: string,
  { surveys = RICH_SURVEYS, now = new Date(), seed = SEED, ...rest }: SeedOptions = {},
): Promise<Seeded> {
  return withLock(databaseUrl, async (sql) => {
    if ((await contents(sql)) === "own") {
      throw new StartError("This installation holds accounts or users of its own. Demo data are never added to those.");
    }
    return addUpTo(sql, { surveys, now, seed, ...rest });
  });
}

/**
 * Makes the ordinary demo when there is no account, user or survey yet, and answers whether it did. A demo that was
 * made before gets what it lacks of keys, suppliers and the duplicate check's records, unless somebody removed it.
 */
export async function seedDemoWhenEmpty(databaseUrl: string): Promise<boolean> {
  return withLock(databaseUrl, async (sql) => {
    const present = await contents(sql);
    if (present !== "empty") {
      if (await isRemoved(sql)) return false;
      await addKeys(sql);
      await addSuppliers(sql);
      if (present === "demo") await sql.begin(addMissingRecords);
      return false;
    }
    await addUpTo(sql, { surveys: RICH_SURVEYS, now: new Date(), seed: SEED });
    // Without it, PostgreSQL killed soon after this replays all these writes, which takes ten seconds. The role of one's
    // own database may lack the right to it.
    await sql`checkpoint`.catch(() => {});
    return true;
  });
}

/** Nothing, accounts and users of the demo only, or also somebody's own. */
type Contents = "empty" | "demo" | "own";

async function contents(sql: postgres.Sql): Promise<Contents> {
  const demoAccounts = [DEMO_ACCOUNT, OTHER_ACCOUNT];
  const [row] = await sql<[{ any: boolean; own: boolean }]>`
    select exists (select from accounts) or exists (select from users) or exists (select from surveys) as any,
      exists (select from accounts where name <> all(${demoAccounts}))
        or exists (select from users where email not like '%@demo.test') as own`;
  if (!row.any) return "empty";
  return row.own ? "own" : "demo";
}

async function isRemoved(sql: postgres.ISql): Promise<boolean> {
  const [row] = await sql`select from installation where demo_removed_at is not null`;
  return row !== undefined;
}

/** One seeding at a time: another waits, and then sees what the first one made. */
async function withLock<T>(databaseUrl: string, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(databaseUrl, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} });
  try {
    await sql`select pg_advisory_lock(${SEEDING_LOCK})`;
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function addUpTo(sql: postgres.Sql, { surveys, projects, now, seed, onProgress }: Settled): Promise<Seeded> {
  const projectCount = Math.min(projects ?? Number.POSITIVE_INFINITY, projectsFor(surveys));
  const added: Seeded = { surveys: 0, responses: 0 };
  await sql`update installation set demo_removed_at = null`;
  const db = drizzle(sql);
  let place = await demoPlaces(sql);
  let next = place?.surveys ?? 0;
  while (!place || next < surveys) {
    const until = Math.min(surveys, next < RICH_SURVEYS ? RICH_SURVEYS : next + CHUNK);
    const made = await sql.begin(async (transaction) => {
      const made = place ? [] : await addWorld(transaction, { now, seed });
      const demo = place ?? (await demoPlaces(transaction));
      if (!demo) throw new Error(`The account ${DEMO_ACCOUNT} has no manager@demo.test.`);
      await addProjects(transaction, demo, { until: projectCount, now, seed });
      for (let index = next; index < until; index++) {
        const projectId = at(demo.projects, projectOfSurvey(index) % projectCount);
        made.push(prepareSurvey(index, { accountId: demo.accountId, projectId }, { now, seed }));
      }
      await addSurveys(transaction, made);
      const ids = made.map(({ survey }) => survey.id);
      await addRecords(transaction, ids, { now, keptDays: env.IDENTIFIER_DAYS });
      place = demo;
      return made;
    });
    await refreshCounts(
      db,
      made.map(({ survey }) => survey.id),
    );
    added.surveys += made.length;
    added.responses += made.reduce((sum, { responses }) => sum + responses.length, 0);
    next = until;
    onProgress?.(next);
  }
  // Plans made for empty tables would be far off until the server looks at them by itself.
  await sql`analyze accounts, users, memberships, projects, surveys, quotas, responses, survey_counts, survey_totals,
    activation_surveys, activation_records, activation_states`;
  return added;
}

const addMissingRecords = async (sql: postgres.ISql) =>
  addRecords(sql, await surveysWithoutRecords(sql), { now: new Date(), keptDays: env.IDENTIFIER_DAYS });

type Places = { accountId: string; managerId: string; projects: string[]; surveys: number };

async function demoPlaces(sql: postgres.ISql): Promise<Places | null> {
  const [found] = await sql<{ account_id: string; manager_id: string; surveys: number }[]>`
    select a.id as account_id, u.id as manager_id,
      (select count(*)::int from surveys s where s.account_id = a.id) as surveys
    from accounts a join memberships m on m.account_id = a.id join users u on u.id = m.user_id
    where a.name = ${DEMO_ACCOUNT} and u.email = ${demoUsers[0].email}`;
  if (!found) return null;
  const projects = await sql<{ id: string }[]>`
    select id from projects where account_id = ${found.account_id} and project_number like 'DR-%'
    order by length(project_number), project_number, id`;
  return {
    accountId: found.account_id,
    managerId: found.manager_id,
    projects: projects.map(({ id }) => id),
    surveys: found.surveys,
  };
}

type Making = Pick<Settled, "now" | "seed">;

async function addProjects(
  sql: postgres.ISql,
  { accountId, managerId, projects }: Places,
  { until, now, seed }: Making & { until: number },
): Promise<void> {
  const random = randomFrom(seed, -2, projects.length);
  const rows = [];
  for (let index = projects.length; index < until; index++) {
    const createdAt = new Date(now.getTime() - random.between(380, 500) * DAY);
    rows.push({
      id: random.uuidAt(createdAt),
      account_id: accountId,
      project_manager_id: managerId,
      project_name: demoProjectName(index),
      project_number: `DR-${1001 + index}`,
      business_unit: random.pick(["Brand", "Customer", "Product", null]),
      created_at: createdAt.toISOString(),
    });
  }
  if (rows.length > 0) await sql`insert into projects ${sql(rows)}`;
  await noteDemoThings(
    sql,
    "projects",
    rows.map(({ id }) => id),
  );
  projects.push(...rows.map(({ id }) => id));
}

/** The accounts, their users with roles, and the second account's few surveys, by which separation can be tried. */
async function addWorld(sql: postgres.ISql, { now, seed }: Making): Promise<DemoSurvey[]> {
  const random = randomFrom(seed, -1);
  const since = new Date(now.getTime() - 520 * DAY);
  const row = { created_at: since.toISOString() };
  const accounts = [DEMO_ACCOUNT, OTHER_ACCOUNT].map((name) => ({ id: random.uuidAt(since), name, ...row }));
  const accountId = (name: string) => accounts.find((account) => account.name === name)?.id ?? "";
  const users = await Promise.all(
    demoUsers.map(async (user) => ({ ...user, id: random.uuidAt(since), hash: await hashPassword(DEMO_PASSWORD) })),
  );
  await sql`insert into accounts ${sql(accounts)}`;
  await sql`insert into users ${sql(
    users.map(({ id, email, name, hash }) => ({ id, email, name, password_hash: hash, ...row })),
  )}`;
  await sql`insert into memberships ${sql(
    users.map(({ id, account }) => ({ user_id: id, account_id: accountId(account) })),
  )}`;
  await sql`insert into people ${sql(
    users.map(({ email, name, role }) => ({ connection: BUILT_IN, email, name, role, ...row })),
  )}`;
  const project = {
    id: random.uuidAt(since),
    account_id: accountId(OTHER_ACCOUNT),
    project_manager_id: users.find(({ account }) => account === OTHER_ACCOUNT)?.id ?? "",
    project_name: "Brand tracker of another agency",
    project_number: "OA-1001",
    ...row,
  };
  await sql`insert into projects ${sql([project])}`;
  await noteDemoThings(sql, "projects", [project.id]);
  await addKeys(sql);
  await addSuppliers(sql);
  return otherPlans.map((plan, index) =>
    prepareSurvey(OTHER_SURVEYS + index, { accountId: project.account_id, projectId: project.id }, { now, seed, plan }),
  );
}

/** The demo accounts' keys; one that somebody revoked stays revoked, and an account that only has the name gets none. */
async function addKeys(sql: postgres.ISql): Promise<void> {
  await addHashKeys(sql);
  const keys = Object.entries(demoKeys).flatMap(([of, each]) => each.map((key) => ({ of, ...key })));
  for (const { of, kind = "private", text, account, user } of keys) {
    await sql`
      insert into api_keys (interface, kind, connection, account_id, account_name, name, key_hash, begins, who)
      select ${of}, ${kind}, ${BUILT_IN}, a.id::text, a.name, 'Demo', ${hashKey(text)}, ${text.slice(0, -4)}, u.email
      from accounts a join memberships m on m.account_id = a.id join users u on u.id = m.user_id
      where a.name = ${account} and u.email = ${user}
      on conflict (key_hash) do nothing`;
  }
}

/** Suppliers that the demo's sessions name; none with sessions can be removed, so that none comes back unasked. */
async function addSuppliers(sql: postgres.ISql): Promise<void> {
  const rows = demoSuppliers
    .filter(({ code }) => code !== DIRECT)
    .map(({ code, name }) => ({
      ...{ code, name },
      end_links: { complete: `https://${code}.example/end?id=[%RESPONDENT%]&status=[%OUTCOME%]` },
    }));
  await sql`
    insert into suppliers (account_id, code, name, end_links)
    select m.account_id, s.code, s.name, s.end_links
    from jsonb_to_recordset((${JSON.stringify(rows)}::text)::jsonb) as s(code text, name text, end_links jsonb),
      memberships m join users u on u.id = m.user_id join accounts a on a.id = m.account_id
    where u.email = ${demoUsers[0].email} and a.name = ${DEMO_ACCOUNT}
    on conflict do nothing`;
}

/** One that an admin set stays. Where the secret is not at hand (`npm run demo` beside a database elsewhere), the next start adds it. */
async function addHashKeys(sql: postgres.ISql): Promise<void> {
  if (!env.APP_SECRET) return;
  for (const { account, email } of demoUsers) {
    await sql`
      update accounts a set hash_key = ${seal(DEMO_HASH_KEY)}, hash_algorithm = 'SHA-256'
      from memberships m join users u on u.id = m.user_id
      where m.account_id = a.id and a.name = ${account} and u.email = ${email} and a.hash_key is null`;
  }
}

const otherPlans: Plan[] = (["Live", "Draft", "Complete"] as const).map((status, index) => ({
  status,
  health: "on pace",
  project: 0,
  round: index,
  country: index,
  rich: true,
}));
