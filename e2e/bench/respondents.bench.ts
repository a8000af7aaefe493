import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { SessionViewer } from "@/lib/auth/viewer";
import { defaultThresholds } from "@/lib/contracts/rules/exclusion";
import { env } from "@/lib/env";
import type { SignedInContext } from "@/lib/gateway/call";
import { processWide } from "@/lib/process-wide";
import { previewThresholds } from "@/lib/respondents/preview-thresholds";
import { listRespondents, summarize } from "@/lib/respondents/read-respondents";
import { signToken } from "@/lib/service/demand/sign-token";
import { startEmbeddedDatabase } from "@/lib/start/database";
import { closeDatabase, db } from "@/lib/stores/postgres/client";
import { migrate } from "@/lib/stores/postgres/migrate";
import { memberships, users } from "@/lib/stores/postgres/schema/accounts";
import { suppliers } from "@/lib/stores/postgres/schema/fielding";
import { people } from "@/lib/stores/postgres/schema/people";
import { liveSurvey } from "@/lib/test-fielding";
import { byTurns, ratios, say, spread } from "./figures";

const RESPONDENTS = Number(process.env.BENCH_MANY ?? 100_000);
const ROUNDS = 7;
const SUPPLIERS = 5;
const REVIEWED = 2000;

/** The pages of a survey's respondents as nobody has looked at them yet, against taking apart the scores that are stored. */
export async function run(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "fieldwork-bench-"));
  chmodSync(directory, 0o711); // as root the database runs as another user
  const database = startEmbeddedDatabase(directory, "for-this-bench-only");
  try {
    const { url } = await database.started;
    await migrate(url);
    env.DATABASE_URL = url;
    env.APP_SECRET ??= "only for this bench, only for this bench";
    await compare();
    await closeDatabase();
  } finally {
    await database.stop(5000);
    rmSync(directory, { recursive: true, force: true });
  }
}

async function compare(): Promise<void> {
  const survey = await liveSurvey({}, [{ quota: 10 }, { quota: 20 }]);
  const context = await viewerOf(survey.accountId);
  await fill(survey);
  const survey_id = survey.surveyId;
  const cold = (read: () => Promise<unknown>) => async () => {
    processWide("respondents.snapshots", () => new Map()).clear();
    await read();
  };
  const thresholds = { survey_id, thresholds: defaultThresholds, question_ids: [] };
  const asks = {
    panel: cold(() => summarize(context, survey_id)),
    list: cold(() => listRespondents(context, { survey_id, bands: ["bad", "poor"], page: 3 })),
    thresholds: cold(() => previewThresholds(context, thresholds, new AbortController().signal)),
    both: cold(() => Promise.all([summarize(context, survey_id), listRespondents(context, { survey_id })])),
    peer: () => takeApart(survey_id),
  };
  const ms = await byTurns(asks, ROUNDS);
  say(`${RESPONDENTS.toLocaleString("en")} respondents with a session each, read for the first time:`);
  for (const name of ["panel", "list", "thresholds", "both"] as const) {
    say(`  ${name.padEnd(10)} ${spread(ms[name])} ms, ${spread(ratios(ms[name], ms.peer), 2)} of the peer`);
  }
  say(`  the peer, scores taken apart by one statement: ${spread(ms.peer)} ms`);
}

async function viewerOf(accountId: string): Promise<SignedInContext> {
  const email = `${accountId}@bench.test`;
  const [user] = await db().insert(users).values({ email, name: "A", passwordHash: "-" }).returning();
  const userId = user?.id ?? "";
  await db().insert(memberships).values({ userId, accountId });
  const [person] = await db()
    .insert(people)
    .values({ connection: "built-in", email, name: "A", role: "admin" })
    .returning();
  const { token } = await signToken({ id: userId, passwordHash: "-" }, Date.now());
  const viewer: SessionViewer = {
    ...{ connection: "built-in", email, name: "A", role: "admin", accounts: [], token },
    ...{ personId: person?.id ?? "", sessionHash: "", expiresAt: "2099-01-01T00:00:00.000Z" },
    settings: { timeZone: "UTC", numbers: "en" } as unknown as SessionViewer["settings"],
  };
  return { viewer, requestId: "bench", origin: "page" };
}

type Filled = Awaited<ReturnType<typeof liveSurvey>>;

/** Respondents as they are stored once they were scored: three open answers, five times and a grid each. */
async function fill({ accountId, surveyId, quotaIds }: Filled): Promise<void> {
  const codes = Array.from({ length: SUPPLIERS }, (_, at) => `s${at}`);
  await db()
    .insert(suppliers)
    .values(codes.map((code) => ({ accountId, code, name: code, endLinks: {} })));
  await db().execute(sql`select setseed(0.5)`);
  await db().execute(sql`
    with survey as (insert into quality_surveys (account_id, name, version) values (${accountId}, ${surveyId}, 'v3') returning id)
    insert into quality_respondents (survey_id, respondent_id, data_points, scores, rule_reasons, is_excluded, created_at)
    select survey.id, gen_random_uuid()::text,
      (select jsonb_agg(jsonb_build_object('qualityCheck', 'OES', 'dataPointId', 'o' || p, 'question', 'Why?',
        'answer', repeat(md5(random()::text), 6))) from generate_series(1, 3) p),
      jsonb_build_object('serviceScore', total, 'checks', jsonb_build_array(
          jsonb_build_object('qualityCheck', 'OES', 'score', total),
          jsonb_build_object('qualityCheck', 'TS', 'score', (random() * 100)::int),
          jsonb_build_object('qualityCheck', 'GQS', 'score', (random() * 100)::int)),
        'points', (select jsonb_agg(jsonb_build_object('qualityCheck', c, 'dataPointId', c || p, 'score', total,
            'category', case when c = 'OES' then (array['VALID_ANSWER', 'GIBBERISH', 'OFF_TOPIC'])[1 + (n + p) % 3] end,
            'reason', 'What the check found of this data point'))
          from (select 'OES' as c, p from generate_series(1, 3) p union all select 'TS', p from generate_series(1, 5) p
            union all select 'GQS', 1) as sent)),
      case when total < 20 then '["The total is below 60.", "2 open answers are gibberish."]'::jsonb else '[]' end,
      total < 20, now() - random() * interval '30 days'
    from survey, (select n, (random() * 100)::int as total from generate_series(1, ${RESPONDENTS}::int) n order by n) as drawn
    order by n`);
  await db().execute(sql`
    insert into responses (rdud, survey_id, status, reason, buyer_cpi, qualification_attributes, quota_ids, supplier, started_at, ended_at)
    select respondent_id, ${surveyId}::uuid, 'complete', 'complete', 1, '{}', array[${quotaIds[0]}::uuid],
      's' || (id % ${SUPPLIERS}), created_at - interval '10 minutes', created_at
    from quality_respondents order by random()`);
  await db().execute(sql`
    insert into respondent_reviews (connection, account_id, survey_id, respondent_id, decision, note, who)
    select 'built-in', ${accountId}, ${surveyId}, respondent_id, 'keep', '', 'a@bench.test'
    from quality_respondents order by random() limit ${REVIEWED}`);
  await db().execute(sql`vacuum analyze`);
}

/** What reading was before the database kept a line of each respondent: a statement that takes each one's scores apart. */
const takeApart = (surveyName: string) =>
  db().execute(sql`
    select json_agg(line order by id) from (
      select r.id, json_build_array(r.id, respondent_id, is_excluded, decided_by,
        floor(extract(epoch from r.created_at) * 1000), scores -> 'serviceScore',
        jsonb_path_query_array(scores, '$.checks[*].qualityCheck'),
        jsonb_path_query_array(scores, '$.checks[*].score'),
        jsonb_path_query_array(scores, '$.points[*] ? (@.score != -999).qualityCheck'),
        jsonb_path_query_array(scores, '$.points[*].category ? (@ != null)'),
        rule_reasons) as line
      from quality_respondents r join quality_surveys s on s.id = r.survey_id where s.name = ${surveyName}) as lines`);
