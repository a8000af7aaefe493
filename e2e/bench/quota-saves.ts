import postgres from "postgres";
import * as z from "zod";
import type { Instance } from "../instance";
import { DEMO_PASSWORD } from "../sign-in";
import { databaseUrl } from "./bench-project";
import { ratios, say, spread, timed } from "./figures";

const ROUNDS = 9;
const CHANGED = 2000;
const REPLACED = 500;

const quotaSchema = z.looseObject({
  quota_id: z.string().nullable(),
  quota_name: z.string(),
  quota: z.number(),
  qualifications: z.array(z.object({ question_id: z.number(), allowed_option_ids: z.array(z.number()) })),
});
type Quota = Pick<z.infer<typeof quotaSchema>, "quota_id" | "quota_name" | "quota" | "qualifications">;

/**
 * A save of 2,000 quotas through the interface, of which every target changed and 500 were replaced by new ones,
 * against the statements that it cannot do without: delete, update and insert of those rows in one transaction.
 */
export async function compareSaves({ url, dataDir }: Instance, survey: string): Promise<void> {
  const sql = postgres(databaseUrl({ dataDir }), { max: 1, onnotice: () => {} });
  const authorization = await tokenAt(url);
  const patch: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const body = JSON.stringify({
        id: survey,
        respondent_attributes: changed(await quotasAt(url, authorization, survey), round),
      });
      const took = await timed(async () => {
        const headers = { authorization, "content-type": "application/json" };
        const reply = await fetch(`${url}/service/demand/surveys`, { method: "PATCH", headers, body });
        if (!reply.ok) throw new Error(`The save was answered with ${reply.status}: ${await reply.text()}`);
        await reply.arrayBuffer();
      });
      const next = changed(await quotasAt(url, authorization, survey), round + 1);
      const tookBare = await timed(() => statements(sql, survey, next));
      if (round === 0) continue;
      patch.push(took);
      bare.push(tookBare);
    }
  } finally {
    await sql.end();
  }
  say(
    `\nA save of ${CHANGED.toLocaleString("en")} quotas, all changed, ${REPLACED} of them replaced; ms, ${ROUNDS} rounds by turns; median (lowest–highest).`,
  );
  say(`  PATCH /service/demand/surveys           ${spread(patch)}`);
  say(`  its bare statements, one transaction    ${spread(bare)}`);
  say(`  times dearer                            ${spread(ratios(patch, bare), 2)}`);
}

const changed = (quotas: Quota[], round: number): Quota[] =>
  quotas.map((quota, at) => ({
    quota_id: at < REPLACED ? null : quota.quota_id,
    quota_name: quota.quota_name,
    quota: 10 + ((quota.quota + round) % 50) + 1,
    qualifications: quota.qualifications,
  }));

async function statements(sql: postgres.Sql, survey: string, quotas: Quota[]): Promise<void> {
  const rows = quotas.map(({ quota_id, quota_name, quota, qualifications }, position) => ({
    id: quota_id,
    survey_id: survey,
    position,
    name: quota_name,
    quota,
    qualifications,
  }));
  const kept = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  await sql.begin(async (transaction) => {
    await transaction`delete from quotas where survey_id = ${survey} and not (id = any(${kept}::uuid[]))`;
    await transaction`
      update quotas q set position = v.position, name = v.name, quota = v.quota, qualifications = v.qualifications
      from jsonb_to_recordset(${JSON.stringify(rows.filter(({ id }) => id !== null))}::text::jsonb)
        as v(id uuid, position int, name text, quota int, qualifications jsonb)
      where q.id = v.id`;
    await transaction`
      insert into quotas (survey_id, position, name, quota, qualifications)
      select survey_id, position, name, quota, qualifications
      from jsonb_to_recordset(${JSON.stringify(rows.filter(({ id }) => id === null))}::text::jsonb)
        as v(survey_id uuid, position int, name text, quota int, qualifications jsonb)`;
  });
}

async function tokenAt(url: string): Promise<string> {
  const reply = await fetch(`${url}/service/demand/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "manager@demo.test", password: DEMO_PASSWORD }),
  });
  return z.object({ token: z.string() }).parse(await reply.json()).token;
}

async function quotasAt(url: string, authorization: string, survey: string): Promise<Quota[]> {
  const reply = await fetch(`${url}/service/demand/surveys?ids=${survey}`, { headers: { authorization } });
  const page = z.object({ surveys: z.array(z.object({ respondent_attributes: z.array(quotaSchema) })) });
  return page.parse(await reply.json()).surveys[0]?.respondent_attributes ?? [];
}
