import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type postgres from "postgres";
import type { DemoSurvey } from "@/lib/start/demo-surveys";
import type { DemoThing } from "@/lib/stores/postgres/schema/mechanisms";

type Value = string | number | boolean | Date | null;

const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A value in the text format of COPY. */
export function copyField(value: Value): string {
  if (value === null) return "\\N";
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "string") return String(value);
  return value.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character);
}

/** An array literal of words that need no quotes: ids, device types. */
const words = (items: readonly string[]): string => `{${items.join(",")}}`;

/** Lines joined to pieces of some size: a write to the socket for every row would cost more than the row. */
function* pieces(rows: Iterable<Value[]>): Generator<string> {
  let piece = "";
  for (const row of rows) {
    piece += `${row.map(copyField).join("\t")}\n`;
    if (piece.length < 0x10000) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}

async function copy(sql: postgres.ISql, table: string, columns: string, rows: Iterable<Value[]>): Promise<void> {
  const statement = sql.unsafe(`copy ${table} (${columns}) from stdin`);
  await pipeline(Readable.from(pieces(rows)), await statement.writable());
}

const surveyColumns = `id, account_id, project_id, name, status, respondents, country_code, language_code,
  length_of_interview, incidence_rate, collects_pii, hashing_enabled, out_of_field_date, out_of_field_timezone,
  out_of_field_at, device_compatibilities, calculation_type, traffic_control_limit_type, entry_link,
  offered_price_per_complete, went_live_at, created_at, updated_at`;

const surveyRow = ({ survey }: DemoSurvey): Value[] => [
  survey.id,
  survey.accountId,
  survey.projectId,
  survey.name,
  survey.status,
  survey.respondents,
  survey.countryCode,
  survey.languageCode,
  survey.lengthOfInterview,
  survey.incidenceRate,
  survey.collectsPii,
  survey.hashingEnabled,
  survey.outOfFieldDate,
  survey.outOfFieldTimezone,
  survey.outOfFieldAt,
  words(survey.deviceCompatibilities),
  survey.calculationType,
  survey.trafficControlLimitType,
  survey.entryLink,
  survey.offeredPricePerComplete,
  survey.wentLiveAt,
  survey.createdAt,
  survey.updatedAt,
];

function* quotaRows(surveys: readonly DemoSurvey[]): Generator<Value[]> {
  for (const { survey, quotas } of surveys) {
    for (const [position, { id, name, quota, qualifications }] of quotas.entries()) {
      yield [id, survey.id, position, name, quota, JSON.stringify(qualifications)];
    }
  }
}

function* responseRows(surveys: readonly DemoSurvey[]): Generator<Value[]> {
  for (const { survey, responses } of surveys) {
    for (const response of responses) {
      yield [
        response.rdud,
        survey.id,
        response.status,
        response.reconciliationStatus,
        response.buyerCpi,
        JSON.stringify(response.answers),
        words(response.quotaIds),
        response.startedAt,
        response.endedAt,
        response.supplier,
        response.respondent,
        response.reached,
        response.reason,
        response.expiresAt,
        response.device,
      ];
    }
  }
}

/** Notes what the demo made; see `stores/postgres/demo-data.ts`. */
export async function noteDemoThings(sql: postgres.ISql, thing: DemoThing, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await copy(
      sql,
      "demo_things",
      "thing, thing_id",
      ids.map((id) => [thing, id]),
    );
}

/** Writes surveys with their quotas and sessions by COPY, several times faster than INSERT. */
export async function addSurveys(sql: postgres.ISql, surveys: readonly DemoSurvey[]): Promise<void> {
  await copy(sql, "surveys", surveyColumns, surveys.map(surveyRow));
  await copy(sql, "quotas", "id, survey_id, position, name, quota, qualifications", quotaRows(surveys));
  const responseColumns = `rdud, survey_id, status, reconciliation_status, buyer_cpi, qualification_attributes,
    quota_ids, started_at, ended_at, supplier, respondent, reached, reason, expires_at, device`;
  await copy(sql, "responses", responseColumns, responseRows(surveys));
  await noteDemoThings(
    sql,
    "surveys",
    surveys.map(({ survey }) => survey.id),
  );
}
